import type { Continuing, ObjectionEffect, Stopped } from '../domain/objection.ts'
import type { LawfulBasis } from '../domain/shapes.ts'
import { lastInstant } from '../domain/time.ts'
import type { GrantableType } from '../domain/types/index.ts'
import { type Message, message, type Value } from '../words/message.ts'
import { type CalledParty, fullNameMessage } from '../words/party-name.ts'

/** The effect of an objection, in sentences to read out to a farmer. They contain no identifiers. */

export interface ObjectionSaid {
  readonly purposes: readonly string[] | null
  readonly record_types: readonly GrantableType[] | null
  readonly effect: ObjectionEffect
  readonly stopped: readonly Stopped[]
  readonly continuing: readonly Continuing[]
  readonly withdrawable_grants: readonly {
    readonly id: string
    readonly grantee: string
    readonly purpose: string
    readonly record_types: readonly GrantableType[]
    readonly expires_at: string
  }[]
  readonly more_withdrawable_grants: number
}

export interface Wording {
  /**
   * Returns a party's name, if the viewer may know it: an id alone must not reveal a name.
   * @param viewer null for the operator
   * @param by the parties by whose word the viewer knows of the party; they make no natural person known
   * @returns null for a party whose name the viewer may not know, whether or not it exists
   */
  nameOf(party: string, viewer: string | null, by: readonly unknown[]): CalledParty | null
  /** Returns the name of the reader of a grant, if the viewer may know it. */
  granteeOf(
    grant: { readonly id: string; readonly grantee: string },
    viewer: string | null,
  ): CalledParty | null
  /** Returns a purpose, to be told within a sentence. */
  purpose(code: string): Value
  /** Returns a lawful basis, and its section in the law of the cooperative's country; null if unknown. */
  basis(code: LawfulBasis): {
    readonly name: string
    readonly law: { readonly country: string; readonly law: string; readonly section: string } | null
  }
}

/** What has happened since an objection was lodged. */
export interface Since {
  readonly lodgedAt: string
  readonly withdrawnAt: string | null
}

/** Most grants named one by one: nobody would listen to more. */
const MOST_GRANTS = 10

/**
 * @param viewer the reader; null for the operator
 * @param since null when the objection has just been lodged
 */
export function objectionSentences(
  said: ObjectionSaid,
  wording: Wording,
  viewer: string | null,
  since: Since | null,
): Message[] {
  if (since !== null) return laterSentences(said, wording, since)
  return [
    toWhat(said, wording),
    effectSentence(said),
    ...continuingSentences(said.continuing, wording),
    ...grantSentences(said, wording, viewer),
    message('objection.effect.later'),
    message('objection.effect.stillRead'),
    message('objection.effect.takeBack'),
  ]
}

function laterSentences(said: ObjectionSaid, wording: Wording, { lodgedAt, withdrawnAt }: Since): Message[] {
  return [
    toWhatThen(said, wording, { day: lodgedAt }),
    said.effect === 'stopped_some'
      ? message('objection.then.stopped', { records: byType(said.stopped) })
      : message(`objection.then.${said.effect}`),
    withdrawnAt === null
      ? message('objection.then.holds')
      : message('objection.then.takenBack', { day: { day: withdrawnAt } }),
  ]
}

function toWhat({ record_types, purposes: codes }: ObjectionSaid, wording: Wording): Message {
  const purposes = codes === null ? null : purposesIn(codes, wording)
  const types = record_types === null ? null : pluralsOf(record_types)
  if (types === null)
    return purposes === null
      ? message('objection.effect.allAny')
      : message('objection.effect.allFor', { purposes })
  return purposes === null
    ? message('objection.effect.someAny', { types })
    : message('objection.effect.someFor', { types, purposes })
}

function toWhatThen({ record_types, purposes: codes }: ObjectionSaid, wording: Wording, day: Value): Message {
  const purposes = codes === null ? null : purposesIn(codes, wording)
  const types = record_types === null ? null : pluralsOf(record_types)
  if (types === null)
    return purposes === null
      ? message('objection.then.allAny', { day })
      : message('objection.then.allFor', { day, purposes })
  return purposes === null
    ? message('objection.then.someAny', { day, types })
    : message('objection.then.someFor', { day, types, purposes })
}

const purposesIn = (codes: readonly string[], wording: Wording): Value => ({
  list: codes.map((code) => wording.purpose(code)),
})

const pluralsOf = (types: readonly GrantableType[]): Value => ({
  list: types.map((type) => message(`nouns.${type}`)),
})

function effectSentence({ effect, purposes, stopped }: ObjectionSaid): Message {
  if (effect !== 'stopped_some') return message(`objection.effect.${effect}`)
  const records = byType(stopped)
  return purposes
    ? message('objection.effect.stoppedForThat', { records })
    : message('objection.effect.stopped', { records })
}

function continuingSentences(continuing: readonly Continuing[], wording: Wording): Message[] {
  const exempt = continuing.filter(({ why }) => why === 'exempt')
  const sentences = [...new Set(exempt.map(({ lawful_basis }) => lawful_basis))].map((code) => {
    const { name, law } = wording.basis(code)
    const basis = { basis: { id: code, name } }
    const records = byType(exempt.filter(({ lawful_basis }) => lawful_basis === code))
    return law === null
      ? message('objection.effect.exempt', { records, basis })
      : message('objection.effect.exemptByLaw', { records, basis, section: law.section, law: law.law })
  })
  for (const [why, key] of [
    ['out_of_scope', 'objection.effect.outOfScope'],
    ['others_decide', 'objection.effect.othersDecide'],
    ['consent_only', 'objection.effect.consentOnly'],
  ] as const) {
    const rows = continuing.filter((row) => row.why === why)
    if (rows.length > 0) sentences.push(message(key, { records: byType(rows) }))
  }
  return sentences
}

function grantSentences(
  { withdrawable_grants: grants, more_withdrawable_grants }: ObjectionSaid,
  wording: Wording,
  viewer: string | null,
): Message[] {
  const each = grants.slice(0, MOST_GRANTS).map((grant) => {
    const named = wording.granteeOf(grant, viewer)
    return message('objection.effect.opened', {
      types: pluralsOf(grant.record_types),
      reader: (named && fullNameMessage(named)) ?? message('answer.unnamedReader'),
      purpose: wording.purpose(grant.purpose),
      until: { day: lastInstant(grant.expires_at) },
    })
  })
  if (each.length === 0) return each
  const more = grants.length - each.length + more_withdrawable_grants
  return [
    ...each,
    ...(more > 0 ? [message('objection.effect.moreOpened', { count: more })] : []),
    message(each.length + more === 1 ? 'objection.effect.takeBackThat' : 'objection.effect.takeBackAny'),
  ]
}

/** Returns counts by type over all grounds, such as `8 deliveries`. */
function byType(rows: readonly Stopped[]): Value {
  const counts = new Map<GrantableType, number>()
  for (const { record_type, count } of rows) counts.set(record_type, (counts.get(record_type) ?? 0) + count)
  return {
    list: [...counts].map(([type, count]) =>
      message('value.counted', {
        count: { count },
        noun: message(count === 1 ? `noun.${type}` : `nouns.${type}`),
      }),
    ),
  }
}

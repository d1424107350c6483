import type { Continuing, ObjectionEffect, Stopped } from '../domain/objection.ts'
import type { LawfulBasis } from '../domain/shapes.ts'
import type { GrantableType } from '../domain/types/index.ts'
import { type Calendar, counted, listed, plural, several } from '../words/english.ts'

/** The effect of an objection, in sentences to read out to a farmer. They contain no identifiers. */

export interface ObjectionSaid {
  readonly purposes: readonly string[] | null
  readonly record_types: readonly GrantableType[] | null
  readonly effect: ObjectionEffect
  readonly stopped: readonly Stopped[]
  readonly continuing: readonly Continuing[]
  readonly withdrawable_grants: readonly {
    readonly grantee: string
    readonly purpose: string
    readonly record_types: readonly GrantableType[]
    readonly expires_at: string
  }[]
  readonly more_withdrawable_grants: number
}

export interface Wording {
  /** Shared, because it is expensive to make and every objection of a page needs it. */
  readonly calendar: Calendar
  /**
   * Returns a party's full name, if the viewer may know it: an id alone must not reveal a person's name.
   * @param viewer null for the operator
   * @returns null for a person whose name the viewer may not know, whether or not the person exists
   */
  nameOf(party: string, viewer: string | null): string | null
  purpose(code: string): string
  /** Returns a lawful basis, and its section in the law of the cooperative's country; null if unknown. */
  basis(code: LawfulBasis): {
    readonly name: string
    readonly law: { readonly law: string; readonly section: string } | null
  }
}

/** What has happened since an objection was lodged. */
export interface Since {
  readonly lodgedAt: string
  readonly withdrawnAt: string | null
}

const WHY_NOTHING: Readonly<Record<Exclude<ObjectionEffect, 'stopped_some'>, readonly [string, string]>> = {
  stopped_nothing_no_records: [
    'It stops nothing today, because nothing is recorded about you here but your entry in the register of people.',
    'It stopped nothing then, because nothing was recorded about you here but your entry in the register of people.',
  ],
  stopped_nothing_out_of_scope: [
    'It stops nothing today, because no record about you is of a kind that the objection reaches.',
    'It stopped nothing then, because no record about you was of a kind that the objection reaches.',
  ],
  stopped_nothing_exempt: [
    'It stops nothing today: the law lets these records go on being used, because of the ground they are kept on.',
    'It stopped nothing then: the law let these records go on being used, because of the ground they were kept on.',
  ],
  stopped_nothing_consent_only: [
    'It stops nothing more today: nobody else could be shown these records for this anyway.',
    'It stopped nothing more then: nobody else could be shown these records for that anyway.',
  ],
}

/** Most grants named one by one: nobody would listen to more. */
const MOST_GRANTS = 10

/**
 * @param viewer the reader; null for the operator
 * @param since null when the objection has just been lodged
 */
export function objectionSentences(
  said: ObjectionSaid,
  words: Wording,
  viewer: string | null,
  since: Since | null,
): string[] {
  if (since !== null) return laterSentences(said, words, since)
  return [
    `You object to ${ofWhat(said)} being used ${forWhat(said, words)}.`,
    said.effect === 'stopped_some'
      ? `From now on nobody else is shown these any more${said.purposes ? ' for that' : ''}: ${listed(byType(said.stopped))}.`
      : WHY_NOTHING[said.effect][0],
    ...continuingSentences(said.continuing, words),
    ...grantSentences(said, words, viewer),
    'It also holds for what is recorded about you from now on.',
    'You yourself, those who recorded something about you, the other side of a delivery or an agreement, and whoever received a lot can still read it.',
    'You can take this objection back, in person or in writing.',
  ]
}

function laterSentences(said: ObjectionSaid, words: Wording, { lodgedAt, withdrawnAt }: Since): string[] {
  const day = (at: string) => words.calendar.date(at)
  return [
    `On ${day(lodgedAt)} you objected to ${ofWhat(said)} being used ${forWhat(said, words)}.`,
    said.effect === 'stopped_some'
      ? `That closed to others: ${listed(byType(said.stopped))}.`
      : WHY_NOTHING[said.effect][1],
    withdrawnAt === null
      ? 'It holds, also for what was recorded about you since. You can take it back, in person or in writing.'
      : `You took it back on ${day(withdrawnAt)}; since then it stops nothing.`,
  ]
}

const ofWhat = ({ record_types }: ObjectionSaid) =>
  record_types === null ? 'everything recorded about you' : `your ${listed(record_types.map(plural))}`

const forWhat = ({ purposes }: ObjectionSaid, words: Wording) =>
  purposes === null ? 'for any purpose' : `for ${listed(purposes.map((code) => words.purpose(code)))}`

function continuingSentences(continuing: readonly Continuing[], words: Wording): string[] {
  const sentences: string[] = []
  const exempt = continuing.filter(({ why }) => why === 'exempt')
  for (const basis of new Set(exempt.map(({ lawful_basis }) => lawful_basis))) {
    const { name, law } = words.basis(basis)
    const cited = law === null ? '' : ` (${law.section} of the ${law.law})`
    const kept = listed(byType(exempt.filter(({ lawful_basis }) => lawful_basis === basis)))
    sentences.push(
      `An objection does not reach ${kept}, kept on the ground "${name}"${cited}. Whoever you opened that to can go on reading it.`,
    )
  }
  const about = (why: Continuing['why']) => byType(continuing.filter((row) => row.why === why))
  const [outOfScope, others, consentOnly] = [
    about('out_of_scope'),
    about('others_decide'),
    about('consent_only'),
  ]
  if (outOfScope.length > 0)
    sentences.push(`Nothing changes for ${listed(outOfScope)}, which you did not name.`)
  if (others.length > 0)
    sentences.push(
      `Nothing changes for ${listed(others)}: the persons in them decide who reads them, not an organisation.`,
    )
  if (consentOnly.length > 0)
    sentences.push(`Nobody could be shown ${listed(consentOnly)} before, and so it stays.`)
  return sentences
}

function grantSentences(
  { withdrawable_grants: grants, more_withdrawable_grants }: ObjectionSaid,
  words: Wording,
  viewer: string | null,
): string[] {
  const each = grants.slice(0, MOST_GRANTS).map((grant) => {
    const name = words.nameOf(grant.grantee, viewer) ?? 'another person'
    const until = words.calendar.date(grant.expires_at)
    return `You have opened ${listed(grant.record_types.map(plural))} to ${name} for ${words.purpose(grant.purpose)} until ${until}.`
  })
  if (each.length === 0) return each
  const more = grants.length - each.length + more_withdrawable_grants
  return [
    ...each,
    ...(more > 0 ? [`Besides, you have given ${several(more, 'more consent', 'more consents')}.`] : []),
    each.length + more === 1
      ? 'You can take that consent back instead, at any time: then nothing is open under it at all.'
      : 'You can take back any of these consents instead, at any time: then nothing is open under it at all.',
  ]
}

/** Returns counts by type over all grounds, such as `8 deliveries`. */
function byType(rows: readonly Stopped[]): string[] {
  const counts = new Map<GrantableType, number>()
  for (const { record_type, count } of rows) counts.set(record_type, (counts.get(record_type) ?? 0) + count)
  return [...counts].map(([type, count]) => counted(type, count))
}

import { fromJson } from '../../base/typed.ts'
import { type About, widerThanAsked } from '../../domain/access-request.ts'
import { type StoredRequest, termsAsked } from '../../domain/access-request-shapes.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { idBytes } from '../../domain/id.ts'
import type { ObjectionEffect } from '../../domain/objection.ts'
import { parseInstant } from '../../domain/time.ts'
import { type GrantableType, typeMask } from '../../domain/types/index.ts'
import { ToldError } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { ActKind } from '../log/entry-kinds.ts'
import type { ActFacts, RequestFacts } from './act-facts.ts'
import type { ActTable } from './act-tables.ts'

/** Rules that derive rows from an act and the state before it. */

/** Thrown if an act names something that does not exist or fit; the message names the broken reference. */
export class Unfollowable extends ToldError {}

/** The types of members that `text` and `instant` do not check as they read them. */
interface MemberTypes {
  readonly grant: { readonly record_types: readonly GrantableType[] }
  readonly delegation: { readonly record_types: readonly GrantableType[]; readonly acts: readonly string[] }
  readonly objection: {
    readonly effect: ObjectionEffect
    readonly purposes: readonly string[] | null
    readonly record_types: readonly GrantableType[] | null
  }
  readonly evidence: { readonly captured_bytes: number; readonly stored_bytes: number }
  readonly registry_row: { readonly row: { readonly id: string } }
  readonly notification_told: { readonly notification: number }
  readonly subject_access_answer: { readonly request_id: string }
  readonly access_request: { readonly about: About }
}

export interface ActOf<Kind extends ActKind> {
  readonly seq: number
  readonly kind: Kind
  readonly receivedAtMs: number
  readonly body: Readonly<Record<string, unknown>> &
    (Kind extends keyof MemberTypes ? MemberTypes[Kind] : unknown)
}

/** An act of any kind; its kind determines the members of its body. */
export type ActEntry = { [Kind in ActKind]: ActOf<Kind> }[ActKind]

/** @param body the body of an act of this kind, as the log stores it */
export const actEntry = (seq: number, kind: ActKind, receivedAtMs: number, body: object): ActEntry =>
  ({ seq, kind, receivedAtMs, body }) as ActEntry

export type ActCell = number | string | Buffer | null

/** A row that follows from an act, without the column for the seq of the act (`ACT_TABLES`). */
export interface ActRow {
  readonly table: ActTable
  readonly columns: Readonly<Record<string, ActCell>>
}

type Rule<Act> = (act: Act, facts: ActFacts) => readonly ActRow[]

const text = (act: ActEntry, member: string): string => {
  const value = act.body[member]
  if (typeof value !== 'string') throw new Unfollowable(message('unfollowable.noMember', { member }))
  return value
}

const instant = (act: ActEntry, member: string): number => {
  const ms = parseInstant(text(act, member))
  if (ms === null) throw new Unfollowable(message('unfollowable.notAnInstant', { member }))
  return ms
}

const instantOrNull = (act: ActEntry, member: string): number | null =>
  act.body[member] === null ? null : instant(act, member)

/** Null if the act does not have the member. */
const instantIfSaid = (act: ActEntry, member: string): number | null =>
  act.body[member] === undefined ? null : instant(act, member)

const party = (act: ActEntry, member: string, facts: ActFacts): number => facts.party(text(act, member))

const bytes = (act: ActEntry, member: string): Buffer => Buffer.from(text(act, member), 'hex')

/** Seq of the earlier act that this act names. */
function named(act: ActEntry, member: string, kinds: readonly ActKind[], facts: ActFacts): number {
  const found = facts.actById(text(act, member))
  if (found?.kind === undefined || !kinds.includes(found.kind) || found.seq >= act.seq)
    throw new Unfollowable(message('unfollowable.noEarlierAct', { member }))
  return found.seq
}

/** The rule for an act that ends an earlier one. */
const ending =
  (table: ActTable, column: string, member: string, kind: ActKind): Rule<ActEntry> =>
  (act, facts) => [{ table, columns: { [column]: named(act, member, [kind], facts), at: act.receivedAtMs } }]

const life = (act: ActEntry, facts: ActFacts): ActRow => ({
  table: 'appliance',
  columns: {
    cooperative: party(act, 'cooperative', facts),
    incarnation: bytes(act, 'incarnation'),
  },
})

function laterLife(act: ActEntry, facts: ActFacts): ActRow {
  const { firstLife } = facts
  if (firstLife === undefined || firstLife.seq >= act.seq)
    throw new Unfollowable(message('unfollowable.noLife'))
  if (firstLife.cooperative !== party(act, 'cooperative', facts))
    throw new Unfollowable(message('unfollowable.otherCooperative'))
  return life(act, facts)
}

const RULES: { readonly [Kind in ActKind]: Rule<ActOf<Kind>> } = {
  appliance: (act, facts) => {
    // A forged second "appliance" act would void every checkpoint published before it.
    if (facts.firstLife !== undefined && facts.firstLife.seq < act.seq)
      throw new Unfollowable(message('unfollowable.secondLife'))
    return [life(act, facts)]
  },
  grant: (act, facts) => {
    const replaced = act.body.replaces === undefined ? null : named(act, 'replaces', ['grant'], facts)
    return [
      {
        table: 'consent_grant',
        columns: {
          subject: party(act, 'subject', facts),
          grantee: party(act, 'grantee', facts),
          purpose: text(act, 'purpose'),
          types: typeMask(act.body.record_types),
          valid_from: instant(act, 'valid_from'),
          expires_at: instant(act, 'expires_at'),
          occurred_from: instantIfSaid(act, 'occurred_from'),
          occurred_to: instantIfSaid(act, 'occurred_to'),
          keep_until: instantIfSaid(act, 'keep_until'),
          replaces: replaced,
        },
      },
      ...(replaced === null
        ? []
        : [
            {
              table: 'consent_grant_end' as const,
              columns: { consent_grant: replaced, at: act.receivedAtMs },
            },
          ]),
      ...(act.body.request_id === undefined ? [] : [answerTo(act, facts)]),
    ]
  },
  grant_revocation: ending('consent_grant_end', 'consent_grant', 'grant_id', 'grant'),
  delegation: (act, facts) => [
    {
      table: 'delegation',
      columns: {
        principal: party(act, 'principal', facts),
        delegate: party(act, 'delegate', facts),
        types: typeMask(act.body.record_types),
        acts: act.body.acts.join(' '),
        valid_from: instant(act, 'valid_from'),
        valid_until: instant(act, 'valid_until'),
        basis: text(act, 'basis'),
      },
    },
  ],
  delegation_revocation: ending('delegation_end', 'delegation', 'delegation_id', 'delegation'),
  objection: (act, facts) => [
    {
      table: 'objection',
      columns: {
        subject: party(act, 'subject', facts),
        purposes: act.body.purposes === null ? null : JSON.stringify(act.body.purposes),
        types: act.body.record_types === null ? null : typeMask(act.body.record_types),
      },
    },
  ],
  objection_withdrawal: ending('objection_end', 'objection', 'objection_id', 'objection'),
  credential: (act, facts) => [
    {
      table: 'credential',
      columns: {
        party: party(act, 'party', facts),
        kind: text(act, 'kind'),
        token_sha256: bytes(act, 'token_sha256'),
        expires_at: instantOrNull(act, 'expires_at'),
      },
    },
    ...(act.body.device_id === undefined ? [] : deviceToken(act, facts)),
  ],
  credential_revocation: ending('credential_end', 'credential', 'credential_id', 'credential'),
  enrolment: (act, facts) => [
    {
      table: 'enrolment',
      columns: {
        party: party(act, 'party', facts),
        code_sha256: bytes(act, 'code_sha256'),
        expires_at: instant(act, 'expires_at'),
        since: instantOrNull(act, 'since'),
      },
    },
  ],
  device: (act, facts) => [{ table: 'device', columns: { party: party(act, 'party', facts) } }],
  device_revocation: (act, facts) => {
    const device = named(act, 'device_id', ['device'], facts)
    return tokenEnd(act, device, facts)
  },
  device_naming: (act, facts) => {
    named(act, 'device_id', ['device'], facts)
    return []
  },
  evidence: (act, facts) => {
    const uploader = party(act, 'uploaded_by', facts)
    const [captured, stored] = [bytes(act, 'captured_sha256'), bytes(act, 'stored_sha256')]
    // The same pair sent again by the same party makes an act but no row.
    const first = facts.firstPicture(captured, uploader, stored)
    if (first !== null && first < act.seq) return []
    return [
      {
        table: 'evidence',
        columns: {
          party: uploader,
          captured_sha256: captured,
          stored_sha256: stored,
          media_type: text(act, 'media_type'),
          captured_bytes: act.body.captured_bytes,
          stored_bytes: act.body.stored_bytes,
        },
      },
    ]
  },
  registry_row: (act) => {
    const { row } = act.body
    return [
      { table: 'registry_row', columns: { kind: text(act, 'kind'), id: row.id, body: canonicalJson(row) } },
    ]
  },
  notification_told: (act, facts) => {
    const { notification: number } = act.body
    if (facts.notificationRecipient(number) !== party(act, 'recipient', facts))
      throw new Unfollowable(message('unfollowable.recipient', { number: String(number) }))
    return [{ table: 'notification_told', columns: { notification: number, at: act.receivedAtMs } }]
  },
  subject_access_request: (act, facts) => [
    {
      table: 'subject_access_request',
      columns: {
        party: party(act, 'party', facts),
        at: act.receivedAtMs,
        due_at: instant(act, 'due_by'),
      },
    },
  ],
  subject_access_answer: ending('subject_access_answer', 'request', 'request_id', 'subject_access_request'),
  anchor_key: (act) => [
    { table: 'anchor_key', columns: { public_key: Buffer.from(text(act, 'public_key'), 'base64') } },
  ],
  backup_key: (act) => [{ table: 'backup_key', columns: { recipient: text(act, 'recipient') } }],
  restore: (act, facts) => [
    laterLife(act, facts),
    { table: 'restore', columns: { backup: text(act, 'backup'), made_at: instant(act, 'made_at') } },
  ],
  restore_confirmation: ending('restore_confirmation', 'restore', 'restore', 'restore'),
  clock_confirmation: () => [],
  audit_head: () => [],
  staff: (act) => [
    {
      table: 'staff',
      columns: { id: idBytes(text(act, 'id')), name: text(act, 'name'), role: text(act, 'role') },
    },
  ],
  staff_role: (act, facts) => [
    {
      table: 'staff_role',
      columns: { staff: named(act, 'staff', ['staff'], facts), role: text(act, 'role') },
    },
  ],
  staff_end: ending('staff_end', 'staff', 'staff', 'staff'),
  access_request: (act, facts) => [
    {
      table: 'access_request',
      columns: {
        asker: party(act, 'grantee', facts),
        // The id itself, not a party number: a number would reveal whether the service knows this party.
        about_party: 'party' in act.body.about ? idBytes(act.body.about.party) : null,
        at: act.receivedAtMs,
        lapses_at: instant(act, 'lapses_at'),
      },
    },
  ],
  access_request_match: (act, facts) => [
    {
      table: 'access_request_match',
      columns: {
        access_request: openRequest(act, facts).seq,
        party: act.body.party === null ? null : party(act, 'party', facts),
      },
    },
  ],
  // A refused request can still be withdrawn, because its asker does not learn of the refusal.
  access_request_withdrawal: ending(
    'access_request_withdrawal',
    'access_request',
    'request_id',
    'access_request',
  ),
  access_request_refusal: (act, facts) => [
    {
      table: 'access_request_refusal',
      columns: { access_request: openRequest(act, facts).seq, at: act.receivedAtMs },
    },
  ],
}

/** The request that an act matches, refuses or grants. It must still be open. */
function openRequest(act: ActEntry, facts: ActFacts): RequestFacts {
  const request = facts.accessRequest(named(act, 'request_id', ['access_request'], facts), act.seq)
  if (request === undefined || request.hasEnded || request.lapsesAt <= act.receivedAtMs)
    throw new Unfollowable(message('unfollowable.requestEnded'))
  return request
}

/** A grant that answers a request must come from the person it is about, and go to the party that asked. */
function answerTo(act: ActOf<'grant'>, facts: ActFacts): ActRow {
  const request = openRequest(act, facts)
  if (request.asker !== party(act, 'grantee', facts))
    throw new Unfollowable(message('unfollowable.notTheAsker'))
  const isAbout =
    request.aboutParty === text(act, 'subject') ||
    (request.matched !== null && request.matched === party(act, 'subject', facts))
  if (!isAbout) throw new Unfollowable(message('unfollowable.notTheSubject'))
  const asked = fromJson<StoredRequest>(request.json)
  const granted = termsAsked(act.body as unknown as StoredRequest)
  if (asked.purpose !== act.body.purpose || widerThanAsked(termsAsked(asked), granted).length > 0)
    throw new Unfollowable(message('unfollowable.wider'))
  return { table: 'access_request_grant', columns: { access_request: request.seq, at: act.receivedAtMs } }
}

/** The rows for a device's new token: the token, and the end of the token before it. */
function deviceToken(act: ActEntry, facts: ActFacts): ActRow[] {
  const device = named(act, 'device_id', ['device'], facts)
  const enrolment = act.body.enrolment === null ? null : named(act, 'enrolment', ['enrolment'], facts)
  if (enrolment !== null && facts.partyOfCode(enrolment) !== party(act, 'party', facts))
    throw new Unfollowable(message('unfollowable.otherParty'))
  const since = instantOrNull(act, 'since')
  return [
    { table: 'device_credential', columns: { device, enrolment, since } },
    ...tokenEnd(act, device, facts),
  ]
}

/** The end of the token that a device had before this act; empty if an earlier act has already ended it. */
function tokenEnd(act: ActEntry, device: number, facts: ActFacts): ActRow[] {
  const token = facts.tokenBefore(device, act.seq)
  const ended = token === null ? null : facts.endOfCredential(token)
  if (token === null || (ended !== null && ended < act.seq)) return []
  return [{ table: 'credential_end', columns: { credential: token, at: act.receivedAtMs } }]
}

/** Returns the rows of an act. @throws {Unfollowable} if the act names something that does not exist */
export const rowsOfAct = <Kind extends ActKind>(act: ActOf<Kind>, facts: ActFacts): readonly ActRow[] =>
  RULES[act.kind](act, facts)

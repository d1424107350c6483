import { canonicalJson } from '../domain/canonical.ts'
import { parseInstant } from '../domain/time.ts'
import { type GrantableType, typeMask } from '../domain/types/index.ts'
import type { ActKind } from '../store/entry-kinds.ts'
import type { ActTable, Row } from '../store/inspect/act-tables.ts'
import { type Inspection, Unfollowable } from './inspection.ts'

/** The rows that an act calls for: the rules of the rooms that write them, told from the act alone. */

export interface ActEntry {
  readonly seq: number
  readonly kind: ActKind
  readonly receivedAtMs: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A row that must stand beside the act with these columns, or (null) must not. */
export interface Called {
  readonly table: ActTable
  readonly columns: Row | null
}

type Rule = (act: ActEntry, inspection: Inspection) => Called[]

const text = (act: ActEntry, member: string): string => {
  const value = act.body[member]
  if (typeof value !== 'string') throw new Unfollowable(`the act does not say "${member}"`)
  return value
}

const instant = (act: ActEntry, member: string): number => {
  const ms = parseInstant(text(act, member))
  if (ms === null) throw new Unfollowable(`"${member}" of the act is no instant`)
  return ms
}

const instantOrNull = (act: ActEntry, member: string): number | null =>
  act.body[member] === null ? null : instant(act, member)

const party = (act: ActEntry, member: string, inspection: Inspection): number =>
  inspection.party(text(act, member))

const types = (act: ActEntry): number => typeMask(act.body.record_types as GrantableType[])

const hexOfBase64 = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

/** The earlier act that this one names. */
function named(act: ActEntry, member: string, kinds: readonly ActKind[], inspection: Inspection): number {
  const found = inspection.rows.actById(text(act, member))
  if (found?.kind === undefined || !kinds.includes(found.kind) || found.seq >= act.seq)
    throw new Unfollowable(`no earlier act is what "${member}" names`)
  return found.seq
}

/** An act that ends what an earlier one began. */
const ending =
  (table: ActTable, column: string, member: string, kind: ActKind): Rule =>
  (act, inspection) => [
    { table, columns: { [column]: named(act, member, [kind], inspection), at: act.receivedAtMs } },
  ]

const life = (act: ActEntry, inspection: Inspection): Called => ({
  table: 'appliance',
  columns: {
    cooperative: party(act, 'cooperative', inspection),
    incarnation: text(act, 'incarnation'),
  },
})

function laterLife(act: ActEntry, inspection: Inspection): Called {
  const { firstLife } = inspection
  if (firstLife === undefined || firstLife.seq >= act.seq)
    throw new Unfollowable('the store had no life before it')
  if (firstLife.cooperative !== party(act, 'cooperative', inspection))
    throw new Unfollowable('the store was of another cooperative before')
  return life(act, inspection)
}

const RULES: Readonly<Record<ActKind, Rule>> = {
  appliance: (act, inspection) => {
    // A life slipped in would let go of every checkpoint that was published of the one before.
    if (inspection.firstLife !== undefined && inspection.firstLife.seq < act.seq)
      throw new Unfollowable('only the first life of the store begins so; another begins with a restore')
    return [life(act, inspection)]
  },
  grant: (act, inspection) => [
    {
      table: 'consent_grant',
      columns: {
        subject: party(act, 'subject', inspection),
        grantee: party(act, 'grantee', inspection),
        purpose: text(act, 'purpose'),
        types: types(act),
        valid_from: instant(act, 'valid_from'),
        expires_at: instant(act, 'expires_at'),
      },
    },
  ],
  grant_revocation: ending('consent_grant_end', 'consent_grant', 'grant_id', 'grant'),
  delegation: (act, inspection) => [
    {
      table: 'delegation',
      columns: {
        principal: party(act, 'principal', inspection),
        delegate: party(act, 'delegate', inspection),
        types: types(act),
        acts: (act.body.acts as string[]).join(' '),
        valid_from: instant(act, 'valid_from'),
        valid_until: instant(act, 'valid_until'),
        basis: text(act, 'basis'),
      },
    },
  ],
  delegation_revocation: ending('delegation_end', 'delegation', 'delegation_id', 'delegation'),
  objection: (act, inspection) => [
    {
      table: 'objection',
      columns: {
        subject: party(act, 'subject', inspection),
        purposes: act.body.purposes === null ? null : JSON.stringify(act.body.purposes),
        types: act.body.record_types === null ? null : types(act),
      },
    },
  ],
  objection_withdrawal: ending('objection_end', 'objection', 'objection_id', 'objection'),
  credential: (act, inspection) => [
    {
      table: 'credential',
      columns: {
        party: party(act, 'party', inspection),
        kind: text(act, 'kind'),
        token_sha256: text(act, 'token_sha256'),
        expires_at: instantOrNull(act, 'expires_at'),
      },
    },
    ...(act.body.kind === 'device' ? deviceToken(act, inspection) : NO_TOKEN),
  ],
  credential_revocation: ending('credential_end', 'credential', 'credential_id', 'credential'),
  enrolment: (act, inspection) => [
    {
      table: 'enrolment',
      columns: {
        party: party(act, 'party', inspection),
        code_sha256: text(act, 'code_sha256'),
        expires_at: instant(act, 'expires_at'),
        since: instantOrNull(act, 'since'),
      },
    },
  ],
  device: (act, inspection) => [{ table: 'device', columns: { party: party(act, 'party', inspection) } }],
  device_revocation: (act, inspection) => {
    const device = named(act, 'device_id', ['device'], inspection)
    return [tokenEnd(act, inspection.acts.tokenBefore(device, act.seq), inspection)]
  },
  evidence: (act, inspection) => {
    const uploader = party(act, 'uploaded_by', inspection)
    const [captured, stored] = [text(act, 'captured_sha256'), text(act, 'stored_sha256')]
    // The same pair sent again by the same party makes an act and no row.
    const first = inspection.acts.firstPicture(captured, uploader, stored)
    if (first !== null && first < act.seq) return [{ table: 'evidence', columns: null }]
    return [
      {
        table: 'evidence',
        columns: {
          party: uploader,
          captured_sha256: captured,
          stored_sha256: stored,
          media_type: text(act, 'media_type'),
          captured_bytes: act.body.captured_bytes as number,
          stored_bytes: act.body.stored_bytes as number,
        },
      },
    ]
  },
  registry_row: (act) => {
    const row = act.body.row as { readonly id: string }
    return [
      { table: 'registry_row', columns: { kind: text(act, 'kind'), id: row.id, body: canonicalJson(row) } },
    ]
  },
  notification_told: (act, inspection) => {
    const number = act.body.notification as number
    if (inspection.acts.notificationRecipient(number) !== party(act, 'recipient', inspection))
      throw new Unfollowable(`notification ${number} is not owed to whom the act names`)
    return [{ table: 'notification_told', columns: { notification: number, at: act.receivedAtMs } }]
  },
  subject_access_request: (act, inspection) => [
    {
      table: 'subject_access_request',
      columns: {
        party: party(act, 'party', inspection),
        at: act.receivedAtMs,
        due_at: instant(act, 'due_by'),
      },
    },
  ],
  subject_access_answer: ending('subject_access_answer', 'request', 'request_id', 'subject_access_request'),
  anchor_key: (act) => [
    { table: 'anchor_key', columns: { public_key: hexOfBase64(text(act, 'public_key')) } },
  ],
  backup_key: (act) => [{ table: 'backup_key', columns: { recipient: text(act, 'recipient') } }],
  restore: (act, inspection) => [
    laterLife(act, inspection),
    { table: 'restore', columns: { backup: text(act, 'backup'), made_at: instant(act, 'made_at') } },
  ],
  restore_confirmation: ending('restore_confirmation', 'restore', 'restore', 'restore'),
  clock_confirmation: () => [],
}

const NO_TOKEN: readonly Called[] = [
  { table: 'device_credential', columns: null },
  { table: 'credential_end', columns: null },
]

/** A device's token belongs to it, was perhaps given for a code, and ends the token before it. */
function deviceToken(act: ActEntry, inspection: Inspection): Called[] {
  const device = named(act, 'device_id', ['device'], inspection)
  const enrolment = act.body.enrolment === null ? null : named(act, 'enrolment', ['enrolment'], inspection)
  if (
    enrolment !== null &&
    inspection.acts.rowOf('enrolment', enrolment)?.party !== party(act, 'party', inspection)
  )
    throw new Unfollowable('the code that its token was given for is not one of its party')
  const since = instantOrNull(act, 'since')
  return [
    { table: 'device_credential', columns: { device, enrolment, since } },
    tokenEnd(act, inspection.acts.tokenBefore(device, act.seq), inspection),
  ]
}

/** The end of a device's token, by the act that ends it; none where another act has ended it before. */
function tokenEnd(act: ActEntry, token: number | null, inspection: Inspection): Called {
  const ended = token === null ? undefined : inspection.acts.endOfCredential(token)
  if (token === null || (ended !== undefined && ended.seq < act.seq))
    return { table: 'credential_end', columns: null }
  return { table: 'credential_end', columns: { credential: token, at: act.receivedAtMs } }
}

/** @throws {Unfollowable} when the act names what is not there */
export function rowsOfAct(act: ActEntry, inspection: Inspection): Called[] {
  return RULES[act.kind](act, inspection)
}

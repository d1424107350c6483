import { isOneOf, membersOf } from '../../base/typed.ts'
import { folded, numberKey } from '../../domain/folding.ts'
import { parseInstant } from '../../domain/time.ts'
import { ENVELOPE_FIELDS, fieldsOf, RECORD_TYPES } from '../../domain/types/index.ts'
import type { FieldKind } from '../../domain/types/kinds.ts'
import { withRemedy } from '../../words/fault.ts'
import type { Message } from '../../words/message.ts'
import { meaningOf } from '../sheets/meaning.ts'
import type { NumberStyle } from '../sheets/weights.ts'
import { PARTICULARS } from './map.ts'
import { isParty, type MadeRecord } from './record-maker.ts'

/** Compares a row that is imported again with the stored records. */

export interface HeldVersion {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
}

/** The record that the service stores under an id made by an import, with all corrections. */
export interface HeldChain {
  readonly id: string
  /** Whether it is the cooperative's. The import gets no more about records of others. */
  readonly isOwn: boolean
  /** The current version; null if the record is retracted or forked. */
  readonly tip: HeldVersion | null
  /** The newest version that an import wrote. */
  readonly imported: HeldVersion | null
  readonly isForked: boolean
}

export type Verdict =
  | { readonly is: 'new' }
  | { readonly is: 'same' }
  | { readonly is: 'changed'; readonly from: HeldVersion; readonly members: readonly string[] }
  | { readonly is: 'fault'; readonly message: Message; readonly remedy: Message }

/** Compares the record that a row makes now with the one stored under its id. */
export function verdictOn(made: MadeRecord, held: HeldChain | undefined, style: NumberStyle): Verdict {
  if (held === undefined) return { is: 'new' }
  const { draft } = made
  const type = { code: draft.type }
  if (!held.isOwn || held.imported === null) return fault(...withRemedy('import.fault.notImported', { type }))
  // A change by the front office is not a change of the row.
  if (changedMembers(made, held.imported.body, style).length === 0) return { is: 'same' }
  if (held.tip === null)
    return held.isForked
      ? fault(...withRemedy('import.fault.forked', { type }, { id: held.id }))
      : fault(...withRemedy('import.fault.retracted', { type }))
  const members = changedMembers(made, held.tip.body, style)
  if (members.length === 0) return { is: 'same' }
  if (held.tip.id !== held.imported.id)
    return fault(...withRemedy('import.fault.corrected', { type }, { id: held.tip.id }))
  return { is: 'changed', from: held.tip, members }
}

const fault = (what: Message, remedy: Message): Verdict => ({ is: 'fault', message: what, remedy })

/** Members that the service sets, or that identify the record. */
const NOT_STATED = new Set(
  'id supersedes record_class recorded_at received_at asserted_by derived device_id evidence'.split(' '),
)
/**
 * The members of a party that sheets state. It is not a change if another sheet states them, at another time
 * or on another basis.
 */
const OF_A_PARTY = ['display_name', ...PARTICULARS]

function changedMembers(
  { draft, names }: MadeRecord,
  stored: Readonly<Record<string, unknown>>,
  style: NumberStyle,
): string[] {
  if (isParty(draft))
    return OF_A_PARTY.filter((member) => {
      // A sheet that omits something does not withdraw it: another sheet may have stated it.
      if (draft[member] === undefined) return false
      const was = String(stored[member])
      if (member === 'display_name' && [meaningOf(was, style), folded(was)].some((name) => names?.has(name)))
        return false
      if (member === 'member_no' && numberKey(String(draft[member])) === numberKey(was)) return false
      return !isSameValue(draft[member], stored[member], style)
    })
  const isByDay = (kind: FieldKind | undefined) =>
    kind === 'day' || (kind === 'happened' && draft.occurred_at_precision !== 'instant')
  return [...new Set([...Object.keys(draft), ...Object.keys(stored)])].filter((member) => {
    if (NOT_STATED.has(member)) return false
    // Earlier versions stored no decimals; the outline may still be the same.
    if (member === 'decimals' && stored[member] === undefined) return false
    const [now, was] = [draft[member], stored[member]]
    if (isByDay(kindOf(draft.type, member))) return !isSameDay(now, was)
    return !isSameValue(now, was, style)
  })
}

/** Returns the kind of a member of such a record. */
export const kindOf = (type: unknown, member: string): FieldKind | undefined =>
  (isOneOf(RECORD_TYPES, type) ? [...ENVELOPE_FIELDS, ...fieldsOf(type)] : []).find(
    (field) => field.member === member,
  )?.kind

const HALF_A_DAY_MS = 43_200_000

/** Returns whether two times are of one day: a day is stored as noon, or earlier if it is today. */
function isSameDay(now: unknown, was: unknown): boolean {
  const [a, b] = [now, was].map((text) => (typeof text === 'string' ? parseInstant(text) : null))
  if (a == null || b == null) return now === was
  return Math.abs(a - b) < HALF_A_DAY_MS
}

function isSameValue(now: unknown, was: unknown, style: NumberStyle): boolean {
  if (typeof now === 'string' && typeof was === 'string')
    return meaningOf(now, style) === meaningOf(was, style)
  if (typeof now !== 'object' || typeof was !== 'object' || now === null || was === null) return now === was
  const [a, b] = [membersOf(now), membersOf(was)]
  const members = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...members].every((member) => isSameValue(a[member], b[member], style))
}

/**
 * Returns a correction of a version. For a party, it changes only these members: other sheets may have stated
 * the rest.
 */
export function correctionOf(
  { draft }: MadeRecord,
  { from, members }: Extract<Verdict, { is: 'changed' }>,
  id: string,
): MadeRecord['draft'] {
  const kept = isParty(draft)
    ? Object.fromEntries(
        OF_A_PARTY.filter((member) => !members.includes(member) && from.body[member] !== undefined).map(
          (member) => [member, from.body[member]],
        ),
      )
    : {}
  return { ...draft, ...kept, id, supersedes: from.id }
}

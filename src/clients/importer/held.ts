import { parseInstant } from '../../domain/time.ts'
import { meaningOf } from './meaning.ts'
import type { MadeRecord } from './rows.ts'
import type { NumberStyle } from './weights.ts'

/** What an import finds of what it brought before, and how a row that is read again compares with it. */

export interface HeldVersion {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
}

/** What the appliance holds under an id that an import gives, and everything that corrects it. */
export interface HeldChain {
  /** As it was asked for. */
  readonly id: string
  /** Is it the cooperative's? Nothing more is told of what others hold. */
  readonly isOwn: boolean
  /** What counts now; null when it was taken back, or has two corrections. */
  readonly tip: HeldVersion | null
  /** What an import said last. */
  readonly imported: HeldVersion | null
  readonly isForked: boolean
}

export type Verdict =
  | { readonly is: 'new' }
  | { readonly is: 'same' }
  | { readonly is: 'changed'; readonly from: HeldVersion; readonly members: readonly string[] }
  | { readonly is: 'fault'; readonly message: string; readonly remedy: string }

/** What became of a record that was imported under this id, and what the row makes of it now. */
export function verdictOn(made: MadeRecord, held: HeldChain | undefined, style: NumberStyle): Verdict {
  if (held === undefined) return { is: 'new' }
  const { draft } = made
  const what = draft.type.replaceAll('_', ' ')
  if (!held.isOwn || held.imported === null)
    return fault(
      `makes a ${what} whose id is in use for something that no import brought`,
      'Enter the row in the front office, with granary record add, and leave it out of the file.',
    )
  // What the office did to it since is no change of the row.
  if (changedMembers(made, held.imported.body, style).length === 0) return { is: 'same' }
  if (held.tip === null)
    return held.isForked
      ? fault(
          `changed, and its ${what} here has two corrections`,
          `Take one back with granary record retract (the record is ${held.id}), then import again.`,
        )
      : fault(
          `changed, and its ${what} was taken back here`,
          'Leave the row out; or enter it with granary record add, if it did happen.',
        )
  const members = changedMembers(made, held.tip.body, style)
  if (members.length === 0) return { is: 'same' }
  if (held.tip.id !== held.imported.id)
    return fault(
      `changed, and its ${what} was corrected here since it was imported`,
      `Look at it with granary record correct ${held.tip.id}, and write into the row what is right, or correct it there.`,
    )
  return { is: 'changed', from: held.tip, members }
}

const fault = (message: string, remedy: string): Verdict => ({ is: 'fault', message, remedy })

/** Members that the service sets, or that say which record it is. */
const NOT_SAID = new Set(
  'id supersedes record_class recorded_at received_at asserted_by derived device_id evidence'.split(' '),
)
/** Of a party, what sheets say of it. Which sheet said so first, when and on what ground, is no change. */
const OF_A_PARTY = ['display_name', 'phone', 'region', 'member_no']

function changedMembers(
  { draft, names }: MadeRecord,
  stored: Readonly<Record<string, unknown>>,
  style: NumberStyle,
): string[] {
  if (draft.type === 'party')
    return OF_A_PARTY.filter((member) => {
      // A sheet that leaves something out takes nothing back: another may have said it.
      if (draft[member] === undefined) return false
      if (member === 'display_name' && names?.has(meaningOf(String(stored[member]), style))) return false
      return !isSameValue(draft[member], stored[member], style)
    })
  const isDay = draft.occurred_at_precision !== 'instant'
  return [...new Set([...Object.keys(draft), ...Object.keys(stored)])].filter((member) => {
    if (NOT_SAID.has(member)) return false
    const [now, was] = [draft[member], stored[member]]
    if (member === 'due_at' || (member === 'occurred_at' && isDay)) return !isSameDay(now, was)
    return !isSameValue(now, was, style)
  })
}

const HALF_A_DAY_MS = 43_200_000

/** A day stands at its noon, today at the time of day: half a day at most lies between two that are one. */
function isSameDay(now: unknown, was: unknown): boolean {
  const [a, b] = [now, was].map((text) => (typeof text === 'string' ? parseInstant(text) : null))
  if (a == null || b == null) return now === was
  return Math.abs(a - b) < HALF_A_DAY_MS
}

function isSameValue(now: unknown, was: unknown, style: NumberStyle): boolean {
  if (typeof now === 'string' && typeof was === 'string')
    return meaningOf(now, style) === meaningOf(was, style)
  if (typeof now !== 'object' || typeof was !== 'object' || now === null || was === null) return now === was
  const [a, b] = [now, was] as Record<string, unknown>[]
  const members = new Set([...Object.keys(a as object), ...Object.keys(b as object)])
  return [...members].every((member) => isSameValue(a?.[member], b?.[member], style))
}

/** What corrects the version: for a party only in what changed, since other sheets may have said the rest. */
export function correctionOf(
  { draft }: MadeRecord,
  { from, members }: Extract<Verdict, { is: 'changed' }>,
  id: string,
): MadeRecord['draft'] {
  const kept =
    draft.type === 'party'
      ? Object.fromEntries(
          OF_A_PARTY.filter((member) => !members.includes(member) && from.body[member] !== undefined).map(
            (member) => [member, from.body[member]],
          ),
        )
      : {}
  return { ...draft, ...kept, id, supersedes: from.id }
}

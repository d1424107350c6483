import { type Static, Type } from '@sinclair/typebox'
import { closed, Id, Text } from './shapes.ts'

/** What a device is called, and who carries it: both by the word of the office (contract §10). */

/** Most characters of either. */
export const LONGEST_CALLED = 80

export const UsedBy = closed(
  {
    name: Text(LONGEST_CALLED, 'Their name, as the office wrote it.'),
    party: Type.Optional(Id('The person, if they are a party.')),
  },
  { description: 'The person who carries the device, as the office says.' },
)
export type UsedBy = Static<typeof UsedBy>

/** What the office says of a device. Null: the device is called as it calls itself, or nobody carries it. */
export interface DeviceNaming {
  readonly name: string | null
  readonly used_by: UsedBy | null
}

export interface DeviceCalled {
  readonly name: string
  readonly used_by?: UsedBy
}

/** An entry of the log, by its number. */
interface At {
  readonly seq: number
}

/**
 * Returns what a device was called at an entry of the log: a record keeps the name of who carried the device when it arrived.
 * @param sent how the device called itself, the oldest first @param namings by the office, the oldest first
 * @returns null if it has no name
 */
export function calledAt(
  sent: readonly (At & { readonly name: string })[],
  namings: readonly (At & DeviceNaming)[],
  seq: number,
): DeviceCalled | null {
  const naming = lastAt(namings, seq)
  const own = lastAt(sent, seq) ?? sent[0]
  const name = naming?.name ?? own?.name
  if (name === undefined) return null
  return { name, ...(naming?.used_by == null ? {} : { used_by: naming.used_by }) }
}

function lastAt<T extends At>(entries: readonly T[], seq: number): T | undefined {
  let last: T | undefined
  for (const entry of entries) if (entry.seq <= seq) last = entry
  return last
}

import type { DeviceCalled } from '../../../domain/device-called.ts'
import type { Says } from './entry.ts'
import { nameWith, safeText } from './text.ts'

/** Who recorded something on which phone (contract §10). */

interface Phone {
  readonly name: string
  readonly usedBy?: string
}

/** What a phone keeps of its own name, and of who carries it. */
export interface OwnName extends Phone {
  /** Whether it is a person's own phone, which has the records of no other member. */
  readonly isOwn?: boolean
}

/** @param party of the phone */
export const ownNameOf = ({ name, used_by: person }: DeviceCalled, party: string): OwnName => ({
  name,
  ...(person === undefined ? {} : { usedBy: person.name, isOwn: person.party === party }),
})

export const isSameName = (one: OwnName, other: OwnName): boolean =>
  one.name === other.name && one.usedBy === other.usedBy && one.isOwn === other.isOwn

/** Returns what the service says of the phone that a record was written on; null if it says nothing. */
export function phoneOf({ derived }: Says): Phone | null {
  const { device } = (derived ?? {}) as { device?: { name: string; used_by?: { name: string } } }
  if (device === undefined) return null
  const { name, used_by: person } = device
  return { name, ...(person === undefined ? {} : { usedBy: person.name }) }
}

/** Such as `Okello James · Phone 3`. */
export const carriedBy = ({ name, usedBy }: Phone): string =>
  usedBy === undefined ? safeText(name) : `${nameWith(usedBy)} · ${safeText(name)}`

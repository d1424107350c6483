import { uuidv7 } from 'uuidv7'
import type { DeviceView } from '../../../identity/device-shapes.ts'
import { ownNameOf } from '../rules/recorded-by.ts'
import { type Database, ifNoRoom, writeAll } from './database.ts'
import type { PhoneSession } from './inside.ts'
import { NoAnswer, Refused, type Service } from './service.ts'
import { platformName } from './surroundings.ts'

/** A person's part of the phone registers as a device by a code of the office (contract §10). */

export type Enrolled =
  | 'done'
  | 'no_code'
  /** The code is of another appliance. */
  | 'other_office'
  /** The service does not know the code, or it is spent or expired. */
  | 'refused'
  /** The code is of a person, and this phone is not theirs. */
  | 'of_person'
  | 'no_answer'
  /** The code is right, but this phone's lock was made with another office. */
  | 'other_lock'
  | 'no_room'

/** A device as the service registered it, with what it tells once. */
export type Registered = DeviceView & Required<Pick<DeviceView, 'token' | 'recovery_key'>>

/** What the phone keeps of a registration. */
export const sessionOf = ({ id, party, token, ...called }: Registered): PhoneSession => ({
  ...{ token, party, device: id, ended: false },
  ...ownNameOf(called, party),
})
export const userName = ({ usedBy, name }: PhoneSession): string => usedBy ?? name

export const noRoom = () => 'no_room' as const

/**
 * Sends a code to the service. A lost reply is met by trying again: the part's id stays the same.
 * @returns why the part is not registered
 */
export async function register(
  service: Service,
  database: Database,
  code: string,
  name: string,
): Promise<Registered | Exclude<Enrolled, 'done'>> {
  const known = (await database.get('plain', 'device')) as string | undefined
  let reply = await sent(service, database, code, { name, known })
  // Somebody registered here and chose no PIN: nothing is theirs.
  if (reply === 'of_person' && known !== undefined && (await database.get('plain', 'lock')) === undefined)
    reply = await sent(service, database, code, { name, known: undefined })
  if (typeof reply === 'string') return reply
  // A code whose token was used already returns none.
  const { token, recovery_key } = reply
  return token === undefined || recovery_key === undefined ? 'refused' : { ...reply, token, recovery_key }
}

/** @param asked `known`: the part's id; undefined for a new one */
async function sent(
  service: Service,
  database: Database,
  code: string,
  asked: { readonly name: string; readonly known: string | undefined },
): Promise<DeviceView | Exclude<Enrolled, 'done'>> {
  const { name, known: id = uuidv7() } = asked
  if (id !== asked.known) {
    // On the disk first: after a lost reply, the code is good for this id alone.
    const full = await ifNoRoom(writeAll(database, [], { device: id }), noRoom)
    if (full) return full
  }
  try {
    const json = { id, name, platform: platformName() }
    return await service.json<DeviceView>('/v1/devices', { token: code, json })
  } catch (error) {
    if (error instanceof NoAnswer) return 'no_answer'
    if (error instanceof Refused && error.status >= 500) return 'no_answer'
    if (error instanceof Refused) return error.refusal.code === 'id_conflict' ? 'of_person' : 'refused'
    throw error
  }
}

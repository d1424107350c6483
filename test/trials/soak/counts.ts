import { idBytes } from '../../../src/domain/id.ts'
import type { DeviceLine } from '../../../src/identity/device-tasks.ts'
import type { Db } from '../../../src/store/file/open.ts'
import type { Device } from './device.ts'
import type { Sender } from './sender.ts'
import type { StoredRow } from './stored.ts'
import type { Faults } from './tally.ts'

/** Does "granary device list" add up? */

/** What it needs to know of a device. */
type Counted = Pick<Device, 'id' | 'name'> & { readonly sender: Pick<Sender, 'seen'> }

/** @param lines as the command gives them */
export function compareCounts(
  devices: readonly Counted[],
  lines: readonly DeviceLine[],
  stored: ReadonlyMap<string, StoredRow>,
  faults: Faults,
): void {
  const written = new Map<unknown, number>()
  for (const { body } of stored.values()) written.set(body.device_id, (written.get(body.device_id) ?? 0) + 1)
  for (const device of devices) {
    const line = lines.find(({ id }) => id === device.id)
    if (!line) {
      faults.add('a device is not listed', device.name)
      continue
    }
    const { accepted, replayed, rejected } = line
    const { seen } = device.sender
    const most = seen.accepted + seen.replayed + seen.rejected + seen.unknown
    const isWithin =
      accepted >= seen.accepted &&
      replayed >= seen.replayed &&
      rejected >= seen.rejected &&
      accepted + replayed + rejected <= most
    const told = `${device.name}: listed ${accepted}, ${replayed}, ${rejected}; seen ${JSON.stringify(seen)}`
    if (!isWithin) faults.add('what a device sent does not add up in the list of devices', told)
    // Each taken record carries the device that sent it first.
    const there = written.get(device.id) ?? 0
    if (accepted !== there)
      faults.add('the list of devices counts other records than there are', `${told}; there ${there}`)
  }
}

/** @param ids of acts that were answered */
export function compareActs(db: Db, ids: readonly string[], faults: Faults): void {
  const isThere = db.prepare('SELECT 1 FROM entry WHERE kind > 31 AND id = ?')
  for (const id of ids)
    if (isThere.get(idBytes(id)) === undefined) faults.add('an acknowledged act is not there', id)
}

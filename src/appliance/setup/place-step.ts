import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorFault } from '../../base/problem.ts'
import { type Asker, NOTHING } from '../../cli/ask.ts'
import { makeServiceFolder } from '../../cli/enter.ts'
import { asRoot, serviceInTurn } from '../../cli/operator-files.ts'
import { note, table } from '../../cli/print.ts'
import { objectPlace } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { refuseOpenStore } from '../../evidence/objects/open.ts'
import { withPlace } from '../backup/backup-common.ts'
import { backupPlace, openPlace, placeCaution } from '../backup/location.ts'
import type { Ground } from './ground.ts'
import { disksFor, isOpenToAll, type Mounted } from './mounted.ts'

/** Where backups go. */

const FOLDER = 'granary-backups'
/** What the service and the timer of the package may write to, besides the data folder (packaging/systemd). */
const OF_SERVICE = /^\/(mnt|media|srv|var\/backups)\//

/** @returns is there a place now? */
export async function placeStep(ground: Ground): Promise<boolean> {
  const { asker, config } = ground
  const set = backupPlace(config)
  if (set !== null) {
    note(`Backups go to ${set}.`)
    return true
  }
  const disks = disksFor(config.data)
  note(listOf(disks))
  const place = await asker.value(
    'Disk for backups (its number, a folder such as /mnt/usb/backups, or s3://BUCKET; -: none now)',
    (text) => usable(ground, text, disks),
    disks[0] && !isOpenToAll(disks[0]) ? { text: '1' } : undefined,
  )
  if (place === null) {
    note('There is no place for backups yet. Plug in a disk, and run granary setup again.')
    return false
  }
  ground.write('backupStore', place)
  note(`Backups go to ${place}, written to ${ground.settingsFile}.`)
  return true
}

const GIB = 1024 ** 3
const size = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

function listOf(disks: readonly Mounted[]): string {
  if (disks.length === 0)
    return 'Backups belong on another disk, and none is mounted here besides that of the data. Plug one in, or name a folder.'
  const rows = disks.map((disk, i) => [
    i + 1,
    disk.path,
    disk.source,
    size(disk.bytes),
    size(disk.freeBytes),
    isOpenToAll(disk) ? 'cannot be used: a format of Windows. Format it as ext4.' : '',
  ])
  return `Backups belong on another disk than the data. These are mounted:\n\n${table(
    ['', 'Place', 'Disk', 'Size', 'Free', 'Remarks'],
    rows,
  )}\n`
}

/** @returns null for no place now. @throws {Error} when backups cannot be kept there */
async function usable(ground: Ground, text: string, disks: readonly Mounted[]): Promise<string | null> {
  if (text === NOTHING) return null
  const place = placeCalled(text, disks)
  const config = ground.trying('backupStore', place)
  if (backupPlace(config) === null)
    throw new Error('That is inside the data folder: a backup there would be lost with it.')
  const where = objectPlace(place)
  if (where.kind === 'folder' && !(await isMeant(ground, config, where.path)))
    throw new Error('Please name another place.')
  await tryOut(config, place, where.kind === 'folder' ? where.path : null)
  return place
}

/** As the setting is written. */
export function placeCalled(text: string, disks: readonly Pick<Mounted, 'path'>[]): string {
  const disk = disks[Number(text) - 1] ?? disks.find(({ path }) => path === text.replace(/(.)\/+$/, '$1'))
  if (disk !== undefined) return `file:${join(disk.path, FOLDER)}`
  const bare = text.replace(/^file:/, '')
  if (bare.startsWith('/')) return `file:${bare}`
  if (text.startsWith('s3://')) return text
  throw new Error(
    disks.length === 0
      ? 'Please answer with a folder that begins with /, or s3://BUCKET.'
      : `Please answer with a number from 1 to ${disks.length}, a folder that begins with /, or s3://BUCKET.`,
  )
}

async function isMeant({ asker, isInstalled }: Ground, config: Config, path: string): Promise<boolean> {
  const cautions = [
    placeCaution(config, `file:${path}`),
    isInstalled && !OF_SERVICE.test(path)
      ? `The service may not write to ${path}: only below /mnt, /media, /srv and /var/backups. Mount the disk there; or allow this place with "sudo systemctl edit granary granary-backup", and enter [Service] and ReadWritePaths=${path}.`
      : null,
  ]
  for (const caution of cautions) if (caution !== null && !(await isSure(asker, caution))) return false
  return true
}

async function isSure(asker: Asker, caution: string): Promise<boolean> {
  note(`  LOOK AGAIN: ${caution}`)
  return (await asker.letter('Take it all the same? (n: no, y: yes)', 'ny')) === 'y'
}

/** Makes the folder if it is missing, and writes to it once. @throws {OperatorFault} */
async function tryOut(config: Config, place: string, path: string | null): Promise<void> {
  const service = serviceInTurn()
  if (path !== null && service !== null && !asRoot(() => existsSync(path)))
    asRoot(() => makeServiceFolder(path, service))
  const store = openPlace(config, place, true)
  await withPlace(store, async () => {
    const silence = await refuseOpenStore(store)
    if (silence !== null)
      throw new OperatorFault(`${silence}.`, 'Check that it can be reached, or name another place.')
    await store.check()
  })
}

import { type Asker, NOTHING } from '../../cli/ask.ts'
import { note, table } from '../../cli/print.ts'
import { englishWords } from '../../words/words.ts'
import { backupPlace } from '../backup/location.ts'
import type { Ground } from './ground.ts'
import { disksFor, isOpenToAll, type Mounted, unmountedDisks } from './mounted.ts'
import { possiblePlace, tryOut } from './place.ts'

/** Asks at a terminal where backups go. */

/** @returns whether there is a place now */
export async function placeStep(ground: Ground): Promise<boolean> {
  const { asker, config } = ground
  const set = backupPlace(config)
  if (set !== null) {
    note(`Backups go to ${set}.`)
    return true
  }
  const disks = await disksFor(config.data)
  note(listOf(disks))
  const place = await asker.value(
    'Disk for backups (its number, a folder such as /mnt/usb/backups, or s3://BUCKET; -: none for now)',
    (text) => usable(ground, text, disks),
    disks[0] && !isOpenToAll(disks[0]) ? { text: '1' } : undefined,
  )
  if (place === null) {
    note('There is no place for backups yet. Plug in a disk, and run granary setup again.')
    return false
  }
  ground.write({ backupStore: place })
  note(`Backups go to ${place}, written to ${ground.settingsFile}.`)
  return true
}

const GIB = 1024 ** 3
const size = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

function listOf(disks: readonly Mounted[]): string {
  if (disks.length === 0) {
    const [one] = unmountedDisks()
    return `Backups belong on another disk than the data, and no other disk is mounted here. ${one === undefined ? 'Plug one in, or name a folder.' : `To mount the disk that is plugged in: sudo mount ${one} /mnt`}`
  }
  const rows = disks.map((disk, i) => [
    i + 1,
    disk.path,
    disk.source,
    size(disk.bytes),
    size(disk.freeBytes),
    isOpenToAll(disk) ? 'cannot be used: it has a Windows file system. Format it as ext4.' : '',
  ])
  return `Backups belong on another disk than the data. These are mounted:\n\n${table(
    ['', 'Place', 'Disk', 'Size', 'Free', 'Remarks'],
    rows,
  )}\n`
}

/** @returns null for no place for now. @throws {Error} when backups cannot be kept there */
async function usable(
  { asker, config }: Ground,
  text: string,
  disks: readonly Mounted[],
): Promise<string | null> {
  if (text === NOTHING) return null
  const possible = await possiblePlace(config, text, disks)
  for (const caution of possible.cautions)
    if (!(await isSure(asker, englishWords().tell(caution)))) throw new Error('Please name another place.')
  await tryOut(possible)
  return possible.place
}

async function isSure(asker: Asker, caution: string): Promise<boolean> {
  note(`  LOOK AGAIN: ${caution}`)
  return (await asker.letter('Use it anyway? (n: no, y: yes)', 'ny')) === 'y'
}

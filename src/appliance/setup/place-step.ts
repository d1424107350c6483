import { type Asker, NOTHING } from '../../cli/ask.ts'
import { note, table } from '../../cli/print.ts'
import { AnswerFault, type Told } from '../../words/fault.ts'
import { figure } from '../../words/figure.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { backupPlace } from '../backup/location.ts'
import type { Ground } from './ground.ts'
import { disksFor, type Mounted, unmountedDisks } from './mounted.ts'
import { possiblePlace, tryOut } from './place.ts'

/** Asks at a terminal where backups go. */

/** @returns whether there is a place now */
export async function placeStep(ground: Ground): Promise<boolean> {
  const { asker, config, words } = ground
  const { say } = words
  const set = backupPlace(config)
  if (set !== null) {
    note(say('backups.goTo', { place: set }))
    return true
  }
  const disks = await disksFor(config.data)
  note(listOf(words, disks))
  const place = await asker.value(
    say('setup.place'),
    (text) => usable(ground, text, disks),
    disks[0]?.can_be_used ? { text: '1' } : undefined,
  )
  if (place === null) {
    note(say('setup.noPlace'))
    return false
  }
  ground.write({ backupStore: place })
  note(say('setup.placeWritten', { place, file: ground.settingsFile }))
  return true
}

const GIB = 1024 ** 3

function listOf({ say, language }: Words, disks: readonly Mounted[]): string {
  if (disks.length === 0) {
    const [one] = unmountedDisks()
    return one === undefined ? say('setup.noDisk') : say('setup.mount', { command: `sudo mount ${one} /mnt` })
  }
  const size = (bytes: number): string =>
    say('value.gibibytes', { size: figure(Math.round((10 * bytes) / GIB) / 10, language.signs, 1) })
  const rows = disks.map((disk, i) => [
    i + 1,
    disk.path,
    disk.source,
    size(disk.bytes),
    size(disk.free_bytes),
    disk.can_be_used ? '' : say('setup.disk.windows'),
  ])
  return `${say('setup.disks')}\n\n${table(
    [
      '',
      say('setup.disk.place'),
      say('backups.disk'),
      say('backups.size'),
      say('backups.free'),
      say('setup.disk.remarks'),
    ],
    rows,
  )}\n`
}

/** @returns null for no place for now. @throws {Error} when backups cannot be kept there */
async function usable(
  { asker, config, words }: Ground,
  text: string,
  disks: readonly Mounted[],
): Promise<string | null> {
  if (text === NOTHING) return null
  const possible = await possiblePlace(config, text, disks)
  for (const caution of possible.cautions)
    if (!(await isSure(asker, words, caution))) throw new AnswerFault(message('setup.anotherPlace'))
  await tryOut(possible)
  return possible.place
}

function isSure(asker: Asker, { say, tell }: Words, caution: Told): Promise<boolean> {
  note(`  ${say('setup.lookAgain', { caution: tell(caution) })}`)
  return asker.isYes(say('setup.useAnyway'))
}

import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { makeServiceFolder } from '../../cli/enter.ts'
import { asRoot, serviceInTurn } from '../../cli/operator-files.ts'
import { objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles, withChosen } from '../../config/config.ts'
import { INSTALLED, isInstalled, isOfService } from '../../config/installed.ts'
import { refuseOpenStore } from '../../evidence/objects/open.ts'
import { typed } from '../../text/shell.ts'
import { AnswerFault, OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { realPathOf } from '../backup/disks.ts'
import { backupPlace, isInside, openPlace, placeCaution, withPlace } from '../backup/location.ts'
import { placeAnswers } from '../doctor/disk-answers.ts'
import { isOpenToAll, MOUNTS, type Mount, type Mounted, mountOf, mountsIn } from './mounted.ts'

/** Decides where backups can go, for `granary setup` and for the office page. */

const FOLDER = 'granary-backups'
/**
 * Where the service and the timer of the package may write, apart from the data folder (packaging/systemd).
 */
const OF_SERVICE = /^\/(mnt|media|srv|var\/backups)\//

/** What people type who mean one of the kinds of places that the question offers. */
const FOLDER_WORDS = ['folder', 'a folder', 'directory', 'folda', 'dossier', 'un dossier']
const BUCKET_WORDS = ['bucket', 'a bucket', 'un bucket', 's3', 's3:']

/** The value of the setting for a place that a person named. @throws {AnswerFault} when the text names no place */
export function placeCalled(text: string, disks: readonly Pick<Mounted, 'path'>[]): string {
  const disk = disks[Number(text) - 1] ?? disks.find(({ path }) => path === text.replace(/(.)\/+$/, '$1'))
  if (disk !== undefined) return `file:${join(disk.path, FOLDER)}`
  const bare = text.replace(/^file:/, '')
  if (bare.startsWith('/')) return `file:${resolve(bare)}`
  if (text.startsWith('s3://')) return text
  const word = text.toLowerCase()
  if (FOLDER_WORDS.includes(word)) throw new AnswerFault(message('setup.whichFolder'))
  if (BUCKET_WORDS.includes(word)) throw new AnswerFault(message('setup.whichBucket'))
  throw new AnswerFault(
    disks.length === 0
      ? message('setup.folderOrBucket')
      : message('setup.diskOrFolder', { most: disks.length }),
  )
}

/** A place that was checked, but not tried yet. */
export interface PossiblePlace {
  /** The value of the setting. */
  readonly place: string
  /** The settings with this place. */
  readonly config: Config
  /** The path of a folder; null for a bucket. */
  readonly path: string | null
  /** Sentences that a person must read before the place is used. */
  readonly cautions: readonly Message[]
}

/**
 * Checks a place without writing to it.
 * @param text a disk by its number or its path, a folder, or a bucket
 * @throws {Error|OperatorFault} when backups cannot be kept there
 */
export async function possiblePlace(
  config: Config,
  text: string,
  disks: readonly Mounted[],
): Promise<PossiblePlace> {
  const place = placeCalled(text, disks)
  const tried = withChosen(config, { backupStore: place })
  const where = objectPlace(place)
  if (where.kind === 's3') return { place, config: tried, path: null, cautions: [] }
  const { path } = where
  if (!(await placeAnswers(config, place)))
    throw new OperatorFault(...withRemedy('backups.silentDisk', { path }))
  const real = asRoot(() => realPathOf(path))
  // The real path also detects a link into the data folder.
  if (
    backupPlace(tried) === null ||
    isInside(
      real,
      asRoot(() => realPathOf(dataFiles(config.data).root)),
    )
  )
    throw new OperatorFault(...withRemedy('backups.inside'))
  const mount = mountOf(real, mountsIn(readFileSync(MOUNTS, 'utf8')))
  if (mount !== null) refuseOpenToAll(mount)
  const installed = isOfService(config.data)
  return {
    place,
    config: tried,
    path,
    cautions: [
      asRoot(() => placeCaution(tried, place)),
      installed && !OF_SERVICE.test(`${real}/`) ? message('backups.mayNotWrite', { path }) : null,
    ].filter((caution) => caution !== null),
  }
}

/** @throws {OperatorFault} for a disk whose folders other users of the machine can open */
export function refuseOpenToAll(mount: Mount): void {
  if (!isOpenToAll(mount)) return
  const { path, source, kind } = mount
  throw new OperatorFault(
    ...withRemedy(
      'backups.openToAll',
      { path, kind },
      {
        command: `sudo umount ${typed(path)} && sudo mkfs.ext4 ${typed(source)} && sudo mount ${typed(source)} ${typed(path)}`,
      },
    ),
  )
}

/**
 * Makes the folder if it is missing, and writes to it once.
 * @throws {OperatorFault} whose remedy is a command
 */
export async function tryOut({ config, place, path }: PossiblePlace): Promise<void> {
  const service = serviceInTurn()
  if (path !== null && service !== null && !asRoot(() => existsSync(path)))
    asRoot(() => makeServiceFolder(path, service))
  if (path !== null && service === null) refuseLocked(path)
  const store = openPlace(config, place, true)
  await withPlace(store, async () => {
    const fault = await refuseOpenStore(store)
    if (fault !== null) throw new OperatorFault(...withRemedy('backups.unreachable', { fault }))
    await store.check()
  })
}

/** @throws {OperatorFault} when this user may not write there; the remedy is the command that permits it */
function refuseLocked(path: string): void {
  const at = existsSync(path) ? path : dirname(path)
  try {
    // A path that is not a folder is refused later, when it is opened.
    if (statSync(at).isDirectory()) accessSync(at, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = errorCode(error)
    throw new OperatorFault(
      code === 'ENOENT'
        ? message('backups.noFolder', { path: at })
        : message('backups.locked', { path: at, error: String(code) }),
      lockedRemedy(path, code),
    )
  }
}

/** @param code the error code of the system */
export function lockedRemedy(path: string, code: string | undefined): Message {
  if (code === 'EROFS')
    return isInstalled()
      ? message('backups.locked.service')
      : message('backups.locked.mount', { command: `sudo mount -o remount,rw ${typed(path)}` })
  const user = isInstalled() ? INSTALLED.user : userInfo().username
  const command = `sudo install -d -m 700 -o ${user} -g ${user} ${typed(path)}`
  return message('backups.locked.make', { command })
}

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
import { typed } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import { withPlace } from '../backup/backup-common.ts'
import { realPathOf } from '../backup/disks.ts'
import { backupPlace, isInside, openPlace, placeCaution } from '../backup/location.ts'
import { placeAnswers } from '../doctor/disk-answers.ts'
import { isOpenToAll, MOUNTS, type Mount, type Mounted, mountOf, mountsIn } from './mounted.ts'

/** Where backups can go: the rules of `granary setup` and of the office page. */

const FOLDER = 'granary-backups'
/** What the service and the timer of the package may write to, besides the data folder (packaging/systemd). */
const OF_SERVICE = /^\/(mnt|media|srv|var\/backups)\//

/** As the setting is written. @throws {Error} when it names no place */
export function placeCalled(text: string, disks: readonly Pick<Mounted, 'path'>[]): string {
  const disk = disks[Number(text) - 1] ?? disks.find(({ path }) => path === text.replace(/(.)\/+$/, '$1'))
  if (disk !== undefined) return `file:${join(disk.path, FOLDER)}`
  const bare = text.replace(/^file:/, '')
  if (bare.startsWith('/')) return `file:${resolve(bare)}`
  if (text.startsWith('s3://')) return text
  throw new Error(
    disks.length === 0
      ? 'Please answer with a folder that begins with /, or s3://BUCKET.'
      : `Please answer with a number from 1 to ${disks.length}, a folder that begins with /, or s3://BUCKET.`,
  )
}

/** A place that may be meant. */
export interface PossiblePlace {
  /** As the setting is written. */
  readonly place: string
  /** The settings with it. */
  readonly config: Config
  /** Of a folder. */
  readonly path: string | null
  /** What a person must look at before it is taken, in sentences. */
  readonly cautions: readonly string[]
}

/**
 * Looks at a place without writing to it.
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
    throw new OperatorFault(
      `The disk of ${path} does not answer.`,
      'Check its cable and its power, or name another place.',
    )
  const real = asRoot(() => realPathOf(path))
  // Also by a link that leads there.
  if (
    backupPlace(tried) === null ||
    isInside(
      real,
      asRoot(() => realPathOf(dataFiles(config.data).root)),
    )
  )
    throw new OperatorFault(
      'That is inside the data folder: a backup there would be lost with it.',
      'Name a folder on another disk.',
    )
  const mount = mountOf(real, mountsIn(readFileSync(MOUNTS, 'utf8')))
  if (mount !== null) refuseOpenToAll(mount)
  const installed = isOfService(config.data)
  return {
    place,
    config: tried,
    path,
    cautions: [
      asRoot(() => placeCaution(tried, place)),
      installed && !OF_SERVICE.test(`${real}/`)
        ? `The service may not write to ${path}: only below /mnt, /media, /srv and /var/backups. Mount the disk there; or allow this place with "sudo systemctl edit granary granary-backup", and enter [Service] and ReadWritePaths=${path}.`
        : null,
    ].filter((caution) => caution !== null),
  }
}

/** Folders of such a disk are open to other users of the machine. */
export function refuseOpenToAll(mount: Mount): void {
  if (!isOpenToAll(mount)) return
  const { path, source, kind } = mount
  throw new OperatorFault(
    `The disk at ${path} has a format of Windows (${kind}): other users of the machine could open the backups.`,
    `Take another disk, or format this one. That deletes all that is on it: sudo umount ${typed(path)} && sudo mkfs.ext4 ${typed(source)} && sudo mount ${typed(source)} ${typed(path)}`,
  )
}

/** Makes the folder if it is missing, and writes to it once. @throws {OperatorFault} with the command that helps */
export async function tryOut({ config, place, path }: PossiblePlace): Promise<void> {
  const service = serviceInTurn()
  if (path !== null && service !== null && !asRoot(() => existsSync(path)))
    asRoot(() => makeServiceFolder(path, service))
  if (path !== null && service === null) refuseLocked(path)
  const store = openPlace(config, place, true)
  await withPlace(store, async () => {
    const silence = await refuseOpenStore(store)
    if (silence !== null)
      throw new OperatorFault(`${silence}.`, 'Check that it can be reached, or name another place.')
    await store.check()
  })
}

/** @throws {OperatorFault} when this user may not write there, with the command that lets them */
function refuseLocked(path: string): void {
  const at = existsSync(path) ? path : dirname(path)
  try {
    // What is no folder is refused when it is opened.
    if (statSync(at).isDirectory()) accessSync(at, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = errorCode(error)
    throw new OperatorFault(
      code === 'ENOENT' ? `There is no folder ${at}.` : `The folder ${at} cannot be written to (${code}).`,
      lockedRemedy(path, code),
    )
  }
}

/** @param code why not, as the system says */
export function lockedRemedy(path: string, code: string | undefined): string {
  if (code === 'EROFS')
    return isInstalled()
      ? 'The service may write only below /mnt, /media, /srv and /var/backups: mount the disk there, such as with "sudo mount /dev/sdb1 /mnt".'
      : `Let the disk be written to: sudo mount -o remount,rw ${typed(path)}`
  const user = isInstalled() ? INSTALLED.user : userInfo().username
  return `Make it at the server, for the user of the service: sudo install -d -m 700 -o ${user} -g ${user} ${typed(path)}`
}

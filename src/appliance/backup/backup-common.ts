import { existsSync, readFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { Problem } from '../../base/problem.ts'
import { Asker, isTerminal } from '../../cli/ask.ts'
import type { GlobalOptions } from '../../cli/context.ts'
import { asOperator } from '../../cli/operator-files.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { isInstalled } from '../../config/installed.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type KeyPair, readIdentities } from './age.ts'

/** Functions that the commands about backups share. */

export interface FromOptions extends GlobalOptions {
  readonly from?: string
}

export const FROM = 'help.backup.from'

const KIB = 1024
const MIB = 1024 * KIB
export const sizeOf = (bytes: number): string =>
  bytes < MIB ? `${(bytes / KIB).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`

/**
 * Requires a database, so that a command does not make a folder with a mistyped name.
 * @throws {OperatorFault}
 */
export function requireDatabase(config: Config): ReturnType<typeof dataFiles> {
  const files = dataFiles(config.data)
  if (existsSync(files.database)) return files
  throw new OperatorFault(
    `There is no Granary database at ${files.database}.`,
    'Name the right folder with --data.',
  )
}

/** @param file `-` for standard input. A terminal asks for the identity, and again after a typing error */
export async function identitiesFrom(file: string): Promise<KeyPair[]> {
  if (file !== '-') return readIdentities(readIdentityFile(file))
  if (!isTerminal()) return readIdentities(await textOf(process.stdin))
  const asker = new Asker()
  try {
    return await asker.value('Identity, AGE-SECRET-KEY-1...', readIdentities)
  } finally {
    asker.close()
  }
}

/** @throws {OperatorFault} that does not repeat the argument, which may be the identity itself */
function readIdentityFile(file: string): string {
  if (/^\s*age-secret-key/i.test(file))
    throw new OperatorFault(
      'The argument of --identity is an identity, but should be the file that contains it.',
      'Write --identity - and type the identity when asked. Delete it from the history of your shell.',
      2,
    )
  try {
    return asOperator(() => readFileSync(file, 'utf8'))
  } catch (error) {
    throw new OperatorFault(
      `The file named with --identity cannot be read (${errorCode(error)}).`,
      'Name a file with the line AGE-SECRET-KEY-1..., or write --identity - to type it in.',
    )
  }
}

const OF_THE_SERVICE =
  'The folder must belong to the user granary and be below /mnt, /media, /srv or /var/backups. To allow another folder: sudo systemctl edit granary granary-backup, with ReadWritePaths=.'

/** Why work with a store failed: a sentence without a full stop. @param store its name */
export function reasonOf(error: unknown, store: string): string {
  if (error instanceof ObjectStoreUnavailable) return error.reason
  if (error instanceof Problem && error.code === 'storage_full') return `No room is left in ${store}`
  return errorMessage(error)
}

/**
 * Runs work with the place of backups, and turns an error of the place into a fault for the operator.
 * @param otherWay an alternative remedy
 */
export async function withPlace<T>(
  place: ObjectStore,
  work: () => Promise<T>,
  otherWay?: string,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new OperatorFault(
      `${reasonOf(error, place.words)}.`,
      [
        `Check that ${place.words} can be reached and has room, then try again. Objects that are stored already are not sent again.`,
        ...(isInstalled() ? [OF_THE_SERVICE] : []),
        ...(otherWay === undefined ? [] : [otherWay]),
      ].join(' '),
    )
  } finally {
    place.close()
  }
}

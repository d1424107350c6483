import { existsSync, readFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { type KeyPair, readIdentities } from '../backup/age.ts'
import { type Config, dataFiles } from '../config.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../objects/store.ts'
import { OperatorFault, Problem } from '../problem.ts'
import type { GlobalOptions } from './context.ts'

/** What the commands about backups share. */

export interface FromOptions extends GlobalOptions {
  readonly from?: string
}

export const FROM = 'where backups are: file:PATH or s3://BUCKET (GRANARY_BACKUP_STORE)'

const KIB = 1024
const MIB = 1024 * KIB
export const sizeOf = (bytes: number): string =>
  bytes < MIB ? `${(bytes / KIB).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`

/** A folder without a database is none, and is not made one by looking. @throws {OperatorFault} */
export function requireDatabase(config: Config): ReturnType<typeof dataFiles> {
  const files = dataFiles(config.data)
  if (existsSync(files.database)) return files
  throw new OperatorFault(
    `There is no Granary database at ${files.database}.`,
    'Name the right folder with --data.',
  )
}

/** @param file `-` for standard input */
export async function identitiesFrom(file: string): Promise<KeyPair[]> {
  return readIdentities(file === '-' ? await textOf(process.stdin) : readIdentityFile(file))
}

function readIdentityFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new OperatorFault(
      `${file} cannot be read.`,
      'Give --identity the file that holds the line AGE-SECRET-KEY-1..., or - to type it in.',
    )
  }
}

/** Why work with a store failed, in a sentence. @param store in words */
export function reasonOf(error: unknown, store: string): string {
  if (error instanceof ObjectStoreUnavailable) return error.reason
  if (error instanceof Problem && error.code === 'storage_full') return `No room is left in ${store}`
  return (error as Error).message
}

/** Runs work with the place of backups; what the store fails with becomes a complaint. */
export async function withPlace<T>(place: ObjectStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new OperatorFault(
      `${reasonOf(error, place.words)}.`,
      `See that ${place.words} can be reached and has room, and begin again: what is stored is not sent twice.`,
    )
  } finally {
    place.close()
  }
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { errorCode } from '../../base/error-kinds.ts'
import { Asker, isTerminal } from '../../cli/ask.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { readOperatorFile } from '../../cli/operator-files.ts'
import { type Progress, progressOnTerminal } from '../../cli/progress.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { type KeyPair, readIdentities } from './age.ts'
import { openPlace, requirePlace, withPlace } from './location.ts'
import { Scratch } from './scratch.ts'

/** Functions that the commands about backups share. */

export interface FromOptions extends GlobalOptions {
  readonly from?: string
}

export const FROM = 'help.backup.from'

const KIB = 1024
const MIB = 1024 * KIB
export const sizeOf = (bytes: number): Message =>
  bytes < MIB
    ? message('value.kib', { size: { amount: tenths(bytes / KIB) } })
    : message('value.mib', { size: { amount: tenths(bytes / MIB) } })

const tenths = (size: number): number => Math.round(size * 10) / 10

/**
 * Requires a database, so that a command does not make a folder with a mistyped name.
 * @throws {OperatorFault}
 */
export function requireDatabase(config: Config): ReturnType<typeof dataFiles> {
  const files = dataFiles(config.data)
  if (existsSync(files.database)) return files
  throw new OperatorFault(
    message('store.absent', { file: files.database }),
    message('backup.noDatabase.remedy'),
  )
}

/** @param file `-` for standard input. A terminal asks for the identity, and again after a typing error */
export async function identitiesFrom(file: string, options: GlobalOptions): Promise<KeyPair[]> {
  if (file !== '-') return readIdentities(readIdentityFile(file))
  if (!isTerminal()) return readIdentities(await textOf(process.stdin))
  const words = commandWords(options)
  const asker = new Asker(undefined, undefined, undefined, words)
  try {
    return await asker.value(words.say('backup.identityAsked'), readIdentities)
  } finally {
    asker.close()
  }
}

/** @throws {OperatorFault} that does not repeat the argument, which may be the identity itself */
function readIdentityFile(file: string): string {
  if (/^\s*age-secret-key/i.test(file)) throw new OperatorFault(...withRemedy('backup.identityTyped'), 2)
  const unreadable = (error: unknown) =>
    new OperatorFault(...withRemedy('backup.identityUnreadable', { code: String(errorCode(error)) }))
  return readOperatorFile(file, { unreadable }).toString()
}

interface AtPlace {
  readonly config: Config
  /** The value of the setting. */
  readonly placeText: string
  readonly place: ObjectStore
  readonly progress: Progress
}

/** Runs work with the place of earlier backups. */
export async function withBackups<T>(options: FromOptions, work: (at: AtPlace) => Promise<T>): Promise<T> {
  const config = settings(options, { backupStore: options.from })
  const placeText = requirePlace(config, '--from')
  const place = openPlace(config, placeText, false)
  const progress = progressOnTerminal(commandWords(options))
  return withPlace(place, () => work({ config, placeText, place, progress })).finally(() => progress.end())
}

/**
 * Makes a temporary folder: in the data folder if there is one, otherwise where the system has them. It is deleted
 * when the work has ended, and when a signal ends the program.
 */
export async function inTemporaryFolder<T>(config: Config, work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, remove } = temporaryFolder(config)
  const removeHandlers = onSignal(remove)
  try {
    return await work(folder)
  } finally {
    removeHandlers()
    remove()
  }
}

function temporaryFolder(config: Config): { readonly folder: string; readonly remove: () => void } {
  const { database, backup } = dataFiles(config.data)
  if (existsSync(database)) {
    const scratch = new Scratch(backup)
    return { folder: scratch.folder(), remove: () => scratch.close() }
  }
  const folder = mkdtempSync(join(tmpdir(), 'granary-opened-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The conventional exit codes of a program that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Cleans up and ends the program when a signal arrives.
 * @returns removes the handlers
 */
export function onSignal(cleanUp: () => void): () => void {
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const handle = () => {
      cleanUp()
      process.exit(code)
    }
    process.once(signal, handle)
    return () => process.off(signal, handle)
  })
  return () => {
    for (const off of handlers) off()
  }
}

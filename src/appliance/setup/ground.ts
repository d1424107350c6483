import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { OperatorFault } from '../../base/problem.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Asker } from '../../cli/ask.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { asRoot, serviceInTurn } from '../../cli/operator-files.ts'
import { type Config, isSet, variableOf } from '../../config/config.ts'
import { isOfService, settingsFileOf } from '../../config/installed.ts'
import { withSetting } from './settings-edit.ts'

/** What every step of the setup works on. */

export const AGAIN = 'Run granary setup again to go on.'

type Written = 'listen' | 'backupStore'

export class Ground {
  readonly options: GlobalOptions
  readonly asker: Asker
  /** What this run has written into the settings file: the environment was read before. */
  readonly #written: Partial<Record<Written, string>> = {}

  constructor(options: GlobalOptions, asker: Asker) {
    this.options = options
    this.asker = asker
  }

  /** @throws {OperatorFault} naming every fault of the settings */
  get config(): Config {
    return settings(this.options, this.#written)
  }

  get settingsFile(): string {
    return settingsFileOf(this.config.data)
  }

  get isInstalled(): boolean {
    return isOfService(this.config.data)
  }

  /** Has this run changed what a running service goes by? */
  get hasWritten(): boolean {
    return Object.keys(this.#written).length > 0
  }

  isWritten(name: Written): boolean {
    return this.#written[name] !== undefined
  }

  /** Was it decided before, be it for the default? */
  isDecided(name: Written): boolean {
    return this.isWritten(name) || isSet(name, this.options)
  }

  /** The settings with another value, to see if it can be. @throws {OperatorFault} when it cannot */
  trying(name: Written, value: string): Config {
    return settings(this.options, { ...this.#written, [name]: value })
  }

  /** @throws {OperatorFault} when the file cannot be written */
  write(name: Written, value: string): void {
    const file = this.settingsFile
    try {
      asRoot(() => writeSetting(file, variableOf(name), value))
    } catch (error) {
      if (error instanceof OperatorFault) throw error
      throw new OperatorFault(
        `The settings file ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
        this.isInstalled
          ? 'Run: sudo granary setup. If you did, check that its disk has room and may be written to.'
          : 'Check that its disk has room and that this user may write there. Then run granary setup again.',
      )
    }
    this.#written[name] = value
  }
}

/** Only root and the service may read what the file of an installed service may hold. */
const MODE_OF_SERVICE = 0o640

function writeSetting(path: string, variable: string, value: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  // Behind a link the file itself is replaced, not the link.
  const file = there === undefined ? path : realpathSync(path)
  const before = there === undefined ? '' : readFileSync(file, 'utf8')
  const after = withSetting(before, variable, value)
  if (after !== before) writeWhole(file, after, accessOf(there))
}

function accessOf(there: Stats | undefined) {
  if (there !== undefined) return there
  const service = serviceInTurn()
  return service === null ? undefined : { uid: 0, gid: service.gid, mode: MODE_OF_SERVICE }
}

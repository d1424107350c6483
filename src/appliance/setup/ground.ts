import type { Asker } from '../../cli/ask.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { commandLanguage } from '../../cli/language.ts'
import { asRoot } from '../../cli/operator-files.ts'
import { type Config, isSet, type LiveName } from '../../config/config.ts'
import { isOfService, settingsFileOf } from '../../config/installed.ts'
import { message } from '../../words/message.ts'
import { type Words, wordsIn } from '../../words/words.ts'
import { writeSettings } from './settings-edit.ts'

/** The options, the questions and the settings that every step of the setup uses. */

export const AGAIN = message('setup.again')

type Written = 'listen' | LiveName

export class Ground {
  readonly options: GlobalOptions
  readonly #asker: Asker | null
  /** The settings that this run has written into the settings file. The environment was read before. */
  #written: Partial<Record<Written, string>> = {}

  /** @param asker null if the setup asks no questions */
  constructor(options: GlobalOptions, asker: Asker | null) {
    this.options = options
    this.#asker = asker
  }

  get asker(): Asker {
    if (this.#asker === null) throw new Error('nobody can be asked')
    return this.#asker
  }

  /** @throws {OperatorFault} naming every fault of the settings */
  get config(): Config {
    return settings(this.options, this.#written)
  }

  /** The words of the person who is asked. */
  get words(): Words {
    return wordsIn(commandLanguage(this.options), this.config.timeZone)
  }

  get settingsFile(): string {
    return settingsFileOf(this.config.data)
  }

  /** Has this run changed settings that a running service uses? */
  get hasWritten(): boolean {
    return Object.keys(this.#written).length > 0
  }

  /** Is the setting already decided, even if only for its default? */
  isDecided(name: Written): boolean {
    return this.#written[name] !== undefined || isSet(name, this.options)
  }

  /** The settings with other values, as a trial. @throws {OperatorFault} when a value is invalid */
  trying(edits: Partial<Record<Written, string>>): Config {
    return settings(this.options, { ...this.#written, ...edits })
  }

  /** @throws {OperatorFault} when the file cannot be written */
  write(edits: Partial<Record<Written, string>>): void {
    this.trying(edits)
    const cure = isOfService(this.config.data) ? 'setup.locked.remedyService' : 'setup.locked.remedy'
    asRoot(() => writeSettings(this.settingsFile, edits, message(cure)))
    this.#written = { ...this.#written, ...edits }
  }
}

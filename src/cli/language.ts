import { localeOf, type SettingName, settingText } from '../config/config.ts'
import { OperatorFault } from '../words/fault.ts'
import { ENGLISH, type Language, languageOf } from '../words/language.ts'
import { type Words, wordsIn } from '../words/words.ts'

/** The folder whose settings file may set language and time zone. */
interface Folder {
  readonly data?: string | undefined
}

/**
 * Returns the language in which a command writes: the one of GRANARY_LANGUAGE, else of the locale, else English
 * (contract §25).
 */
export const commandLanguage = (folder: Folder): Language =>
  languageOf(settingIn(folder, 'language')) ?? languageOf(localeOf()) ?? ENGLISH

/** Returns the words of a command that has not asked the service for its time zone. */
export const commandWords = (folder: Folder, timeZone = settingIn(folder, 'timeZone')): Words =>
  wordsIn(commandLanguage(folder), timeZone)

/** A settings file that cannot be read is reported by the command itself. */
function settingIn({ data }: Folder, name: SettingName): string {
  try {
    return settingText(name, { data })
  } catch (error) {
    if (error instanceof OperatorFault) return ''
    throw error
  }
}

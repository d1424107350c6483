import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { errorCode } from '../../base/error-kinds.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { serviceInTurn } from '../../cli/operator-files.ts'
import { type SettingName, variableOf } from '../../config/config.ts'
import { assignmentsIn, readSettingsFile, withPlainEnds } from '../../config/settings-file.ts'
import { type Advice, OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/**
 * The text of a settings file with one setting changed and all else as before. A new setting goes below the
 * line where it is commented out; if there is none, at the end.
 * @throws {OperatorFault} when the text has an open quote, which would swallow the new line
 */
export function withSetting(before: string, name: string, value: string): string {
  const text = withPlainEnds(before)
  const line = `${name}=${quoted(value)}\n`
  const wanted = { ...readSettingsFile(text), [name]: value }
  const good = placesFor(text, name)
    .map(([from, to]) => `${ended(text.slice(0, from))}${line}${text.slice(to)}`)
    .find((after) => isSame(readSettingsFile(after), wanted))
  if (good !== undefined) return good
  throw new OperatorFault(...withRemedy('setting.open', { name }))
}

/** Settings with their new values, as text. */
export type Edits = Partial<Record<SettingName, string>>

/**
 * Replaces the file once for all settings.
 * @param cure what to do if it cannot be written
 * @throws {OperatorFault} also as above
 */
export function writeSettings(path: string, edits: Edits, cure: Advice): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false })
    // If the path is a link, the file that it leads to is replaced, not the link.
    const file = there === undefined ? path : realpathSync(path)
    const before = there === undefined ? '' : readFileSync(file, 'utf8')
    const after = Object.entries(edits).reduce(
      (text, [name, value]) => withSetting(text, variableOf(name as SettingName), value),
      before,
    )
    if (after !== before) writeWhole(file, after, accessOf(there))
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    const why = { file: path, error: String(errorCode(error)) }
    throw new OperatorFault(message('setting.locked', why), cure)
  }
}

/** The file of an installed service may hold secrets, so only root and the service may read it. */
const MODE_OF_SERVICE = 0o640

function accessOf(there: Stats | undefined) {
  if (there !== undefined) return there
  const service = serviceInTurn()
  return service === null ? undefined : { uid: 0, gid: service.gid, mode: MODE_OF_SERVICE }
}

/** The ranges of the text that the new line may replace, the best first. */
function placesFor(text: string, name: string): [number, number][] {
  // If a setting is assigned twice, the last one counts.
  const set = assignmentsIn(text).findLast((one) => one.name === name)
  if (set !== undefined) return [[set.from, set.to]]
  const commented = new RegExp(`^#[ \\t]*${name}=.*\\n`, 'm').exec(text)
  const below = commented === null ? [] : [commented.index + commented[0].length]
  return [...below, text.length].map((at) => [at, at])
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** Quotes a value as systemd reads it (systemd.exec(5), `EnvironmentFile=`). */
const quoted = (value: string): string =>
  /^[\w.:/@%+,-]*$/.test(value) ? value : `"${value.replace(/["\\`$]/g, '\\$&')}"`

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => b[name] === value)

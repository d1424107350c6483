import { isObject } from '../base/typed.ts'
import { codeOf } from '../text/kinds.ts'
import { apart, plain, quoted } from '../text/wrap.ts'
import { message, type Value } from './message.ts'
import type { Words } from './words.ts'

/**
 * Formats the names of parties: the name that the cooperative recorded, else the one the party calls itself,
 * in quotation marks (contract §1). Nothing else may turn a name into text, so that no party passes for one
 * the cooperative recorded.
 */

/** A party's name, and by whose word it is (`domain/party.ts`). */
export interface CalledParty {
  readonly name: string | null
  readonly by: 'cooperative' | 'itself' | null
  readonly kind: string
  readonly memberNo: string | null
}

const WIDTH = 60

/** Returns the cooperative's own name, which it recorded itself; null before it has one. */
export const ownName = ({ name }: CalledParty): string | null => (name === null ? null : plain(name, WIDTH))

/**
 * Returns a name for a file that other programs read: without words, and in quotation marks unless the cooperative
 * recorded it; null without a name.
 */
export function nameInFile({ name, by }: CalledParty): string | null {
  if (name === null) return null
  return by === 'cooperative' ? plain(name, WIDTH) : apart(quoted(name, WIDTH))
}

const isCalled = (value: unknown): value is CalledParty =>
  isObject(value) && ['name', 'by', 'kind', 'memberNo'].every((member) => member in value)

/**
 * Makes a document for programs, as a replacer of `JSON.stringify`: a party's name as text. Beside a name that the
 * cooperative did not record is a member that says so: `name` has `name_by`.
 */
export const namesAsText = (_key: string, value: unknown): unknown =>
  isObject(value) && Object.values(value).some(isCalled)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([member, one]) =>
          isCalled(one) ? textOfName(member, one) : [[member, one]],
        ),
      )
    : value

const textOfName = (member: string, { name, by }: CalledParty): [string, string | null][] => [
  [member, name === null ? null : plain(name, WIDTH)],
  ...(by === 'itself' ? [[`${member}_by`, by] satisfies [string, string]] : []),
]

/**
 * Returns a name for a table cell or receipt line, as in `calls itself "Harvest Bank"`; null without a name.
 */
export function shortName({ name, by }: CalledParty, words: Words, width = WIDTH): string | null {
  if (name === null) return null
  return by === 'cooperative'
    ? plain(name, width)
    : words.say('name.callsItself', { name: apart(quoted(name, width)) })
}

/**
 * Returns a name for use within a sentence, as in `a party that calls itself "Harvest Bank"`; null without a
 * name.
 */
export function nounName({ name, by }: CalledParty, words: Words, width = WIDTH): string | null {
  if (name === null) return null
  return by === 'cooperative'
    ? plain(name, width)
    : words.say('name.partyCallingItself', { name: apart(quoted(name, width)) })
}

/** Returns the same as an argument of a message, also for a party without a name. */
export function nounMessage({ name, by }: CalledParty, width = WIDTH): Value {
  if (name === null) return message('name.none')
  return by === 'cooperative'
    ? plain(name, width)
    : message('name.partyCallingItself', { name: apart(quoted(name, width)) })
}

/** Returns the same, or the id of a party without a name. */
export const nounOrId = (party: CalledParty, id: string): Value =>
  party.name === null ? id : nounMessage(party)

/**
 * Returns a name with kind and member number, as in `Harvest Bank (institution, BANK)`, for sentences that
 * are read aloud and where people decide or sign; null for a party without a name.
 */
export function fullName(party: CalledParty, words: Words, width = WIDTH): string | null {
  const name = nounName(party, words, width)
  if (name === null) return null
  return party.by === 'cooperative'
    ? `${name}${details(party, words)}`
    : words.say('name.notRecorded', { name })
}

/** Returns the same as data, for a message. */
export function fullNameMessage(party: CalledParty, width = WIDTH): Value | null {
  const { name, by, kind, memberNo } = party
  if (name === null) return null
  if (by !== 'cooperative')
    return message('name.notRecorded', {
      name: message('name.partyCallingItself', { name: apart(quoted(name, width)) }),
    })
  const shown = plain(name, width)
  const known: Value[] = [
    ...(kind === 'unknown' ? [] : [{ code: kind }]),
    ...(memberNo === null ? [] : [plain(memberNo, 20)]),
  ]
  const [first, second] = known
  if (first === undefined) return shown
  return second === undefined
    ? message('name.detailed', { name: shown, detail: first })
    : message('name.detailedTwice', { name: shown, kind: first, number: second })
}

/**
 * Returns a sentence that begins with such a name: what the cooperative wrote stays as it is, other words begin with a capital.
 * @param name as `fullNameMessage` returned it
 */
export const begunByName = (name: Value | null, sentence: string): string =>
  name === null || (typeof name === 'object' && 'key' in name && name.key === 'name.notRecorded')
    ? atStart(sentence)
    : sentence

export const nameInSentence = (party: CalledParty, words: Words, width = WIDTH): string =>
  fullName(party, words, width) ?? words.say('name.none')

/**
 * Returns names that neither the cooperative nor the party recorded: `"Harvest Bank", as others recorded it`.
 */
export function namesByOthers(names: readonly string[], most: number, words: Words, width = WIDTH): string {
  const shown = names.slice(0, most).map((name) => apart(quoted(name, width)))
  const more = names.length - shown.length
  const all = more > 0 ? [...shown, words.say('name.others', { count: more })] : shown
  return words.say('name.byOthers', { names: words.either(all) })
}

export const atStart = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** Returns a text that begins with a party's name: what the cooperative wrote stays as it is, other words begin with a capital. */
export const asHeading = ({ by }: Pick<CalledParty, 'by'>, text: string): string =>
  by === 'cooperative' ? text : atStart(text)

export function details({ kind, memberNo }: CalledParty, words: Words): string {
  const known = [
    ...(kind === 'unknown' ? [] : [words.worded(codeOf(kind))]),
    ...(memberNo === null ? [] : [plain(memberNo, 20)]),
  ]
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}

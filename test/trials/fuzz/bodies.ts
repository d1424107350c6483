import { actsOnAnother } from '../../support/record-types.ts'
import type { Random } from '../../support/records/gate/random.ts'
import { ODD_NUMERALS, ODD_TEXTS, oddValue } from './oddities.ts'
import type { Caller, World } from './world.ts'

/** Bodies that are right as far as a schema cannot tell, and all the ways in which they are then made wrong. */

type Body = Record<string, unknown>

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the rules ask for beside the shape: without it hardly a request would get past the first of them. */
export function obeying(body: unknown, caller: Caller | null, world: World, random: Random): unknown {
  if (!isObject(body)) return body
  if (Array.isArray(body.records))
    return { ...body, records: body.records.map((record) => obeying(record, caller, world, random)) }
  const made = { ...body }
  if (made.asserted_by !== undefined && caller !== null) made.asserted_by = caller.party
  if (made.on_behalf_of !== undefined || made.delegation_id !== undefined) {
    delete made.on_behalf_of
    delete made.delegation_id
    const mandate = world.delegations.find(({ delegate }) => delegate === caller?.party)
    if (mandate) Object.assign(made, { on_behalf_of: mandate.principal, delegation_id: mandate.id })
  }
  if (made.normalized_kg !== undefined) made.conversion_id ??= 'kg_exact'
  if (made.supersedes !== undefined) {
    delete made.supersedes
    const same = world.records.filter(({ type }) => type === made.type)
    if (same.length > 0 && random.chance(0.5)) made.supersedes = random.pick(same).id
  }
  if (made.type === 'obligation' || made.type === 'payment' || made.agreed_price !== undefined)
    made.lawful_basis = 'special_data_consent'
  if (actsOnAnother(made.type)) delete made.lawful_basis
  return made
}

interface Place {
  readonly holder: Body | unknown[]
  readonly key: string | number
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (Array.isArray(value))
    for (const [key, inner] of value.slice(0, 5).entries()) {
      found.push({ holder: value, key })
      placesIn(inner, found)
    }
  else if (isObject(value))
    for (const key of Object.keys(value)) {
      found.push({ holder: value, key })
      placesIn(value[key], found)
    }
  return found
}

/** One member is missing, other than it should be, or one too many. Changes the body it is given. */
export function nearlyRight(body: unknown, random: Random): string {
  const places = placesIn(body)
  const place = random.pick(places)
  if (place === undefined || random.chance(0.1)) {
    if (isObject(body)) body[random.pick(['extra', '', 'Id', ...ODD_TEXTS])] = oddValue(random)
    return 'extra member'
  }
  const { holder, key } = place
  if (random.chance(0.2)) {
    if (Array.isArray(holder)) holder.splice(key as number, 1)
    else delete holder[key as string]
    return 'member missing'
  }
  ;(holder as Body)[key as string] = oddValue(random)
  return 'member odd'
}

const TEXT_WAYS: readonly ((text: string, random: Random) => string | Buffer)[] = [
  (text, random) => text.slice(0, random.below(text.length)),
  (text) => `${text},`,
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace('{', '{,'),
  (text) => text.replace(/}$/, ',}'),
  (text) => `/* c */${text}`,
  (text) => `${' \n\t'.repeat(3_000)}${text}`,
  (text) => text.replace('"', '"\\ud800'),
  (text) => text.replace('"', '"\\u0000'),
  (text) => text.replace('"', '"\\x'),
  (text) => text.replace('"', '"\n'),
  (text) => duplicated(text),
  (text, random) => text.replace(/:\d[\d.e+-]*/, `:${random.pick(ODD_NUMERALS)}`),
  (text, random) => text.replace(/:"[^"]*"/, `:${random.pick(ODD_NUMERALS)}`),
  (text, random) => `${'['.repeat(random.pick([31, 33, 1_000, 30_000]))}${text}`,
  (text, random) => '{"a":'.repeat(random.pick([31, 33, 1_000, 10_000])) + text,
  (text) => text.replace(/^{/, '{"__proto__":{"admin":true},"constructor":{"prototype":{}},'),
  () => '',
  () => 'null',
  () => '"text"',
  () => '[]',
  () => '0',
  () => '{}',
  () => 'undefined',
  (text) => damaged(text, 0xff),
  (text) => damaged(text, 0xc0),
  (text) => damaged(text, 0xed),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(text, 'latin1'),
]

/** A text that is no JSON, or JSON that two readers would read in two ways. */
export function misspelt(text: string, random: Random): Buffer {
  const made = random.pick(TEXT_WAYS)(text, random)
  return typeof made === 'string' ? Buffer.from(made) : made
}

/** The first member twice, once in other letters. */
function duplicated(text: string): string {
  const first = /^{("(?:[^"\\]|\\.)*"):/.exec(text)?.[1]
  return first === undefined
    ? text
    : text.replace(/^{/, `{"\\u00${first.charCodeAt(1).toString(16)}${first.slice(2)}:1,`)
}

function damaged(text: string, byte: number): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 0) bytes[bytes.length >> 1] = byte
  return bytes
}

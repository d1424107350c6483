import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import type { Violation } from '../base/problem.ts'
import { isObject, membersOf } from '../base/typed.ts'
import { CONVERSION_KINDS, EXACT_KG } from './factors.ts'
import { MAX_QUANTITY } from './measures.ts'
import { closed, PURPOSE_PATTERN, Text, Word } from './shapes.ts'
import { formatInstant, parseInstant } from './time.ts'
import { MAX_VIOLATIONS, stopAtMost } from './validation.ts'

/** The public reference rows (contract §12): their schemas, and the rules by which a row is accepted. */

export { CONVERSION_KINDS, EXACT_KG }

export const REGISTRY_KINDS = [
  'conversions',
  'crops',
  'units',
  'regions',
  'purposes',
  'lawful-bases',
  'flags',
  'record-types',
] as const
export type RegistryKind = (typeof REGISTRY_KINDS)[number]

const UNIT_DIMENSIONS = ['mass', 'volume', 'count', 'container', 'area'] as const
const FINANCIAL_RULES = ['never', 'always', 'with_agreed_price', 'as_the_record_it_names'] as const

/** Returns the definitional factor of a unit of mass; none for kg, g and t, which are exact without one. */
export const definitionalFactor = <T extends Pick<ConversionRow, 'kind' | 'unit' | 'crop' | 'to_crop'>>(
  rows: readonly T[],
  unit: string,
): T | undefined =>
  EXACT_KG.has(unit)
    ? undefined
    : rows.find(
        (row) =>
          row.kind === 'definitional' &&
          row.unit === unit &&
          row.crop === undefined &&
          row.to_crop === undefined,
      )

/** A measured factor based on fewer weighings than this is a thin sample (contract §8). */
export const THIN_SAMPLE_BELOW = 10

/** Significant digits of a measured factor: more than any scale at a buying centre has. */
const FACTOR_SIGNIFICANT_DIGITS = 6

// At most as long as a `Code` in the record schemas, so that records can cite it.
const RowId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$',
  description: 'Letters, digits, hyphens, underscores and points, at most 80.',
})
const Slug = Type.String({ pattern: PURPOSE_PATTERN, description: 'A lower-case word such as input_credit.' })
const UtcInstant = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: 'A time in UTC such as 2026-06-28T07:15:00.000Z.',
})
// Weighing books often give only the day; adding midnight would invent a time.
const DayOrInstant = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)?$',
  description: 'A day such as 2026-03-01, or a time in UTC such as 2026-03-01T07:15:00.000Z.',
})
const Name = Text(200, 'The name people use.')
const Sentence = Text(1000, 'In plain words.')
const Positive = (description: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: MAX_QUANTITY, description })

const provenance = {
  source: Text(1000, 'The authority, document or code list it can be looked up in.'),
  supersedes: Type.Optional(RowId),
}

/** Makes a row's closed schema: every row has a source and may supersede an earlier row of its kind. */
const rowOf = <P extends TProperties>($id: string, properties: P) =>
  closed({ ...properties, ...provenance }, { $id })

/** One weighing behind a measured factor: this many of the unit weighed this many kilograms. */
export const Weighing = closed({
  weighed_at: DayOrInstant,
  value: Positive('How many of the unit were weighed together.'),
  kg: Positive('What they weighed, in kilograms, container not included.'),
  weighed_by: Type.Optional(Text(200, 'Who read the scale.')),
  instrument: Type.Optional(Text(200, 'The scale, and when it was last checked.')),
  condition: Type.Optional(Text(200, 'Anything that changes the weight: moisture, fill, grade.')),
})
export type Weighing = Static<typeof Weighing>

export const ConversionRow = rowOf('ConversionRow', {
  id: RowId,
  kind: Word(CONVERSION_KINDS, 'How the factor is known.'),
  unit: RowId,
  crop: Type.Optional(RowId),
  to_crop: Type.Optional(RowId),
  region: Type.Optional(RowId),
  factor: Positive('Kilograms of the crop, or of to_crop where given, in one of the unit.'),
  valid_from: Type.Optional(UtcInstant),
  valid_to: Type.Optional(UtcInstant),
  weighings_count: Type.Integer({ minimum: 0, description: 'How many weighings the factor rests on.' }),
  weighings: Type.Optional(Type.Array(Weighing, { minItems: 1, maxItems: 10_000 })),
})
/**
 * `factor` is kilograms per one `unit`; the period runs from `valid_from`, inclusive, to `valid_to`,
 * exclusive.
 */
export type ConversionRow = Static<typeof ConversionRow>

export const CropRow = rowOf('CropRow', {
  id: RowId,
  name: Name,
  commodity: Slug,
  form: Slug,
  scientific_name: Type.Optional(Text(200, 'The Latin name.')),
  cpc: Type.Optional(
    Type.String({ pattern: '^\\d{4,5}(\\.\\d{2})?$', description: 'CPC 2.1 code, expanded by FAO.' }),
  ),
  icasa: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ICASA crop code.' })),
  hs: Type.Optional(
    Type.String({
      pattern: '^\\d{2}\\.\\d{2}$',
      description: 'Heading of the Harmonized System, as customs declare it.',
    }),
  ),
})
export type CropRow = Static<typeof CropRow>

export const UnitRow = rowOf('UnitRow', {
  id: RowId,
  name: Name,
  dimension: Word(UNIT_DIMENSIONS, 'What it measures.'),
  unece: Type.Optional(
    Type.String({ pattern: '^[A-Z0-9]{2,3}$', description: 'UNECE Recommendation 20 common code.' }),
  ),
  ucum: Type.Optional(Text(40, 'UCUM code, case sensitive.')),
  note: Type.Optional(Sentence),
})
export type UnitRow = Static<typeof UnitRow>

export const RegionRow = rowOf('RegionRow', {
  id: Type.String({ pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$', description: 'ISO 3166-1 or 3166-2 code.' }),
  name: Name,
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code.' }),
  type: Text(80, 'What kind of area ISO 3166 says it is.'),
  parent: Type.Optional(RowId),
})
export type RegionRow = Static<typeof RegionRow>

export const PurposeRow = rowOf('PurposeRow', { id: Slug, name: Name, meaning: Sentence })
export type PurposeRow = Static<typeof PurposeRow>

export const LawfulBasisRow = rowOf('LawfulBasisRow', {
  id: Slug,
  name: Name,
  meaning: Sentence,
  objection_reaches: Type.Boolean({ description: 'Whether a standing objection stops disclosure.' }),
  laws: Type.Array(
    closed({
      country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code.' }),
      law: Text(200, 'The act.'),
      section: Text(80, 'The section of it.'),
    }),
    { maxItems: 300, description: 'Where the ground stands in the law of a country; empty if not known.' },
  ),
})
export type LawfulBasisRow = Static<typeof LawfulBasisRow>

export const FlagRow = rowOf('FlagRow', { id: Slug, meaning: Sentence })
export type FlagRow = Static<typeof FlagRow>

export const RecordTypeRow = rowOf('RecordTypeRow', {
  id: Slug,
  name: Name,
  meaning: Sentence,
  subjects: Text(200, 'Whom such a record is about.'),
  financial: Word(FINANCIAL_RULES, 'When money or debt shows in it.'),
})
export type RecordTypeRow = Static<typeof RecordTypeRow>

export const rowSchemas = {
  conversions: ConversionRow,
  crops: CropRow,
  units: UnitRow,
  regions: RegionRow,
  purposes: PurposeRow,
  'lawful-bases': LawfulBasisRow,
  flags: FlagRow,
  'record-types': RecordTypeRow,
} as const satisfies Record<RegistryKind, TObject>

export type RowOf<K extends RegistryKind> = Static<(typeof rowSchemas)[K]>

/** Returns whether a row of that kind and id exists, even a superseded one. */
export type RegistryLookup = (kind: RegistryKind, id: string) => boolean

/**
 * Returns the kilograms per unit from weighings, to six significant digits: all kilograms divided by all
 * units, so that a large weighing counts more than a small one. The order of the weighings does not matter.
 * @throws {RangeError} if there are no weighings
 */
export function measuredFactor(weighings: readonly Pick<Weighing, 'value' | 'kg'>[]): number {
  if (weighings.length === 0) throw new RangeError('A measured factor needs at least one weighing')
  const factor = sum(weighings.map((w) => w.kg)) / sum(weighings.map((w) => w.value))
  return Number(factor.toPrecision(FACTOR_SIGNIFICANT_DIGITS))
}

/** Adds the smallest first, so that the order of a file does not change the floating-point sum. */
function sum(numbers: number[]): number {
  return numbers.sort((a, b) => a - b).reduce((total, n) => total + n, 0)
}

/** Returns whether a measured factor has fewer than ten weighings. Other kinds are never thin. */
export function isThin(conversion: Pick<ConversionRow, 'kind' | 'weighings_count'>): boolean {
  return conversion.kind === 'measured' && conversion.weighings_count < THIN_SAMPLE_BELOW
}

/**
 * Returns the row with its times as stored, in UTC with milliseconds. An invalid time is left unchanged, for
 * `registryRowFaults` to report.
 */
export function withUtcTimes(row: unknown): unknown {
  if (!isObject(row)) return row
  const stored: Record<string, unknown> = { ...row }
  for (const member of ['valid_from', 'valid_to', 'weighed_at']) {
    if (member in stored) stored[member] = utc(stored[member])
  }
  if (Array.isArray(stored.weighings)) stored.weighings = stored.weighings.map(withUtcTimes)
  return stored
}

function utc(time: unknown): unknown {
  const ms = typeof time === 'string' ? parseInstant(time) : null
  return ms === null ? time : formatInstant(ms)
}

/**
 * Returns all reasons to refuse a row; empty if it may be added.
 * @param known looks up the existing rows, which may include this one
 * @returns RFC 6901 pointers into the row, each with what to change
 */
export function registryRowFaults<K extends RegistryKind>(
  kind: K,
  row: unknown,
  known: RegistryLookup,
): Violation[] {
  // Ajv compiles a schema at its first use and caches it. The service never checks stored rows again.
  const validate = ajv.compile<RowOf<K>>(rowSchemas[kind])
  if (!validate(row)) return shapeFaults(validate.errors ?? [])
  return [...supersedesFaults(kind, row, known), ...(OWN_FAULTS[kind]?.(row, known) ?? [])]
}

const OWN_FAULTS: { readonly [K in RegistryKind]?: (row: RowOf<K>, known: RegistryLookup) => Violation[] } = {
  conversions: conversionFaults,
  regions: regionFaults,
}

const ajv = stopAtMost(new Ajv({ allErrors: true, verbose: true }))

function shapeFaults(errors: readonly ErrorObject[]): Violation[] {
  return errors.slice(0, MAX_VIOLATIONS).map((error) => {
    const { missingProperty, additionalProperty, allowedValues } = membersOf(error.params)
    const member = missingProperty ?? additionalProperty
    const pointer =
      member === undefined ? error.instancePath : `${error.instancePath}/${escaped(String(member))}`
    if (missingProperty !== undefined) return { pointer, message: 'This is missing' }
    if (additionalProperty !== undefined) return { pointer, message: 'No such member; check the spelling' }
    if (Array.isArray(allowedValues))
      return { pointer, message: `Must be one of ${allowedValues.join(', ')}` }
    const { description } = membersOf(error.parentSchema)
    const wanted = description === undefined ? '' : `: ${description}`
    return { pointer, message: `${String(error.message)}${wanted}` }
  })
}

/** RFC 6901 §3. */
function escaped(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1')
}

function supersedesFaults(
  kind: RegistryKind,
  row: { id: string; supersedes?: string },
  known: RegistryLookup,
) {
  const faults: Violation[] = []
  if (row.supersedes === undefined) return faults
  const pointer = '/supersedes'
  if (row.supersedes === row.id)
    faults.push({ pointer, message: 'A row cannot supersede itself; give it a new id' })
  else if (!known(kind, row.supersedes)) faults.push(unknownRow(pointer, kind, row.supersedes))
  return faults
}

function unknownRow(pointer: string, kind: RegistryKind, id: string): Violation {
  return { pointer, message: `There is no row ${id} in ${kind}; add it first or correct the id` }
}

function conversionFaults(row: ConversionRow, known: RegistryLookup): Violation[] {
  return [...scopeFaults(row, known), ...periodFaults(row), ...factorFaults(row), ...weighingFaults(row)]
}

function scopeFaults(row: ConversionRow, known: RegistryLookup): Violation[] {
  const faults: Violation[] = []
  if (!known('units', row.unit)) faults.push(unknownRow('/unit', 'units', row.unit))
  for (const member of ['crop', 'to_crop'] as const) {
    const crop = row[member]
    if (crop !== undefined && !known('crops', crop)) faults.push(unknownRow(`/${member}`, 'crops', crop))
  }
  if (row.region !== undefined && !known('regions', row.region)) {
    faults.push(unknownRow('/region', 'regions', row.region))
  }
  if (row.to_crop !== undefined && row.crop === undefined) {
    faults.push({ pointer: '/crop', message: 'A factor between forms names the crop it starts from' })
  }
  if (row.to_crop !== undefined && row.to_crop === row.crop) {
    faults.push({
      pointer: '/to_crop',
      message: 'A factor between forms ends in another form; leave to_crop out',
    })
  }
  return faults
}

function periodFaults(row: ConversionRow): Violation[] {
  const faults: Violation[] = []
  for (const member of ['valid_from', 'valid_to'] as const) {
    const time = row[member]
    if (time !== undefined && parseInstant(time) === null) {
      faults.push({ pointer: `/${member}`, message: 'There is no such date or time' })
    }
  }
  if (faults.length === 0 && row.valid_from !== undefined && row.valid_to !== undefined) {
    // Both are in the stored form, in which text order is time order.
    if (row.valid_from >= row.valid_to) {
      faults.push({ pointer: '/valid_to', message: 'The period must end after it begins' })
    }
  }
  return faults
}

function factorFaults(row: ConversionRow): Violation[] {
  const exact = row.to_crop === undefined ? EXACT_KG.get(row.unit) : undefined
  if (exact === undefined || row.factor === exact) return []
  return [{ pointer: '/factor', message: `One ${row.unit} is exactly ${exact} kg` }]
}

function weighingFaults(row: ConversionRow): Violation[] {
  const weighings = row.weighings ?? []
  const faults: Violation[] = []
  if (row.weighings_count !== weighings.length) {
    const message = `Must be ${weighings.length}, the number of weighings given`
    faults.push({ pointer: '/weighings_count', message })
  }
  if (row.kind !== 'measured') {
    if (weighings.length > 0) {
      faults.push({
        pointer: '/weighings',
        message: 'Only a measured factor has weighings; make the kind measured',
      })
    }
    return faults
  }
  if (weighings.length === 0) {
    faults.push({ pointer: '/weighings', message: 'A measured factor needs the weighings it comes from' })
    return faults
  }
  for (const [i, weighing] of weighings.entries()) {
    if (faults.length >= MAX_VIOLATIONS) return faults
    if (weighedAt(weighing.weighed_at) === null)
      faults.push({ pointer: `/weighings/${i}/weighed_at`, message: 'There is no such date or time' })
  }
  const measured = measuredFactor(weighings)
  if (row.factor !== measured) {
    faults.push({ pointer: '/factor', message: `The weighings give ${measured} kg` })
  }
  return faults
}

/**
 * Returns the time of a weighing as stored: a day without a time stays a day, a time with any offset becomes
 * UTC.
 * @returns null if it is neither
 */
export function weighedAt(text: string): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return parseInstant(`${text}T00:00:00Z`) === null ? null : text
  const ms = parseInstant(text)
  return ms === null ? null : formatInstant(ms)
}

function regionFaults(row: RegionRow, known: RegistryLookup): Violation[] {
  const faults: Violation[] = []
  if (row.id.slice(0, 2) !== row.country) {
    faults.push({ pointer: '/country', message: `Must be ${row.id.slice(0, 2)}, with which the id begins` })
  } else if (row.id !== row.country && !known('regions', row.country)) {
    faults.push(unknownRow('/country', 'regions', row.country))
  }
  if (row.parent === undefined) return faults
  if (row.parent === row.id || row.id === row.country) {
    faults.push({ pointer: '/parent', message: 'A region lies in another one, and a country in none' })
  } else if (!known('regions', row.parent)) faults.push(unknownRow('/parent', 'regions', row.parent))
  return faults
}

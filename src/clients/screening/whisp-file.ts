import { given, membersOf, must, nonEmpty } from '../../base/typed.ts'
import { positionsIn } from '../../domain/geometry.ts'
import { isOutline, WHISP_VERDICTS, type WhispVerdict } from '../../domain/screening.ts'
import { DAY_MS, formatInstant, instantOf, parseInstant } from '../../domain/time.ts'
import type { ScreenedPlot } from '../../records/plots/screening-tasks.ts'
import { type Told, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { featuresIn } from '../outlines/features.ts'
import { decodeCsv, readTable } from '../sheets/csv.ts'
import { ImportFault, type RowFault, shown } from '../sheets/fault.ts'

/**
 * Reads the result of FAO's Whisp, CSV or GeoJSON. The columns are those of openforis-whisp 3.0:
 * `external_id`, `geo` (the outline as GeoJSON; `geo_original` is the outline as sent), `risk_pcrop`,
 * `risk_acrop`, `risk_timber`, and `whisp_processing_metadata` with version and time.
 */

export interface WhispRow extends ScreenedPlot {
  /**
   * Counted as in a spreadsheet: the first row below the header is 2. In a GeoJSON file, the number of the
   * feature.
   */
  readonly row: number
}

export interface WhispFile {
  readonly total: number
  /** Names of the columns with verdicts. */
  readonly verdicts: readonly string[]
  readonly rows: readonly WhispRow[]
  readonly faults: readonly RowFault[]
}

const ID = 'external_id'
const OUTLINES = ['geo_original', 'geo']
const METADATA = 'whisp_processing_metadata'
const VERDICT = /^risk_[a-z0-9_]{1,40}$/
const MOST_VERDICTS = 16
/** Most characters of an outline as JSON; the outline of a stored plot has at most about 60,000. */
const MOST_LENGTH = 1_000_000
const isNeeded = (column: string): boolean =>
  column === ID || column === METADATA || OUTLINES.includes(column) || VERDICT.test(column)
/** Most rows named in the fault of a row with the same id. */
const ROWS_NAMED = 10
const UNCHANGED = message('screening.unchanged.remedy')
/** The words that Whisp and related programs write into an empty cell. */
const NOTHING = new Set(['', 'null', 'none', 'nan', 'unknown'])

interface RawRow {
  readonly row: number
  /** Returns text or, in a GeoJSON file, any value; undefined if there is none. */
  readonly value: (column: string) => unknown
  readonly geometry: unknown
}

/**
 * @param fallback the time of the screening for rows that do not state it; if null, such a row is at fault
 * @throws {ImportFault} if the file is not a result of Whisp
 */
export function readWhisp(bytes: Uint8Array, fallback: string | null, nowMs: number): WhispFile {
  const { columns, rows: raw } = rawRows(bytes)
  if (!columns.includes(ID))
    throw new ImportFault(...withRemedy('screening.noColumn', { column: ID }, { column: ID }))
  const seen = new Set<string>()
  const twice = columns.filter(isNeeded).find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) throw new ImportFault(...withRemedy('screening.columnTwice', { column: twice }))
  const verdicts = columns.filter((name) => VERDICT.test(name))
  if (verdicts.length === 0 || verdicts.length > MOST_VERDICTS)
    throw new ImportFault(
      message(verdicts.length === 0 ? 'screening.noVerdicts' : 'screening.manyVerdicts'),
      message('screening.verdicts.remedy'),
    )
  const rows: WhispRow[] = []
  const faults: RowFault[] = []
  const ids = Map.groupBy(raw, (one) => textOf(one.value(ID)))
  for (const one of raw) {
    const reader = new RowReader(one, faults)
    const id = reader.id((text) => (ids.get(text) ?? []).slice(0, ROWS_NAMED).map(({ row }) => row))
    const rowVerdicts = reader.verdicts(verdicts)
    const outline = reader.outline()
    const screening = reader.screening(fallback, nowMs)
    if (id !== null && rowVerdicts !== null && outline !== undefined && screening !== null)
      rows.push({ row: one.row, plot: id, verdicts: rowVerdicts, outline, ...screening })
  }
  return { total: raw.length, verdicts, rows, faults }
}

function rawRows(bytes: Uint8Array): {
  readonly columns: readonly string[]
  readonly rows: readonly RawRow[]
} {
  const features = featuresIn(bytes)
  if (features === null) {
    const { header, rows } = readTable(textIn(bytes))
    const index = new Map(header.map((name, at) => [name, at]))
    const cell = (cells: readonly string[], column: string) => cells[index.get(column) ?? -1]
    return {
      columns: header,
      rows: rows.map(({ row, cells }) => ({
        row,
        value: (column) => cell(cells, column),
        geometry: OUTLINES.map((column) => textOf(cell(cells, column))).find((text) => text !== ''),
      })),
    }
  }
  const own = (properties: Readonly<Record<string, unknown>>, column: string) =>
    Object.hasOwn(properties, column) ? properties[column] : undefined
  return {
    columns: [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))],
    rows: features.map(({ properties, geometry }, at) => ({
      row: at + 1,
      value: (column) => own(properties, column),
      geometry: own(properties, 'geo_original') ?? geometry ?? undefined,
    })),
  }
}

/** The remedy is not the importer's: there is no map in which to state another encoding. */
function textIn(bytes: Uint8Array): string {
  try {
    return decodeCsv(bytes)
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error
    throw new ImportFault(error.what, message('screening.savedAgain.remedy'))
  }
}

/**
 * Reads one row and reports its faults. Null (for an outline, undefined) always means that a fault was
 * reported.
 */
class RowReader {
  readonly #raw: RawRow
  readonly #faults: RowFault[]

  constructor(raw: RawRow, faults: RowFault[]) {
    this.#raw = raw
    this.#faults = faults
  }

  id(rowsWith: (id: string) => readonly number[]): string | null {
    const id = textOf(this.#raw.value(ID))
    if (id === '')
      return this.#fault(
        ID,
        message('import.fault.isEmpty'),
        message('screening.noId.remedy', { column: ID }),
      )
    const rows = rowsWith(id)
    if (rows.length === 1) return id
    const also = rows.filter((row) => row !== this.#raw.row)
    return this.#fault(ID, message('screening.twice'), message('screening.onePlotEach.remedy'), also)
  }

  verdicts(columns: readonly string[]): Record<string, WhispVerdict> | null {
    const verdicts: Record<string, WhispVerdict> = {}
    let isSound = true
    for (const column of columns) {
      const text = textOf(this.#raw.value(column))
      const verdict = WHISP_VERDICTS.find((word) => word === text)
      if (verdict !== undefined) verdicts[column] = verdict
      else {
        isSound = false
        this.#fault(
          column,
          text === ''
            ? message('import.fault.isEmpty')
            : message('screening.notAVerdict', { words: { examples: WHISP_VERDICTS } }),
          message('screening.notAVerdict.remedy'),
        )
      }
    }
    return isSound ? verdicts : null
  }

  /** Returns null if the row has no outline. */
  outline(): unknown {
    const { geometry } = this.#raw
    const read = typeof geometry === 'string' ? parsed(geometry) : geometry
    if (read === undefined || isEmpty(read)) return null
    if (!isOutline(read)) {
      this.#fault('geo', message('screening.notAnOutline'), UNCHANGED)
      return undefined
    }
    const { type, coordinates } = membersOf(read)
    if (JSON.stringify(coordinates).length > MOST_LENGTH) {
      const corners = { typed: positionsIn(read) }
      this.#fault('geo', message('screening.corners', { corners }), UNCHANGED)
      return undefined
    }
    return { type, coordinates }
  }

  /** Returns the time of the screening and the version of the tool. */
  screening(
    fallback: string | null,
    nowMs: number,
  ): { readonly at: string; readonly version: string | null } | null {
    const metadata = metadataOf(this.#raw.value(METADATA))
    const at = metadata.at ?? fallback
    if (at === null) return this.#fault(METADATA, ...withRemedy('screening.noTime'))
    if (instantOf(at) > nowMs + DAY_MS) return this.#fault(METADATA, ...withRemedy('screening.inFuture'))
    return { at, version: metadata.version }
  }

  #fault(column: string, what: Told, remedy: Told, also: readonly number[] = []): null {
    const value = shown(textOf(this.#raw.value(column)))
    this.#faults.push({
      row: this.#raw.row,
      column,
      value,
      message: what,
      remedy,
      ...given({ also: nonEmpty(also) }),
    })
    return null
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return NOTHING.has(text.toLowerCase()) ? '' : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns whether there is no outline, which Earth Engine exports as an empty MultiPoint. */
const isEmpty = (read: unknown): boolean => {
  const { coordinates } = membersOf(read)
  return read === null || (Array.isArray(coordinates) && coordinates.length === 0)
}

const LONGEST_VERSION = 40
const LONGEST_WITHOUT = 70

/** Reads the metadata, which Whisp's library writes as a Python literal and its service as JSON. */
function metadataOf(value: unknown): { readonly version: string | null; readonly at: string | null } {
  const read = typeof value === 'string' ? parsed(value) : value
  const version = printable(wordIn(read, 'whisp_version')).slice(0, LONGEST_VERSION)
  const without = WITHOUT.flatMap((name) => listIn(read, name)).map(printable)
  return {
    version: version === '' ? null : `${version}${withoutWords(without)}`,
    at: timeIn(wordIn(read, 'processing_timestamp_utc')),
  }
}

/** Data sets that were not available to the tool, which makes the verdict less reliable. */
const WITHOUT = ['risk_inputs_unavailable', 'risk_computed_without']

function withoutWords(names: readonly string[]): string {
  if (names.length === 0) return ''
  const words = ` without ${names.join(' ')}`
  return words.length <= LONGEST_WITHOUT ? words : ` without ${names.length} data sets`
}

const printable = (text: string): string => text.replace(/[^\x21-\x7e]/g, '')

function wordIn(read: unknown, name: string): string {
  if (typeof read === 'string')
    return new RegExp(`['"]${name}['"]\\s*:\\s*['"]([^'"]{1,80})['"]`).exec(read)?.[1] ?? ''
  const found = memberOf(read, name)
  return typeof found === 'string' ? found : ''
}

function listIn(read: unknown, name: string): string[] {
  if (typeof read === 'string') {
    const [, list = ''] = new RegExp(`['"]${name}['"]\\s*:\\s*\\[([^\\]]{0,4000})\\]`).exec(read) ?? []
    return [...list.matchAll(/['"]([^'"]{1,80})['"]/g)].map(([, word]) => must(word))
  }
  const found = memberOf(read, name)
  return Array.isArray(found) ? found.filter((word) => typeof word === 'string') : []
}

const memberOf = (read: unknown, name: string): unknown =>
  typeof read === 'object' && read !== null && Object.hasOwn(read, name) ? membersOf(read)[name] : undefined

/** Reads a time such as `2026-02-17 16:29:27+0000` or `2026-02-17 16:29:27 UTC`. */
function timeIn(text: string): string | null {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(?:UTC|Z|\+00:?00)$/.exec(text) ?? []
  const at = day === undefined ? null : parseInstant(`${day}T${time}Z`)
  return at === null ? null : formatInstant(at)
}

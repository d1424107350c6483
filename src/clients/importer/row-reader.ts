import { must } from '../../base/typed.ts'
import { type Told, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { columnName } from '../sheets/csv.ts'
import { firstOf, type RowFault, rowFault, shown } from '../sheets/fault.ts'
import type { CompiledMap } from './compiled-map.ts'
import type { Value } from './map.ts'
import type { LookupTables } from './tables.ts'

/** The index of each column. */
export type ColumnIndex = ReadonlyMap<string, number>

/** The text of a cell; empty for an empty cell, null after a fault. */
export type ReadText = string | null

interface ReadableRow {
  readonly map: CompiledMap
  readonly index: ColumnIndex
  readonly tables: LookupTables
  readonly row: number
  readonly cells: readonly string[]
  /** Merged cells by column, of which the row may have a part. */
  readonly merged: ReadonlyMap<string, string> | undefined
}

/** Reads a row by the map. Collects all faults, each once. */
export class RowReader {
  readonly #map: CompiledMap
  readonly #index: ColumnIndex
  readonly #tables: LookupTables
  readonly #cells: readonly string[]
  readonly #row: number
  readonly #faults = new Map<string, RowFault>()
  readonly #unusable = new Set<string>()

  constructor({ map, index, tables, row, cells, merged }: ReadableRow) {
    this.#map = map
    this.#index = index
    this.#tables = tables
    this.#row = row
    this.#cells = cells
    for (const column of map.columns) this.#checkCell(column)
    for (const [column, at] of merged ?? []) {
      this.fault(column, ...withRemedy('import.fault.merged', { cells: at }))
      this.#unusable.add(column)
    }
  }

  get faults(): readonly RowFault[] {
    return [...this.#faults.values()]
  }

  /** Returns the original cell. */
  raw(column: string): string {
    return this.#cells[this.#index.get(columnName(column)) ?? -1] ?? ''
  }

  /** @returns the trimmed cell; empty for a word that means an empty cell */
  text(column: string): ReadText {
    const name = columnName(column)
    if (this.#unusable.has(name)) return null
    const cell = this.raw(name)
    return this.#map.isEmpty(name, cell) ? '' : cell.trim()
  }

  /** Returns the trimmed cell, which must have text. */
  needed(column: string): string | null {
    const text = this.text(column)
    if (text !== '') return text
    const isWord = this.raw(column).trim() !== ''
    return this.fault(
      column,
      message(isWord ? 'import.fault.meansEmpty' : 'import.fault.isEmpty'),
      message('import.fault.empty.remedy'),
    )
  }

  value(value: Value): ReadText {
    if (value.constant !== undefined) return value.constant
    const column = must(value.column)
    const cell = this.#joined(column, value.followed_by ?? [])
    if (cell === null || cell === '') return cell
    const found = value.table === undefined ? cell : this.#fromTable(value, column, cell)
    if (found === null || found === '') return found
    const text = value.lookup === undefined ? found : this.#lookedUp(value, column, found)
    return text === null || text === '' ? text : `${value.before ?? ''}${text}${value.after ?? ''}`
  }

  /** Returns the same as `value`, but the text must not be empty. */
  neededValue(value: Value): string | null {
    const text = this.value(value)
    if (text !== '' || value.column === undefined) return text
    if (this.#joined(value.column, value.followed_by ?? []) === '') return this.needed(value.column)
    if (value.table !== undefined)
      this.fault(
        value.column,
        ...withRemedy('import.fault.lacksInTable', { member: must(value.take), table: value.table }),
      )
    return null
  }

  /** Reports a fault. @returns null, in place of what could not be read */
  fault(column: string, what: Told, remedy: Told): null {
    const name = columnName(column)
    const key = `${name}\n${JSON.stringify(what)}`
    const value = name === '' ? '' : shown(this.raw(name))
    if (!this.#faults.has(key)) this.#faults.set(key, rowFault(this.#row, what, remedy, name, value))
    return null
  }

  /** Joins the texts of several columns. */
  #joined(column: string, others: readonly string[]): ReadText {
    const texts = [column, ...others].map((one) => this.text(one))
    return texts.includes(null) ? null : texts.filter(Boolean).join(' ')
  }

  /** Returns the text of the table's row with this key. */
  #fromTable(value: Value, column: string, cell: string): ReadText {
    const table = must(value.table)
    const text = this.#tables.get(table)?.find(cell, must(value.take))
    return text ?? this.#unlisted(value, column, cell, withRemedy('import.fault.notInTable', { table }))
  }

  #lookedUp(value: Value, column: string, cell: string): ReadText {
    const code = this.#map.lookUp(value, cell)
    if (code !== undefined) return code
    const examples = firstOf(Object.keys(value.lookup ?? {}), MOST_WORDS)
    return this.#unlisted(
      value,
      column,
      cell,
      withRemedy('import.fault.notAWord', null, { words: { examples } }),
    )
  }

  #unlisted(
    { not_listed: unlisted }: Value,
    column: string,
    cell: string,
    fault: readonly [what: Told, remedy: Told],
  ): ReadText {
    if (unlisted === 'leave_out') return ''
    return unlisted === 'as_written' ? cell : this.fault(column, ...fault)
  }

  /** Reports content that no cell may have, under any map. */
  #checkCell(column: string): void {
    const cell = this.raw(column)
    const wrong = (what: 'notText' | 'lostLetters' | 'formula' | 'errorCell' | 'notReal') => {
      this.fault(column, ...withRemedy(`import.fault.${what}`))
      this.#unusable.add(column)
    }
    if (NOT_TEXT.test(cell)) wrong('notText')
    else if (cell.includes('\uFFFD')) wrong('lostLetters')
    else if (isFormula(cell.trim()) && !this.#map.isEmpty(column, cell)) wrong('formula')
    else if (ERROR_CELL.test(cell.trim()) && !this.#map.isEmpty(column, cell)) wrong('errorCell')
    else if (this.#map.isNotReal(cell)) wrong('notReal')
  }
}

const MOST_WORDS = 12

/** Control characters other than tab and line breaks. */
const NOT_TEXT = /[^\P{Cc}\t\n\r]/u

/** ECMA-376 part 1, 18.17.3, and what newer programs added. */
const ERROR_CELL =
  /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!)$/i

/** Text that a spreadsheet program would calculate. A sign alone or before a number is not a formula. */
const FORMULA = /^(?:[=@]|[+-].*[(|!])/s
/** A telephone such as +256 (0)772 123456. */
const TELEPHONE = /^\+\d{1,3}\s*\(\d{1,4}\)[\d\s/-]{4,20}$/
const isFormula = (cell: string): boolean => FORMULA.test(cell) && !TELEPHONE.test(cell)

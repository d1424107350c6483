import { ifGiven, must } from '../../base/typed.ts'
import type { Told } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { type MissingCodes, type RowFault, shown } from './fault.ts'
import { MADE_TYPES } from './forms.ts'
import type { CodeKind } from './registry-facts.ts'
import { LACKS, type Lack } from './row-parts.ts'
import type { ImportResult } from './run.ts'

/** Writes the result of an import, for people and programs. */

const ROWS_SHOWN = 5
const VALUES_SHOWN = 5
const WIDTH = 100

/** A group of equal faults. */
export interface FaultGroup {
  readonly column: string
  readonly message: Told
  readonly remedy: Told
  readonly count: number
  /** The first few rows. */
  readonly rows: readonly number[]
  /** A few different values. */
  readonly values: readonly string[]
}

/** Groups equal faults. The most frequent ones are first. */
export function faultGroups(faults: readonly RowFault[]): FaultGroup[] {
  const groups = new Map<string, { first: RowFault; count: number; rows: number[]; values: Set<string> }>()
  for (const fault of faults) {
    const key = JSON.stringify([fault.column, fault.message, fault.remedy])
    let group = groups.get(key)
    if (group === undefined) {
      group = { first: fault, count: 0, rows: [], values: new Set() }
      groups.set(key, group)
    }
    group.count++
    if (group.rows.length < ROWS_SHOWN) group.rows.push(fault.row)
    const value = cellsOf(fault)
    if (group.values.size < VALUES_SHOWN && value !== '') group.values.add(value)
  }
  return [...groups.values()]
    .map(({ first, count, rows, values }) => ({
      column: first.column,
      message: first.message,
      remedy: first.remedy,
      count,
      rows,
      values: [...values],
    }))
    .sort((a, b) => b.count - a.count || must(a.rows[0]) - must(b.rows[0]))
}

/** Returns the cell, with the other rows if the fault concerns several. */
function cellsOf({ row, also, value }: RowFault): string {
  if (also === undefined) return value
  const rows = `rows ${[row, ...also].sort((a, b) => a - b).join(', ')}`
  return value === '' ? rows : `${value}: ${rows}`
}

/** Returns the summary for the clerk, in at most 100 columns. */
export function reportText(words: Words, result: ImportResult): string {
  const { rows, dryRun } = result
  const lines = [`${result.map}: ${counted(rows.total, 'row')}.`, `  ${rowsInWords(result)}`]
  if (rows.leftOut > 0)
    lines.push(
      `  ${counted(rows.leftOut, 'more row was', 'more rows were')} skipped, as "skip" in the map states; in no figure here.`,
    )
  for (const lack of LACKS)
    if (result.lacking[lack] > 0) lines.push(`  ${counted(result.lacking[lack], 'row')} ${LACKING[lack]}`)
  if (dryRun) lines.push('  This was a dry run: nothing was written.')
  if (result.stopped !== null)
    lines.push(
      ...wrapped(`STOPPED after ${counted(rows.done, 'row')}: ${words.tell(result.stopped)}`, '  '),
      '  Run the same command again to continue; nothing is written twice.',
    )
  lines.push(...recordLines(result), ...matchLines(result), ...spellingLines(result), ...changeLines(result))
  lines.push(...faultLines(words, result.faults), ...nextLines(result))
  return `${lines.join('\n')}\n`
}

const LACKING: Readonly<Record<Lack, string>> = {
  kg: 'without kilograms, missing from totals of kilograms.',
  day: 'at fault without a day that can be read.',
  number: 'at fault without a quantity that can be read.',
}

function rowsInWords({ rows, dryRun, correct }: ImportResult): string {
  const corrected = correct ? (dryRun ? ' (to be corrected)' : ' (corrected)') : ' (left as they were)'
  return [
    `${figure(rows.new)} ${dryRun ? 'new' : 'imported'}`,
    `${figure(rows.known)} already imported`,
    `${figure(rows.changed)} changed since${rows.changed > 0 && (correct || !dryRun) ? corrected : ''}`,
    `${figure(rows.faulty)} at fault.`,
  ].join(', ')
}

function recordLines({ records, dryRun }: ImportResult): string[] {
  const types = ['party', ...MADE_TYPES].filter((type) => records[type] !== undefined)
  if (types.length === 0) return []
  const lines = types.map((type) => {
    const { written, corrected, there, refused } = must(records[type])
    const parts = [
      `${figure(written).padStart(8)} ${dryRun ? 'to write' : 'written'}`,
      ...(corrected === 0 ? [] : [`${figure(corrected)} ${dryRun ? 'to correct' : 'corrected'}`]),
      ...(there === 0 ? [] : [`${figure(there)} already stored`]),
      ...(refused === 0 ? [] : [`${figure(refused)} refused`]),
    ]
    return `  ${type.replaceAll('_', ' ').padEnd(12)}${parts.join(', ')}`
  })
  return ['', 'Records:', ...lines]
}

/** Lists recognized parties of the office. A person should check matches by telephone and name. */
function matchLines({ matches }: ImportResult): string[] {
  if (matches.length === 0) return []
  const byName = matches.filter(({ by }) => by !== 'number')
  const lines = byName.flatMap(({ row, column, name, member_no }) =>
    wrapped(`Row ${row}: ${column} is ${name}${member_no === null ? '' : ` (member ${member_no})`}`, '  '),
  )
  const known = `${counted(matches.length - byName.length, 'party', 'parties')} by member number`
  const by = byName.some((match) => match.by === 'name')
    ? 'name, or telephone and name'
    : 'telephone and name'
  const also = byName.length === 0 ? '' : `, ${figure(byName.length)} by ${by}:`
  return ['', `Already known: ${known}${also}`, ...lines]
}

/** Lists parties that the sheet writes in several ways: a person should check that each is one party. */
function spellingLines({ spellings }: ImportResult): string[] {
  if (spellings.length === 0) return []
  const first = spellings.slice(0, CHANGES_SHOWN)
  const more = spellings.length - first.length
  return [
    '',
    'These parties have several spellings. If they are two, name a column that tells them apart as keyed_by in the map:',
    ...first.flatMap((names) => wrapped(names.map(shown).join('; '), '  ')),
    ...(more === 0 ? [] : [`  and ${figure(more)} more`]),
  ]
}

/** Most changes in the text report; --json has all. */
const CHANGES_SHOWN = 40

function changeLines({ changes }: ImportResult): string[] {
  if (changes.length === 0) return []
  const lines = changes.slice(0, CHANGES_SHOWN).flatMap(({ row, column, was, now }) => {
    const before = was === '' ? 'nothing before' : `before: “${was}”`
    return wrapped(
      `Row ${row}: ${column === '' ? `as the map reads it (${before})` : `${column} “${now}” (${before})`}`,
      '  ',
    )
  })
  const more = changes.length - CHANGES_SHOWN
  return [
    '',
    'What changed:',
    ...lines,
    ...(more > 0 ? [`  … and ${figure(more)} more; --json lists them all.`] : []),
  ]
}

/**
 * Returns what to do next. If nothing is left to do, the text states this, so that a clerk knows that the
 * work is done.
 */
function nextLines({
  rows,
  newRows,
  changes,
  dryRun,
  correct,
  stopped,
  hasKey,
  faults,
}: ImportResult): string[] {
  const next: string[] = []
  if (dryRun && rows.new > 0) next.push('To import the new rows, run the command without --dry-run.')
  if (!hasKey && rows.new > 0 && rows.known > 0)
    next.push(
      'The map names no key, so a changed row counts as new. If you did not expect ' +
        `${counted(rows.new, 'new row')} (${newRows.join(', ')}${rows.new > newRows.length ? ', …' : ''}), check them ` +
        'first. To correct an imported record, use granary record correct.',
    )
  if (changes.length > 0 && !correct)
    next.push(
      'If the changes in the sheet are right, run the command with --correct: it writes corrections, and keeps the ' +
        'earlier versions. If not, undo the changes in the sheet.',
    )
  if (changes.length > 0 && correct && dryRun) next.push('To write the corrections, leave out --dry-run.')
  if (faults.length > 0)
    next.push('Correct the faulty rows in the sheet, and import it again. Nothing is written twice.')
  if (next.length === 0 && stopped !== null) return []
  if (next.length === 0) next.push('Nothing: the sheet is complete.')
  return ['', 'What to do next:', ...next.flatMap((text) => wrapped(text, '  '))]
}

/** Returns what is wrong, in which rows, and what to do; nothing if there are no faults. */
export function faultLines({ tell }: Words, faults: readonly RowFault[]): string[] {
  if (faults.length === 0) return []
  const lines = ['', 'At fault:']
  for (const { column, message, remedy, count, rows, values } of faultGroups(faults)) {
    const more = count > rows.length ? ', …' : ''
    const where = `${count === 1 ? 'row' : `${figure(count)} rows:`} ${rows.join(', ')}${more}`
    lines.push(...wrapped(`${column === '' ? 'The row' : column} ${tell(message)} (${where})`, '  '))
    if (values.length > 0) lines.push(...wrapped(values.map((value) => `“${value}”`).join(' '), '      '))
    lines.push(...wrapped(tell(remedy), '      '))
  }
  return lines
}

export function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, indent + line]
}

export const figure = (n: number): string => n.toLocaleString('en-GB')
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${figure(n)} ${n === 1 ? one : many}`

/** Most entries of each list that a page shows. */
const BRIEF = 200

/** The part of a result that a page shows: all counts, and the first entries of each list. */
export interface BriefReport {
  readonly map: string
  readonly stopped: Told | null
  readonly rows: Readonly<
    Record<'total' | 'done' | 'new' | 'already_imported' | 'changed' | 'at_fault' | 'left_out', number>
  >
  readonly lacking: ImportResult['lacking']
  readonly records: ImportResult['records']
  readonly matches: ImportResult['matches']
  readonly spellings: ImportResult['spellings']
  readonly changes: ImportResult['changes']
  readonly faults: readonly RowFault[]
  readonly has_key: boolean
}

export function briefJson(result: ImportResult): BriefReport {
  const { map, stopped, lacking, records, rows, matches, spellings, changes, faults } = result
  return {
    map,
    stopped,
    rows: rowsJson(rows),
    lacking,
    records,
    matches: matches.filter(({ by }) => by !== 'number').slice(0, BRIEF),
    spellings: spellings.slice(0, BRIEF),
    changes: changes.slice(0, BRIEF),
    faults: ofFirstRows(faults),
    has_key: result.hasKey,
  }
}

/**
 * Most rows at fault that a page shows. Each has all its faults, up to a limit that no normal sheet reaches.
 */
export const FAULTY_ROWS_SHOWN = 100
const MOST_FAULTS = 5_000

function ofFirstRows(faults: readonly RowFault[]): readonly RowFault[] {
  const shown = new Set([...new Set(faults.map(({ row }) => row))].slice(0, FAULTY_ROWS_SHOWN))
  return faults.filter(({ row }) => shown.has(row)).slice(0, MOST_FAULTS)
}

const rowsJson = (rows: ImportResult['rows']) => ({
  total: rows.total,
  done: rows.done,
  new: rows.new,
  already_imported: rows.known,
  changed: rows.changed,
  at_fault: rows.faulty,
  left_out: rows.leftOut,
})

/** The result for programs, in snake_case. */
export function reportJson({ tell }: Words, result: ImportResult): object {
  const { rows } = result
  return {
    map: result.map,
    dry_run: result.dryRun,
    stopped: ifGiven(result.stopped, tell) ?? null,
    correct: result.correct,
    rows: rowsJson(rows),
    lacking: result.lacking,
    records: result.records,
    known_parties: result.matches,
    spellings: result.spellings,
    changes: result.changes,
    faults: result.faults.map((fault) => ({
      ...fault,
      message: tell(fault.message),
      remedy: tell(fault.remedy),
    })),
  }
}

/** The members of a registry row that a person must fill in. The code is that of the sheet. */
const TO_FILL_IN: Readonly<Record<CodeKind, readonly string[]>> = {
  crops: ['name', 'commodity', 'form', 'source'],
  units: ['name', 'dimension', 'source'],
  regions: ['name', 'country', 'type', 'source'],
  conversions: ['kind', 'unit', 'crop', 'factor', 'weighings_count', 'source'],
}

/** Returns the rows that the registry lacks for a map, in the form that `registry add` reads. */
export function rowsToFillIn(missing: MissingCodes): string {
  return [...missing]
    .flatMap(([kind, codes]) => [
      `The registry lacks these ${kind}. Fill them in, save them as ${kind}.json, and run: granary registry add ${kind} ${kind}.json`,
      JSON.stringify(
        [...codes].map((id) => ({
          id,
          ...Object.fromEntries(TO_FILL_IN[kind].map((member) => [member, ''])),
        })),
        null,
        2,
      ),
      '',
    ])
    .join('\n')
}

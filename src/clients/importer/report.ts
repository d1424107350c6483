import { ifGiven, must } from '../../base/typed.ts'
import { rowSchemas } from '../../domain/registry.ts'
import { codeOf } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'
import { shown } from '../sheets/fault.ts'
import { faultGroups, faultLines, faultsJson, stoppedLines, wrapped } from '../sheets/fault-report.ts'
import type { MissingCodes } from '../sheets/map-shape.ts'
import { MADE_TYPES } from './forms.ts'
import type { ImportResult } from './result.ts'
import { LACKS } from './row.ts'

/** Writes the result of an import, for people and programs. */

/** Returns the summary for the clerk, in at most 100 columns. */
export function reportText(words: Words, result: ImportResult): string {
  const { say, tell } = words
  const { rows, lacking, dryRun, stopped } = result
  const lines = [
    say('import.report.rows', { map: result.map, count: rows.total }),
    `  ${rowsInWords(words, result)}`,
  ]
  if (rows.leftOut > 0) lines.push(`  ${say('import.report.skipped', { count: rows.leftOut })}`)
  for (const lack of LACKS)
    if (lacking[lack] > 0) lines.push(`  ${say(`import.report.lacks.${lack}`, { count: lacking[lack] })}`)
  if (dryRun) lines.push(`  ${say('import.report.dry')}`)
  if (stopped !== null) lines.push(...stoppedLines(words, rows.done, tell(stopped)))
  lines.push(...recordLines(words, result), ...matchLines(words, result), ...spellingLines(words, result))
  lines.push(...changeLines(words, result), ...faultLines(words, result.faults), ...nextLines(words, result))
  return `${lines.join('\n')}\n`
}

function rowsInWords({ say, count }: Words, { rows, dryRun, correct }: ImportResult): string {
  const corrected = correct ? (dryRun ? 'toCorrect' : 'corrected') : 'left'
  return say('import.report.were', {
    imported: count(rows.new),
    state: dryRun ? 'dry' : 'done',
    known: count(rows.known),
    changed: count(rows.changed),
    after: rows.changed > 0 && (correct || !dryRun) ? corrected : '',
    faulty: count(rows.faulty),
  })
}

function recordLines({ say, worded }: Words, { records, dryRun }: ImportResult): string[] {
  const types = ['party', ...MADE_TYPES].filter((type) => records[type] !== undefined)
  if (types.length === 0) return []
  const names = types.map((type) => worded(codeOf(type)))
  const width = Math.max(...names.map((name) => name.length)) + 2
  const lines = types.map((type, i) => {
    const { written, corrected, there, refused } = must(records[type])
    const parts = [
      say(dryRun ? 'import.report.toWrite' : 'import.report.written', { count: written }),
      ...(corrected === 0
        ? []
        : [say(dryRun ? 'import.report.toCorrect' : 'import.report.corrected', { count: corrected })]),
      ...(there === 0 ? [] : [say('import.report.there', { count: there })]),
      ...(refused === 0 ? [] : [say('import.report.refused', { count: refused })]),
    ]
    return `  ${must(names[i]).padEnd(width)}${parts.join(', ')}`
  })
  return ['', say('import.report.records'), ...lines]
}

/** Lists recognized parties of the office. A person should check matches by telephone and name. */
function matchLines({ say, count }: Words, { matches }: ImportResult): string[] {
  if (matches.length === 0) return []
  const others = matches.filter(({ by }) => by !== 'number')
  const known = { count: matches.length - others.length }
  if (others.length === 0) return ['', say('import.report.known', known)]
  const by = others.some((match) => match.by === 'name') ? 'name' : 'phone'
  return [
    '',
    say('import.report.knownAlso', { ...known, more: count(others.length), by }),
    ...others.flatMap(({ row, column, name, member_no: number }) => {
      const person = number === null ? name : say('import.fault.person', { name, number })
      return wrapped(say('import.report.match', { row, column, person }), '  ')
    }),
  ]
}

/** Lists parties that the sheet writes in several ways: a person should check that each is one party. */
function spellingLines({ say, count }: Words, { spellings }: ImportResult): string[] {
  if (spellings.length === 0) return []
  const first = spellings.slice(0, CHANGES_SHOWN)
  const more = spellings.length - first.length
  return [
    '',
    say('import.report.spellings'),
    ...first.flatMap((names) => wrapped(names.map(shown).join('; '), '  ')),
    ...(more === 0 ? [] : [`  ${say('import.report.more', { count: count(more) })}`]),
  ]
}

/** Most changes in the text report; --json has all. */
const CHANGES_SHOWN = 40

function changeLines({ say, tell, count }: Words, { changes }: ImportResult): string[] {
  if (changes.length === 0) return []
  const lines = changes.slice(0, CHANGES_SHOWN).flatMap(({ row, column, was, now }) => {
    const before =
      was === '' ? say('import.report.nothingBefore') : say('import.report.before', { was: tell(was) })
    return wrapped(
      column === ''
        ? say('import.report.changeOfMap', { row, before })
        : say('import.report.change', { row, column, now, before }),
      '  ',
    )
  })
  const more = changes.length - CHANGES_SHOWN
  return [
    '',
    say('import.report.changes'),
    ...lines,
    ...(more > 0 ? [`  ${say('import.report.moreChanges', { count: count(more) })}`] : []),
  ]
}

/**
 * Returns what to do next. If nothing is left to do, the text states this, so that a clerk knows that the
 * work is done.
 */
function nextLines({ say }: Words, result: ImportResult): string[] {
  const { rows, newRows, changes, dryRun, correct, stopped, hasKey, faults } = result
  const next: string[] = []
  if (dryRun && rows.new > 0) next.push(say('import.report.next.import'))
  if (!hasKey && rows.new > 0 && rows.known > 0)
    next.push(
      say('import.report.next.noKey', {
        count: rows.new,
        rows: [...newRows, ...(rows.new > newRows.length ? ['…'] : [])].join(', '),
      }),
    )
  if (changes.length > 0 && !correct) next.push(say('import.report.next.correct'))
  if (changes.length > 0 && correct && dryRun) next.push(say('import.report.next.writeCorrections'))
  if (faults.length > 0) next.push(say('import.report.next.faults'))
  if (next.length === 0 && stopped !== null) return []
  if (next.length === 0) next.push(say('import.report.next.nothing'))
  return ['', say('import.report.next'), ...next.flatMap((text) => wrapped(text, '  '))]
}

/** Most entries of each list that a page shows. */
const BRIEF = 200

/** Returns the part of a result that a page shows: all counts, and the first entries of each list. */
export function briefJson(words: Words, result: ImportResult) {
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
    faults: faultGroups(words, faults).slice(0, BRIEF),
    has_key: result.hasKey,
  }
}

export type BriefReport = ReturnType<typeof briefJson>

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
export function reportJson(words: Words, result: ImportResult): object {
  const { tell } = words
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
    changes: result.changes.map((change) => ({ ...change, was: tell(change.was) })),
    faults: faultsJson(words, result.faults),
  }
}

/** Returns the rows that the registry lacks for a map, in the form that `registry add` reads. */
export function rowsToFillIn({ say }: Words, missing: MissingCodes): string {
  return [...missing]
    .flatMap(([kind, codes]) => [
      say('import.map.toFillIn', {
        kind,
        file: `${kind}.json`,
        command: `granary registry add ${kind} ${kind}.json`,
      }),
      JSON.stringify(
        [...codes].map((id) => ({
          ...Object.fromEntries(rowSchemas[kind].required.map((member) => [member, ''])),
          id,
        })),
        null,
        2,
      ),
      '',
    ])
    .join('\n')
}

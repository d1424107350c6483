import { WHISP_VERDICTS } from '../../domain/screening.ts'
import type { Words } from '../../words/words.ts'
import { faultLines, faultsJson, stoppedLines, wrapped } from '../sheets/fault-report.ts'
import type { ScreenedRow, ScreeningResult } from './run.ts'

/** Describes for people what happened with a result, in at most 100 columns. */
export function screeningText(words: Words, result: ScreeningResult): string {
  const { say, count, tell } = words
  const { rows, dry_run, stopped, sha256, plots, faults } = result
  const were = {
    stored: count(rows.new),
    state: dry_run ? 'dry' : 'done',
    there: count(rows.there),
    faulty: count(rows.faulty),
  }
  const lines = [say('screening.rows', { count: rows.total }), `  ${say('screening.were', were)}`]
  if (dry_run) lines.push(`  ${say('import.report.dry')}`)
  if (stopped !== null) lines.push(...stoppedLines(words, plots.length + rows.faulty, tell(stopped)))
  if (plots.length > 0) lines.push('', say('screening.verdicts'), ...verdictLines(words, plots))
  lines.push(...faultLines(words, faults), '', say('import.report.next'))
  if (plots.length > 0) lines.push(...wrapped(say('screening.keepFile'), '  '), `  SHA-256 ${sha256}`)
  if (faults.length > 0) lines.push(`  ${say('screening.correct')}`)
  else if (plots.length === 0) lines.push(`  ${say('screening.nothing')}`)
  return lines.join('\n')
}

/** The result for programs. */
export const screeningJson = (words: Words, result: ScreeningResult): object => ({
  ...result,
  stopped: result.stopped && words.tell(result.stopped),
  faults: faultsJson(words, result.faults),
})

/** The verdicts are Whisp's own words. */
function verdictLines({ count }: Words, plots: readonly ScreenedRow[]): string[] {
  const columns = [...new Set(plots.flatMap(({ verdicts }) => Object.keys(verdicts)))]
  return columns.map((column) => {
    const counts = WHISP_VERDICTS.map(
      (word) => `${word} ${count(plots.filter(({ verdicts }) => verdicts[column] === word).length)}`,
    )
    return `  ${column.padEnd(14)} ${counts.join(', ')}`
  })
}

import { WHISP_VERDICTS } from '../../domain/screening.ts'
import { englishWords } from '../../words/words.ts'
import { counted, faultLines, figure, wrapped } from '../importer/report.ts'
import type { ScreenedRow, ScreeningResult } from './run.ts'

/** Describes for people what happened with a result, in at most 100 columns. */
export function screeningText(result: ScreeningResult): string {
  const { rows, dryRun, stopped, sha256, plots, faults } = result
  const lines = [
    `Result of Whisp: ${counted(rows.total, 'row')}.`,
    `  ${figure(rows.new)} ${dryRun ? 'new' : 'stored'}, ${figure(rows.there)} already stored, ${figure(rows.faulty)} at fault.`,
  ]
  if (dryRun) lines.push('  This was a dry run: nothing was written.')
  if (stopped !== null)
    lines.push(
      ...wrapped(`STOPPED after ${counted(plots.length + rows.faulty, 'row')}: ${stopped}`, '  '),
      '  Run the same command again to continue; nothing is written twice.',
    )
  if (plots.length > 0)
    lines.push('', 'Whisp reports these verdicts, which nobody here has checked:', ...verdictLines(plots))
  lines.push(...faultLines(englishWords(), faults), '', 'What to do next:')
  if (plots.length > 0)
    lines.push(
      ...wrapped(
        'Keep the file: only its verdicts are stored, with its digest. No list shows them; --json prints their ids.',
        '  ',
      ),
      `  SHA-256 ${sha256}`,
    )
  if (faults.length > 0)
    lines.push('  Correct the rows at fault, and run the command again. Nothing is written twice.')
  else if (plots.length === 0) lines.push('  Nothing: the file has no rows.')
  return lines.join('\n')
}

function verdictLines(plots: readonly ScreenedRow[]): string[] {
  const columns = [...new Set(plots.flatMap(({ verdicts }) => Object.keys(verdicts)))]
  return columns.map((column) => {
    const counts = WHISP_VERDICTS.map(
      (word) => `${word} ${figure(plots.filter(({ verdicts }) => verdicts[column] === word).length)}`,
    )
    return `  ${column.padEnd(14)} ${counts.join(', ')}`
  })
}

import { type Part, paragraph, partsOfTable } from '../../text/parts.ts'
import type { Column } from '../../text/table.ts'
import type { Words } from '../../words/words.ts'
import type { DisclosureSum } from '../subject-access/disclosure-sums.ts'

/** Who was shown a person's records, summed by month: the same table on the answer and on the statement (contract §7). */

/** A reader and a purpose by their names. */
interface Called {
  readonly reader: string
  /** Null where none was stated. */
  readonly purpose: string | null
}

export function sumsTable<Sum extends DisclosureSum>(
  words: Words,
  sums: readonly Sum[],
  calledIn: (sum: Sum) => Called,
  indent: string,
): Part[] {
  const { say } = words
  const columns: readonly Column[] = [
    { title: say('statement.paper.reader'), gives: true },
    { title: say('answer.shown.month'), keeps: true },
    { title: say('answer.shown.why'), narrows: true },
    { title: say('statement.paper.times'), align: 'right' },
    { title: say('answer.shown.records'), align: 'right' },
    { title: say('answer.shown.days'), keeps: true },
  ]
  const cells = sums.map((sum) => cellsOf(words, sum, calledIn(sum)))
  const { head, rows } = partsOfTable(columns, cells, indent)
  return [head, ...rows, ...paragraph(say('answer.shown.whole'), indent)]
}

function cellsOf(
  { calendar, count, say }: Words,
  { ground, month, times, records, firstAt, lastAt }: DisclosureSum,
  { reader, purpose }: Called,
): string[] {
  const [first, last] = [calendar.dayOnly(firstAt), calendar.dayOnly(lastAt)]
  const why = purpose ?? say('answer.shown.noPurpose')
  return [
    reader,
    calendar.monthName(month),
    ground === null ? say('answer.shown.ownWork') : say(`answer.shown.${ground}`, { why }),
    count(times),
    count(records),
    first === last ? first : say('answer.shown.fromTo', { first, last }),
  ]
}

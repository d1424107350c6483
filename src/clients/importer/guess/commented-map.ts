import { safe } from '../../../cli/print.ts'
import type { Told } from '../../../words/fault.ts'
import type { Words } from '../../../words/words.ts'
import type { ProposedColumn } from './chosen-columns.ts'
import { meant, short } from './columns.ts'
import { isOpen } from './points.ts'
import type { Proposal } from './propose.ts'

/** A proposal as a map file: what each column is taken for and why, and what is open, in comments above the map. */

const EXAMPLES = 3

/** @param command how the file was proposed */
export function commentedMap(words: Words, proposal: Proposal, command: string): string {
  const { say } = words
  const undecided = proposal.columns.filter(({ meaning }) => meaning === null).map(({ name }) => name)
  const lines = [
    say('import.propose.head', { command }),
    ...(proposal.open === 0 ? [] : [say('import.propose.open', { count: proposal.open })]),
    ...proposal.remarks.map(words.tell),
    '',
    ...proposal.columns.map((column) => columnLine(words, column)),
    ...(proposal.points.length === 0 ? [] : ['']),
    ...proposal.points.map((point) => {
      const { options, value } = point
      const shown = options?.find(({ word }) => word === value)?.shown ?? value
      const said = shown === null || isOpen(point) ? say('import.propose.decide') : words.tell(shown)
      return say('import.propose.point', { asks: words.tell(point.asks), said })
    }),
  ]
  const comments = lines.map((line) => (line === '' ? '//' : `// ${oneLine(line)}`))
  const map = { ...proposal.draft, ...(undecided.length === 0 ? {} : { undecided }) }
  return `${comments.join('\n')}\n${JSON.stringify(map, null, 2)}\n`
}

const oneLine = (text: string): string => safe(text).replace(/\s+/g, ' ').trim()

function columnLine({ say, tell }: Words, { name, inRows, meaning, why }: ProposedColumn): string {
  return say('import.propose.column', {
    name: name === '' ? say('import.noHeading') : name,
    cells: inRows.slice(0, EXAMPLES).map(short).join(' · '),
    meaning: meaning === null ? say('import.propose.decide') : tell(meant(meaning)),
    why: tell(why),
  })
}

/** What a person has to look at or decide, one to a line. */
export function openLines(words: Words, { columns, points, faults }: Proposal): string[] {
  const uncertain = columns.filter(({ sureness }) => sureness === 'decide' || sureness === 'look')
  const told = (text: Told) => words.tell(text)
  return [
    ...uncertain.map((column) => columnLine(words, column)),
    ...faults.map(told),
    ...points.filter((point) => isOpen(point) || point.name === 'sheet').map(({ asks }) => told(asks)),
  ].map(oneLine)
}

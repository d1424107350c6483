import type { Meaning } from '../../../../src/clients/importer/guess/columns.ts'
import type { ProposalFacts } from '../../../../src/clients/importer/guess/facts.ts'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { meaningsOf } from '../../../../src/clients/importer/guess/meanings.ts'
import { type Choices, isOpen } from '../../../../src/clients/importer/guess/points.ts'
import { mapOf, type Proposal, propose } from '../../../../src/clients/importer/guess/propose.ts'
import { factsOf, proposed } from '../../../../src/clients/importer/guess/sheet-read.ts'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { columnChoice } from '../../../../src/clients/importer/steps.ts'
import { englishWords, type Words } from '../../../../src/words/words.ts'
import { registry, WORDS } from './support.ts'

/** Proposals for sheets, as tests decide them. */

export const FACTS: ProposalFacts = {
  crops: registry.rows('crops') as never,
  units: registry.rows('units') as never,
  conversions: registry.rows('conversions') as never,
  timeZone: 'Africa/Kampala',
  country: 'UG',
  today: '2026-06-28',
  isMember: () => false,
  name: 'book',
}

/** What tests choose where they are not about it. */
const USUAL: Choices = { crop: 'maize_grain', basis: 'contract_performance' }

/** Of a sheet as text; columns may be chosen by their headings. */
export function proposalOf(
  text: string,
  choices: Choices = {},
  columns: Readonly<Record<string, Meaning>> = {},
  facts: Partial<ProposalFacts> = {},
): Proposal {
  const layout = layoutOf(text)
  const read = { layout, columns: meaningsOf(layout, facts.isMember), isOfPlots: false, remarks: [] }
  const named = Object.entries(columns).map(([name, meaning]) => [
    columnChoice(read.columns.findIndex((column) => column.name === name)),
    meaning,
  ])
  return propose(read, { ...FACTS, ...facts }, { ...USUAL, ...choices, ...Object.fromEntries(named) })
}

export const sheetOf = (header: string, ...lines: readonly string[]) => `${header}\n${lines.join('\n')}\n`

/** What each column is taken for, how surely, and why. */
export const told = (sheet: string, choices: Choices = {}, facts: Partial<ProposalFacts> = {}) =>
  Object.fromEntries(
    proposalOf(sheet, choices, {}, facts).columns.map(({ name, meaning, sureness, why }) => [
      name,
      `${meaning ?? ''} ${sureness}: ${WORDS.tell(why)}`,
    ]),
  )

/** @throws if something is still open, with what it is */
export function decided(proposal: Proposal): ImportMap {
  const map = mapOf(proposal)
  if (map === null) throw new Error(`open: ${openIn(proposal).join('; ')}`)
  return JSON.parse(JSON.stringify(map)) as ImportMap
}

/** Everything that a person has to decide, in words. */
export const openIn = (
  { columns, points, faults }: Proposal,
  { tell }: Words = englishWords(FACTS.timeZone),
): string[] => [
  ...columns.filter(({ meaning }) => meaning === null).map(({ name, why }) => `${name}: ${tell(why)}`),
  ...faults.map(tell),
  ...points
    .filter(isOpen)
    .map(({ asks, fault }) => [asks, ...(fault === null ? [] : [fault])].map(tell).join(' ')),
]

/** The options of a point as its reader sees them. */
export const optionsOf = (
  { points }: Proposal,
  name: string,
  { tell }: Words = englishWords(FACTS.timeZone),
): string[] => (points.find((point) => point.name === name)?.options ?? []).map(({ shown }) => tell(shown))

const run = (async (task: string, { kind }: { kind: never }) =>
  task === 'time'
    ? { time_zone: 'Africa/Kampala', now: '2026-11-29T10:00:00Z', clock_behind: false }
    : { rows: registry.rows(kind) }) as never

/** Of a whole file, as the command and the page read it. */
export async function proposalOfFile(bytes: Buffer, name: string, choices: Choices = {}): Promise<Proposal> {
  const facts = await factsOf(run, name, {} as never, englishWords(FACTS.timeZone), FACTS.isMember)
  const all = { ...USUAL, ...choices }
  return (await proposed(bytes, { ...facts, country: 'UG' }, () => all, all)).proposal
}

import type { DeskSteps, StepFault } from '../sheets/steps.ts'
import type { ProposedColumn } from './guess/chosen-columns.ts'
import type { FirstRow } from './guess/first-rows.ts'
import { type Choices, type Point, REVIEW } from './guess/points.ts'
import type { Proposal } from './guess/propose.ts'
import type { BriefReport } from './report.ts'

/** The steps of an import that the office page starts. */

export interface ImportSteps extends DeskSteps {
  /** What the person chose; null before the first proposal, for which those of an earlier sheet may be used. */
  readonly choices: Choices | null
  /** What people chose for earlier sheets, newest first. */
  readonly kept: readonly KeptChoices[]
  /** The person's own map as text; null if one is proposed. */
  readonly map: string | null
  /** Whether to check the whole file, if nothing is open. */
  readonly check: boolean
  readonly correct: boolean
  readonly acceptMatches: boolean
}

/** What a person chose for a sheet with these headings. */
export interface KeptChoices {
  readonly headings: readonly string[]
  readonly choices: Choices
}

/** A proposal as a page shows it. */
export interface ShownProposal extends Pick<Proposal, 'rows' | 'remarks' | 'faults' | 'open'> {
  readonly columns: readonly (Pick<ProposedColumn, 'name' | 'meaning' | 'options' | 'sureness' | 'why'> & {
    /** Its cells in the first rows. */
    readonly cells: readonly string[]
    readonly isEmpty: boolean
    /** Whether it has neither a heading nor any cell, as columns between others and at the end. */
    readonly isBlank: boolean
  })[]
  readonly points: readonly Point[]
  readonly firstRows: readonly FirstRow[]
  /** The sheet of a workbook with several that is read; null if there is one, or all are. */
  readonly sheet: string | null
  /** The rows of the headings, as a spreadsheet program numbers them; none if the file has none. */
  readonly headings: readonly number[]
  /** The map of an earlier sheet that is used, and how many columns of this one it has; null if none is. */
  readonly from: { readonly name: string; readonly fits: number } | null
}

export type StepProposal = { readonly proposal: ShownProposal; readonly choices: Choices }
export type StepReport = Partial<StepProposal> & {
  readonly map: string
  readonly report: BriefReport
  readonly isWritten: boolean
  readonly looked: string | null
}

/** What a step of the command prints. */
export type StepResult = StepProposal | StepFault | StepReport

/** Returns what was chosen for the sheet that is most like one with these headings; null if it lacks a column that was read. */
export function keptFor(
  kept: readonly KeptChoices[],
  headings: readonly string[],
): (StepProposal['proposal']['from'] & { readonly choices: Choices }) | null {
  const fitting = kept.flatMap(({ headings: before, choices }) => {
    const places = before.map((name) => headings.indexOf(name))
    const isLost = places.some((place, i) => place === -1 && isRead(choices[columnChoice(i)]))
    if (isLost || places.every((place) => place === -1)) return []
    const moved = before.flatMap((_, i) => {
      const [place = -1, word] = [places[i], choices[columnChoice(i)]]
      return place === -1 || word === undefined ? [] : [[columnChoice(place), word] as const]
    })
    const others = Object.entries(choices).filter(([name]) => !name.startsWith(COLUMN))
    const fits = headings.filter((name) => before.includes(name)).length
    return [{ name: choices.name ?? '', fits, choices: Object.fromEntries([...others, ...moved]) }]
  })
  return fitting.sort((a, b) => b.fits - a.fits)[0] ?? null
}

const COLUMN = 'column_'
/** The name under which the choice of a column is kept. */
export const columnChoice = (i: number): string => `${COLUMN}${i}`
const isRead = (word: string | undefined): boolean =>
  word !== undefined && word !== 'note' && word !== 'nothing'

/** What the next sheet must not get unasked: what is true of one sheet alone, and what people agreed to. */
const OF_ONE_SHEET: readonly string[] = ['sheet', 'day', 'farmer', 'as_of', 'prices', 'mark']

/**
 * Returns what a proposal came to, as choices for the next sheet with these columns. What an empty column was not read as is
 * not kept, nor what only the members of that day showed: the next sheet shows what it is.
 */
export const choicesToKeep = ({ columns, points }: ShownProposal): Choices =>
  Object.fromEntries([
    ...columns.flatMap(({ meaning, sureness, isEmpty }, i) => {
      const isShown = meaning === 'member_no' && sureness === 'look'
      const isKept = isRead(meaning ?? undefined) ? !isShown : sureness === 'chosen' && !isEmpty
      return meaning !== null && isKept ? [[columnChoice(i), meaning] as const] : []
    }),
    ...points.flatMap(({ name, value }) =>
      value === null || OF_ONE_SHEET.includes(name) || name.startsWith(REVIEW)
        ? []
        : [[name, value] as const],
    ),
  ])

/** Returns the choices, with what a form changed of what was shown. */
export function chosenIn(
  { columns, points }: ShownProposal,
  before: Choices,
  form: Readonly<Record<string, string | undefined>>,
): Choices {
  const shown = [
    ...columns.map(({ meaning }, i) => [columnChoice(i), meaning ?? ''] as const),
    ...points.map(({ name, value }) => [name, value ?? ''] as const),
  ]
  const changed = shown.flatMap(([name, value]) => {
    const typed = form[name]
    return typed === undefined || typed === value ? [] : [[name, typed.slice(0, LONGEST_CHOICE)] as const]
  })
  return { ...before, ...Object.fromEntries(changed) }
}

const LONGEST_CHOICE = 500

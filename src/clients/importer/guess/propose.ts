import { given, nonEmpty } from '../../../base/typed.ts'
import type { Told } from '../../../words/fault.ts'
import { type Message, message } from '../../../words/message.ts'
import type { ImportMap } from '../map.ts'
import { clashes, columnsFor, lacks, type ProposedColumn, rowOf } from './chosen-columns.ts'
import type { GuessedColumn } from './columns.ts'
import { people, plots, produce } from './contents.ts'
import type { Content, Parts, ProposalFacts } from './facts.ts'
import { emptyWords, GuessedColumns, type Makes, OPEN, type StandIns } from './guessed-map.ts'
import type { Layout } from './layout.ts'
import { features } from './plots.ts'
import { type Choices, isOpen, type Point, Points } from './points.ts'
import { basisOf, dayIn, nameIn, reviewedAway } from './sheet-points.ts'

/**
 * Proposes what a sheet means: each column, how sure that is, and what no column tells. Pure: with what a person chose, it
 * proposes the rest again, and once nothing is open, its map reads the sheet.
 */

/** A sheet, as far as it shows by itself what it is. */
export interface ReadSheet {
  readonly layout: Layout
  readonly columns: readonly GuessedColumn[]
  /** Whether it is a file of the map, whose rows are plots. */
  readonly isOfPlots: boolean
  readonly remarks: readonly Told[]
}

export interface Proposal {
  readonly rows: number
  readonly remarks: readonly Told[]
  readonly columns: readonly ProposedColumn[]
  /** What no column tells. */
  readonly points: readonly Point[]
  /** What only another choice of a column mends. */
  readonly faults: readonly Message[]
  /** How many things a person has to decide. */
  readonly open: number
  /** With stand-ins for what is open. */
  readonly draft: ImportMap
}

/** Returns the map of a proposal; null while a person has something to decide. */
export const mapOf = ({ open, draft }: Proposal): ImportMap | null => (open === 0 ? draft : null)

export function propose(
  { layout, columns: guessed, isOfPlots, remarks }: ReadSheet,
  facts: ProposalFacts,
  choices: Choices = {},
  standIn: StandIns = OPEN,
): Proposal {
  const points = new Points(choices)
  const makes = isOfPlots ? 'feature' : rowOf(points, guessed)
  const all = columnsFor(guessed, makes, choices)
  const columns = new GuessedColumns(all)
  const parts = { points, columns, facts, standIn, hasTitle: (layout.csv.skip_lines ?? 0) > 0 }
  const content = contentOf(parts, makes)
  const reviews = isOfPlots ? [] : reviewedAway(points, all)
  const basis = basisOf(points)
  const finished = content(basis)
  const asOf = points.text(
    'as_of',
    message(isOfPlots ? 'import.guess.plotsAsOf' : 'import.guess.peopleAsOf'),
    (text) => dayIn(text, facts),
    facts.today,
  )
  const name = points.text('name', message('import.guess.mapName'), nameIn, facts.name)
  const faults = [...lacks(columns, makes), ...clashes(columns)]
  const draft = given({
    name: name ?? facts.name,
    ...given({ key: finished.key }),
    csv: Object.keys(layout.csv).length === 0 ? undefined : layout.csv,
    lawful_basis: basis ?? standIn.basis,
    as_of: asOf ?? facts.today,
    time_zone: facts.timeZone,
    ...finished,
    empty: nonEmpty(emptyWords(columns)),
    skip: nonEmpty([...layout.skip, ...reviews]),
  }) as ImportMap
  return {
    rows: layout.rowCount + layout.furtherRows,
    remarks: [...remarks, ...layout.remarks],
    columns: all,
    points: points.all,
    faults,
    open:
      all.filter(({ meaning }) => meaning === null).length + points.all.filter(isOpen).length + faults.length,
    draft,
  }
}

function contentOf(parts: Parts, makes: Makes): Content {
  if (makes === 'feature') return features(parts)
  if (makes === 'people') return people(parts)
  return makes === 'plot' ? plots(parts) : produce(parts, makes)
}

import { basename } from 'node:path'
import { type GlobalOptions, type Run, settings } from '../../../cli/context.ts'
import { dayOf } from '../../../cli/day.ts'
import { rowsOf } from '../../../registry/rows-of.ts'
import { message } from '../../../words/message.ts'
import type { Words } from '../../../words/words.ts'
import { type FeatureTable, featureTable, GEOMETRY_COLUMN } from '../../outlines/features.ts'
import { columnName, readRecords } from '../../sheets/csv.ts'
import { ImportFault } from '../../sheets/fault.ts'
import { normalized } from '../../sheets/meaning.ts'
import type { IsMember } from '../../sheets/numbering.ts'
import {
  csvTextOf,
  headed,
  isWorkbook,
  mergedFigures,
  sheetNames,
  sheetText,
  textOfRows,
} from '../../sheets/spreadsheet.ts'
import { workbookRemarks } from '../../sheets/workbook-remarks.ts'
import type { ImportMap } from '../map.ts'
import type { GuessedColumn, Meaning } from './columns.ts'
import type { ProposalFacts } from './facts.ts'
import { type Layout, layoutOf } from './layout.ts'
import { meaningsOf } from './meanings.ts'
import { withMergedFigures } from './merged-columns.ts'
import { type Choices, Points } from './points.ts'
import { type Proposal, propose, type ReadSheet } from './propose.ts'

/** Reads a file as far as a proposal needs it, and what else a proposal depends on. */

/** The sheet is null while a person has to choose one of a workbook. */
export interface Proposed {
  readonly sheet: ReadSheet | null
  readonly proposal: Proposal
}

/** Of a sheet; its points begin with those by which it was chosen. */
export async function proposed(
  bytes: Buffer,
  facts: ProposalFacts,
  choicesFor: (headings: readonly string[]) => Choices,
  before: Choices = {},
): Promise<Proposed> {
  const points = new Points(before)
  const sheet = await sheetIn(bytes, points, facts.isMember)
  if (sheet === null)
    return {
      sheet,
      proposal: { rows: 0, remarks: [], columns: [], points: points.all, faults: [], open: 1, draft: NO_MAP },
    }
  const proposal = propose(sheet, facts, choicesFor(sheet.columns.map(({ name }) => name)))
  return { sheet, proposal: { ...proposal, points: [...points.all, ...proposal.points] } }
}

const NO_MAP = {} as ImportMap

/**
 * @param file whose name the map gets
 * @param isMember whether a member has a number
 */
export async function factsOf(
  run: Run,
  file: string,
  options: GlobalOptions,
  words: Words,
  isMember: IsMember,
): Promise<ProposalFacts> {
  const { time_zone: timeZone, now } = await run('time', {})
  return {
    crops: (await rowsOf(run, 'crops')).map((row) => ({ ...row, shown: words.crop(row) })),
    units: (await rowsOf(run, 'units')).map((row) => ({ ...row, shown: words.unit(row) })),
    conversions: await rowsOf(run, 'conversions'),
    timeZone,
    country: settings(options).country,
    today: dayOf(timeZone, Date.parse(now)),
    isMember,
    name: slug(basename(file)),
  }
}

async function sheetIn(bytes: Buffer, points: Points, isMember: IsMember): Promise<ReadSheet | null> {
  const plots = featureTable(bytes)
  if (plots !== null) return plotsIn(plots)
  const names = isWorkbook(bytes) ? await sheetNames(bytes) : []
  if (names.length < 2) return laidOut(bytes, ...(await onlySheet(bytes)), isMember)
  const all = await commonLayout(bytes, names)
  const chosen = points.choice('sheet', message('import.guess.whichSheet'), [
    ...names.map((word) => ({ word, shown: word })),
    ...(all === null ? [] : [{ word: EVERY, shown: message('import.guess.allSheets') }]),
  ])
  if (chosen === null) return null
  if (chosen === EVERY && all !== null)
    return laidOut(bytes, headed(await sheetText(bytes, all)), all, isMember)
  return laidOut(bytes, await csvTextOf(bytes, { sheet: chosen }), { sheet: chosen }, isMember)
}

type Dialect = NonNullable<ImportMap['csv']>

async function laidOut(bytes: Buffer, text: string, csv: Dialect, isMember: IsMember): Promise<ReadSheet> {
  const layout = layoutOf(text, csv)
  const remarks = await workbookRemarks(bytes, csv, layout.lines)
  const columns = withMergedFigures(meaningsOf(layout, isMember), await mergedFigures(bytes, layout.csv))
  return { layout, columns, isOfPlots: false, remarks }
}

async function onlySheet(bytes: Buffer): Promise<[text: string, csv: Dialect]> {
  try {
    return [await csvTextOf(bytes), {}]
  } catch (error) {
    // A map can name one other encoding.
    if (!(error instanceof ImportFault) || isWorkbook(bytes)) throw error
    return [await csvTextOf(bytes, { encoding: 'windows-1252' }), { encoding: 'windows-1252' }]
  }
}

export const EVERY = 'every_sheet'

/** Returns the layout of all sheets, such as one for each month of a year; null if their layouts differ. */
async function commonLayout(bytes: Buffer, names: readonly string[]): Promise<Dialect | null> {
  const layouts: Layout[] = []
  for (const sheet of names) {
    try {
      layouts.push(layoutOf(await csvTextOf(bytes, { sheet })))
    } catch (error) {
      if (error instanceof ImportFault) return null
      throw error
    }
  }
  const [first] = layouts
  const keyOf = ({ columns, csv }: Layout) =>
    JSON.stringify([columns.map(({ name }) => name), csv.skip_lines, csv.header_rows, csv.across?.day])
  if (first === undefined || layouts.some((one) => keyOf(one) !== keyOf(first))) return null
  const { delimiter: _, ...csv } = first.csv
  return { ...csv, every_sheet: true }
}

const PLOT_COLUMNS: readonly (readonly [Meaning, RegExp])[] = [
  ['member_no', /member|farmer|grower|holder|owner|socio|membre/],
  ['plot', /plot|field|parcel|garden|shamba|^id$/],
  ['plot', /^name$/],
  ['plot_name', /^name$/],
]
const FIRST_PLOTS = 5

/** The properties of plots in a file of the map, as columns. */
function plotsIn({ header, text }: FeatureTable): ReadSheet {
  const rows = readRecords(text, ',').filter((cells) => cells.length === header.length)
  const meanings = new Map<string, Meaning>()
  for (const [meaning, pattern] of PLOT_COLUMNS) {
    const name = header.find((one) => !meanings.has(one) && pattern.test(normalized(one)))
    if (name !== undefined && ![...meanings.values()].includes(meaning)) meanings.set(name, meaning)
  }
  const columns = header.flatMap((name, i): GuessedColumn[] => {
    if (name === GEOMETRY_COLUMN) return []
    const inRows = rows.map((cells) => cells[i]?.trim() ?? '')
    const meaning = meanings.get(name) ?? 'nothing'
    const isKnown = meaning !== 'nothing'
    return [
      {
        ...{
          name: columnName(name),
          inRows,
          cells: inRows.filter((cell) => cell !== ''),
          dates: null,
          kind: null,
        },
        ...{ meaning, sureness: isKnown ? 'look' : 'none' },
        why: message(isKnown ? 'import.why.byName' : 'import.why.nothing'),
      },
    ]
  })
  const beginning = textOfRows(rows.slice(0, FIRST_PLOTS))
  return {
    layout: {
      ...{ csv: {}, skip: [], remarks: [], columns, rowCount: rows.length, furtherRows: 0, hasHeader: true },
      lines: 1,
      beginning: { text: beginning, header },
    },
    columns,
    isOfPlots: true,
    remarks: [message('import.guess.plots', { count: rows.length })],
  }
}

/** Returns a name for a map that is made of the file's name. */
export const slug = (file: string): string =>
  file
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64) || 'sheet'

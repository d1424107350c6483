import { given, must } from '../../../base/typed.ts'
import { parseInstant } from '../../../domain/time.ts'
import { OperatorFault, type Told } from '../../../words/fault.ts'
import { message, type Value } from '../../../words/message.ts'
import { faultSentences } from '../../sheets/rejects.ts'
import { compileMap } from '../compiled-map.ts'
import type { ReadParty } from '../parties.ts'
import { type PlannedRow, planImport } from '../plan.ts'
import type { RowContext } from '../row.ts'
import type { ProposalFacts } from './facts.ts'
import type { StandIns } from './guessed-map.ts'
import type { Choices } from './points.ts'
import { type Proposal, propose, type ReadSheet } from './propose.ts'

/** The first rows of a sheet as the records that they become, as far as the proposal is decided. */

export interface FirstRow {
  readonly row: number
  readonly said: Told
  /** Of the record; each null if it has none. */
  readonly quantity: Told | null
  readonly price: Told | null
  /** Why the row is not imported; null if it is. */
  readonly fault: Told | null
}

const ROWS_SHOWN = 5
/** In place of what nobody decided yet. */
const UNKNOWN = '?'

/** @returns none if too little is decided for any record */
export function firstRows(
  sheet: ReadSheet,
  proposal: Proposal,
  facts: ProposalFacts,
  choices: Choices,
  context: Omit<RowContext, 'ownParties'>,
): readonly FirstRow[] {
  const { text, header } = sheet.layout.beginning
  const { draft } = propose(sheet, facts, choices, standInsFor(facts))
  try {
    const plan = planImport(
      text,
      compileMap(JSON.parse(JSON.stringify(draft)), context.registry as never),
      context,
      header,
    )
    return [...plan.rows()].flatMap((row) => saidOf(row, proposal, context, facts)).slice(0, ROWS_SHOWN)
  } catch (error) {
    if (error instanceof OperatorFault) return []
    throw error
  }
}

const standInsFor = ({
  crops,
  today = '',
}: Pick<ProposalFacts, 'crops'> & { readonly today?: string }): StandIns => ({
  ...{ basis: 'special_data_consent', crop: crops[0]?.id ?? '', unit: 'kg', day: today, farmer: UNKNOWN },
  ...{ currency: null, country: null, formats: null, thousands: undefined },
})

function saidOf(
  { row, records, parties, faults }: PlannedRow,
  { draft, columns, points }: Proposal,
  { known, cooperative }: Pick<RowContext, 'known' | 'cooperative'>,
  { crops }: ProposalFacts,
): FirstRow[] {
  const nothing = { row, quantity: null, price: null, fault: null }
  const [fault] = faults
  if (fault !== undefined) return [{ ...nothing, said: faultSentences(fault), fault: fault.message }]
  const nameOf = ({ id, statement }: ReadParty): Value => {
    const { name, number } =
      statement === null
        ? { name: known.byId(id)?.name ?? '', number: known.byId(id)?.member_no }
        : { name: statement.display_name, number: statement.member_no }
    return number ? message('import.fault.person', { name, number }) : name
  }
  const people = parties.filter(({ id }) => id !== cooperative)
  const who = { examples: people.map(nameOf) }
  const made = records
    .filter(({ draft: { type } }) => type !== 'party')
    .sort((a, b) => Number(a.draft.type === 'plot') - Number(b.draft.type === 'plot'))
  if (made.length === 0) return [{ ...nothing, said: message('import.became.party', { who }) }]
  const isOpen = (name: string) => points.some((point) => point.name === name && point.value === null)
  // Words that nobody decided have a stand-in, so any row with it may be one of theirs.
  const hasOpenWord = (start: string) =>
    points.some(({ name, value }) => name.startsWith(start) && value === null)
  const standIns = standInsFor({ crops })
  const isDayOpen = draft.dates?.day?.constant === UNKNOWN || draft.dates?.day?.formats?.[0] === UNKNOWN
  const hasPrice =
    columns.some(({ kind, meaning }) => kind === 'price' && meaning === null) || isOpen('currency')
  return made.map(({ draft: record }): FirstRow => {
    const { type, occurred_at: at, quantity, agreed_price: price } = record as never as BecomesShown
    if (type !== 'delivery' && type !== 'harvest')
      return { ...nothing, said: saidOfPlot(record as never, who) }
    const atMs = parseInstant(at)
    const its = {
      day: isDayOpen || atMs === null ? UNKNOWN : { day: atMs },
      who,
      crop:
        isOpen('crop') || (hasOpenWord('crop:') && record.crop === standIns.crop)
          ? UNKNOWN
          : (crops.find(({ id }) => id === record.crop)?.shown ?? String(record.crop)),
    }
    return {
      ...nothing,
      said: message(`import.became.${type}`, its),
      quantity:
        isOpen('unit') || isOpen('mark') || (hasOpenWord('unit:') && quantity.unit === standIns.unit)
          ? UNKNOWN
          : saidOfQuantity(quantity),
      price:
        price === undefined
          ? hasPrice
            ? UNKNOWN
            : null
          : message('import.became.price', { price: { money: price } }),
    }
  })
}

/** A count of bags is in the words of the reader. */
function saidOfQuantity({ label, ...quantity }: BecomesShown['quantity']): Told {
  const [, count, each] = OF_BAGS.exec(label ?? '') ?? []
  if (each !== undefined)
    return message('import.became.bags', { quantity: { quantity }, count: Number(count), each })
  return message('import.became.quantity', { quantity: { quantity: { ...quantity, ...given({ label }) } } })
}

/** The label that a map of bags makes. */
const OF_BAGS = /^(\d{1,9}) bags of (.+)$/

/** A plot by its name, or else by its place if that is a point. */
function saidOfPlot({ name, geometry }: PlotShown, who: Value): Told {
  if (name !== undefined) return message('import.became.plot', { name, who })
  if (geometry?.type !== 'Point') return message('import.became.plotOf', { who })
  const [longitude, latitude] = geometry.coordinates.map((one): Value => ({ typed: Number(one) }))
  return message('import.became.plotAt', { latitude: must(latitude), longitude: must(longitude), who })
}

interface PlotShown {
  readonly name?: string
  readonly geometry?: { readonly type: string; readonly coordinates: readonly unknown[] }
}

interface BecomesShown {
  readonly type: string
  readonly occurred_at: string
  readonly quantity: { readonly value: number; readonly unit: string; readonly label?: string }
  readonly agreed_price?: { readonly amount_minor: number; readonly currency: string }
}

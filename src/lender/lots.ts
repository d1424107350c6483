import { forksOf } from '../domain/forks.ts'
import { roundKg, sumKg } from '../domain/quantity.ts'
import { GAP, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import { kg, percent, several } from '../words/english.ts'
import { correctionParts } from './corrections.ts'
import type { Leg, Lot, MassBalance, Redaction, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, sectionParts, sentence } from './section.ts'

/** Most lots printed: each takes at least seven lines, so more never fit. */
export const MOST_LOTS = 70

const INNER = `${INDENT}    `

export function lotsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.lots
  return sectionParts({
    title: 'LOTS',
    before: [
      ...groundParts(data, lexicon, 'lot', data.lots.found),
      ...(found.length === 0
        ? emptyParts(lexicon)
        : sentence(
            'Balances are taken over all records of a lot, those not open to the reader included; of those only counts and sums are shown.',
          )),
      ...unreadParts(data.lots, 'lots'),
      ...forkParts(forksOf(data.forked.found, 'lot'), lexicon, 'lots', data.forked.complete),
    ],
    entries: found.map((lot) => () => lotParts(lot, data, lexicon)),
    leftOut: (n) =>
      `Not printed, since a section has at most 500 lines: the ${several(n, 'oldest lot', 'oldest lots')}.`,
  })
}

function lotParts(lot: Lot, { superseded }: SubjectData, lexicon: Lexicon): Part[] {
  const { derived, grade } = lot
  const { calendar } = lexicon
  const late = derived.flags.includes('received_late')
    ? ` (entered late, on ${calendar.day(lot.received_at)})`
    : ''
  const graded = grade === undefined ? '' : `, grade ${quoted(grade, 24)} as stated`
  return [
    GAP,
    ...paragraph(
      `Lot of ${lexicon.crop(lot.crop)}${graded}, formed ${calendar.asRecorded(lot)}${late}`,
      INDENT,
      INNER,
    ),
    ...correctionParts(lot, superseded, lexicon, INNER),
    ...paragraph(custodyOf(lot, lexicon), INNER),
    ...balanceParts(lot, lexicon),
    ...legParts(derived.mass_balance.legs, derived.redacted ?? [], lexicon),
    ...verdictParts(derived),
    ...paragraph(lexicon.flags(derived.flags) ?? '', INNER),
  ]
}

function custodyOf(lot: Lot, lexicon: Lexicon): string {
  const { custody } = lot.derived
  const { custodian, as_of, as_of_precision, transfers, broken } = custody
  const holder = custodian === null ? 'a party not open to the reader' : lexicon.party(custodian)
  const hands =
    transfers === 0 ? 'never handed over' : `after ${several(transfers, 'hand-over', 'hand-overs')}`
  const chain = broken
    ? ' BROKEN: it was handed over by a party that was not the last to hold it.'
    : transfers === 0
      ? ''
      : ' The chain is unbroken.'
  const { calendar } = lexicon
  const since =
    as_of === null
      ? ''
      : ` since ${calendar.asRecorded({ occurred_at: as_of, occurred_at_precision: as_of_precision })}`
  return `Custody: held by ${holder}${since}, ${hands}.${chain}`
}

function balanceParts(lot: Lot, lexicon: Lexicon): Part[] {
  const balance = lot.derived.mass_balance
  const table = partsOfTable(
    [{ title: '' }, { title: '', align: 'right' }, { title: '', gives: true }],
    [
      [
        'put in',
        orNone(balance.inputs_kg, statesInputs(lot) ? 'not counted' : 'none stated'),
        inputsNote(lot),
      ],
      [
        'declared',
        orNone(balance.declared_kg, 'not in kg'),
        `${lexicon.quantity(lot.quantity)}; ${lexicon.wayInFull(lot)}`,
      ],
      ['difference', orNone(balance.formation_difference_kg, '-'), differenceNote(balance)],
      ['went out', kg(balance.outputs_kg), 'delivered, or drawn into other lots'],
      ['lost', kg(balance.losses_kg), 'as declared'],
      [
        'remaining',
        orNone(balance.remaining_kg, '-'),
        'declared less what went out and was lost: what should still be there',
      ],
    ],
    INNER,
  )
  return [...table.rows]
}

const orNone = (value: number | null, word: string) => (value === null ? word : kg(value))

const hiddenInputs = ({ derived: { redacted = [] } }: Lot) =>
  redacted.find(({ member }) => member === 'inputs')

const statesInputs = (lot: Lot) => (lot.inputs ?? []).length > 0 || hiddenInputs(lot) !== undefined

/** Describes the inputs as stated by the lot; of those not open to the reader, only the count and the sum. */
function inputsNote(lot: Lot): string {
  const { inputs = [], derived } = lot
  const hidden = hiddenInputs(lot)
  const shownKg = sumKg(inputs.map((input) => input.kg))
  const hiddenKg = hidden?.kg ?? 0
  const counted = (n: number, sum: number) => `${several(n, 'input', 'inputs')}, ${kg(sum)} kg`
  const told = [
    // The API returns all inputs to a party to the lot, even those that it may not read.
    ...(inputs.length > 0
      ? [counted(inputs.length, shownKg) + (hidden === undefined ? '' : ', open to the reader')]
      : []),
    ...(hidden === undefined ? [] : [`${counted(hidden.count ?? 0, hiddenKg)}, not open to the reader`]),
  ]
  const leftOutKg = sumKg([shownKg, hiddenKg, -(derived.mass_balance.inputs_kg ?? 0)])
  if (leftOutKg > 0)
    told.push(
      `${kg(leftOutKg)} kg of this not counted: of records that are not here, that the writer of the lot may not read, or of the lot itself`,
    )
  return told.join('; ')
}

function differenceNote({ formation_difference_kg, declared_kg, tolerance }: MassBalance): string {
  if (formation_difference_kg === null || declared_kg === null) return ''
  return `put in less declared; ${percent(tolerance)} of declared, ${kg(roundKg(declared_kg * tolerance))}, is allowed`
}

const LEGS_SHOWN = 12

function legParts(legs: readonly Leg[], redacted: readonly Redaction[], lexicon: Lexicon): Part[] {
  const parts = legs
    .slice(0, LEGS_SHOWN)
    .flatMap((leg) => paragraph(legText(leg, lexicon), INNER, `${INNER}  `))
  const more = legs.length - LEGS_SHOWN
  if (more > 0)
    parts.push(
      ...paragraph(
        `and ${several(more, 'more weighing', 'more weighings')} at a hand-over, not printed`,
        INNER,
      ),
    )
  const hidden = redacted.find(({ member }) => member === 'legs')
  if (hidden?.count !== undefined) {
    const differ = `differing by ${kg(hidden.difference_kg ?? 0)} kg in sum`
    parts.push(
      ...paragraph(
        `${several(hidden.count, 'weighing', 'weighings')} at a hand-over not open to the reader, ${differ}`,
        INNER,
      ),
    )
  }
  return parts
}

function legText(
  { at, at_precision, kg: weighed, expected_kg, difference_kg, breached }: Leg,
  lexicon: Lexicon,
): string {
  const day = lexicon.calendar.asRecorded({ occurred_at: at, occurred_at_precision: at_precision })
  if (expected_kg === null || difference_kg === null)
    return `Weighed at a hand-over ${day}: ${kg(weighed)} kg, with nothing to compare it to`
  const verdict = breached ? 'OUTSIDE the margin' : 'within the margin'
  return `Weighed at a hand-over ${day}: ${kg(weighed)} kg where ${kg(expected_kg)} was expected, difference ${kg(difference_kg)}, ${verdict}`
}

function verdictParts({ mass_balance, custody }: Lot['derived']): Part[] {
  const { breached, incomplete, not_counted, formation_difference_kg, outputs_kg, losses_kg, legs } =
    mass_balance
  const isCompared =
    formation_difference_kg !== null ||
    outputs_kg > 0 ||
    losses_kg > 0 ||
    legs.length > 0 ||
    custody.transfers > 0
  const verdict = breached
    ? 'Mass balance: DOES NOT ADD UP within the margin.'
    : !isCompared
      ? 'Mass balance: there is nothing to compare the declared weight with.'
      : incomplete
        ? 'Mass balance: no breach found in what is known.'
        : 'Mass balance: adds up within the margin.'
  const parts = paragraph(verdict, INNER)
  if (incomplete)
    parts.push(
      ...paragraph(
        'INCOMPLETE: a part has no kilograms, its corrections contradict each other, it was withdrawn, or it is of another crop or form.',
        INNER,
      ),
    )
  if (not_counted > 0)
    parts.push(
      ...paragraph(
        `Left out: ${several(not_counted, 'record', 'records')} by those who have held it. A record is left out if it is dated before its writer held the lot, if it is of another crop or form, if it tells of a hand-over by another party, or if the lot draws on itself.`,
        INNER,
      ),
    )
  return parts
}

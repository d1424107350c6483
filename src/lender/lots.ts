import { forksOf } from '../domain/forks.ts'
import { roundKg, sumKg } from '../domain/quantity.ts'
import { GAP, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import { correctionParts } from './corrections.ts'
import type { Leg, Lot, MassBalance, Redaction, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, MAX_LINES, sectionParts, sentence } from './section.ts'

/** Most lots printed: each takes at least seven lines, so more never fit. */
export const MOST_LOTS = 70

const INNER = `${INDENT}    `

export function lotsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.lots
  const { say, count } = lexicon.words
  return sectionParts({
    title: say('view.lots.title'),
    before: [
      ...groundParts(data, lexicon, 'lot', data.lots.found),
      ...(found.length === 0 ? emptyParts(lexicon) : sentence(say('view.lots.over'))),
      ...unreadParts(data.lots, 'lot', lexicon),
      ...forkParts(forksOf(data.forked.found, 'lot'), lexicon, 'lot', data.forked.complete),
    ],
    entries: found.map((lot) => () => lotParts(lot, data, lexicon)),
    leftOut: (left) => say('view.lots.left', { lines: count(MAX_LINES), count: left }),
  })
}

function lotParts(lot: Lot, { superseded }: SubjectData, lexicon: Lexicon): Part[] {
  const { derived, grade } = lot
  const { words } = lexicon
  const { calendar } = words
  return [
    GAP,
    ...paragraph(
      words.say('view.lot.headline', {
        crop: lexicon.crop(lot.crop),
        graded: grade === undefined ? 'no' : 'yes',
        grade: grade === undefined ? '' : quoted(grade, 24),
        date: calendar.asRecorded(lot),
        late: derived.flags.includes('received_late') ? 'yes' : 'no',
        day: calendar.day(lot.received_at),
      }),
      INDENT,
      INNER,
    ),
    ...correctionParts(lot, superseded, lexicon, INNER),
    ...paragraph(custodyOf(lot, lexicon), INNER),
    ...balanceParts(lot, lexicon),
    ...legParts(words, derived.mass_balance.legs, derived.redacted ?? []),
    ...verdictParts(words, derived),
    ...paragraph(lexicon.flags(derived.flags) ?? '', INNER),
  ]
}

function custodyOf(lot: Lot, lexicon: Lexicon): string {
  const { say, calendar } = lexicon.words
  const { custodian, as_of, as_of_precision, transfers, broken } = lot.derived.custody
  const since =
    as_of === null
      ? null
      : calendar.asRecorded({ occurred_at: as_of, occurred_at_precision: as_of_precision })
  const custody = say('view.lot.custody', {
    holder: custodian === null ? say('view.party.hidden') : lexicon.party(custodian),
    has: since === null ? 'nothing' : 'since',
    since: since ?? '',
    transfers,
  })
  if (broken) return `${custody} ${say('view.lot.broken')}`
  return transfers === 0 ? custody : `${custody} ${say('view.lot.unbroken')}`
}

function balanceParts(lot: Lot, lexicon: Lexicon): Part[] {
  const { words } = lexicon
  const { say, kg, series } = words
  const balance = lot.derived.mass_balance
  const or = (value: number | null, word: string) => (value === null ? word : kg(value))
  const table = partsOfTable(
    [{ title: '' }, { title: '', align: 'right' }, { title: '', gives: true }],
    [
      [
        say('view.lot.putIn'),
        or(balance.inputs_kg, say(statesInputs(lot) ? 'view.lot.notCounted' : 'view.lot.noneStated')),
        inputsNote(words, lot),
      ],
      [
        say('view.lot.declared'),
        or(balance.declared_kg, say('view.notInKg')),
        series([lexicon.quantity(lot.quantity), lexicon.wayInFull(lot)]),
      ],
      [say('view.lot.difference'), or(balance.formation_difference_kg, '-'), differenceNote(words, balance)],
      [say('view.lot.wentOut'), kg(balance.outputs_kg), say('view.lot.wentOutHow')],
      [say('view.lot.lost'), kg(balance.losses_kg), say('view.lot.lostHow')],
      [say('view.lot.remaining'), or(balance.remaining_kg, '-'), say('view.lot.remainingHow')],
    ],
    INNER,
  )
  return [...table.rows]
}

const hiddenInputs = ({ derived: { redacted = [] } }: Lot) =>
  redacted.find(({ member }) => member === 'inputs')

const statesInputs = (lot: Lot) => (lot.inputs ?? []).length > 0 || hiddenInputs(lot) !== undefined

/** Describes the inputs as stated by the lot; of those not open to the reader, only the count and the sum. */
function inputsNote({ say, kg, series }: Words, lot: Lot): string {
  const { inputs = [], derived } = lot
  const hidden = hiddenInputs(lot)
  const shownKg = sumKg(inputs.map((input) => input.kg))
  const hiddenKg = hidden?.kg ?? 0
  const told: string[] = []
  // The API returns all inputs to a party to the lot, even those that it may not read.
  if (inputs.length > 0)
    told.push(
      say(hidden === undefined ? 'view.lot.inputs' : 'view.lot.inputsOpen', {
        count: inputs.length,
        kg: kg(shownKg),
      }),
    )
  if (hidden !== undefined)
    told.push(say('view.lot.inputsHidden', { count: hidden.count ?? 0, kg: kg(hiddenKg) }))
  const leftOutKg = sumKg([shownKg, hiddenKg, -(derived.mass_balance.inputs_kg ?? 0)])
  if (leftOutKg > 0) told.push(say('view.lot.inputsLeft', { kg: kg(leftOutKg) }))
  return series(told)
}

function differenceNote(
  { say, kg, percent }: Words,
  { formation_difference_kg, declared_kg, tolerance }: MassBalance,
): string {
  if (formation_difference_kg === null || declared_kg === null) return ''
  return say('view.lot.allowed', {
    percent: percent(tolerance),
    kg: kg(roundKg(declared_kg * tolerance)),
  })
}

const LEGS_SHOWN = 12

function legParts(words: Words, legs: readonly Leg[], redacted: readonly Redaction[]): Part[] {
  const { say, kg } = words
  const parts = legs
    .slice(0, LEGS_SHOWN)
    .flatMap((leg) => paragraph(legText(words, leg), INNER, `${INNER}  `))
  const more = legs.length - LEGS_SHOWN
  if (more > 0) parts.push(...paragraph(say('view.lot.legsLeft', { count: more }), INNER))
  const hidden = redacted.find(({ member }) => member === 'legs')
  if (hidden?.count !== undefined)
    parts.push(
      ...paragraph(
        say('view.lot.legsHidden', { count: hidden.count, kg: kg(hidden.difference_kg ?? 0) }),
        INNER,
      ),
    )
  return parts
}

function legText(
  { say, kg, calendar }: Words,
  { at, at_precision, kg: weighed, expected_kg, difference_kg, breached }: Leg,
): string {
  const day = calendar.asRecorded({ occurred_at: at, occurred_at_precision: at_precision })
  if (expected_kg === null || difference_kg === null)
    return say('view.lot.legAlone', { day, kg: kg(weighed) })
  return say('view.lot.leg', {
    day,
    kg: kg(weighed),
    expected: kg(expected_kg),
    difference: kg(difference_kg),
    breached: breached ? 'yes' : 'no',
  })
}

function verdictParts({ say }: Words, { mass_balance, custody }: Lot['derived']): Part[] {
  const { breached, incomplete, not_counted, formation_difference_kg, outputs_kg, losses_kg, legs } =
    mass_balance
  const isCompared =
    formation_difference_kg !== null ||
    outputs_kg > 0 ||
    losses_kg > 0 ||
    legs.length > 0 ||
    custody.transfers > 0
  const verdict = breached
    ? 'view.lot.breached'
    : !isCompared
      ? 'view.lot.uncompared'
      : incomplete
        ? 'view.lot.noBreach'
        : 'view.lot.addsUp'
  return [
    ...paragraph(say(verdict), INNER),
    ...(incomplete ? paragraph(say('view.lot.incomplete'), INNER) : []),
    ...(not_counted > 0 ? paragraph(say('view.lot.leftOut', { count: not_counted }), INNER) : []),
  ]
}

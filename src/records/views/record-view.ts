import type { Derived, DerivedCustody } from '../../domain/derived/derive.ts'
import type { Fulfilment } from '../../domain/derived/fulfilment.ts'
import type { MassBalance } from '../../domain/derived/mass-balance.ts'
import { type Input, inputsOf } from '../../domain/derived/members.ts'
import type { Paid, TracedPaid } from '../../domain/derived/money.ts'
import type { Precision } from '../../domain/shapes.ts'
import { formatInstant } from '../../domain/time.ts'
import { LONGEST_KEPT } from '../../store/log/known-records.ts'
import type { GatedRecord } from '../gate/gated.ts'
import type { DerivedView } from './derived-schema.ts'

/**
 * Returns a record as JSON: its stored fields, and `derived` (contract §5). `derived` has the ids of other
 * records and parties, and the times at which other records happened, only if the reader may read those
 * records. What a reader by grant may not see of a lot becomes a count and a sum in `redacted`, which names
 * every member that was left out.
 */
export function recordJson(gated: GatedRecord): string {
  const { device, keepUntil } = gated
  const text = textOf(gated)
  const named = device === null ? text : `${text.slice(0, -2)},"device":${JSON.stringify(device)}}}`
  return keepUntil === null ? named : withKeepUntil(named, keepUntil)
}

/** Adds to `derived`, the last member, how long the reader may keep what a grant opened (contract §20). */
export const withKeepUntil = (json: string, keepUntil: number | null): string =>
  keepUntil === null ? json : `${json.slice(0, -2)},"keep_until":"${formatInstant(keepUntil)}"}}`

function textOf(gated: GatedRecord): string {
  const { record, remembered, derived, own } = gated
  // Without ids of other records and custody, the text is the same for all from whom nothing is hidden.
  const sameForMost = derived.superseded_by.length === 0 && record.type !== 'lot'
  const isKept = sameForMost && record.json.length <= LONGEST_KEPT
  const paid = derived.paid ?? derived.fulfilment?.money
  const hidesPaid = derived !== remembered.derived || (paid !== undefined && hidesLastPaid(gated, paid))
  const pointsElsewhere = !own && (record.depth > 1 || derived.confirmedBy != null)
  if (!isKept || hidesPaid || (pointsElsewhere && (hidesSupersedes(gated) || hidesConfirmation(gated))))
    return renderedFor(gated)
  remembered.behind ??= plainDerived(derived)
  return record.json.slice(0, -1) + remembered.behind
}

/** Returns `derived` for a record of which nothing is hidden, and which looks the same to every reader. */
function plainDerived(derived: Derived): string {
  const { superseded_by, retracted, standing, kg, flags, confirmation, fulfilment, paid } = derived
  const view: DerivedView = {
    ...{ superseded_by, retracted, standing, kg, flags, confirmation },
    // Of lots, of which something may be hidden.
    ...{ custody: undefined, mass_balance: undefined },
    fulfilment: fulfilment && fulfilmentView(fulfilment, paidView),
    paid: paid && paidView(paid),
    unallocated_minor: derived.unallocated_minor,
  }
  return `,"derived":${JSON.stringify(view)}}`
}

/** Whether the reader sees every stored member. Members hidden in `derived` do not count: none is stored. */
export const isWhole = (gated: GatedRecord): boolean =>
  hiddenInputs(gated).length === 0 && !hidesSupersedes(gated)

function renderedFor(gated: GatedRecord): string {
  const redacted: Redaction[] = []
  const derived = JSON.stringify(derivedView(gated, redacted))
  const stored = storedView(gated, redacted)
  const withRedactions =
    redacted.length > 0 ? `${derived.slice(0, -1)},"redacted":${JSON.stringify(redacted)}}` : derived
  return `${stored.slice(0, -1)},"derived":${withRedactions}}`
}

type Redaction =
  | { readonly member: 'inputs'; readonly count: number; readonly kg: number }
  | { readonly member: 'legs'; readonly count: number; readonly difference_kg: number }
  | { readonly member: 'supersedes' | 'confirmation' | 'custodian' | 'last_paid_at' }

/** Returns the inputs of a lot that this reader may not know. Its owners know all of them. */
function hiddenInputs({ record, own, mayRead }: GatedRecord): readonly Input[] {
  if (own || record.type !== 'lot') return []
  return inputsOf(record).filter((input) => !mayRead(input.record_id))
}

/**
 * Whether the record corrects a version that a reader by grant may not read, such as one outside the window.
 * The id of that version would reveal when it was made.
 */
function hidesSupersedes({ record: { body }, own, mayRead }: GatedRecord): boolean {
  return !own && body.supersedes !== undefined && !mayRead(body.supersedes)
}

const hidesConfirmation = ({ derived: { confirmedBy }, own, mayKnow }: GatedRecord): boolean =>
  !own && confirmedBy != null && !mayKnow(confirmedBy)

const hidesLastPaid = ({ own, mayKnow }: GatedRecord, { lastPaidBy }: TracedPaid): boolean =>
  !own && lastPaidBy !== null && !mayKnow(lastPaidBy)

function storedView(gated: GatedRecord, redacted: Redaction[]): string {
  const { body, json } = gated.record
  const hidden = hiddenInputs(gated)
  const isWithoutParent = hidesSupersedes(gated)
  if (hidden.length === 0 && !isWithoutParent) return json
  if (isWithoutParent) redacted.push({ member: 'supersedes' })
  if (hidden.length > 0)
    redacted.push({ member: 'inputs', count: hidden.length, kg: sum(hidden.map((input) => input.kg)) })
  return JSON.stringify({
    ...body,
    ...(isWithoutParent ? { supersedes: null } : {}),
    ...(hidden.length > 0
      ? { inputs: inputsOf(gated.record).filter((input) => !hidden.includes(input)) }
      : {}),
  })
}

function derivedView(gated: GatedRecord, redacted: Redaction[]): DerivedView {
  const { derived, mayRead } = gated
  const { retracted, standing, kg, flags, unallocated_minor } = derived
  const { custody, fulfilment, paid, mass_balance } = derived
  const paidFor = (shown: TracedPaid) => {
    if (!hidesLastPaid(gated, shown)) return paidView(shown)
    redacted.push({ member: 'last_paid_at' })
    const { last_paid_at_precision: _, ...paid } = paidView(shown)
    return { ...paid, last_paid_at: null }
  }
  return {
    superseded_by: derived.superseded_by.filter(mayRead),
    ...{ retracted, standing, kg, flags },
    confirmation: derived.confirmation === undefined ? undefined : confirmationView(gated, redacted),
    custody: custody && custodyView(custody, gated, redacted),
    fulfilment: fulfilment && fulfilmentView(fulfilment, paidFor),
    paid: paid && paidFor(paid),
    unallocated_minor,
    mass_balance: mass_balance && balanceView(mass_balance, gated, redacted),
  }
}

/** Returns the balance of a lot with the legs that the reader may read. */
function balanceView(
  { legs, ...balance }: MassBalance,
  { own, mayRead }: GatedRecord,
  redacted: Redaction[],
): NonNullable<DerivedView['mass_balance']> {
  const shown = own ? legs : legs.filter((leg) => mayRead(leg.transferId))
  if (shown.length < legs.length) {
    const hidden = legs.filter((leg) => !shown.includes(leg))
    redacted.push({
      member: 'legs',
      count: hidden.length,
      difference_kg: sum(hidden.map((leg) => leg.difference_kg ?? 0)),
    })
  }
  return { ...balance, legs: shown.map(({ transferId: _, ...leg }) => leg) }
}

const paidView = ({ lastPaidBy: _, isByDelegate: __, ...paid }: TracedPaid): Paid => paid

const fulfilmentView = ({ money, ...fulfilment }: Fulfilment, shown: (paid: TracedPaid) => Paid) =>
  money === undefined ? fulfilment : { ...fulfilment, money: shown(money) }

/** Whether it was confirmed is a fact of the delivery; when and how may be hidden with the confirmation. */
function confirmationView(
  gated: GatedRecord,
  redacted: Redaction[],
): NonNullable<DerivedView['confirmation']> | null {
  const confirmation = gated.derived.confirmation ?? null
  if (confirmation === null || !hidesConfirmation(gated)) return confirmation
  redacted.push({ member: 'confirmation' })
  return { ...confirmation, confirmed_at: null, channel: null }
}

function custodyView(
  { givenBy, stated, as_of_precision: precision, ...custody }: DerivedCustody,
  { own, mayRead, mayKnow }: GatedRecord,
  redacted: Redaction[],
): NonNullable<DerivedView['custody']> {
  if (givenBy === null) {
    const earliest = stated.find(({ id }) => mayRead(id))
    return earliest === undefined
      ? { ...custody, ...since(custody.as_of, precision) }
      : { ...custody, ...since(earliest.at, earliest.precision) }
  }
  if (mayRead(givenBy)) return { ...custody, ...since(custody.as_of, precision) }
  redacted.push({ member: 'custodian' })
  // Its owners see the time of every leg, so this time too.
  const as_of = own || mayKnow(givenBy) ? since(custody.as_of, precision) : { as_of: null }
  return { ...custody, custodian: null, ...as_of }
}

const since = (as_of: string, precision: Precision | undefined) => ({
  as_of,
  ...(precision === undefined ? {} : { as_of_precision: precision }),
})

const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 1e6) / 1e6

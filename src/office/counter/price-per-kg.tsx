import { must } from '../../base/typed.ts'
import { dayOf } from '../../cli/day.ts'
import { hasAgreedToPrices, priceOf } from '../../domain/money/price.ts'
import { kgOf } from '../../domain/quantity.ts'
import { instantOf } from '../../domain/time.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import { addMass } from '../../records/entry/mass.ts'
import { cropCode, type FrontOffice, factorsFor, moneyTyped, readField } from '../../records/entry/read.ts'
import type { Members } from '../../records/record-tasks.ts'
import { codeOf } from '../../text/kinds.ts'
import { isAnswerable, wordsOf } from '../frame/fault-words.ts'
import { Field, type Filled } from '../frame/form.tsx'
import { keepNewest } from '../frame/keep-newest.ts'
import { pickedIn } from '../frame/picks.tsx'
import { useWords } from '../frame/reader.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { netIn } from './weigh-more.tsx'

/**
 * The price per kilogram of a delivery at the counter. It is kept for the crop and the day of the delivery; the total that follows
 * is what the record has, and a total that is typed goes before it.
 */

/** Longer than any price. */
const MOST_TYPED = 100
const OF_CROP = 'per_kg_of'
const OF_DAY = 'per_kg_day'
const AS_FILLED = 'per_kg_filled'

const typedIn = (values: Filled['values'], name: string): string =>
  (values[name] ?? '').trim().slice(0, MOST_TYPED)

/** The fields with the price, and where the total is shown while a person types. */
export function PriceField({ filled, total }: { filled: Filled; total: string | null }) {
  const { say } = useWords()
  const { values } = filled
  return (
    <div>
      <Field name="per_kg" label={say('weigh.perKg')} filled={filled} optional />
      <input type="hidden" name={OF_CROP} value={values[OF_CROP]} />
      <input type="hidden" name={OF_DAY} value={values[OF_DAY]} />
      <input type="hidden" name={AS_FILLED} value={values[AS_FILLED]} />
      <p class="help" id="total" role="status">
        {total}
      </p>
    </div>
  )
}

/** Prices kept for a person: of a season's days and crops. */
const MOST_KEPT = 200

const keyOf = (crop: string, day: string): string => `${crop} ${day}`

/** Returns the day of a delivery; null if its form names none that can be read. */
const dayOfDelivery = ({ words }: StaffVisit, { occurred_at: at }: Members): string | null =>
  typeof at === 'string' ? dayOf(words.calendar.timeZone, instantOf(at)) : null

/** Returns the price kept for a crop and the form's day, as the form has it filled in. */
export async function keptPrice(visit: StaffVisit, office: FrontOffice, values: Filled['values']) {
  const { prices } = visit.session.counter
  // The page asks for nothing where no price was typed.
  if (prices.size === 0) return {}
  const code = await cropCode(office, values.crop?.trim() ?? '').catch(nullIfAnswerable)
  const read = await readField(office, DAY, typedIn(values, 'day')).catch(nullIfAnswerable)
  const day = dayOfDelivery(visit, read?.members ?? {})
  if (code === null || day === null) return {}
  const kept = prices.get(keyOf(code, day))
  return kept === undefined ? {} : { per_kg: kept, [OF_CROP]: code, [OF_DAY]: day, [AS_FILLED]: kept }
}

/** Keeps the price of a delivery that was saved. */
export function keepPrice(visit: StaffVisit, members: Members): void {
  const text = typedIn(visit.form, 'per_kg')
  const { prices } = visit.session.counter
  const [crop, day] = [members.crop, dayOfDelivery(visit, members)]
  if (typeof crop !== 'string' || day === null) return
  const key = keyOf(crop, day)
  prices.delete(key)
  if (text !== '') prices.set(key, text)
  keepNewest(prices, MOST_KEPT)
}

/** Returns why a price that was filled in is none of this delivery; null if it may be. */
function ofAnother(visit: StaffVisit, values: Filled['values'], members: Members): string | null {
  const { say } = visit.words
  const filled = typedIn(values, AS_FILLED)
  if (filled === '' || typedIn(values, 'per_kg') !== filled) return null
  if (typedIn(values, OF_CROP) !== String(members.crop)) return say('weigh.perKgOther')
  return typedIn(values, OF_DAY) === dayOfDelivery(visit, members) ? null : say('weigh.perKgOtherDay')
}

/** Returns the fields without a price that was refused: typed again, the same one is meant. */
export const withoutPrice = (values: Filled['values']): Filled['values'] => ({
  ...values,
  ...{ per_kg: '', [OF_CROP]: '', [OF_DAY]: '', [AS_FILLED]: '' },
})

interface Priced {
  readonly faults: Record<string, string>
  readonly shown: readonly string[]
  readonly isEmptied?: boolean
}

/**
 * Sets the price of a delivery that follows from its weight, unless a total was typed.
 * @returns the faults of the form's fields, the line that shows the total, and whether the form is to be empty of a price
 */
export async function priceByKg(
  visit: StaffVisit,
  office: FrontOffice,
  values: Filled['values'],
  members: Members,
): Promise<Priced> {
  const { money, say } = visit.words
  const text = typedIn(values, 'per_kg')
  if (text === '' || members.agreed_price !== undefined) return { faults: {}, shown: [] }
  const fault = (what: string) => ({ faults: { per_kg: what }, shown: [] })
  // What was filled in for one crop or day is no price of another.
  const other = ofAnother(visit, values, members)
  if (other !== null) return { ...fault(other), isEmptied: true }
  try {
    const perKg = await moneyTyped(office, text)
    const kg = kgOf(members)
    if (kg === null) return fault(say('weigh.perKgNoKg'))
    const amount_minor = priceOf(perKg.amount_minor, kg)
    if (amount_minor === null) return fault(say('money.beyond'))
    const agreed_price = { amount_minor, currency: perKg.currency }
    Object.assign(members, { agreed_price, lawful_basis: 'special_data_consent' })
    return { faults: {}, shown: [say('weigh.total', { total: money(agreed_price), each: money(perKg) })] }
  } catch (error) {
    if (!isAnswerable(error)) throw error
    return fault(wordsOf(visit.words, error))
  }
}

const fieldOf = (name: string) => must(FIELDS.delivery.find(({ member }) => member === name))
const [QUANTITY, DAY] = [fieldOf('quantity'), fieldOf('occurred_at')]

/** Returns the total as the form is now; null as long as it does not say what it is. */
export async function totalOf(
  visit: StaffVisit,
  office: FrontOffice,
  values: Filled['values'],
): Promise<string | null> {
  if (typedIn(values, 'per_kg') === '' || typedIn(values, 'price') !== '') return null
  try {
    const weighed = await netIn(visit.words, office, values)
    const text = typedIn({ ...values, ...weighed.values }, 'quantity')
    if (text === '') return null
    const crop = await cropCode(office, pickedIn(values, 'crop').slice(0, MOST_TYPED))
    const members: Members = {
      ...(await readField(office, QUANTITY, text))?.members,
      ...(await readField(office, DAY, typedIn(values, 'day')))?.members,
      crop: codeOf(crop),
    }
    const [factor] = await factorsFor(office, must(members.quantity).unit, crop)
    await addMass(office, members, factor?.id, undefined)
    const { shown } = await priceByKg(visit, office, values, members)
    return shown[0] ?? null
  } catch (error) {
    if (!isAnswerable(error)) throw error
    return null
  }
}

/** Records of a member among which an earlier agreement is looked for. */
const MOST_LOOKED_AT = 100

/** Returns whether a delivery has a price and its member was not asked before whether prices may be kept. */
export async function mustAskForPrices({ run, cooperativeId }: StaffVisit, id: string, members: Members) {
  const { agreed_price: price, from_party: subject } = members
  if (price === undefined || typeof subject !== 'string') return false
  const type = ['delivery', 'payment', 'obligation'] as const
  const { records } = await run('record.recent', {
    ...{ type, subject, standing: 'any', word: 'parties', most: MOST_LOOKED_AT },
  })
  return !hasAgreedToPrices(records, id, cooperativeId)
}

function nullIfAnswerable(error: unknown): null {
  if (isAnswerable(error)) return null
  throw error
}

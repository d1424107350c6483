import { entriesOf } from '../../base/typed.ts'
import type { ReportRow } from '../../records/report/report.ts'
import type { Words } from '../../words/words.ts'

/** The figures of deliveries, as people read them. */

type Figures = ReportRow & { readonly crop_name: string }

/** The crop as the reader calls it. */
export const cropWords = ({ crop }: Words, row: Pick<Figures, 'crop' | 'crop_name'>): string =>
  crop({ id: row.crop, name: row.crop_name })

/** Kilograms and, if everything was measured in one other unit, the quantity in that unit. */
export const kgWords = (words: Words, { kg, quantity }: Pick<Figures, 'kg' | 'quantity'>): string => {
  const { amount } = words
  return quantity === null ? amount(kg) : `${amount(kg)} (${words.quantity(quantity)})`
}

export const waysWords = (words: Words, { ways }: Pick<Figures, 'ways'>): string =>
  entriesOf(ways)
    .map(([way, kg]) => words.say('today.way', { kg: words.amount(kg), way: words.way(way) }))
    .join('; ')

export function missingWords(
  words: Words,
  { without_kg, forked }: Pick<Figures, 'without_kg' | 'forked'>,
): string {
  const { say } = words
  const parts = [
    ...(without_kg === 0 ? [] : [say('today.withoutKg', { count: without_kg })]),
    ...(forked === 0 ? [] : [say('today.forked', { count: forked })]),
  ]
  return parts.length === 0 ? say('today.complete') : parts.join('; ')
}

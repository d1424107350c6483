import { must } from '../../base/typed.ts'
import type { Quantity } from '../../words/values.ts'
import { unitWords, type Words } from '../../words/words.ts'
import type { DeliveryReceipt, SeasonTotal } from './receipt.ts'

interface Goods {
  readonly crop?: string
  readonly crop_code?: string
  readonly quantity: (Quantity & { readonly unit_code: string }) | null
}

/** Returns a crop and a quantity as the reader calls them. */
export function goodsNamed({ crop, units }: Words, { crop: name, crop_code, quantity }: Goods) {
  return {
    crop: name === undefined || crop_code === undefined ? undefined : crop({ id: crop_code, name }),
    quantity: quantity && {
      ...quantity,
      unit: unitWords(
        quantity.unit_code,
        units({ id: quantity.unit_code, name: quantity.unit }, quantity.value),
      ),
    },
  }
}

/** Returns a delivery's receipt and the season's totals with crops and units as the reader calls them. */
export function inWords(
  words: Words,
  receipt: DeliveryReceipt,
  season: SeasonTotal,
): readonly [DeliveryReceipt, SeasonTotal] {
  const { crop, unitNamed } = words
  const { crop: name, quantity } = goodsNamed(words, receipt)
  const named = { ...receipt, crop: must(name), quantity }
  const rows = season.rows.map((row) => ({
    ...row,
    crop_name: crop({ id: row.crop, name: row.crop_name }),
    quantity: row.quantity && { ...row.quantity, unit: unitNamed(row.quantity.unit, row.quantity.value) },
  }))
  return [named, { ...season, rows }]
}

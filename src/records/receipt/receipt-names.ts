import { unitWords, type Words } from '../../words/words.ts'
import type { DeliveryReceipt, SeasonTotal } from './receipt.ts'

/** Returns a delivery's receipt and the season's totals with crops and units as the reader calls them. */
export function inWords(
  { crop, units, unitNamed }: Words,
  receipt: DeliveryReceipt,
  season: SeasonTotal,
): readonly [DeliveryReceipt, SeasonTotal] {
  const { quantity } = receipt
  const named = {
    ...receipt,
    crop: crop({ id: receipt.crop_code, name: receipt.crop }),
    quantity: quantity && {
      ...quantity,
      unit: unitWords(
        quantity.unit_code,
        units({ id: quantity.unit_code, name: quantity.unit }, quantity.value),
      ),
    },
  }
  const rows = season.rows.map((row) => ({
    ...row,
    crop_name: crop({ id: row.crop, name: row.crop_name }),
    quantity: row.quantity && { ...row.quantity, unit: unitNamed(row.quantity.unit, row.quantity.value) },
  }))
  return [named, { ...season, rows }]
}

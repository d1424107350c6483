import type { Run } from '../cli/context.ts'
import { rowsOf } from '../registry/rows-of.ts'
import { asShown, codeOf, type Shown } from '../text/kinds.ts'
import type { Words } from '../words/words.ts'
import type { CounterRecord } from './record-tasks.ts'

/** Returns the registry's name for a crop, or the code as it was sent if the registry has none. */
export type CropName = (code: unknown) => Shown

/** Returns the names as the reader calls them. Reads the registry once, because a page, a list or a command has many crops. */
export async function cropNames({ crop }: Words, run: Run): Promise<CropName> {
  const rows = new Map((await rowsOf(run, 'crops')).map((row) => [row.id, row]))
  return (code) => {
    if (typeof code !== 'string') return asShown('')
    const row = rows.get(code)
    return row === undefined ? asShown(code) : crop(row)
  }
}

/**
 * Returns what a list shows of a record: its crop; otherwise its name or number; otherwise its kind, purpose,
 * cause, reason or channel.
 */
export function whatOf({ worded }: Words, record: CounterRecord, cropOf: CropName): Shown {
  const { crop, name, reference_number, kind, purpose, cause, reason, channel } = record
  if (crop !== undefined) return cropOf(crop)
  const called = name ?? reference_number
  return typeof called === 'string'
    ? asShown(called)
    : worded(codeOf(kind ?? purpose ?? cause ?? reason ?? channel))
}

import type { Run } from '../cli/context.ts'
import { rowsOf } from '../registry/rows-of.ts'
import { asShown, codeOf, type Shown } from '../text/kinds.ts'
import type { Words } from '../words/words.ts'
import type { CounterRecord } from './record-tasks.ts'

/** Returns the registry's name for a crop, or the code as it was sent if the registry has none. */
export type CropName = (code: unknown) => Shown

/** Reads the registry's names once, because a page, a list or a command has many crops. */
export async function cropNames(run: Run): Promise<CropName> {
  const names = new Map((await rowsOf(run, 'crops')).map(({ id, name }) => [id, name]))
  return (code) => asShown(typeof code === 'string' ? (names.get(code) ?? code) : '')
}

/**
 * Returns what a list shows of a record: its crop; otherwise its name or number; otherwise its kind, cause,
 * reason or channel.
 */
export function whatOf({ worded }: Words, record: CounterRecord, cropOf: CropName): Shown {
  const { crop, name, reference_number, kind, cause, reason, channel } = record
  if (crop !== undefined) return cropOf(crop)
  const called = name ?? reference_number
  return typeof called === 'string' ? asShown(called) : worded(codeOf(kind ?? cause ?? reason ?? channel))
}

import type { Run } from '../cli/context.ts'
import { fieldsOf } from '../domain/types/index.ts'
import { rowsOf } from '../registry/rows-of.ts'
import { asShown, codeOf, type Shown } from '../text/kinds.ts'
import { plain } from '../text/wrap.ts'
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
 * Returns what a list shows of a record: its crop; otherwise its name; otherwise its kind, purpose, cause, reason
 * or channel; otherwise the first text that its type requires.
 */
export function whatOf({ worded }: Words, record: CounterRecord, cropOf: CropName): Shown {
  const { crop, name, kind, purpose, cause, reason, channel } = record
  if (crop !== undefined) return cropOf(crop)
  const code = kind ?? purpose ?? cause ?? reason ?? channel
  if (name === undefined && code !== undefined) return worded(codeOf(code))
  const written = fieldsOf(record.type).find((field) => field.kind === 'text' && !field.isOptional)
  return asShown(String(name ?? plain(String((written && record[written.member]) ?? ''), 60)))
}

/** The parties that the record names, in the order of its type's members. */
export const partiesOf = (record: CounterRecord): string[] =>
  fieldsOf(record.type)
    .filter(({ kind }) => kind === 'party')
    .map(({ member }) => record[member])
    .filter((id): id is string => typeof id === 'string')

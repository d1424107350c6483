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
 * Returns what a list shows of a record: its crop; otherwise its name, or the number of a statement; otherwise its kind,
 * purpose, cause, reason or channel.
 */
export function whatOf({ worded }: Words, record: CounterRecord, cropOf: CropName): Shown {
  const { crop, name, kind, purpose, cause, reason, channel } = record
  if (crop !== undefined) return cropOf(crop)
  if (name !== undefined) return asShown(String(name))
  const number = record.type === 'due_diligence' ? numberOf(record) : undefined
  if (number !== undefined) return asShown(plain(String(number), 60))
  const code = kind ?? purpose ?? cause ?? reason ?? channel
  return code === undefined ? asShown('') : worded(codeOf(code))
}

const numberOf = ({ reference, reference_number, internal_reference }: CounterRecord): unknown =>
  reference ?? reference_number ?? internal_reference

/** The parties that the record names, in the order of its type's members. */
export const partiesOf = (record: CounterRecord): string[] =>
  fieldsOf(record.type)
    .filter(({ kind }) => kind === 'party')
    .map(({ member }) => record[member])
    .filter((id): id is string => typeof id === 'string')

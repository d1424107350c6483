import { must } from '../../base/typed.ts'
import type { RecordView } from '../views/record-schema.ts'
import type { FileColumn } from './columns.ts'
import type { ExportedFile } from './folder.ts'
import { rowsOf } from './parquet-file.ts'

/**
 * Finds what earlier exports into a folder held and the next one does not, from the files alone. Every file,
 * and the list of what was closed before, has the same order (type and month, then time and id), so that only
 * one row group of each is in memory.
 */

/** A record that a file holds, or that was closed. */
export type Held = Pick<RecordView, 'id' | 'type'> & { readonly occurred_at: Date }

export const CLOSED_COLUMNS: readonly FileColumn[] = [
  { name: 'id', path: ['id'], kind: 'text' },
  { name: 'type', path: ['type'], kind: 'text' },
  { name: 'occurred_at', path: ['occurred_at'], kind: 'instant' },
]

/** One side of the comparison. */
export interface Side {
  readonly files: readonly ExportedFile[]
  readonly placeOf: (name: string) => string
}

/**
 * Yields the records that `before` or the list holds and `after` does not.
 * @param closedBefore path of the list of records that earlier exports closed; null if there is none
 */
export async function* closedBetween(
  before: Side,
  after: Side,
  closedBefore: string | null,
): AsyncGenerator<Held> {
  const closed = closedBefore === null ? [] : [...(await keysIn(closedBefore))]
  const keys = new Set([...before.files.map(keyOf), ...closed])
  const allClosed = new Peekable(closedBefore === null ? none() : heldIn(closedBefore))
  for (const key of [...keys].sort()) {
    const old = before.files.find((file) => keyOf(file) === key)
    const now = after.files.find((file) => keyOf(file) === key)
    const wasClosed = closed.includes(key)
    if (old?.sha256 !== undefined && old.sha256 === now?.sha256 && !wasClosed) continue
    const held = inOrder(
      new Peekable(old === undefined ? none() : heldIn(before.placeOf(old.name))),
      new Peekable(ofKey(allClosed, key)),
    )
    const still = new Peekable(now === undefined ? none() : heldIn(after.placeOf(now.name)))
    for await (const one of held) {
      for (let next = await still.peek(); next !== null && compare(next, one) < 0; next = await still.peek())
        still.advance()
      const next = await still.peek()
      if (next === null || compare(next, one) !== 0) yield one
    }
  }
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
const keyOf = ({ type, month }: { readonly type: string; readonly month: string }): string =>
  `${type} ${month}`
const keyOfHeld = ({ type, occurred_at }: Held): string => keyOf({ type, month: monthOf(occurred_at) })

const compare = (a: Held, b: Held): number =>
  a.occurred_at.getTime() - b.occurred_at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

async function* none(): AsyncGenerator<Held> {}

async function* heldIn(path: string): AsyncGenerator<Held> {
  for await (const row of rowsOf(path, ['id', 'type', 'occurred_at'])) yield row as Held
}

/** Yields the next rows while they are of this type and month. */
async function* ofKey(rows: Peekable, key: string): AsyncGenerator<Held> {
  for (let next = await rows.peek(); next !== null && keyOfHeld(next) === key; next = await rows.peek()) {
    rows.advance()
    yield next
  }
}

async function keysIn(path: string): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const held of heldIn(path)) keys.add(keyOfHeld(held))
  return keys
}

async function* inOrder(a: Peekable, b: Peekable): AsyncGenerator<Held> {
  for (;;) {
    const [first, second] = [await a.peek(), await b.peek()]
    if (first === null && second === null) return
    const isFirst = second === null || (first !== null && compare(first, second) <= 0)
    yield must(isFirst ? first : second)
    ;(isFirst ? a : b).advance()
  }
}

class Peekable {
  readonly #rows: AsyncIterator<Held, void>
  #next: Held | null | undefined

  constructor(rows: AsyncGenerator<Held>) {
    this.#rows = rows
  }

  async peek(): Promise<Held | null> {
    if (this.#next === undefined) {
      const { value, done } = await this.#rows.next()
      this.#next = done ? null : value
    }
    return this.#next
  }

  advance(): void {
    this.#next = undefined
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { BREAKS } from './all.ts'
import type { Break } from './break.ts'

/** What became of each break: `table.jsonl`, in the order of the lists. */

const TABLE = 'test/trials/breaks/table.jsonl'

export interface Tried {
  readonly promise: string
  readonly file: string
  /** Of the break, so that a changed one is tried again. */
  readonly digest: string
  /** The day on which it was tried. */
  readonly on: string
  /** Unit tests that noticed it: the first, or all with `--all`. */
  readonly unit: readonly string[]
  /** The same of service tests; null if they were not tried. */
  readonly service: readonly string[] | null
  /** Whether these are all that notice it. */
  readonly isWhole?: true
}

const digestOf = ({ file, text, by }: Break): string =>
  createHash('sha256')
    .update(JSON.stringify([file, text, by]))
    .digest('hex')
    .slice(0, 12)

export class Table {
  readonly #tried = new Map<string, Tried>()

  constructor() {
    this.#read()
  }

  #read(): void {
    const lines = existsSync(TABLE) ? readFileSync(TABLE, 'utf8').trim().split('\n') : []
    const known = lines.map((line) => JSON.parse(line) as Tried)
    const digests = new Set(BREAKS.map(digestOf))
    for (const one of known) if (digests.has(one.digest)) this.#tried.set(one.digest, one)
  }

  of(one: Break): Tried | undefined {
    return this.#tried.get(digestOf(one))
  }

  note(one: Break, found: Pick<Tried, 'unit' | 'service' | 'isWhole'>): void {
    // Another run may have written meanwhile.
    this.#read()
    const { promise, file } = one
    const on = new Date().toISOString().slice(0, 10)
    this.#tried.set(digestOf(one), { promise, file, digest: digestOf(one), on, ...found })
    const rows = BREAKS.flatMap((known) => this.of(known) ?? [])
    writeFileSync(TABLE, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }

  /** Returns what is known of all breaks, in a few lines. */
  toString(): string {
    const rows = BREAKS.flatMap((known) => this.of(known) ?? [])
    const byUnit = rows.filter(({ unit }) => unit.length > 0)
    const byService = rows.filter(({ unit, service }) => unit.length === 0 && (service ?? []).length > 0)
    const open = rows.filter(({ unit, service }) => unit.length === 0 && service === null)
    const live = rows.filter(({ unit, service }) => unit.length === 0 && service?.length === 0)
    const named = (title: string, some: readonly Tried[]) =>
      some.length === 0 ? [] : [title, ...some.map(({ file, promise }) => `  ${file}: ${promise}`)]
    return [
      ...named('Unit tests do not notice, service tests were not tried:', open),
      ...named('No test that was tried notices:', live),
      `${BREAKS.length} breaks, ${rows.length} tried: ${byUnit.length} noticed by unit tests, ${byService.length} by service tests, ${open.length} not by unit tests, ${live.length} by none`,
    ].join('\n')
  }
}

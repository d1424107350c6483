import { setImmediate as nextTurn } from 'node:timers/promises'
import { phoneReader } from '../../identity/phone.ts'
import type { Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { Calendar } from '../sheets/calendar.ts'
import { rejectsCsv } from '../sheets/rejects.ts'
import { reasonToStop } from '../sheets/stopping.ts'
import type { CompiledMap } from './compiled-map.ts'
import { ImportIds } from './identity.ts'
import { Judge, type JudgedRow } from './judge.ts'
import { KnownParties, type KnownParty } from './known-parties.ts'
import { makesRecords } from './map.ts'
import { type PlannedRow, planImport } from './plan.ts'
import type { ImportProgress, ImportResult, ImportStore } from './result.ts'
import type { RowContext } from './row.ts'
import { RowBatch, Tally } from './tally.ts'

export type { AppendResult, ImportResult, ImportStore } from './result.ts'

/** Imports a file row by row, in batches, by the same path as records from devices. */

export interface ImportOptions
  extends Pick<RowContext, 'registry' | 'cooperative'>,
    Partial<Pick<RowContext, 'tables' | 'acceptMatches' | 'merged'>> {
  readonly text: string
  /** The columns of a text without a header row. They replace those that the map names. */
  readonly header?: readonly string[]
  readonly map: CompiledMap
  /** The words of the person who imports, in the service's time zone. */
  readonly words: Words
  /** The secret for making ids. */
  readonly secret: Uint8Array
  readonly store: ImportStore
  /** All known parties; may be empty if the map has no parties. */
  readonly people: readonly KnownParty[]
  /** Parties of earlier imports whose statements were retracted. */
  readonly gone?: readonly string[]
  readonly dryRun?: boolean
  /** Whether to write corrections of changed rows. */
  readonly correct?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops the import after the current batch. Running it again continues. */
  readonly signal?: AbortSignal
  readonly nowMs?: number
}

/** Rows in one lookup. */
const ROWS_AT_ONCE = 200

/**
 * Runs an import. Safe to interrupt and repeat, since ids follow from the map's name and the rows' keys. A
 * dry run does the same but writes nothing.
 * @throws {ImportFault} if the file as a whole cannot be read
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { map, store, signal, words } = options
  const { timeZone } = words.calendar
  const dryRun = options.dryRun ?? false
  const correct = options.correct ?? false
  const ids = new ImportIds(options.secret)
  const known = new KnownParties(options.people, options.gone)
  const { country } = map.spec
  const plan = planImport(
    options.text,
    map,
    {
      phone: country === undefined ? null : await phoneReader(country),
      registry: options.registry,
      tables: options.tables ?? new Map(),
      cooperative: options.cooperative,
      ids,
      known,
      acceptMatches: options.acceptMatches ?? false,
      merged: options.merged,
      calendar: new Calendar(timeZone, options.nowMs ?? words.calendar.nowMs),
    },
    options.header,
  )
  const nameOf = (party: string) => known.byId(party)?.name ?? party
  const judge = new Judge({ map, ids, index: plan.index, timeZone, correct, nameOf })
  const tally = new Tally(plan.rowCount, plan.leftOut)
  const send = async (batch: RowBatch): Promise<Told | null> => {
    // An interruption can only arrive in another turn of the event loop.
    await nextTurn()
    if (signal?.aborted) return message('import.interrupted')
    const stopped = dryRun ? null : await tally.append(batch, store)
    if (dryRun) tally.count(batch)
    options.onProgress?.(tally.progress)
    return stopped
  }
  const stopped = await eachBatch(judgedRows(plan.rows(), judge, store), tally, send).catch(reasonToStop)
  return {
    map: map.spec.name,
    hasKey: map.spec.key !== undefined || !makesRecords(map.spec),
    dryRun,
    correct,
    stopped,
    ...tally.result,
    spellings: plan.spellings,
    rejects: tally.rejected.length === 0 ? '' : rejectsCsv(words, plan.table, tally.rejected),
  }
}

async function* judgedRows(
  rows: Iterable<PlannedRow>,
  judge: Judge,
  store: ImportStore,
): AsyncIterable<JudgedRow> {
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
    const ids = new Set(some.flatMap((row) => judge.idsToLookUp(row)))
    const held = ids.size === 0 ? [] : await store.held([...ids])
    const byId = new Map(held.map((chain) => [chain.id, chain]))
    for (const row of some) yield judge.judge(row, byId)
  }
}

/** @returns why it stopped; null if all were sent */
async function eachBatch(
  rows: AsyncIterable<JudgedRow>,
  tally: Tally,
  send: (batch: RowBatch) => Promise<Told | null>,
): Promise<Told | null> {
  let batch = new RowBatch()
  for await (const row of rows) {
    if (batch.rows.length > 0 && !batch.hasRoomFor(tally.unsent(row))) {
      const stopped = await send(batch)
      if (stopped !== null) return stopped
      batch = new RowBatch()
    }
    batch.add(row, tally.unsent(row))
  }
  return batch.rows.length > 0 ? send(batch) : null
}

function* chunksOf<T>(all: Iterable<T>, size: number): Iterable<readonly T[]> {
  let some: T[] = []
  for (const one of all) {
    some.push(one)
    if (some.length < size) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

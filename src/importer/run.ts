import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledMap } from './compiled-map.ts'
import type { RowFault } from './fault.ts'
import { ImportIds } from './identity.ts'
import { type ImportPlan, memberNumbersIn, planImport } from './plan.ts'
import type { RegistryFacts } from './registry-facts.ts'
import { rejectsCsv } from './rejects.ts'
import { Batch, Tally } from './tally.ts'

/** Takes a file in: row by row, in batches, through the same write path as any device. */

/** What one record came to. `problem` is there for `rejected` only. */
export interface AppendResult {
  readonly id: string
  readonly status: 'accepted' | 'replayed' | 'rejected'
  readonly problem?: {
    readonly code?: string
    readonly detail?: string
    readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
    /** Of `id_conflict`: what has the id is not the importing party's own record. */
    readonly not_own?: boolean
  }
}

/** Where records go. Results come in the order sent; one bad record must not cost another. */
export interface RecordSink {
  append(records: readonly object[]): Promise<readonly AppendResult[]>
}

export interface ImportProgress {
  readonly rowsDone: number
  readonly rows: number
  /** Records written. */
  readonly accepted: number
  /** Records that were there already. */
  readonly replayed: number
  /** Rows refused. */
  readonly rejected: number
}

export interface ImportOptions {
  readonly text: string
  readonly map: CompiledMap
  readonly registry: RegistryFacts
  /** The appliance's own party, who asserts everything. */
  readonly cooperative: string
  /** What the ids are made with. Not needed for a dry run, whose ids nobody sees. */
  readonly secret?: Uint8Array
  /**
   * Which of these ids of the old kind stand for records and parties that an older version imported here. Left out where
   * none did.
   */
  readonly findOld?: (ids: readonly string[]) => Promise<readonly string[]>
  /** Not needed for a dry run. */
  readonly sink?: RecordSink
  readonly dryRun?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops after the batch in flight. Running again goes on from there. */
  readonly signal?: AbortSignal
  /** The party with a member number; null when there is none. Needed for maps with `members`. */
  readonly findMember?: (memberNo: string) => Promise<string | null>
  readonly nowMs?: number
}

export interface RecordCounts {
  /** Written; in a dry run, what would be sent. */
  readonly accepted: number
  readonly replayed: number
  readonly rejected: number
}

export interface ImportResult {
  readonly map: string
  readonly dryRun: boolean
  /** Why not every row was reached; null when all were. */
  readonly stopped: string | null
  readonly rows: {
    readonly total: number
    readonly done: number
    /** Rows of which something was written; in a dry run, rows without a fault. */
    readonly imported: number
    readonly alreadyThere: number
    readonly rejected: number
  }
  /** By record type; the types the file made. */
  readonly records: Readonly<Record<string, RecordCounts>>
  readonly faults: readonly RowFault[]
  /** The refused rows, to be mended and imported again; empty when there are none. */
  readonly rejects: string
}

/**
 * Importing is safe to interrupt and to repeat: the id of every record follows from the map's name and the row.
 * @throws {ImportFault} when the file cannot be read at all
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { text, map, registry, cooperative, sink, signal } = options
  const dryRun = options.dryRun ?? false
  if (!dryRun && (sink === undefined || options.secret === undefined))
    throw new RangeError('an import that is no dry run needs a sink and a secret')
  const members = await membersOf(options)
  const nowMs = options.nowMs ?? Date.now()
  const planBy = (ids: ImportIds) =>
    planImport(text, map, { registry, cooperative, ids, nowMs, member: (memberNo) => members.get(memberNo) })
  const plan = planBy(await idsOf(options, planBy))
  const tally = new Tally(plan.rowCount)
  let batch = new Batch()
  let stopped: string | null = null
  const send = async () => {
    if (dryRun || sink === undefined) {
      tally.count(batch)
      // Gives an interruption its turn.
      await nextTurn()
    } else stopped = await tally.append(batch, sink)
    batch = new Batch()
    options.onProgress?.(tally.progress)
  }
  for (const row of plan.rows()) {
    if (batch.rows.length > 0 && !batch.hasRoomFor(tally.unsent(row))) await send()
    if (stopped !== null) break
    if (signal?.aborted) {
      stopped = 'It was interrupted.'
      break
    }
    batch.add(row, tally.unsent(row))
  }
  if (stopped === null && batch.rows.length > 0) await send()
  return {
    map: map.spec.name,
    dryRun,
    stopped,
    ...tally.result,
    rejects: tally.rejected.length === 0 ? '' : rejectsCsv(plan.table, tally.rejected),
  }
}

/** Ids asked about together. */
const IDS_AT_ONCE = 2_000

/** Where an older version imported, what it did is looked for first: its rows and parties keep their ids. */
async function idsOf(
  { secret = randomBytes(32), findOld, dryRun }: ImportOptions,
  planBy: (ids: ImportIds) => ImportPlan,
): Promise<ImportIds> {
  if (findOld === undefined || dryRun) return new ImportIds(secret)
  const asked = new Set<string>()
  const asOldVersionsDid = new ImportIds(secret, (id) => {
    asked.add(id)
    return true
  })
  for (const _row of planBy(asOldVersionsDid).rows());
  const ids = [...asked]
  const old = new Set<string>()
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    for (const id of await findOld(ids.slice(from, from + IDS_AT_ONCE))) old.add(id)
  return old.size === 0 ? new ImportIds(secret) : new ImportIds(secret, (id) => old.has(id))
}

async function membersOf({ text, map, findMember }: ImportOptions): Promise<ReadonlyMap<string, string>> {
  const members = new Map<string, string>()
  if (map.spec.members === undefined) return members
  if (findMember === undefined) throw new RangeError('a map with members needs findMember')
  for (const memberNo of memberNumbersIn(text, map)) {
    const party = await findMember(memberNo)
    if (party !== null) members.set(memberNo, party)
  }
  return members
}

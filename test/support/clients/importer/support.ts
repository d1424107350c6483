import { readFileSync } from 'node:fs'
import { type CompiledMap, compileMap, readMap } from '../../../../src/clients/importer/compiled-map.ts'
import type { HeldChain, HeldVersion } from '../../../../src/clients/importer/held.ts'
import { ImportIds } from '../../../../src/clients/importer/identity.ts'
import type { PeoplePage } from '../../../../src/clients/importer/import-tasks.ts'
import { KnownParties, type KnownParty } from '../../../../src/clients/importer/known-parties.ts'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { planImport } from '../../../../src/clients/importer/plan.ts'
import {
  type AppendResult,
  type ImportOptions,
  type ImportStore,
  runImport,
} from '../../../../src/clients/importer/run.ts'
import type { ReadOutline } from '../../../../src/clients/outlines/outline-cell.ts'
import { Calendar } from '../../../../src/clients/sheets/calendar.ts'
import type { RowFault } from '../../../../src/clients/sheets/fault.ts'
import type { MergedFigure } from '../../../../src/clients/sheets/merged.ts'
import { Registry } from '../../../../src/registry/registry.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { englishWords } from '../../../../src/words/words.ts'
import type { Appliance } from '../../appliance.ts'

export const registry = new Registry(() => [])
export const COOPERATIVE = '01900000-0000-7000-8000-000000000001'
export const NOW_MS = Date.UTC(2026, 5, 28)

export const example = (file: string): string =>
  readFileSync(new URL(`../../../../packaging/examples/${file}`, import.meta.url), 'utf8')
export const exampleMap = (file: string): CompiledMap => readMap(example(file), registry)

/** What ids are made with. */
export const SECRET = Buffer.alloc(32, 7)
export const ids = new ImportIds(SECRET)

/** A small map: a farm's coffee, weighed with its unit in the cell, on a day. Every test changes what it is about. */
export const SMALL = {
  name: 'small',
  lawful_basis: 'contract_performance',
  as_of: '2026-01-01',
  time_zone: 'Africa/Kampala',
  empty: ['-'],
  not_real: ['TEST'],
  crop: { constant: 'coffee_green' },
  units: { kg: { unit: 'kg' }, lbs: { unit: 'lb', conversion: 'lb_exact' } },
  quantities: { weight: { column: 'Weight' } },
  dates: { day: { column: 'Day', formats: ['D/M/YYYY'] } },
  parties: { farm: { name: { column: 'Farm' }, kind: 'unknown' } },
  records: {
    delivery: { from_party: ['farm'], to_party: ['cooperative'], occurred_at: 'day', quantity: 'weight' },
  },
} as const satisfies ImportMap

export const small = (change: object = {}): CompiledMap => compileMap({ ...SMALL, ...change }, registry)

/** Where the tests' appliance is, and when. */
export const HERE = { timeZone: 'Africa/Kampala', nowMs: NOW_MS }
export const planOf = (
  text: string,
  map: CompiledMap = small(),
  more: {
    readonly ids?: ImportIds
    readonly people?: readonly KnownParty[]
    readonly nowMs?: number
    readonly merged?: readonly MergedFigure[]
    readonly header?: readonly string[] | undefined
  } = {},
) =>
  planImport(
    text,
    map,
    {
      registry,
      tables: new Map(),
      cooperative: COOPERATIVE,
      ids: more.ids ?? ids,
      known: new KnownParties(more.people ?? []),
      acceptMatches: false,
      phone: null,
      calendar: new Calendar(HERE.timeZone, more.nowMs ?? HERE.nowMs),
      merged: more.merged,
    },
    more.header,
  )
export const WORDS = englishWords(HERE.timeZone)

export const inEnglish = (faults: readonly RowFault[]) =>
  faults.map((fault) => ({
    ...fault,
    message: WORDS.tell(fault.message),
    remedy: WORDS.tell(fault.remedy),
  }))

/** An outline that was read, or its fault in English. */
export const outlineTold = (outline: ReadOutline) =>
  'geometry' in outline
    ? outline
    : { message: WORDS.tell(outline.message), remedy: WORDS.tell(outline.remedy) }

/** What the rows of a file become, with their faults in English. */
export const rowsOf = (...args: Parameters<typeof planOf>) =>
  [...planOf(...args).rows()].map((row) => ({ ...row, faults: inEnglish(row.faults) }))

/** The faults of a file, as `row column: message`. */
export const faultsOf = (text: string, map: CompiledMap = small()): string[] =>
  rowsOf(text, map).flatMap(({ faults }) =>
    faults.map(({ row, column, message }) => `${row} ${column}: ${message}`),
  )

/** What an import comes to, told in English: into a store of its own, unless another is given. */
export async function importing(options: Pick<ImportOptions, 'text' | 'map'> & Partial<ImportOptions>) {
  const result = await runImport({
    ...{ registry, cooperative: COOPERATIVE, secret: SECRET, people: [], store: new MemoryStore() },
    ...{ ...HERE, words: WORDS, ...options },
  })
  const stopped = result.stopped && WORDS.tell(result.stopped)
  const changes = result.changes.map((change) => ({ ...change, was: WORDS.tell(change.was) }))
  return { ...result, stopped, changes, faults: inEnglish(result.faults) }
}

/** An import into a real appliance, by the very tasks that the command uses, with its faults in English. */
export async function importInto(
  appliance: Appliance,
  text: string,
  map: CompiledMap,
  more: Partial<ImportOptions> = {},
) {
  const tasks = localTasks(appliance.kernel)
  const people: KnownParty[] = []
  const gone: string[] = []
  for (let after: string | null = null, isMore = true; isMore; isMore = after !== null) {
    const page: PeoplePage = await tasks.run('import.people', 'test', { after })
    people.push(...page.parties)
    gone.push(...page.gone)
    after = page.next
  }
  const { secret } = await tasks.run('import.secret', 'test', {})
  const { time_zone } = await tasks.run('time', 'test', {})
  return importing({
    text,
    map,
    registry,
    cooperative: appliance.cooperative.id,
    words: englishWords(time_zone),
    secret: Buffer.from(secret, 'hex'),
    people,
    gone,
    store: {
      held: async (ids) => (await tasks.run('import.held', 'test', { ids })).chains,
      append: (records) => tasks.run('record.append-all', 'test', { records }),
    },
    nowMs: appliance.clock.nowMs,
    ...more,
  })
}

interface Kept {
  readonly id: string
  readonly supersedes?: string
}

/** A service that accepts everything, and knows what it has. */
export class MemoryStore implements ImportStore {
  readonly records = new Map<string, string>()
  readonly batches: number[] = []
  /** What corrects a record, by the id of what it corrects. */
  readonly #corrections = new Map<string, string>()

  append(records: readonly object[]): Promise<readonly AppendResult[]> {
    this.batches.push(records.length)
    return Promise.resolve(records.map((record) => this.#one(record as Kept)))
  }

  held(ids: readonly string[]): Promise<readonly HeldChain[]> {
    return Promise.resolve(
      ids
        .filter((id) => this.records.has(id))
        .map((id) => {
          const version = this.#newest(id)
          return { id, isOwn: true, tip: version, imported: version, isForked: false }
        }),
    )
  }

  #newest(id: string): HeldVersion {
    const next = this.#corrections.get(id)
    return next === undefined ? { id, body: JSON.parse(this.records.get(id) as string) } : this.#newest(next)
  }

  #one(record: Kept): AppendResult {
    const said = JSON.stringify(record)
    const known = this.records.get(record.id)
    if (known === undefined) this.records.set(record.id, said)
    if (record.supersedes !== undefined) this.#corrections.set(record.supersedes, record.id)
    if (known === undefined || known === said)
      return { id: record.id, status: known === undefined ? 'accepted' : 'replayed' }
    return { id: record.id, status: 'rejected', problem: { code: 'id_conflict' } }
  }
}

/** Every tip of a type, as the cooperative's own credential reads it. */
// biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; tests assert on them
export async function allRecords(appliance: Appliance, type: string): Promise<any[]> {
  const found: unknown[] = []
  let cursor = ''
  do {
    const { status, text, body } = await appliance.cooperative.get(
      `/v1/records?purpose=cooperative_management&type=${type}&limit=500${cursor}`,
    )
    if (status !== 200) throw new Error(text)
    found.push(...body.records)
    cursor = body.next === null ? '' : `&cursor=${encodeURIComponent(body.next)}`
  } while (cursor !== '')
  return found
}

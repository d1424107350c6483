import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { type Kernel, openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Draft } from '../../../src/domain/record.ts'
import type { Author } from '../../../src/records/intake/author.ts'
import { serveTasks } from './children.ts'
import { type Cast, chance, type DraftRecord, idAt, Season } from './records.ts'
import { PURPOSE } from './requests.ts'

/** Fills a data folder through the product's own intake, as one cooperative would in two years. */

export interface SeedOrder {
  readonly folder: string
  readonly records: number
}

export interface Storage {
  /** Pages of the database that are not the audit log's, free ones included. */
  readonly diskBytes: number
  /** Canonical JSON of every record and act. */
  readonly jsonBytes: number
  readonly averageRecordBytes: number
  readonly tables: Readonly<Record<string, number>>
}

/** What is known of a seeded folder; it is left beside the database. */
export interface Seeded {
  readonly records: number
  readonly cast: Cast
  readonly cooperativeToken: string
  readonly lenderToken: string
  /** Ids of the newest records. */
  readonly recent: readonly string[]
  /** Ids from everywhere. */
  readonly anywhere: readonly string[]
  /** Ids from everywhere that the lender may read by a grant. */
  readonly granted: readonly string[]
  readonly storage: Storage
}

export const SEEDED_FILE = 'seeded.json'

const FARMERS = 2_000
const GRANTING_FARMERS = 100
const DAY_MS = 86_400_000
const SPAN_MS = 730 * DAY_MS
const RECENT = 1_000
const ANYWHERE = 50_000
const GRANTED = 5_000
const OPERATOR = 'bench'

/** @throws {Error} when the folder is in use or holds a cooperative already */
async function seed(order: SeedOrder, progress: (done: number, of: number) => void): Promise<Seeded> {
  const startedMs = Date.now() - SPAN_MS - DAY_MS
  const clock = { nowMs: startedMs }
  const config = readConfig({ data: order.folder, logLevel: 'error', minFreeBytes: '0' }, {})
  const kernel = openKernel(config, { create: true, clock: () => clock.nowMs })
  const random = chance(1)
  const people = await peopleOf(kernel, clock, random)
  const samples = await fill(kernel, clock, random, people, order.records, progress)
  clock.nowMs = Date.now()
  await grants(kernel, people, random)
  const storage = storageOf(kernel)
  kernel.close()
  const seeded: Seeded = {
    records: order.records,
    cast: people.cast,
    cooperativeToken: people.cooperativeToken,
    lenderToken: people.lenderToken,
    ...samples,
    storage,
  }
  writeFileSync(join(order.folder, SEEDED_FILE), JSON.stringify(seeded), { mode: 0o600 })
  return seeded
}

interface People {
  readonly cast: Cast
  readonly author: Author
  readonly lender: string
  readonly cooperativeToken: string
  readonly lenderToken: string
}

async function peopleOf(kernel: Kernel, clock: { nowMs: number }, random: () => number): Promise<People> {
  const { submit } = kernel.ports
  const founded = await submit(() => foundCooperative(kernel, OPERATOR, 'Mount Elgon Growers'))
  const partyOf = (id: string) => kernel.store.parties.find(id) as number
  const author: Author = {
    party: partyOf(founded.cooperative),
    partyId: founded.cooperative,
    credential: null,
  }
  const introduce = (kind: string, name: string): string => {
    const joinedMs = clock.nowMs - Math.floor(random() * SPAN_MS)
    const party = idAt(joinedMs, random)
    kernel.intake.append(author, {
      id: idAt(clock.nowMs, random),
      type: 'party',
      occurred_at: new Date(clock.nowMs).toISOString(),
      lawful_basis: 'contract_performance',
      party,
      kind,
      display_name: name,
      ...(kind === 'person' ? { region: 'KE-36' } : {}),
    } as Draft)
    return party
  }
  const introduced = await submit(() => ({
    lender: introduce('institution', 'Savings and Credit Society'),
    buyer: introduce('business', 'Export Millers'),
    farmers: Array.from({ length: FARMERS }, (_, i) => introduce('person', `Farmer ${i + 1}`)),
  }))
  const { lender, buyer, farmers } = introduced
  const issued = await submit(() => kernel.credentials.issue(OPERATOR, lender, 'party', null))
  return {
    cast: { cooperative: founded.cooperative, buyer, farmers },
    author,
    lender,
    cooperativeToken: founded.credential,
    lenderToken: issued.token,
  }
}

async function fill(
  kernel: Kernel,
  clock: { nowMs: number },
  random: () => number,
  people: People,
  records: number,
  progress: (done: number, of: number) => void,
): Promise<Pick<Seeded, 'recent' | 'anywhere' | 'granted'>> {
  const season = new Season(people.cast, random, true)
  const granting = new Set(people.cast.farmers.slice(0, GRANTING_FARMERS))
  const recent: string[] = []
  const anywhere = new Reservoir(ANYWHERE, chance(2))
  const granted = new Reservoir(GRANTED, chance(3))
  const note = (record: DraftRecord) => {
    recent.push(record.id)
    if (recent.length > RECENT * 2) recent.splice(0, RECENT)
    anywhere.offer(record.id)
    if (granting.has(String(record.from_party ?? record.producer))) granted.offer(record.id)
  }
  const startedMs = clock.nowMs
  const perJob = Math.max(10, Math.min(1_000, records / 1_000))
  for (let done = 0; done < records; ) {
    const count = Math.min(perJob, records - done)
    const atMs = (i: number) => startedMs + Math.floor(((done + i) / records) * SPAN_MS)
    clock.nowMs = atMs(count) + 3_600_000
    await kernel.ports.submit(() => {
      for (let i = 0; i < count; i++) {
        const record = season.next(atMs(i) + Math.floor(random() * 60_000))
        kernel.intake.append(people.author, record as unknown as Draft)
        note(record)
      }
    })
    done += count
    progress(done, records)
  }
  return { recent: recent.slice(-RECENT), anywhere: anywhere.kept(), granted: granted.kept() }
}

function grants(kernel: Kernel, people: People, random: () => number): Promise<void> {
  return kernel.ports.submit(() => {
    for (const farmer of people.cast.farmers.slice(0, GRANTING_FARMERS)) {
      kernel.grants.give({ credential: null, operator: OPERATOR }, farmer, {
        id: idAt(Date.now(), random),
        grantee: people.lender,
        purpose: PURPOSE,
        record_types: ['harvest', 'delivery', 'delivery_confirmation'],
        expires_at: new Date(Date.now() + 365 * DAY_MS).toISOString(),
        channel: 'written',
      })
    }
  })
}

/** Keeps a fair choice of what it is offered (Vitter's algorithm R), in an order of chance. */
class Reservoir {
  readonly #size: number
  readonly #random: () => number
  readonly #kept: string[] = []
  #offered = 0

  constructor(size: number, random: () => number) {
    this.#size = size
    this.#random = random
  }

  offer(id: string): void {
    this.#offered++
    if (this.#kept.length < this.#size) this.#kept.push(id)
    else {
      const place = Math.floor(this.#random() * this.#offered)
      if (place < this.#size) this.#kept[place] = id
    }
  }

  kept(): string[] {
    return this.#kept
      .map((id) => [this.#random(), id] as const)
      .sort(([a], [b]) => a - b)
      .map(([, id]) => id)
  }
}

function storageOf(kernel: Kernel): Storage {
  const { db } = kernel.store
  db.pragma('wal_checkpoint(TRUNCATE)')
  const sizes = db
    .prepare('SELECT name, sum(pgsize) FROM dbstat WHERE aggregate = TRUE GROUP BY name')
    .raw()
    .all() as [string, number][]
  const tables = Object.fromEntries(sizes.sort(([, a], [, b]) => b - a))
  const fileBytes =
    (db.pragma('page_count', { simple: true }) as number) *
    (db.pragma('page_size', { simple: true }) as number)
  const [count, recordBytes, otherBytes] = db
    .prepare(
      `SELECT count(*) FILTER (WHERE kind < 31), sum(octet_length(body)) FILTER (WHERE kind < 31),
         coalesce(sum(octet_length(body)) FILTER (WHERE kind >= 31), 0) FROM entry`,
    )
    .raw()
    .get() as [number, number, number]
  return {
    diskBytes: fileBytes - (tables.audit ?? 0),
    jsonBytes: recordBytes + otherBytes,
    averageRecordBytes: recordBytes / count,
    tables,
  }
}

export function seedRole(): void {
  serveTasks({ seed })
}

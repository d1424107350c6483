import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { type Kernel, openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Draft } from '../../../src/domain/record.ts'
import type { Author } from '../../../src/records/intake/author.ts'
import { chance, seeded } from '../../support/records/gate/random.ts'
import { serveTasks } from './children.ts'
import { type Cast, type DraftRecord, idAt, Season } from './records.ts'
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
  const made: Seeded = {
    records: order.records,
    cast: people.cast,
    cooperativeToken: people.cooperativeToken,
    lenderToken: people.lenderToken,
    ...samples,
    storage,
  }
  writeFileSync(join(order.folder, SEEDED_FILE), JSON.stringify(made), { mode: 0o600 })
  return made
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
  const [all, granted]: [string[], string[]] = [[], []]
  const note = (record: DraftRecord) => {
    all.push(record.id)
    if (granting.has(String(record.from_party ?? record.producer))) granted.push(record.id)
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
  const some = (ids: readonly string[], most: number) => seeded(2).shuffled(ids).slice(0, most)
  return { recent: all.slice(-RECENT), anywhere: some(all, ANYWHERE), granted: some(granted, GRANTED) }
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

function storageOf(kernel: Kernel): Storage {
  const { db } = kernel.store
  db.pragma('wal_checkpoint(TRUNCATE)')
  const one = (sql: string) => db.prepare<[], number>(sql).pluck().get() as number
  const pages = one('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
  return {
    diskBytes: pages - one("SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name = 'audit'"),
    jsonBytes: one('SELECT sum(octet_length(body)) FROM entry'),
  }
}

export function seedRole(): void {
  serveTasks({ seed })
}

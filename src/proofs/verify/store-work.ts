import { randomBytes } from 'node:crypto'
import type { Extent } from '../../store/inspect/extent.ts'
import { tableNames } from '../../store/inspect/pages.ts'
import { RECORD_TABLE_NAMES } from '../../store/record-tables.ts'
import { BATCHES_A_PART } from './anchors.ts'
import { AUDIT_RANGE } from './audit-chain.ts'
import { CHUNKS_A_PART } from './audit-index.ts'
import { examineAudited } from './audited-entries.ts'
import { addSums, bucketOf, imbalanced, type Secret } from './balance.ts'
import { RANGE_ENTRIES } from './entries.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { type Job, runJobs } from './jobs.ts'
import { examineParties } from './named-parties.ts'
import { Numbers } from './numbers.ts'
import { Recount } from './recount.ts'
import type { Tally } from './report.ts'
import { settlingJobs } from './settling.ts'
import { examineTreeTop } from './tree-top.ts'
import type { Progress } from './verify.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Relative time for one item of each kind, for the progress. */
const WEIGHT = { entry: 10, row: 1, page: 1, audit: 3, indexed: 3, batch: 20 } as const

/** Everything in the database, part by part. */
export class StoreWork {
  readonly #inspection: Inspection
  readonly #extent: Extent
  readonly #pool: WorkerPool
  readonly #faults: Faults
  readonly #owed: string[]
  readonly #secret: Secret
  readonly #sums: Int32Array
  readonly #named: Numbers
  readonly #recount: Recount
  readonly #told: Numbers
  readonly #tally = { log: 0, records: 0, acts: 0, derived: 0, pages: 0, audit: 0, auditIndex: 0, anchors: 0 }

  constructor(inspection: Inspection, extent: Extent, pool: WorkerPool, faults: Faults, owed: string[]) {
    this.#inspection = inspection
    this.#extent = extent
    this.#pool = pool
    this.#faults = faults
    this.#owed = owed
    const random = randomBytes(16)
    this.#secret = [0, 4, 8, 12].map((at) => random.readInt32LE(at)) as unknown as Secret
    this.#sums = new Int32Array(extent.entries === 0 ? 0 : 2 * (bucketOf(extent.entries) + 1))
    this.#named = new Numbers(extent.parties)
    this.#recount = new Recount(inspection)
    this.#told = new Numbers(extent.entries)
  }

  async examine(onProgress: (progress: Progress) => void): Promise<Tally> {
    const { entries, written, subtrees } = this.#extent
    const jobs = [...this.#pages(), ...this.#entries(), ...this.#walks(), ...this.#audit(), ...this.#rest()]
    await runJobs(jobs, this.#pool.size, this.#faults, this.#owed, onProgress)
    const settling = settlingJobs(
      this.#pool,
      imbalanced(this.#sums),
      { newest: entries, written },
      this.#faults,
    )
    await runJobs(settling, this.#pool.size, this.#faults, this.#owed, onProgress)
    await runJobs(this.#closing(), 1, this.#faults, this.#owed, onProgress)
    return {
      ...this.#tally,
      tree: subtrees.reduce((sum, { count }) => sum + count, 0),
      parties: this.#extent.parties,
      journals: this.#extent.notifications,
    }
  }

  *#pages(): Generator<Job> {
    const tables = tableNames(this.#inspection.db)
    for (const table of tables)
      yield {
        doing: 'pages',
        weight: (WEIGHT.page * this.#extent.entries) / tables.length,
        run: async () => {
          this.#faults.merge(await this.#pool.run('pages', { table }))
          this.#tally.pages++
        },
      }
  }

  *#entries(): Generator<Job> {
    const { entries: newest } = this.#extent
    const sumsThrough = this.#recount.throughSeq
    for (let from = 1; from <= newest; from += RANGE_ENTRIES) {
      const through = Math.min(newest, from + RANGE_ENTRIES - 1)
      yield {
        doing: 'entries of the log',
        weight: WEIGHT.entry * (through - from + 1),
        run: async () => {
          const { written } = this.#extent
          const order = { from, through, newest, written, sumsThrough, secret: this.#secret }
          const found = await this.#pool.run('entries', order)
          this.#faults.merge(found.findings)
          addSums(this.#sums, found.sums, found.firstBucket)
          this.#named.add(found.namedParties)
          this.#recount.add(found.recount)
          this.#tally.log += through - from + 1
          this.#tally.records += found.records + found.inferences
          this.#tally.acts += found.acts
        },
      }
    }
  }

  *#walks(): Generator<Job> {
    const { entries: newest } = this.#extent
    for (const table of RECORD_TABLE_NAMES)
      yield {
        doing: 'rows that follow from records',
        weight: WEIGHT.row * newest,
        run: async () => {
          const found = await this.#pool.run('walk', { table, newest, secret: this.#secret })
          this.#faults.merge(found.findings)
          addSums(this.#sums, found.sums, 0)
          this.#tally.derived += found.rows
        },
      }
  }

  *#audit(): Generator<Job> {
    const { auditEntries, entries: newest } = this.#extent
    for (let from = 1; from <= auditEntries; from += AUDIT_RANGE) {
      const through = Math.min(auditEntries, from + AUDIT_RANGE - 1)
      yield {
        doing: 'audit log',
        weight: WEIGHT.audit * (through - from + 1),
        run: async () => {
          const found = await this.#pool.run('audit', { from, through, newest })
          this.#faults.merge(found.findings)
          this.#told.add(found.told)
          this.#tally.audit += through - from + 1
        },
      }
    }
    const chunks = this.#inspection.audit.chunks(auditEntries)
    for (let from = 0; from < chunks.length; from += CHUNKS_A_PART) {
      const to = Math.min(chunks.length, from + CHUNKS_A_PART)
      const last = chunks[to - 1]?.lastN ?? 0
      yield {
        doing: 'index of the audit log',
        weight: WEIGHT.indexed * Math.max(0, last - (chunks[from]?.firstN ?? 0)),
        run: async () => {
          this.#faults.merge(await this.#pool.run('auditIndex', { from, to, auditEntries }))
          this.#tally.auditIndex += to - from
        },
      }
    }
  }

  *#rest(): Generator<Job> {
    const { batches, auditEntries, entries: newest } = this.#extent
    for (let from = 1; from <= batches; from += BATCHES_A_PART) {
      const through = Math.min(batches, from + BATCHES_A_PART - 1)
      yield {
        doing: 'roots and checkpoints',
        weight: WEIGHT.batch * (through - from + 1),
        run: async () => {
          this.#faults.merge(await this.#pool.run('anchors', { from, through, newest, auditEntries }))
          this.#tally.anchors += through - from + 1
        },
      }
    }
    for (const part of ['orphans', 'journals'] as const)
      yield {
        doing: 'acts and journals',
        weight: WEIGHT.row * newest,
        run: async () => this.#faults.merge(await this.#pool.run(part, { newest })),
      }
  }

  /** Findings that need all parts to be done. */
  *#closing(): Generator<Job> {
    const job = (doing: string, work: () => void): Job => ({ doing, weight: 1, run: async () => work() })
    yield job('tree over the log', () => examineTreeTop(this.#inspection, this.#extent, this.#faults))
    yield job('parties', () => examineParties(this.#inspection, this.#extent, this.#named, this.#faults))
    yield job('audit log', () =>
      examineAudited(this.#inspection, this.#told, this.#extent.entries, this.#faults),
    )
    yield job('sums', () => this.#recount.examine(this.#extent.entries, this.#faults))
  }
}

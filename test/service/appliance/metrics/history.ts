import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { foundCooperative } from '../../../../src/appliance/found.ts'
import { type Kernel, openKernel } from '../../../../src/assemble.ts'
import { Problem } from '../../../../src/base/problem.ts'
import { type Config, readConfig } from '../../../../src/config/config.ts'
import type { ConversionFacts } from '../../../../src/domain/derived/world.ts'
import { draftOf } from '../../../../src/domain/draft-shape.ts'
import type { Figures } from '../../../../src/domain/figures.ts'
import type { Draft } from '../../../../src/domain/record.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import type { Requester } from '../../../../src/records/gate/gate.ts'
import type { Author } from '../../../../src/records/intake/author.ts'
import { registryTasks } from '../../../../src/registry/registry-tasks.ts'
import type { ActKind } from '../../../../src/store/log/entry-kinds.ts'
import type { TallyPace } from '../../../../src/store/tables/tallies.ts'
import { actsOnAnother } from '../../../support/record-types.ts'
import { seeded } from '../../../support/records/gate/random.ts'
import { recount, sorted } from './recount.ts'

/** A folder whose log grows through the real rooms, whose service stops and starts again, and which is recounted. */

export const PURPOSE = 'credit_assessment'
export const OPERATOR = { credential: null, operator: 'test' } as const
const SETTLES_WITHIN_MS = 300_000

export class History {
  readonly config: Config
  readonly clock = { nowMs: Date.UTC(2026, 5, 1) }
  kernel: Kernel
  /** The cooperative, two farmers and a mill: they write. */
  readonly parties: string[] = []
  /** A bank and an insurer, whom everybody lets read everything, with their credentials. */
  readonly readers: Requester[] = []
  /** Factors that a later version of the program ships. */
  shipped: readonly ConversionFacts[] = []
  /** What was reported of work that failed. */
  readonly faults: unknown[] = []
  readonly #pace: Partial<TallyPace>
  readonly #random = seeded(7)

  private constructor(pace: Partial<TallyPace>) {
    this.#pace = pace
    const data = mkdtempSync(join(tmpdir(), 'tally-'))
    this.config = readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {})
    this.kernel = this.#open(true)
  }

  static async begun(pace: Partial<TallyPace> = {}): Promise<History> {
    const h = new History(pace)
    await h.submit(() => {
      const { cooperative } = foundCooperative(h.kernel, 'test', 'Cooperative')
      h.parties.push(cooperative, h.id(), h.id(), h.id())
      const [bank, insurer] = [h.id(), h.id()]
      for (const [party, kind] of [
        [h.farmer, 'person'],
        [h.parties[2], 'person'],
        [h.parties[3], 'business'],
        [bank, 'institution'],
        [insurer, 'institution'],
      ])
        h.append(cooperative, 'party', { party, kind, display_name: 'N' })
      for (const party of h.parties)
        for (const grantee of [bank, insurer])
          h.kernel.grants.give(OPERATOR, party, {
            id: h.id(),
            grantee,
            purpose: PURPOSE,
            record_types: ['harvest', 'lot', 'delivery', 'delivery_confirmation', 'obligation', 'payment'],
            expires_at: '2099-01-01T00:00:00.000Z',
          })
      for (const partyId of [bank, insurer]) {
        const { token } = h.kernel.credentials.issue('test', partyId, 'reader', null)
        const credential = h.kernel.credentials.verify(token)?.credential as number
        h.readers.push({ party: h.kernel.store.parties.intern(partyId), partyId, credential })
      }
    })
    return h
  }

  get farmer(): string {
    return this.parties[1] as string
  }

  id(): string {
    return this.#random.id(this.clock.nowMs)
  }

  submit<T>(work: () => T): Promise<T> {
    return this.kernel.ports.submit(work)
  }

  author(party: string): Author {
    return { party: this.kernel.store.parties.intern(party), partyId: party, ...OPERATOR }
  }

  draft(type: string, members: object): Draft {
    const takesBasis = !actsOnAnother(type)
    return draftOf({
      id: this.id(),
      type,
      occurred_at: new Date(this.clock.nowMs).toISOString(),
      ...(takesBasis ? { lawful_basis: 'special_data_consent' } : {}),
      ...members,
    })
  }

  /** Inside a job. @returns null where a rule refuses it, with nothing written */
  append(party: string, type: string, members: object): RecordBody | null {
    try {
      return this.kernel.intake.append(this.author(party), this.draft(type, members)).record.body
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }

  /** A harvest of the farmer's, of these kilograms by this factor. Inside a job. */
  harvest(kg: number, factor: string, more: object = {}): RecordBody {
    const members = {
      producer: this.farmer,
      crop: 'coffee_fresh_cherry',
      quantity: { value: 1, unit: 'tin' },
    }
    const stated = { normalized_kg: kg, conversion_id: factor }
    return this.append(this.farmer, 'harvest', { ...members, ...stated, ...more }) as RecordBody
  }

  /** Inside a job. */
  retract(target: RecordBody): RecordBody | null {
    const members = { target_id: target.id, reason: 'entered_in_error' }
    return this.append(target.asserted_by, 'retraction', members)
  }

  /** It is read, so that the reader is owed word of what happens to it. Inside a job. */
  show(record: RecordBody, reader: Requester): void {
    this.kernel.gate.readerFor(reader, PURPOSE).one(record.id)
  }

  /** The operator adds a factor. Inside a job. */
  addFactor(id: string, kind: ConversionFacts['kind']): void {
    const weighings = kind === 'measured' ? [{ weighed_at: '2026-05-01', value: 2, kg: 30 }] : []
    const row = {
      id,
      kind,
      unit: 'debe',
      factor: 15,
      source: 'A test.',
      weighings_count: weighings.length,
      ...(weighings.length === 0 ? {} : { weighings }),
    }
    if (!this.kernel.registry.has('conversions', id))
      registryTasks['registry.add'](this.kernel, 'test', { kind: 'conversions', row })
  }

  get records(): RecordBody[] {
    const rows = this.kernel.store.db
      .prepare<[], string>('SELECT body FROM entry WHERE kind < 31 ORDER BY seq')
      .pluck()
    return rows.all().map((json) => JSON.parse(json) as RecordBody)
  }

  acts(kind: ActKind): Record<string, unknown>[] {
    const rows = this.kernel.store.db
      .prepare<[string], string>("SELECT body FROM entry WHERE body ->> '$.act' = ? ORDER BY seq")
      .pluck()
    return rows.all(kind).map((json) => JSON.parse(json) as Record<string, unknown>)
  }

  /** The service ends and starts again. */
  restart(pace: Partial<TallyPace> = this.#pace): void {
    this.kernel.close()
    this.kernel = this.#open(false, pace)
  }

  /** A command works while the service is down, and is gone before anything is counted. */
  async byCommand(work: () => void): Promise<void> {
    this.restart()
    this.kernel.store.tallies.stop()
    await this.submit(work)
    this.restart()
  }

  conversion(id: string): ConversionFacts | undefined {
    return this.kernel.registry.conversion(id) ?? this.shipped.find((row) => row.id === id)
  }

  async settled(): Promise<void> {
    const until = performance.now() + SETTLES_WITHIN_MS
    const { tallies } = this.kernel.store
    void tallies.caughtUp()
    while (!tallies.isSettled) {
      if (this.faults.length > 0 || performance.now() > until)
        throw new Error('the sums have not settled', { cause: this.faults })
      await new Promise(setImmediate)
    }
  }

  get figures(): Figures | null {
    return sorted(this.kernel.store.tallies.figures())
  }

  get recounted(): Figures {
    return recount(this.kernel.store.db, (id) => this.conversion(id))
  }

  /** Once everything has settled, the figures are those of a recount. */
  async check(): Promise<void> {
    await this.settled()
    expect(this.figures).toEqual(this.recounted)
  }

  close(): void {
    this.kernel.close()
    rmSync(this.config.data, { recursive: true, force: true })
  }

  #open(create: boolean, pace = this.#pace): Kernel {
    const kernel = openKernel(this.config, { create, clock: () => this.clock.nowMs, tallyPace: pace })
    // No power fails here.
    kernel.store.db.pragma('synchronous = OFF')
    const rows = () => [...kernel.registry.rows('conversions'), ...this.shipped]
    kernel.store.tallies.start({ rows, conversion: (id) => this.conversion(id) }, (error) => {
      this.faults.push(error)
    })
    return kernel
  }
}

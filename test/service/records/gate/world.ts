import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { foundCooperative } from '../../../../src/appliance/found.ts'
import { type Kernel, makeServer, openKernel } from '../../../../src/assemble.ts'
import { Problem } from '../../../../src/base/problem.ts'
import { type Config, dataFiles, readConfig } from '../../../../src/config/config.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import type { Requester } from '../../../../src/records/gate/gate.ts'
import { newIncarnation } from '../../../../src/store/acts/appliance.ts'
import type { OracleDelegation, OracleGrant, OracleObjection } from '../../../support/records/gate/oracle.ts'
import type { Random } from '../../../support/records/gate/random.ts'
import { Deliveries } from './deliveries.ts'
import { addSubjects, type OracleInference, type PredictedWorld } from './oracle-inferences.ts'
import type { Shown } from './oracle-rights.ts'
import { View } from './oracle-view.ts'
import type { Pull } from './pulls.ts'
import type { Tally } from './tally.ts'

/** One world: a real store in a throw-away folder, and beside it what the oracle was told and what was seen. */

export const PURPOSES = ['credit_assessment', 'insurance', 'research'] as const
export { RECORD_TYPES }
export const DAY = 86_400_000
/** So many of the parties are given leave to read more often than the others. */
export const READERS = 4

/** What the oracle was told, which a restore takes back. */
const TOLD = [
  'records',
  'inferences',
  'grants',
  'objections',
  'delegations',
  'shown',
  'audited',
  'owed',
] as const

/** A party with a credential, or the operator at the counter, who reads as the cooperative. */
export interface Asker {
  readonly party: string
  readonly credential: number | null
  readonly token: string
  readonly operator?: string
  /** Tokens of further credentials of the party, of kinds that may do less. */
  readonly lesser?: Readonly<Record<LesserKind, string>>
}

export const LESSER_KINDS = ['device', 'reader'] as const
export type LesserKind = (typeof LESSER_KINDS)[number]

/** A line of the audit log as the test expects it. */
export interface Audited {
  readonly party: string | null
  readonly operator: string | null
  readonly action: string
  readonly purpose: string
  readonly outcome: string
  readonly records: readonly string[]
  readonly asked?: string
  /** For each record shown, by whose grants, and which ones opened it. */
  readonly grants: readonly ReadonlyMap<string, readonly string[]>[]
}

export class World implements PredictedWorld {
  readonly records: RecordBody[] = []
  readonly inferences: OracleInference[] = []
  readonly grants: OracleGrant[] = []
  readonly objections: OracleObjection[] = []
  readonly delegations: OracleDelegation[] = []
  readonly shown: Shown[] = []
  readonly audited: Audited[] = []
  readonly askers: Asker[] = []
  readonly pulls: Pull[] = []
  readonly deliveries = new Deliveries()
  /** Ids that records have named before anything arrived under them. */
  readonly promised: string[] = []
  /** The same of inferences. */
  readonly promisedInferences: string[] = []
  /** Notifications that the oracle says are owed: `recipient version because`. */
  readonly owed: string[] = []
  /** How often each thing happened that must happen somewhere. */
  readonly tally: Tally = new Map()
  /** What each record that is written says besides, if anything. */
  mark: () => object = () => ({})
  /** Answers compared, one for each requester, purpose, record and surface. */
  decisions = 0
  cooperative = ''
  nowMs: number
  kernel: Kernel
  app: FastifyInstance | null = null
  readonly random: Random
  readonly #config: Config
  readonly #clock: { nowMs: number }
  readonly #overHttp: boolean

  constructor(random: Random, overHttp: boolean) {
    const nowMs = Date.UTC(2026, 5, 1)
    this.random = random
    this.nowMs = nowMs
    this.#clock = { nowMs }
    this.#overHttp = overHttp
    this.#config = readConfig(
      {
        data: mkdtempSync(join(tmpdir(), 'gate-')),
        logLevel: 'silent',
        minFreeBytes: '0',
        refusalMs: '0',
        readsPerSecond: '1000000',
      },
      {},
    )
    this.kernel = this.#open(true)
  }

  async begin(): Promise<void> {
    const founded = await this.submit(() => foundCooperative(this.kernel, 'test', 'Cooperative'))
    this.cooperative = founded.cooperative
    this.askers.push(this.#asker(founded.cooperative, founded.credential))
    this.askers.push({ party: founded.cooperative, credential: null, token: '', operator: 'clerk' })
    const [own] = this.kernel.store.db
      .prepare<[], { body: string }>('SELECT body FROM entry WHERE kind < 31')
      .all()
    this.keep(JSON.parse(own?.body ?? '') as RecordBody)
    if (this.#overHttp) this.app = await makeServer(this.kernel)
  }

  /** Those with a credential: every party. */
  get callers(): Asker[] {
    return this.askers.filter(({ operator }) => operator === undefined)
  }

  get parties(): string[] {
    return this.callers.map(({ party }) => party)
  }

  asker(party: string): Asker {
    return this.callers.find((caller) => caller.party === party) as Asker
  }

  /** Adds a party with a credential. One that nobody asserts has it from a time when somebody did. */
  async admit(party: string, isAsserted: boolean): Promise<void> {
    const { credentials, store } = this.kernel
    const issue = (kind: LesserKind | 'party') => credentials.issue('test', party, kind, null).token
    const lesser =
      isAsserted && this.#overHttp
        ? await this.submit(() => ({ device: issue('device'), reader: issue('reader') }))
        : undefined
    const token = await this.submit(() => {
      if (isAsserted) return issue('party')
      const old = `gry_${this.random.id(0).repeat(2).replaceAll('-', '').slice(0, 43)}`
      const hash = createHash('sha256').update(old).digest()
      const { nowMs } = store.writer
      const id = this.id()
      const seq = store.acts.append('credential', id, nowMs, {
        id,
        party,
        kind: 'party',
        token_sha256: hash.toString('hex'),
        expires_at: null,
        received_at: new Date(nowMs).toISOString(),
      })
      const detail = { credential: seq, operator: 'test' }
      store.audit.append(nowMs, { credential: null, action: 'credential', outcome: 'done', detail })
      return old
    })
    this.askers.push({ ...this.#asker(party, token), ...(lesser === undefined ? {} : { lesser }) })
  }

  #asker(party: string, token: string): Asker {
    const credential = this.kernel.credentials.verify(token)?.credential as number
    return { party, credential, token }
  }

  requester({ party, credential, operator }: Asker): Requester {
    const n = this.kernel.store.parties.intern(party)
    return { party: n, partyId: party, credential, ...(operator === undefined ? {} : { operator }) }
  }

  submit<T>(work: () => T): Promise<T> {
    return this.kernel.ports.submit(work)
  }

  /** Time passes, or the clock is set back; the service goes by the later of the clock and what it has seen. */
  async tick(ms: number): Promise<void> {
    this.#clock.nowMs += ms
    await this.submit(() => {})
    this.nowMs = Math.max(this.nowMs, this.#clock.nowMs)
  }

  /** The service ends and starts again: whatever it only remembered must be found again. */
  async restart(): Promise<void> {
    await this.app?.close()
    this.kernel.close()
    this.kernel = this.#open(false)
    if (this.#overHttp) this.app = await makeServer(this.kernel)
  }

  /** Makes a backup. @returns what restores it: the service goes on as it was then, under a new name of its log */
  async backUp(): Promise<() => Promise<void>> {
    const { database } = dataFiles(this.#config.data)
    const { store } = this.kernel
    await this.submit(() => {})
    store.writeBehind()
    store.db.pragma('wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(database)
    const told = TOLD.map((list) => structuredClone(this[list]))
    return async () => {
      await this.app?.close()
      this.kernel.close()
      for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
      writeFileSync(database, bytes)
      for (const [i, list] of TOLD.entries()) {
        const now: unknown[] = this[list]
        now.splice(0, now.length, ...(told[i] as unknown[]))
      }
      this.kernel = this.#open(false)
      await this.submit(() => {
        const { acts, appliance, parties, writer } = this.kernel.store
        const [restore, made_at] = [this.id(), new Date(writer.nowMs).toISOString()]
        acts.append('restore', restore, writer.nowMs, {
          ...{ cooperative: parties.id(appliance.cooperative as number), backup: this.id(), made_at },
          incarnation: newIncarnation().toString('hex'),
        })
        acts.append('restore_confirmation', this.id(), writer.nowMs, { restore })
      })
      this.nowMs = this.kernel.store.writer.nowMs
      if (this.#overHttp) this.app = await makeServer(this.kernel)
    }
  }

  async close(): Promise<void> {
    if (this.app) await this.app.close()
    this.kernel.close()
    rmSync(this.#config.data, { recursive: true, force: true })
  }

  #open(create: boolean): Kernel {
    const kernel = openKernel(this.#config, { create, clock: () => this.#clock.nowMs })
    // No power fails here, and what is asked is not whether a record survives that.
    kernel.store.db.pragma('synchronous = OFF')
    return kernel
  }

  view(asker: Asker, purpose: string): View {
    return new View(this, asker.party, purpose)
  }

  http(asker: Asker, url: string, body?: object, headers = {}): Promise<LightMyRequestResponse> {
    return (this.app as FastifyInstance).inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { authorization: `Bearer ${asker.token}`, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
  }

  /** What was appended, told to the oracle. */
  keep(record: RecordBody): void {
    this.records.push(record)
    addSubjects(this)
  }

  /** In no two drafts the same, by which lots and deliveries are known on pages. */
  get grade(): string {
    return `G${this.records.length}x`
  }

  /** A new id. */
  id(): string {
    return this.random.id(this.nowMs)
  }
}

/** What the work gave, or the problem for which it was refused. */
export function orRefusal<T>(work: () => T): T | Problem {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error
  }
}

/** Compares quickly what is nearly always the same, and says it well where it is not. */
export function same(actual: unknown, wanted: unknown, where: () => string): void {
  if (actual === wanted || JSON.stringify(actual) === JSON.stringify(wanted)) return
  expect(actual, where()).toEqual(wanted)
}

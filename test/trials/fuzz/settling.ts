import { type Random, seeded } from '../../support/records/gate/random.ts'
import { type Answered, type Asked, Line } from '../common/line.ts'
import { aPicture } from '../common/picture.ts'
import type { Served } from '../common/served.ts'
import { begin, carryOn } from '../common/uploading.ts'
import { obeying } from './bodies.ts'
import type { Contract, Operation } from './contract.ts'
import { Maker } from './maker.ts'
import { People } from './people.ts'
import { idOf } from './requests.ts'
import { type Caller, EMPTY_WORLD, type MutableWorld, type World } from './world.ts'

/** Peoples a village, so that requests have something to name: who calls, and some of everything that can be there. */

const ROUNDS = 400
const CORRECTIONS = 62
const UPLOADS = 3
const CODES_OF = [
  'crops',
  'units',
  'regions',
  'conversions',
  'purposes',
  'lawful-bases',
  'flags',
  'record-types',
]
/** Numbers of requests are below this, so ids made here are like no other; and those of one village like no other's. */
const FIRST_NUMBER = 2 ** 31
const NUMBERS_A_VILLAGE = 2 ** 14
const DAY_MS = 86_400_000

export interface Settlement {
  readonly served: Served
  readonly contract: Contract
  readonly seed: number
  readonly cooperative: { readonly id: string; readonly token: string }
  /** When the run began: ids hold it, and requests name what others made. */
  readonly beganMs: number
}

/** @param village its number, from 0; the same one is peopled anew in each run */
export async function settled(settlement: Settlement, village: number): Promise<World> {
  const { served, cooperative, beganMs } = settlement
  const line = new Line(served.port)
  const world: MutableWorld = { ...structuredClone(EMPTY_WORLD as MutableWorld), beganMs }
  try {
    const settling = new Settling(settlement, line, world, village)
    await settling.people(served.data, cooperative)
    await settling.codes()
    await settling.consent()
    await settling.records()
    await settling.chain()
    await settling.uploads()
    await settling.cursors()
    return world
  } finally {
    line.close()
  }
}

class Settling {
  readonly #contract: Contract
  readonly #line: Line
  readonly #world: MutableWorld
  readonly #random: Random
  readonly #seed: number
  #number: number

  constructor({ contract, seed }: Settlement, line: Line, world: MutableWorld, village: number) {
    this.#contract = contract
    this.#line = line
    this.#world = world
    this.#random = seeded(seed + village)
    this.#seed = seed
    this.#number = FIRST_NUMBER + village * NUMBERS_A_VILLAGE
  }

  people(data: string, cooperative: Settlement['cooperative']): Promise<void> {
    const ask = (asked: Asked, wanted: readonly number[]) => this.#ask(asked, wanted)
    return new People(data, this.#world, () => this.#freshId(), ask).settle(cooperative)
  }

  async codes(): Promise<void> {
    const codes: Record<string, string[]> = {}
    for (const kind of CODES_OF) {
      const { body } = await this.#ask({ method: 'GET', path: `/v1/registry/${kind}?limit=500` }, [200])
      codes[kind] = (body.rows as { id: string }[]).map(({ id }) => id)
    }
    this.#world.codes = codes
    this.#world.purposes = codes.purposes as string[]
  }

  /** Grants to the lender and the trader, mandates for the society, and an objection. */
  async consent(): Promise<void> {
    const world = this.#world
    const [society, grace, peter, sarah, trader, lender] = world.callers as Caller[]
    const year = (years: number) => new Date(world.beganMs + years * 365 * DAY_MS).toISOString()
    for (const subject of [grace, peter, sarah] as Caller[]) {
      for (const grantee of [trader, lender] as Caller[]) {
        const grant = { grantee: grantee.party, purpose: 'credit_assessment', expires_at: year(2) }
        const id = await this.#post('/v1/grants', subject, {
          ...grant,
          record_types: ['harvest', 'delivery', 'inference'],
        })
        if (id !== null) world.grants.push(id)
      }
      const mandate = { principal: subject.party, delegate: (society as Caller).party }
      const id = await this.#post('/v1/delegations', subject, {
        ...mandate,
        record_types: ['harvest', 'delivery', 'lot', 'obligation', 'retraction'],
        acts: ['assert', 'correct', 'confirm', 'object'],
        valid_from: year(-2),
        valid_until: year(2),
        basis: 'ussd_confirmation',
      })
      if (id !== null) world.delegations.push({ id, ...mandate })
    }
    const objection = await this.#post('/v1/objections', sarah as Caller, {
      channel: 'app',
      record_types: ['loss'],
    })
    if (objection !== null) world.objections.push(objection)
  }

  /** Some of every type, as the contract has them, of which a good part is refused by a rule. */
  async records(): Promise<void> {
    const writers = this.#world.callers.filter(({ kind }) => kind === 'party')
    for (let i = 0; i < ROUNDS; i++) {
      const writer = this.#random.pick(writers)
      const isInference = i % 10 === 9
      const made = this.#made(isInference ? 'appendInference' : 'appendRecord', writer)
      const id = await this.#post(isInference ? '/v1/inferences' : '/v1/records', writer, made)
      if (id === null) continue
      if (isInference) this.#world.inferences.push(id)
      else this.#world.records.push({ id, type: String(made.type) })
    }
  }

  /** A record that may be corrected once more, with versions that have been corrected more than once. */
  async chain(): Promise<void> {
    const writer = this.#world.callers[0] as Caller
    const draft = {
      type: 'harvest',
      occurred_at: new Date(this.#world.beganMs).toISOString(),
      lawful_basis: 'contract_performance',
      producer: this.#world.parties[1],
      crop: 'coffee_fresh_cherry',
      quantity: { value: 10, unit: 'kg' },
    }
    let supersedes: string | null = null
    for (let i = 0; i < CORRECTIONS; i++) {
      const more: object = supersedes === null ? {} : { supersedes }
      supersedes = await this.#post('/v1/records', writer, { ...draft, ...more })
      if (supersedes !== null) this.#world.records.push({ id: supersedes, type: 'harvest' })
    }
  }

  async uploads(): Promise<void> {
    const asker = { ask: (asked: Asked, wanted: readonly number[]) => this.#ask(asked, wanted) }
    const [, grace] = this.#world.callers as Caller[]
    for (let i = 0; i < UPLOADS; i++) {
      const upload = await begin(asker, (grace as Caller).token, aPicture(this.#random, 12))
      if (upload === null) throw new Error('a picture cannot be sent')
      this.#world.uploads.push(upload.path.slice('/v1/uploads/'.length))
      if (i === UPLOADS - 1) continue
      await carryOn(asker, upload, upload.picture.length)
      this.#world.pictures.push(upload.capturedSha256, upload.storedSha256 as string)
    }
  }

  async cursors(): Promise<void> {
    for (const { token } of this.#world.callers.filter(({ kind }) => kind === 'party')) {
      const list = await this.#ask(
        { method: 'GET', path: '/v1/records?purpose=credit_assessment&limit=2', token },
        [200],
      )
      const feed = await this.#ask({ method: 'GET', path: '/v1/sync/changes?limit=2', token }, [200])
      for (const cursor of [list.body.next, feed.body.cursor])
        if (typeof cursor === 'string') this.#world.cursors.push(cursor)
    }
  }

  #freshId(): string {
    return idOf(this.#seed, this.#number++, this.#world)
  }

  #made(operation: string, caller: Caller): Record<string, unknown> {
    const { body } = this.#contract.operations.find(({ id }) => id === operation) as Operation
    const making = { contract: this.#contract, world: this.#world, random: this.#random, recentIds: [] }
    const maker = new Maker({ ...making, freshId: this.#freshId() })
    return obeying(maker.value(body ?? {}), caller, this.#world, this.#random) as Record<string, unknown>
  }

  /** @returns its id; null where a rule refused it */
  async #post(path: string, { token }: Caller, fields: object): Promise<string | null> {
    const json = { id: this.#freshId(), ...fields }
    const { status } = await this.#ask({ method: 'POST', path, token, json }, [200, 201, 409, 413, 422, 429])
    return status < 300 ? json.id : null
  }

  async #ask(asked: Asked, wanted: readonly number[]): Promise<Answered> {
    const reply = await this.#line.ask(asked)
    if (reply.kind !== 'answered' || !wanted.includes(reply.status))
      throw new Error(`${asked.method} ${asked.path}: ${reply.kind === 'answered' ? reply.text : reply.kind}`)
    return reply
  }
}

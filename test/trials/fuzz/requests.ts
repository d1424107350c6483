import { type Random, seeded } from '../../support/records/gate/random.ts'
import { misspelt, nearlyRight, obeying } from './bodies.ts'
import type { Contract, Operation } from './contract.ts'
import {
  bytesOf,
  type Draft,
  encoded,
  otherAddress,
  otherEncoding,
  otherHeader,
  otherParameter,
  otherType,
  set,
} from './draft.ts'
import { Maker } from './maker.ts'
import { ODD_IDS } from './oddities.ts'
import { broken } from './rough.ts'
import { isForUploads, uploadInto } from './uploads.ts'
import type { Caller, World } from './world.ts'

/** The requests of a run. Each follows from the seed, its number and the world alone, so that it can be made again. */

export interface Request {
  readonly number: number
  /** What it is and what was done to it, for whoever counts. */
  readonly kind: string
  readonly method: string
  readonly bytes: Buffer
  /** Null: what was asked for may be anything. */
  readonly operation: Operation | null
  /** It may be no well-framed HTTP, so it must have a connection of its own. */
  readonly isRough: boolean
}

/** Answers over everything that somebody has are asked for seldom: else there would be time for nothing else. */
const WEIGHTS: Readonly<Record<string, number>> = {
  appendRecord: 30,
  drainOutbox: 6,
  appendInference: 6,
  confirmDelivery: 6,
  getRecord: 10,
  requestSubjectAccess: 0.2,
  readLenderView: 0.5,
  getContract: 0.3,
  getMetrics: 0.5,
  lodgeObjection: 1,
}
const USUAL_WEIGHT = 3
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const RECENT = [1, 2, 3, 10, 50, 200, 1_000, 5_000]
/** It has a part in everything, but is one among many. */
const COOPERATIVE_SHARE = 0.03
const SCHEMES = ['Bearer', 'bearer', 'Basic', 'Digest', '', 'Bearer Bearer', 'gry']

export class Requests {
  readonly #contract: Contract
  readonly #seed: number
  readonly #drawn: readonly Operation[]

  constructor(contract: Contract, seed: number) {
    this.#contract = contract
    this.#seed = seed
    this.#drawn = contract.operations.flatMap((operation) =>
      Array<Operation>(Math.ceil((WEIGHTS[operation.id] ?? USUAL_WEIGHT) * 10)).fill(operation),
    )
  }

  make(number: number, world: World): Request {
    const random = seeded(this.#seed * 7_919 + number)
    const operation = random.pick(this.#drawn)
    const caller = random.chance(0.9) ? pickCaller(operation, world, random) : null
    const maker = new Maker({
      contract: this.#contract,
      world,
      random,
      freshId: idOf(this.#seed, number, world),
      recentIds: RECENT.filter((back) => back <= number).map((back) =>
        idOf(this.#seed, number - back, world),
      ),
    })
    const draft = this.#right(operation, maker, random, world)
    const value =
      operation.bodyType === 'application/json' ? this.#body(operation, maker, caller, world, random) : null
    authorize(draft, caller, random, world)
    set(draft, 'x-correlation-id', correlationOf(number))
    return this.#spoilt({ number, operation, draft, value, random })
  }

  #right({ method, path, parameters }: Operation, maker: Maker, random: Random, world: World): Draft {
    const draft: Draft = { method, path, query: [], headers: [], body: null }
    for (const { name, in: where, required, schema } of parameters) {
      if (!required && random.chance(0.6)) continue
      if (where === 'path')
        draft.path = draft.path.replace(`{${name}}`, encoded(named(path, name, maker, world, random)))
      else if (where === 'header') set(draft, name, String(maker.value(schema, name)))
      else for (const value of [maker.value(schema, name)].flat()) draft.query.push([name, String(value)])
    }
    if (isForUploads(draft)) uploadInto(draft, random)
    return draft
  }

  #body({ body }: Operation, maker: Maker, caller: Caller | null, world: World, random: Random): unknown {
    return body === null ? null : obeying(maker.value(body), caller, world, random)
  }

  #spoilt({ number, operation, draft, value, random }: Spoiling): Request {
    let asked: Operation | null = operation
    let kind = 'right'
    if (value !== null) {
      set(draft, 'content-type', 'application/json')
      if (random.chance(0.3)) kind = nearlyRight(value, random)
      draft.body = Buffer.from(JSON.stringify(value))
      if (random.chance(0.1)) {
        draft.body = misspelt(draft.body.toString(), random)
        kind = 'misspelt'
      }
    }
    const dice = random.below(100)
    if (dice < 4) {
      kind = 'encoding'
      otherEncoding(draft, random)
    } else if (dice < 7) {
      kind = 'type'
      otherType(draft, random)
    } else if (dice < 13) {
      kind = 'parameter'
      otherParameter(draft, random)
    } else if (dice < 20) {
      kind = 'header'
      otherHeader(draft, random)
    } else if (dice < 23) {
      kind = 'method'
      draft.method = random.pick(METHODS)
      asked =
        this.#contract.operations.find((o) => o.path === operation.path && o.method === draft.method) ?? null
    } else if (dice < 25) {
      kind = 'address'
      asked = null
      otherAddress(draft, random)
    }
    const bytes = bytesOf(draft)
    const isBroken = dice === 99
    const isRough = isBroken || kind === 'address' || !isHttp(draft)
    return {
      number,
      kind: `${operation.id}, ${isBroken ? 'broken' : kind}`,
      method: draft.method,
      bytes: isBroken ? broken(bytes, random) : bytes,
      operation: isRough ? null : asked,
      isRough,
    }
  }
}

interface Spoiling {
  readonly number: number
  readonly operation: Operation
  readonly draft: Draft
  readonly value: unknown
  readonly random: Random
}

/** Told back in its answer, and known to whoever watches the service from inside. */
export const correlationOf = (number: number): string =>
  `0f022000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/** A UUID of version 7, another for each number. */
export function idOf(seed: number, number: number, { beganMs }: World): string {
  const at = beganMs.toString(16).padStart(12, '0')
  const tail = ((seed % 0xffff) * 2 ** 32 + number).toString(16).padStart(12, '0')
  return `${at.slice(0, 8)}-${at.slice(8)}-7f02-8f02-${tail}`
}

function pickCaller({ path }: Operation, { callers }: World, random: Random): Caller {
  const kinds =
    path === '/v1/metrics' ? ['metrics', 'party'] : ['party', 'party', 'party', 'device', 'reader']
  const isCooperative = random.chance(COOPERATIVE_SHARE)
  const kind = isCooperative ? 'cooperative' : random.chance(0.1) ? undefined : random.pick(kinds)
  const fitting = kind === undefined ? callers : callers.filter((caller) => caller.kind === kind)
  return random.pick(fitting.length > 0 ? fitting : callers)
}

function authorize(draft: Draft, caller: Caller | null, random: Random, { callers }: World): void {
  if (caller === null && random.chance(0.5)) return
  const token = caller?.token ?? wrongToken(random, callers)
  const scheme = random.chance(0.98) ? 'Bearer' : random.pick(SCHEMES)
  const shown = scheme === 'Basic' ? Buffer.from(`x:${token}`).toString('base64') : token
  set(draft, 'authorization', `${scheme} ${shown}`)
}

function wrongToken(random: Random, callers: readonly Caller[]): string {
  const right = random.pick(callers).token
  return random.pick([
    right.slice(0, -1),
    `${right}A`,
    right.toUpperCase(),
    `${right} ${right}`,
    'gry_',
    'x'.repeat(4_000),
    '\xe9\xff',
    '',
  ])
}

/** Neither a character of a header's value (RFC 9110 §5.5) nor what it says ends the connection. */
const isHttp = ({ headers }: Draft) =>
  headers.every(([name, value]) => name !== 'connection' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value))

/** What stands in an address in place of a name in braces. */
function named(path: string, name: string, maker: Maker, world: World, random: Random): string {
  if (random.chance(0.03)) return random.pick([...ODD_IDS, 'x'.repeat(257), 'é', '..', 'a/b'])
  if (name === 'sha256') return maker.sha256()
  if (name === 'kind') return random.pick(Object.keys(world.codes))
  const ids = (): readonly string[] => {
    if (path.startsWith('/v1/deliveries')) return [maker.recordId(['delivery'])]
    if (path.startsWith('/v1/inferences')) return world.inferences
    if (path.startsWith('/v1/grants')) return world.grants
    if (path.startsWith('/v1/objections')) return world.objections
    if (path.startsWith('/v1/delegations')) return world.delegations.map(({ id }) => id)
    if (path.startsWith('/v1/uploads')) return world.uploads
    if (path.startsWith('/v1/registry')) return Object.values(world.codes).flat()
    return [maker.recordId()]
  }
  return random.pick(ids()) ?? maker.recordId()
}

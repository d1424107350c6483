import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { FeedSender } from '../../../../src/appliance/feeds/sender.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { opened } from '../../../../src/clients/union/store.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { inboxOf } from '../../../support/clients/union-inbox.ts'
import { lacks, newStore, STORES, told } from '../../../support/clients/union-stores.ts'
import { json } from '../../../support/command.ts'
import { at, DAY_MS, deliveryOf, harvestOf, PURPOSE } from '../../../support/flows/help.ts'

/** Whatever people write, open and take back: once a feed is through, a union holds what the gate shows, each with its standing. */

const TYPES = ['harvest', 'delivery', 'delivery_confirmation', 'retraction', 'party']

interface World {
  readonly a: Appliance
  readonly people: readonly Actor[]
  readonly union: Actor
  readonly records: {
    readonly by: Actor
    readonly id: string
    readonly type: string
    readonly fields: object
  }[]
  readonly grants: { readonly by: Actor; readonly id: string }[]
  readonly objections: { readonly by: Actor; readonly id: string }[]
}

let compared = 0

/** What may be refused is none of this test's business: both sides then see nothing of it. */
type Act = (world: World, one: number, other: number) => Promise<unknown>
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

async function write(world: World, by: Actor, type: string, fields: object): Promise<void> {
  const { status, body } = await by.append(type, fields)
  if (status === 201) world.records.push({ by, id: body.id, type, fields })
}

const ACTS: Readonly<Record<string, Act>> = {
  harvest: (world, one) =>
    write(world, pick(world.people, one) as Actor, 'harvest', harvestOf(pick(world.people, one) as Actor)),
  async delivery(world, one, other) {
    const [from, to] = [pick(world.people, one), pick(world.people, other)] as [Actor, Actor]
    await write(
      world,
      from,
      'delivery',
      deliveryOf(from, to, { occurred_at: at(world.a.clock.nowMs - (one % 90) * DAY_MS) }),
    )
  },
  async confirm(world, one) {
    const deliveries = world.records.filter(({ type }) => type === 'delivery')
    const delivery = pick(deliveries, one)
    const now = at(world.a.clock.nowMs)
    for (const person of world.people)
      if (delivery && person !== delivery.by)
        await person.post(`/v1/deliveries/${delivery.id}/confirmation`, {
          id: uuidv7(),
          channel: 'app',
          occurred_at: now,
        })
  },
  async correct(world, one, other) {
    const record = pick(world.records, one)
    const quantity = { value: 1 + (other % 500), unit: 'kg' }
    if (record)
      await write(world, record.by, record.type, { ...record.fields, quantity, supersedes: record.id })
  },
  async retract(world, one) {
    const record = pick(world.records, one)
    await record?.by.append('retraction', { target_id: record.id, reason: 'entered_in_error' })
  },
  async grant(world, one, other) {
    const by = pick(world.people, one) as Actor
    const days = (n: number) => at(world.a.clock.nowMs + n * DAY_MS)
    const replaced =
      other % 3 === 0
        ? pick(
            world.grants.filter((grant) => grant.by === by),
            other,
          )
        : undefined
    const { status, body } = await by.post('/v1/grants', {
      ...{ id: uuidv7(), grantee: world.union.id, purpose: PURPOSE, expires_at: days(1 + (other % 60)) },
      record_types: TYPES.slice(other % 3),
      ...(other % 4 === 0 ? { occurred_from: days(-(other % 50)) } : {}),
      ...(other % 5 === 0 ? { keep_until: days(61 + (other % 50)) } : {}),
      ...(replaced ? { replaces: replaced.id } : {}),
    })
    if (status === 201) world.grants.push({ by, id: body.id })
  },
  async revoke(world, one) {
    const grant = pick(world.grants, one)
    await grant?.by.post(`/v1/grants/${grant.id}/revocation`, {})
  },
  async object(world, one) {
    const by = pick(world.people, one) as Actor
    const { status, body } = await by.post('/v1/objections', {
      id: uuidv7(),
      purposes: [PURPOSE],
      channel: 'app',
    })
    if (status === 201) world.objections.push({ by, id: body.id })
  },
  async withdraw(world, one) {
    const objection = pick(world.objections, one)
    await objection?.by.post(`/v1/objections/${objection.id}/withdrawal`, { channel: 'in_person' })
  },
  async wait(world, one) {
    world.a.clock.nowMs += (1 + (one % 20)) * DAY_MS
  },
}

/** Each of the people has records, and opens them for a while. */
const BEFORE = [0, 1, 2].flatMap((n): [string, number, number][] => [
  ['harvest', n, 0],
  ['delivery', n, n + 1],
  ['grant', n, 57],
])

const script = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(999), fc.nat(999)), {
  minLength: 8,
  maxLength: 40,
})

describe.for(STORES)('%s', (kind) => {
  test.skipIf(lacks(kind) !== null)(`${told(kind)}: the union holds what the gate shows`, async () => {
    compared = 0
    await fc.assert(
      fc.asyncProperty(script, async (acts) => {
        const store = await newStore(kind)
        await json('union init --store', store)
        const engine = await opened(store, false)
        const a = await makeAppliance()
        try {
          await played(a, engine, store, [...BEFORE, ...acts])
        } finally {
          await engine.close()
          await a.close()
        }
      }),
      { numRuns: kind === 'sqlite' ? 12 : 4 },
    )
    expect(compared).toBeGreaterThan(20)
  })
})

async function played(
  a: Appliance,
  engine: Engine,
  store: string,
  acts: readonly (readonly [string, number, number])[],
): Promise<void> {
  const inbox = await inboxOf(engine, () => a.clock.nowMs)
  try {
    const people = [
      await a.party('person', 'Grace'),
      await a.party('person', 'Hope'),
      await a.party('business', 'Mill'),
    ]
    const union = await a.party('institution', 'Union')
    const world: World = { a, people, union, records: [], grants: [], objections: [] }
    await inbox.sentBy(a, union, store)
    const sender = new FeedSender(a.kernel, { error: (text) => expect.unreachable(text) })
    for (const [i, [name, one, other]] of acts.entries()) {
      await (ACTS[name] as Act)(world, one, other)
      if (i % 4 !== 3 && i !== acts.length - 1) continue
      a.clock.nowMs += 3_600_000
      await sender.round()
      const shown = await shownTo(union)
      expect(await held(engine, at(a.clock.nowMs))).toEqual(shown)
      // Beside its own record.
      compared += Object.keys(shown).length - 1
    }
  } finally {
    await inbox.close()
  }
}

/** What the views would show by the appliance's clock. */
async function held(engine: Engine, now: string): Promise<Record<string, unknown>> {
  const rows = await engine.all(
    `SELECT r.id, r.standing FROM record r JOIN source s ON s.source = r.source WHERE r.source = $1
      AND (r.open_until IS NULL OR r.open_until > $2 OR r.open_until <= s.caught_up_at)`,
    ['kahawa', now],
  )
  return Object.fromEntries(rows.map(({ id, standing }) => [id, standing]))
}

async function shownTo(union: Actor): Promise<Record<string, unknown>> {
  const { body } = await union.get(`/v1/records?purpose=${PURPOSE}&standing=any&limit=500`)
  type Shown = { readonly id: string; readonly derived: { readonly standing: string } }
  return Object.fromEntries(body.records.map(({ id, derived }: Shown) => [id, derived.standing]))
}

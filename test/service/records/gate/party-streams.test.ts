import { expect, test } from 'vitest'
import { typeCode } from '../../../../src/domain/types/index.ts'
import { Both, Effort, PartyStream } from '../../../../src/records/gate/party-streams.ts'
import {
  compareKeys,
  type ListKey,
  Merged,
  nextRows,
  type Order,
} from '../../../../src/records/gate/streams.ts'
import { ROLE, type StreamRow } from '../../../../src/store/log/records.ts'
import { type Appliance, makeAppliance, START_MS } from '../../../support/appliance.ts'
import { appended, at, deliveryOf } from '../../../support/flows/help.ts'
import { seeded } from './worlds.ts'

const ROUNDS = 40
const DELIVERIES = 90
/** So few that many share one. */
const INSTANTS = 25
const ALL = { fromMs: -Number.MAX_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER }

/** What each of three persons has to do with the others, in an order of chance. */
async function peopled(a: Appliance) {
  const random = seeded(7)
  const people = [
    await a.party('person', 'Anna'),
    await a.party('person', 'Ben'),
    await a.party('person', 'Carl'),
  ]
  const made: { from: number; to: number; key: ListKey; seq: number }[] = []
  const { store } = a.kernel
  const numbers = people.map(({ id }) => store.parties.find(id) as number)
  for (let i = 0; i < DELIVERIES; i++) {
    const [from, to] = random.pick([
      [0, 1],
      [1, 2],
      [2, 0],
    ]) as [number, number]
    const [giver, taker] = [people[from], people[to]] as [(typeof people)[0], (typeof people)[0]]
    const occurred_at = at(START_MS - random.below(INSTANTS) * 60_000)
    const { id } = await appended(giver, 'delivery', deliveryOf(giver, taker, { occurred_at }))
    const record = await a.kernel.ports.submit(() => store.records.byId(id))
    const { seq, occurredAtMs } = record as NonNullable<typeof record>
    const key = { occurredAt: occurredAtMs, id: id.replaceAll('-', '').toUpperCase() }
    made.push({ from: numbers[from] as number, to: numbers[to] as number, key, seq })
  }
  return { random, numbers, made, records: store.records }
}

test('a walk that halts wherever it may comes past every row once, in order', async () => {
  const a = await makeAppliance()
  const { random, numbers, made, records } = await peopled(a)
  const type = typeCode('delivery')
  const [anna, ben, carl] = numbers as [number, number, number]
  for (let round = 0; round < ROUNDS; round++) {
    const order: Order = random.pick(['newest', 'oldest'])
    const [chunk, most, fetches] = [random.pick([1, 2, 3, 8]), random.pick([1, 2, 5]), random.pick([0, 30])]
    const say = `${order}, ${chunk} a fetch, ${most} at once, effort ${fetches}`
    /** Deliveries that Anna and Ben, or Anna and Carl have in common, and those that Ben wrote himself. */
    const streamFrom = (after: ListKey | null) => {
      const [effort, range] = [new Effort(fetches), { ...ALL, order, after }]
      const of = (party: number, roles: number) =>
        new PartyStream(records, effort, { party, type, roles, own: false }, range, chunk)
      const common = (one: number, other: number) =>
        new Both(order, of(one, ROLE.subject), of(other, ROLE.subject))
      return new Merged(order, [of(ben, ROLE.asserter), common(anna, ben), common(anna, carl)])
    }
    const seqs = await a.kernel.ports.submit(() => {
      const walked: number[] = []
      for (let after: ListKey | null = null; ; ) {
        const { rows, haltedAt } = nextRows(streamFrom(after), most)
        walked.push(...rows.map((row: StreamRow) => row.seq))
        after = haltedAt ?? (rows.at(-1) as StreamRow | undefined) ?? null
        if (after === null) return walked
      }
    })
    const wanted = made
      .filter(({ from, to }) => from === anna || to === anna || from === ben)
      .sort((one, other) => compareKeys(order, one.key, other.key))
    expect(seqs, say).toEqual(wanted.map(({ seq }) => seq))
  }
})

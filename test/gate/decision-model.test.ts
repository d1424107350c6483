import { expect, test } from 'vitest'
import { idHex } from '../../src/domain/id.ts'
import { chainOf, mayRead, standingOf, subjectsOf } from './oracle.ts'
import { everything, makeWorld, PURPOSES, seeded, type World } from './worlds.ts'

/** Worlds and their size; a longer run is asked for with GRANARY_GATE_WORLDS. */
const WORLDS = Number(process.env.GRANARY_GATE_WORLDS ?? 24)
const STEPS = 120

/** The whole list, page by page, going on from the last record of each. */
function paged(reader: () => ReturnType<World['kernel']['gate']['readerFor']>, count: number): string[] {
  const ids: string[] = []
  for (let after: { occurredAt: number; id: string } | null = null; ; ) {
    const { found } = reader().list(everything(), after, count)
    const page = found.slice(0, count)
    ids.push(...page.map((g) => g.record.id))
    const last = page[page.length - 1]?.record
    if (found.length <= count || !last) return ids
    after = { occurredAt: last.occurredAtMs, id: idHex(last.id) }
  }
}

async function compare(w: World, seed: number): Promise<number> {
  let decisions = 0
  for (const requester of w.parties) {
    for (const purpose of PURPOSES) {
      const who = { party: 0, partyId: requester, credential: null }
      const readable = w.records.filter((r) => mayRead(w, requester, purpose, r))
      const ids = new Set(readable.map((r) => r.id))
      await w.kernel.handles.submit(() => {
        const asked = { ...who, party: w.kernel.store.parties.intern(requester) }
        const reader = () => w.kernel.gate.readerFor(asked, purpose)
        const say = `seed ${seed}, ${w.parties.indexOf(requester)}, ${purpose}`
        for (const r of w.records) {
          decisions++
          expect(reader().one(r.id) !== null, `${say}, ${r.type} ${r.id}`).toBe(ids.has(r.id))
        }
        for (const r of readable.slice(0, 10)) {
          const chain = reader()
            .chain(r.id)
            ?.map((g) => g.record.id)
          const wanted = chainOf(w, r).filter((v) => ids.has(v.id))
          expect(new Set(chain), say).toEqual(new Set(wanted.map((v) => v.id)))
        }
        const order = [...readable].sort((a, b) =>
          a.occurred_at === b.occurred_at ? (a.id < b.id ? 1 : -1) : a.occurred_at < b.occurred_at ? 1 : -1,
        )
        const listed = (filter: object, count = 500) =>
          reader()
            .list({ ...everything(), ...filter }, null, count)
            .found.map((g) => g.record.id)
        expect(listed({}), say).toEqual(order.map((r) => r.id))
        expect(paged(reader, 3), say).toEqual(order.map((r) => r.id))
        expect(listed({ order: 'oldest' }), say).toEqual(order.map((r) => r.id).reverse())
        for (const standing of ['tip', 'forked', 'superseded', 'retracted']) {
          expect(listed({ standing }), `${say} ${standing}`).toEqual(
            order.filter((r) => standingOf(w, r) === standing).map((r) => r.id),
          )
        }
        const subject = w.parties[decisions % w.parties.length] as string
        expect(listed({ subject }), `${say} subject`).toEqual(
          order.filter((r) => subjectsOf(w, r)?.includes(subject)).map((r) => r.id),
        )
        const types = ['delivery', 'loss', 'retraction']
        expect(listed({ types }), `${say} types`).toEqual(
          order.filter((r) => types.includes(r.type)).map((r) => r.id),
        )
        const [fromMs, toMs] = [w.nowMs - 60 * 86_400_000, w.nowMs - 20 * 86_400_000]
        expect(listed({ fromMs, toMs }), `${say} range`).toEqual(
          order
            .filter((r) => Date.parse(r.occurred_at) >= fromMs && Date.parse(r.occurred_at) < toMs)
            .map((r) => r.id),
        )
        for (const lot of w.records.filter((r) => r.type === 'lot').slice(0, 4)) {
          const known = ids.has(lot.id) ? chainOf(w, lot).map((v) => v.id) : [lot.id]
          expect(listed({ lotId: lot.id }), `${say} lot`).toEqual(
            order.filter((r) => known.includes(r.lot_id as string)).map((r) => r.id),
          )
        }
      })
    }
  }
  return decisions
}

test('every decision on every surface is the one an independent oracle takes', {
  timeout: 600_000,
}, async () => {
  let decisions = 0
  for (let seed = 1; seed <= WORLDS; seed++) {
    const w = await makeWorld(seeded(seed), STEPS)
    try {
      decisions += await compare(w, seed)
    } finally {
      w.close()
    }
  }
  expect(decisions).toBeGreaterThan(WORLDS * 500)
})

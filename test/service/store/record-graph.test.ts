import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test } from 'vitest'
import { subjectsOf } from '../../../src/domain/derived/subjects.ts'
import type { Version } from '../../../src/domain/derived/world.ts'
import { RECORD_TYPES, type RecordBody, type RecordType } from '../../../src/domain/types/index.ts'
import type { StoredRecord } from '../../../src/store/log/records.ts'
import { ROLE } from '../../../src/store/log/records.ts'
import type { Store } from '../../../src/store/store.ts'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import { bodiesOfMoney } from '../../support/domain/derived/random-world.ts'
import { appended, DAY_MS, granted, harvestOf, mandate } from '../../support/flows/help.ts'
import { isLong } from '../../support/is-long.ts'
import { actsOnAnother } from '../../support/record-types.ts'
import {
  ANNA,
  BEN,
  COOP,
  type Ended,
  type Mandates,
  MemoryWorld,
  STRANGER,
  TRADER,
} from '../../support/world.ts'
import { Oracle } from '../domain/derived/oracle.ts'
import { makeWorld, seeded } from '../records/gate/worlds.ts'

const WORLDS = isLong ? 12 : 4

/** The types each delegation is over, as its principal wrote them. */
const mandatesIn = (store: Store): Mandates =>
  Object.fromEntries(delegationsIn(store).map(({ id, record_types }) => [id, record_types]))

/** When each delegation ended, by its own date or before. */
const endsIn = (store: Store): Ended =>
  Object.fromEntries(
    delegationsIn(store).map(({ id, valid_until }) => {
      const endedAt = store.delegation(id)?.endedAt ?? null
      return [id, Math.min(Date.parse(valid_until), endedAt ?? Number.POSITIVE_INFINITY)]
    }),
  )

const delegationsIn = ({ db }: Store): { id: string; record_types: RecordType[]; valid_until: string }[] =>
  db
    .prepare<[], { body: string }>("SELECT body FROM entry WHERE body ->> '$.act' = 'delegation'")
    .all()
    .map(({ body }) => JSON.parse(body))

test('what is loaded around a record gives what everything there is gives, and the lists hold every subject, whatever arrived late', {
  timeout: 3_600_000,
}, async () => {
  for (let seed = 100; seed < 100 + WORLDS; seed++) {
    const w = await makeWorld(seeded(seed), 150)
    try {
      await w.kernel.ports.submit(() => {
        const { store, gate } = w.kernel
        const stored = w.records.map((r) => store.records.byId(r.id) as StoredRecord)
        const all = new MemoryWorld(
          stored.map((r) => r.body),
          mandatesIn(store),
          w.cooperative,
          endsIn(store),
        )
        const pageWorld = store.recordGraph()
        pageWorld.prefetch(stored.map((r) => pageWorld.add(r)))
        const page = gate['core'].derivation(pageWorld)
        for (const record of stored) {
          const wanted = gate['core'].derivation(all).derive(all.byId(record.id) as Version)
          const alone = store.recordGraph()
          expect(
            gate['core'].derivation(alone).derive(alone.add(record)),
            `seed ${seed} ${record.type}`,
          ).toEqual(wanted)
          expect(page.derive(record), `seed ${seed} page ${record.type}`).toEqual(wanted)
          const asked = store.recordGraph()
          const found = asked.nearToRead(record.id) as StoredRecord
          asked.prefetch([found])
          expect(gate['core'].derivation(asked).derive(found), `seed ${seed} one ${record.type}`).toEqual(
            wanted,
          )
          const subjects = subjectsOf(all, all.byId(record.id) as Version).parties
          for (const party of w.parties) {
            const n = store.parties.find(party)
            const listed = n !== undefined && store.records.isInvolved(n, record, ROLE.subject)
            const say = `seed ${seed} list ${record.type}`
            if (subjects.includes(party)) expect(listed, say).toBe(true)
            // Candidates are listed for these alone.
            else if (!['loss', 'due_diligence', 'retraction'].includes(record.type))
              expect(listed, say).toBe(false)
          }
        }
      })
    } finally {
      await w.close()
    }
  }
})

/** Writes one world of money with parties of its own, through the intake. @returns what it accepted */
async function written(a: Appliance, world: readonly RecordBody[]): Promise<RecordBody[]> {
  const parties: Record<string, Actor> = {}
  for (const party of [ANNA, BEN, COOP, TRADER, STRANGER])
    parties[party] = await a.party(party === COOP ? 'cooperative' : 'person', 'Somebody')
  const renamed = new Map<string, string>()
  const idOf = (id: string): string => {
    const known = parties[id]?.id ?? renamed.get(id) ?? uuidv7()
    renamed.set(id, known)
    return known
  }
  const mandates = new Map<string, string>()
  const accepted: RecordBody[] = []
  // Who may not correct is refused: every correction is by those who stated the first version.
  const versionsOf = (body: RecordBody): RecordBody[] => {
    const before = world.find(({ id }) => id === body.supersedes)
    return before === undefined ? [body] : [...versionsOf(before), body]
  }
  const rank = (body: RecordBody) => (actsOnAnother(body.type) ? world.length : versionsOf(body).length)
  for (const body of world.toSorted((one, other) => rank(one) - rank(other))) {
    const { asserted_by: _, on_behalf_of: __, delegation_id, recorded_at, received_at, ...said } = body
    const { asserted_by, on_behalf_of } = versionsOf(body)[0] as RecordBody
    const by = parties[asserted_by] as Actor
    const principal = on_behalf_of === undefined ? undefined : parties[on_behalf_of]
    if (principal?.id === by.id) continue
    const acting: { on_behalf_of?: string; delegation_id?: string } = {}
    if (principal !== undefined) {
      const pair = `${principal.id} ${by.id}`
      const over = {
        record_types: RECORD_TYPES,
        acts: ['assert', 'correct', 'confirm'],
        sinceMs: 900 * DAY_MS,
      }
      const known = mandates.get(pair) ?? (await mandate(a, principal, by, over))
      mandates.set(pair, known)
      Object.assign(acting, { on_behalf_of: principal.id, delegation_id: known })
    }
    const draft = JSON.parse(
      JSON.stringify({
        ...said,
        ...(actsOnAnother(body.type)
          ? { lawful_basis: undefined }
          : { lawful_basis: 'special_data_consent' }),
      }).replaceAll(/01990000-0000-7000-8000-[0-9a-f]{12}/g, idOf),
    )
    const answer = await by.post('/v1/records', { ...draft, ...acting })
    if (answer.status === 201) accepted.push(answer.body)
    else expect(answer.status, answer.text).toBeLessThan(500)
  }
  return accepted
}

test('worlds of money have the derived values that the slow oracle finds', async () => {
  const a = await makeAppliance({ recordsPerDay: '1000000', readsPerSecond: '1000000' })
  a.kernel.store.db.pragma('synchronous = OFF')
  const seen = { acknowledged: 0, claimed: 0, forked: 0, offsets: 0, overpaid: 0, byDelegate: 0 }
  for (const world of fc.sample(bodiesOfMoney, { numRuns: isLong ? 60 : 24, seed: 12 })) {
    const ids = (await written(a, world)).map(({ id }) => id)
    await a.kernel.ports.submit(() => {
      const { store, gate } = a.kernel
      const stored = ids.map((id) => store.records.byId(id) as StoredRecord)
      const bodies = stored.map(({ body }) => body)
      const oracle = new Oracle(bodies, gate['core'].surroundings, mandatesIn(store), a.cooperative.id)
      const page = store.recordGraph()
      page.prefetch(stored.map((record) => page.add(record)))
      const together = gate['core'].derivation(page)
      for (const record of stored) {
        const wanted = oracle.derive(record.body)
        const alone = store.recordGraph()
        expect(gate['core'].derivation(alone).derive(alone.add(record)), record.type).toEqual(wanted)
        expect(together.derive(record), `page ${record.type}`).toEqual(wanted)
        const one = store.recordGraph()
        const found = one.nearToRead(record.id) as StoredRecord
        one.prefetch([found])
        const derived = gate['core'].derivation(one).derive(found)
        expect(derived, `one ${record.type}`).toEqual(wanted)
        const paid = derived.paid ?? derived.fulfilment?.money
        if ((paid?.acknowledged_minor ?? 0) > 0) seen.acknowledged++
        if ((paid?.claimed_minor ?? 0) > 0) seen.claimed++
        if ((paid?.forked ?? 0) > 0) seen.forked++
        if (derived.flags.includes('overpaid')) seen.overpaid++
        if (record.body.method === 'offset' && !derived.flags.includes('not_counted')) seen.offsets++
        if (record.type === 'payment' && record.body.on_behalf_of !== undefined) seen.byDelegate++
      }
    })
  }
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0)
})

test('a mandate is over the types its principal gave, ended or not, and nothing else is one', async () => {
  const a = await makeAppliance()
  onTestFinished(() => a.close())
  const [anna, ben] = [await a.party('person', 'Anna'), await a.party('person', 'Ben')]
  const given = await mandate(a, anna, ben, { record_types: ['delivery', 'retraction'], acts: ['assert'] })
  const ended = await mandate(a, anna, ben, { record_types: ['lot'], acts: ['assert'] })
  await anna.post(`/v1/delegations/${ended}/revocation`)
  const harvest = await appended(anna, 'harvest', harvestOf(anna))
  const grant = await granted(a, anna, ben, ['lot'])
  await a.kernel.ports.submit(() => {
    const world = a.kernel.store.recordGraph()
    const over = (id: string) => RECORD_TYPES.filter((type) => world.mandateCovers(id, type))
    expect(over(given)).toEqual(['delivery', 'retraction'])
    expect(over(ended)).toEqual(['lot'])
    for (const other of [harvest.id, grant, uuidv7()]) expect(over(other)).toEqual([])
  })
})

import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { DEEPEST } from '../../../src/domain/derived/lineage.ts'
import { faultsOf, withoutSchema } from '../../support/records/events.ts'
import { type Asker, PURPOSES, type World } from './gate/world.ts'
import { makeWorld, seeded } from './gate/worlds.ts'

/**
 * In random worlds: the events of each lot are those of the records that its reader finds by reading record after record, and
 * no others.
 */

// biome-ignore lint/suspicious/noExplicitAny: replies are whatever the service says; tests assert on them
type Reply = any

async function said(
  w: World,
  asker: Asker,
  url: string,
): Promise<{ status: number; body: Reply; text: string }> {
  const headers = { authorization: `Bearer ${asker.token}` }
  const answer = await (w.app as FastifyInstance).inject({ url, headers })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}

async function listed(w: World, asker: Asker, purpose: string): Promise<Map<string, Reply>> {
  const records = new Map<string, Reply>()
  for (let cursor = ''; ; ) {
    const url = `/v1/records?purpose=${purpose}&standing=any&limit=500${cursor}`
    const { body } = await said(w, asker, url)
    for (const record of body.records) records.set(record.id, record)
    if (body.next === null) return records
    cursor = `&cursor=${body.next}`
  }
}

/** The ids a reader comes to from a lot, by what it can read alone; hand-overs aside. */
function reached(
  lot: string,
  shown: ReadonlyMap<string, Reply>,
  rootOf: (id: string) => string,
): Set<string> {
  const byRoot = Map.groupBy(shown.values(), ({ id }) => rootOf(id))
  const found = new Set<string>()
  const seen = new Set([rootOf(lot)])
  let level = [rootOf(lot)]
  for (let depth = 0; level.length > 0; depth++) {
    const next: string[] = []
    for (const version of level.flatMap((root) => byRoot.get(root) ?? [])) {
      found.add(version.id)
      if (version.type !== 'lot' || !['tip', 'forked'].includes(version.derived.standing)) continue
      for (const { record_id } of version.inputs ?? []) {
        const input = shown.get(record_id)
        const isFollowed = input !== undefined && ['harvest', 'delivery', 'lot'].includes(input.type)
        if (!isFollowed || seen.has(rootOf(record_id)) || (input.type === 'lot' && depth >= DEEPEST)) continue
        seen.add(rootOf(record_id))
        next.push(rootOf(record_id))
      }
    }
    level = next
  }
  return found
}

let documents = 0
let followed = 0
let transfers = 0

test.each([2, 3, 9])(
  `world %i: the events of every lot, for everybody who may read it${withoutSchema}`,
  async (seed) => {
    const w = await makeWorld(seeded(seed), { steps: 115, overHttp: true })
    try {
      const corrects = new Map(w.records.map(({ id, supersedes }) => [id, supersedes]))
      const rootOf = (id: string): string => {
        const before = corrects.get(id)
        return before === undefined ? id : rootOf(before)
      }
      for (const asker of w.askers.filter(({ operator }) => operator === undefined))
        for (const purpose of PURPOSES.slice(0, 2)) {
          const shown = await listed(w, asker, purpose)
          for (const { id, type } of w.records) {
            if (type !== 'lot') continue
            const answer = await said(w, asker, `/v1/records/${id}/events?purpose=${purpose}`)
            expect(answer.status).toBe(shown.has(id) ? 200 : 404)
            if (answer.status === 404) continue
            expect(faultsOf(answer.body)).toEqual([])
            const { eventList } = answer.body.epcisBody
            const told = new Set<string>(eventList.map((event: Reply) => event['granary:record']))
            const wanted = reached(id, shown, rootOf)
            const roots = new Set([...wanted].map(rootOf))
            for (const one of told) {
              const record = shown.get(one)
              expect(record, one).toBeDefined()
              if (record.type !== 'custody_transfer') continue
              // Another version of it may have named another lot.
              const lots = w.records
                .filter((other) => rootOf(other.id) === rootOf(one))
                .map(({ lot_id }) => lot_id)
              expect(lots.some((named) => named !== undefined && roots.has(rootOf(named)))).toBe(true)
              told.delete(one)
              transfers++
            }
            expect([...told].sort()).toEqual([...wanted].sort())
            documents++
            followed += wanted.size - 1
            expectNothingElse(answer.text, shown)
          }
        }
    } finally {
      await w.close()
    }
  },
)

test('lots were there, what they draw on, and hand-overs', () => {
  expect(documents).toBeGreaterThan(60)
  expect(followed).toBeGreaterThan(30)
  expect(transfers).toBeGreaterThan(0)
})

/** Every id in the document stands in what the reader reads anyway, but for the second events of hand-overs. */
function expectNothingElse(text: string, shown: ReadonlyMap<string, Reply>): void {
  const known = JSON.stringify([...shown.values()])
  for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g))
    expect(known.includes(id), id).toBe(true)
}

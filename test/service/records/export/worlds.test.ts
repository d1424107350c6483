import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ExportAsked } from '../../../../src/records/export/run.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { isLong } from '../../../support/is-long.ts'
import { ask, comparable, recordsIn } from '../../../support/records/export/duck.ts'
import { exportInto } from '../../../support/records/export/export-into.ts'
import { listed as listedNow } from '../gate/reads.ts'
import { type Asker, DAY, PURPOSES, type World } from '../gate/world.ts'
import { makeWorld, seeded } from '../gate/worlds.ts'

/** In random worlds: the files of a party, as DuckDB reads them, have what its list over the API shows, and nothing else. */

const folder = mkdtempSync(join(tmpdir(), 'export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SEEDS = isLong ? [1, 5, 13] : [1]

const listed = async (w: World, asker: Asker, purpose: string) =>
  new Map([...(await listedNow(w, asker, purpose))].map(([id, record]) => [id, comparable(record) as object]))

const exported = (w: World, out: string, asked: Partial<ExportAsked>) =>
  exportInto(out, localTasks(w.kernel), asked)

/** Grants end and objections are lodged, so that some of what was shown may no longer be. */
async function close(w: World): Promise<void> {
  for (const asker of w.callers) {
    const { grants }: { grants: Grant[] } = (await w.http(asker, '/v1/grants?role=subject&limit=500')).json()
    for (const { id } of grants.filter((grant) => grant.live && w.random.chance(0.5)))
      await w.http(asker, `/v1/grants/${id}/revocation`, {})
    if (w.random.chance(0.3)) await w.http(asker, '/v1/objections', { id: w.id(), channel: 'app' })
  }
}

/** Everybody opens everything to everybody. */
async function open(w: World): Promise<void> {
  for (const asker of w.callers)
    for (const grantee of w.parties.filter((party) => party !== asker.party))
      await w.http(asker, '/v1/grants', {
        id: w.id(),
        grantee,
        purpose: PURPOSES[0],
        record_types: ['party', 'harvest', 'lot', 'delivery'],
        expires_at: new Date(w.nowMs + DAY).toISOString(),
      })
}

interface Grant {
  readonly id: string
  readonly live: boolean
}

/** Every party is given what its list shows, with the same values. */
async function compareShown(w: World, out: string): Promise<void> {
  let [compared, redacted] = [0, 0]
  for (const asker of w.callers)
    for (const purpose of PURPOSES) {
      const shown = await listed(w, asker, purpose)
      const into = join(out, `${asker.party}-${purpose}`)
      const { files } = await exported(w, into, { for: asker.party, purpose })
      const held = await recordsIn(into)
      expect([...held.keys()].sort()).toEqual([...shown.keys()].sort())
      for (const [id, record] of shown) expect(held.get(id)).toEqual(record)
      expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(shown.size)
      for (const { name, rows } of files)
        expect(await ask(`SELECT count(*) AS rows FROM '${join(into, name)}'`)).toEqual([{ rows }])
      redacted += JSON.stringify([...shown.values()]).split('"redacted"').length - 1
      compared += shown.size
    }
  expect(compared).toBeGreaterThan(100)
  expect(redacted).toBeGreaterThan(0)
}

/** What is closed is what earlier exports held and the list lost. */
async function compareClosed(w: World, into: string): Promise<void> {
  const purpose = PURPOSES[0]
  let [lost, back] = [0, 0]
  const ever = new Map(w.parties.map((party) => [party, new Set<string>()]))
  const before = new Map<string, string[]>()
  for (const happens of [open, close, close, open]) {
    await happens(w)
    for (const asker of w.callers) {
      const out = join(into, `${asker.party}-again`)
      const { closed } = await exported(w, out, { for: asker.party, purpose })
      const now = await listed(w, asker, purpose)
      const held = ever.get(asker.party) as Set<string>
      const wanted = [...held].filter((id) => !now.has(id)).sort()
      for (const id of now.keys()) held.add(id)
      expect([...(await recordsIn(out)).keys()].sort()).toEqual([...now.keys()].sort())
      if (closed === null) continue
      const ids = await ask(`SELECT id FROM '${join(out, closed.name)}' ORDER BY id`)
      expect(ids.map(({ id }) => id)).toEqual(wanted)
      expect(closed.rows).toBe(wanted.length)
      lost += wanted.length
      back += before.get(asker.party)?.filter((id) => now.has(id)).length ?? 0
      before.set(asker.party, wanted)
    }
  }
  expect(lost).toBeGreaterThan(50)
  expect(back).toBeGreaterThan(10)
}

test.each(SEEDS)('world %i: what is shown, and what is closed when consent ends', async (seed) => {
  const w = await makeWorld(seeded(seed), { steps: 110, overHttp: true })
  try {
    await compareShown(w, join(folder, `${seed}`))
    await compareClosed(w, join(folder, `${seed}`))
  } finally {
    await w.close()
  }
})

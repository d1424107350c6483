import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { ExportFolder, type Manifest } from '../../../../src/records/export/folder.ts'
import { type ExportAsked, ExportRun } from '../../../../src/records/export/run.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { isLong } from '../../../support/is-long.ts'
import { ask, comparable, recordsIn } from '../../../support/records/export/duck.ts'
import { type Asker, DAY, PURPOSES, type World } from '../gate/world.ts'
import { makeWorld, seeded } from '../gate/worlds.ts'

/** In random worlds: the files of a party, as DuckDB reads them, have what its list over the API shows, and nothing else. */

const folder = mkdtempSync(join(tmpdir(), 'export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SEEDS = isLong ? [1, 5, 13] : [1]

async function said(w: World, asker: Asker, url: string, payload?: object) {
  const headers = { authorization: `Bearer ${asker.token}` }
  const request =
    payload === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', payload } as const)
  const answer = await (w.app as FastifyInstance).inject({ ...request, url, headers })
  return answer.json()
}

async function listed(w: World, asker: Asker, purpose: string): Promise<Map<string, object>> {
  const records = new Map<string, object>()
  for (let cursor = ''; ; ) {
    const page = (await said(w, asker, `/v1/records?purpose=${purpose}&standing=any&limit=100${cursor}`)) as {
      records: { id: string }[]
      next: string | null
    }
    for (const record of page.records) records.set(record.id, comparable(record) as object)
    if (page.next === null) return records
    cursor = `&cursor=${page.next}`
  }
}

async function exported(w: World, out: string, asked: Partial<ExportAsked>): Promise<Manifest> {
  const tasks = localTasks(w.kernel)
  const source = {
    run: (task: never, args: never) => tasks.run(task, 'clerk', args),
    stream: (name: never, args: never) => tasks.stream(name, 'clerk', args),
  }
  const into = new ExportFolder(out)
  try {
    const everything = { for: null, purpose: null, sinceMs: null }
    return await new ExportRun(into, source as never, { ...everything, ...asked }).all()
  } finally {
    into.release()
  }
}

let compared = 0
let redacted = 0

test.each(SEEDS)('world %i: every party is given what its list shows, with the same values', async (seed) => {
  const w = await makeWorld(seeded(seed), { steps: 110, overHttp: true })
  try {
    for (const asker of w.askers.filter(({ operator }) => operator === undefined))
      for (const purpose of PURPOSES) {
        const shown = await listed(w, asker, purpose)
        const out = join(folder, `${seed}-${asker.party}-${purpose}`)
        const { files } = await exported(w, out, { for: asker.party, purpose })
        const held = await recordsIn(out)
        expect([...held.keys()].sort()).toEqual([...shown.keys()].sort())
        for (const [id, record] of shown) expect(held.get(id)).toEqual(record)
        expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(shown.size)
        for (const { name, rows } of files)
          expect(await ask(`SELECT count(*) AS rows FROM '${join(out, name)}'`)).toEqual([{ rows }])
        const text = JSON.stringify([...shown.values()])
        redacted += text.split('"redacted"').length - 1
        compared += shown.size
      }
  } finally {
    await w.close()
  }
})

test('records were there, and some of which a reader does not see everything', () => {
  expect(compared).toBeGreaterThan(100)
  expect(redacted).toBeGreaterThan(0)
})

/** Grants end and objections are lodged, so that some of what was shown may no longer be. */
async function close(w: World): Promise<void> {
  for (const asker of w.askers.filter(({ operator }) => operator === undefined)) {
    const { grants } = (await said(w, asker, '/v1/grants?role=subject&limit=500')) as { grants: Grant[] }
    for (const { id } of grants.filter((grant) => grant.live && w.random.chance(0.5)))
      await said(w, asker, `/v1/grants/${id}/revocation`, {})
    if (w.random.chance(0.3)) await said(w, asker, '/v1/objections', { id: w.id(), channel: 'app' })
  }
}

/** Everybody opens everything to everybody. */
async function open(w: World): Promise<void> {
  for (const asker of w.askers.filter(({ operator }) => operator === undefined))
    for (const grantee of w.parties.filter((party) => party !== asker.party))
      await said(w, asker, '/v1/grants', {
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

test('what is closed is what earlier exports held and the list lost', async () => {
  const seed = SEEDS[0] as number
  const purpose = PURPOSES[0]
  const w = await makeWorld(seeded(seed), { steps: 110, overHttp: true })
  let lost = 0
  let back = 0
  try {
    const askers = w.askers.filter(({ operator }) => operator === undefined)
    const ever = new Map(askers.map((asker) => [asker, new Set<string>()]))
    const before = new Map(askers.map((asker) => [asker, [] as string[]]))
    for (const happens of [open, close, close, open]) {
      await happens(w)
      for (const asker of askers) {
        const out = join(folder, `${seed}-${asker.party}-again`)
        const { closed } = await exported(w, out, { for: asker.party, purpose })
        const now = await listed(w, asker, purpose)
        const held = ever.get(asker) as Set<string>
        const wanted = [...held].filter((id) => !now.has(id)).sort()
        for (const id of now.keys()) held.add(id)
        expect([...(await recordsIn(out)).keys()].sort()).toEqual([...now.keys()].sort())
        if (closed === null) continue
        const ids = await ask(`SELECT id FROM '${join(out, closed.name)}' ORDER BY id`)
        expect(ids.map(({ id }) => id)).toEqual(wanted)
        expect(closed.rows).toBe(wanted.length)
        lost += wanted.length
        back += before.get(asker)?.filter((id) => now.has(id)).length ?? 0
        before.set(asker, wanted)
      }
    }
    expect(lost).toBeGreaterThan(50)
    expect(back).toBeGreaterThan(10)
  } finally {
    await w.close()
  }
})

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Coop, cli, type Document, founded, served, temporaryFolder } from '../../support/command.ts'
import { withoutGuards } from '../../support/proofs/verify/scene.ts'

let coop: Coop
let did: Coop['did']
let said: Coop['said']
beforeEach(async () => {
  coop = await founded()
  ;({ did, said } = coop)
})
afterEach(() => vi.unstubAllEnvs())
const publishing = () => {
  const folder = temporaryFolder()
  vi.stubEnv('GRANARY_ANCHOR_PUBLISHER', `folder:${folder}`)
  return folder
}

describe('anchor run', () => {
  test('fixes a root and says that it is owed to the outside while there is no publisher', async () => {
    const run = await said('anchor', 'run')
    expect([run.code, run.out]).toEqual([3, expect.stringContaining('State     pending')])
    expect(run.err).toContain('GRANARY_ANCHOR_PUBLISHER')
    expect(await did('anchor', 'run')).toMatchObject({
      code: 3,
      batch: { state: 'pending' },
      publisher: null,
    })
  })
  test('says why it could not, and is done again', async () => {
    vi.stubEnv('GRANARY_ANCHOR_PUBLISHER', 'folder:/nowhere/at/all')
    const run = await said('anchor', 'run')
    expect([run.code, run.err]).toEqual([3, expect.stringContaining('/nowhere/at/all does not exist')])
    publishing()
    expect(await did('anchor', 'run')).toMatchObject({ code: 0, batch: { state: 'published' } })
  })
  test('says why in the language of each reader, whoever tried before', async () => {
    vi.stubEnv('GRANARY_ANCHOR_PUBLISHER', 'folder:/nowhere/at/all')
    for (const [code, state, why] of [
      ['sw', 'umeshindikana', 'folda /nowhere/at/all haipo'],
      ['fr', 'échec', 'le dossier /nowhere/at/all n’existe pas'],
      ['en', 'failed', 'the folder /nowhere/at/all does not exist'],
    ] as const) {
      vi.stubEnv('GRANARY_LANGUAGE', code)
      const run = await said('anchor', 'run')
      expect([run.code, run.err]).toEqual([3, expect.stringContaining(why)])
      const status = await said('anchor', 'status')
      expect([status.out, status.out]).toEqual([expect.stringContaining(why), expect.stringContaining(state)])
    }
  })
  test('works beside the running service, and whoever gets a proof then can check it by himself', async () => {
    const service = await served(coop.data)
    onTestFinished(() => service.stop())
    expect(await did('anchor', 'run')).toMatchObject({ code: 3, batch: { state: 'pending' } })
    const { vkey } = await did('anchor', 'status')
    const headers = { authorization: `Bearer ${coop.token}` }
    const { records } = await got('/v1/records?purpose=research&type=party')
    const proof = join(temporaryFolder(), 'proof.json')
    writeFileSync(proof, JSON.stringify(await got(`/v1/records/${records[0].id}/proof?purpose=research`)))
    expect((await cli('verify-proof', proof, '--key', vkey)).code).toBe(0)
    const forged = readFileSync(proof, 'utf8').replace('Kahawa', 'Kahava')
    writeFileSync(proof, forged)
    expect((await cli('verify-proof', proof, '--key', vkey)).code).toBe(1)
    vi.stubEnv('GRANARY_LANGUAGE', 'fr')
    const refused = await cli('verify-proof', proof, '--key', vkey)
    expect(refused.out).toBe(
      'Non prouvé.\n  digest\u00a0: La fiche ne correspond pas au condensé de la preuve.\n',
    )
    async function got(path: string) {
      return (await fetch(service.url + path, { headers })).json() as Promise<Document>
    }
  })
  test('replaces a key that is lost when it is told to', async () => {
    await did('anchor', 'run')
    expect((await said('anchor', 'run', '--new-key')).err).toContain('exists, so no new one is made')
    const file = join(coop.data, 'anchor.key')
    const before = await did('anchor', 'status')
    rmSync(file)
    expect((await said('anchor', 'run')).err).toContain('granary anchor run --new-key')
    expect((await did('anchor', 'run', '--new-key')).code).toBe(3)
    expect((await did('anchor', 'status')).earlier).toEqual([before.vkey])
  })
})

test('anchor status lists the newest roots, what became of them, and the key', async () => {
  await did('anchor', 'run')
  publishing()
  await coop.party('person', 'Grace')
  await did('anchor', 'run')
  const status = await did('anchor', 'status')
  expect(status.batches.map(({ state }: { state: string }) => state)).toEqual(['published', 'covered'])
  expect(status.vkey).toMatch(/^granary\/[0-9a-f]{32}\+[0-9a-f]{8}\+/)
  expect((await said('anchor', 'status', '--limit', '1')).out).not.toContain('covered')
  expect((await said('anchor', 'status', '--limit', 'x')).code).toBe(2)
})

test('status tells whether somebody outside has a root', async () => {
  const roots = async () => (await said('status')).out.match(/^Roots +(.*)$/m)?.[1]
  expect(await roots()).toBe('none yet; not published: set GRANARY_ANCHOR_PUBLISHER')
  await did('anchor', 'run')
  expect(await roots()).toMatch(/^newest of \d.*; not published/)
  publishing()
  expect(await roots()).toContain('none published yet to the folder')
  await did('anchor', 'run')
  expect(await roots()).toMatch(/^newest published at \d/)
})

describe('anchor verify', () => {
  test('compares every root with the log, and with what the publisher has', async () => {
    await did('anchor', 'run')
    expect(await did('anchor', 'verify')).toMatchObject({ code: 3, batches: 1, faults: [] })
    publishing()
    expect((await said('anchor', 'verify')).err).toContain('Nothing was published yet')
    await coop.party('person', 'Grace')
    await did('anchor', 'run')
    expect(await did('anchor', 'verify')).toMatchObject({ code: 0, batches: 2, faults: [] })
  })
  test('finds a root that is not that of the tree, a forged note and a rewritten audit log', async () => {
    publishing()
    await did('anchor', 'run')
    const tampered = (change: string) => {
      const db = new Database(join(coop.data, 'granary.db'))
      withoutGuards(db, () => db.exec(change))
      db.close()
    }
    tampered("UPDATE entry SET salt = zeroblob(32) WHERE body ->> '$.act' = 'credential'")
    // The publisher has the root that was published, and says so too.
    expect((await did('anchor', 'verify')).faults).toEqual([
      expect.stringContaining('does not match the log'),
      expect.stringContaining('has a different tree of'),
    ])
    tampered('UPDATE audit SET hash = zeroblob(32) WHERE last_n = (SELECT audit_n FROM anchor_batch)')
    expect((await did('anchor', 'verify')).faults).toHaveLength(3)
    tampered("UPDATE anchor_batch SET checkpoint = replace(checkpoint, 'granary/', 'Granary/')")
    const found = await said('anchor', 'verify')
    expect([found.code, found.out]).toEqual([1, expect.stringContaining('a note that this log did not sign')])
  })
})

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { dataFiles } from '../../../src/config/config.ts'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import { MARK, plantedJpeg, plantedPng, plantedWebp } from '../../support/evidence/pictures/planted.ts'
import { aPicture, sceneOf } from '../../support/evidence/scene.ts'
import { ask, ByHand, type Reply, sha256 } from '../../support/evidence/uploading.ts'
import {
  actingFor,
  appended,
  batch,
  deliveryOf,
  expectBare404,
  expectRefused,
  granted,
  harvestOf,
  mandate,
  PURPOSE,
  read,
  retract,
} from '../../support/flows/help.ts'
import { noSoonerThan } from '../../support/no-sooner.ts'

/** Pictures that records cite: who is shown them, and how. */

const s = await sceneOf(await makeAppliance())
const lender = await s.a.party('institution', 'Bank')

const citing = (picture: Buffer) => ({
  evidence: [{ sha256: sha256(picture), media_type: 'image/jpeg' }],
})
const handOf = (who: Actor) => new ByHand(s.port, who.token)
const address = (hash: string, purpose = PURPOSE) => `/v1/evidence/${hash}?purpose=${purpose}`
const got = (who: Actor, hash: string, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(s.port, { method: 'GET', path: address(hash), token: who.token, headers })

/** @returns hash of what is kept */
async function sentBy(who: Actor, picture: Buffer): Promise<string> {
  const last = await handOf(who).sent(picture)
  expect(last.status, last.text).toBe(204)
  return last.headers['granary-sha256'] as string
}

/** A picture that a harvest of the farmer cites. */
async function cited(picture: Buffer) {
  const stored = await sentBy(s.farmer, picture)
  const record = await appended(s.farmer, 'harvest', harvestOf(s.farmer, citing(picture)))
  return { stored, record }
}

const newestAudit = async () => {
  // That somebody looks into the log stands in it, too.
  const { entries } = await s.a.tasks.run('audit', 'test', { count: 10 })
  return entries.find(({ action }) => action !== 'audit')
}

describe('what is served', () => {
  test.each([
    ['image/jpeg', () => plantedJpeg()],
    ['image/png', () => plantedPng()],
    ['image/webp', () => plantedWebp()],
  ])('%s: without place and device, by either hash', async (mediaType, planted) => {
    const picture = await planted()
    expect(picture.includes(MARK)).toBe(true)
    const { stored } = await cited(picture)
    for (const hash of [sha256(picture), stored]) {
      const { status, headers, bytes } = await got(s.farmer, hash)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': mediaType,
        'content-length': String(bytes.length),
        etag: `"${stored}"`,
        'accept-ranges': 'bytes',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'no-store',
      })
      expect(sha256(bytes)).toBe(stored)
      expect(bytes.includes(MARK)).toBe(false)
    }
  })

  test('is not compressed on its way', async () => {
    const { stored } = await cited(await aPicture(200, 100))
    const { headers, bytes } = await got(s.farmer, stored, { 'accept-encoding': 'gzip, br' })
    expect([headers['content-encoding'], sha256(bytes)]).toEqual([undefined, stored])
  })
})

describe('a caller that has it, or a part of it', () => {
  let stored: string
  let whole: Buffer
  beforeAll(async () => {
    stored = (await cited(await aPicture(300, 200))).stored
    whole = (await got(s.farmer, stored)).bytes
  })
  test('is told that it is the same, through the gate', async () => {
    for (const tag of [`"${stored}"`, `W/"${stored}"`, `"x", "${stored}"`, '*']) {
      const { status, bytes, headers } = await got(s.farmer, stored, { 'if-none-match': tag })
      expect([status, bytes.length, headers.etag]).toEqual([304, 0, `"${stored}"`])
      expect(await newestAudit()).toMatchObject({ action: 'evidence', outcome: 'disclosed' })
      expect((await got(s.stranger, stored, { 'if-none-match': tag })).status).toBe(404)
    }
    expect((await got(s.farmer, stored, { 'if-none-match': '"other"' })).status).toBe(200)
  })
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, -1],
    ['bytes=-100', -100, -1],
    ['bytes=5-999999999', 5, -1],
    ['bytes=-999999999', 0, -1],
  ])('gets the range %s', async (range, from, to) => {
    const start = from < 0 ? whole.length + from : from
    const end = to < 0 ? whole.length + to : to
    const { status, headers, bytes } = await got(s.farmer, stored, { range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${whole.length}`)
    expect(headers['content-length']).toBe(String(bytes.length))
    expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true)
  })
  test('and none behind the end, before the beginning or from back to front', async () => {
    for (const range of [`bytes=${whole.length}-`, 'bytes=-0', 'bytes=9-5']) {
      const answer = await got(s.farmer, stored, { range })
      expectRefused(answer as never, 416, 'range_not_satisfiable')
      expect(answer.headers['content-range']).toBe(`bytes */${whole.length}`)
    }
  })
  test.each(['bytes=0-1,5-6', 'bytes=x-y', 'lines=0-1', 'bytes', 'bytes=', ''])(
    'or the whole for %j',
    async (range) => {
      const { status, bytes } = await got(s.farmer, stored, { range })
      expect([status, bytes.length]).toEqual([200, whole.length])
    },
  )
  test('and the whole when its part is of another picture', async () => {
    const range = 'bytes=0-9'
    expect((await got(s.farmer, stored, { range, 'if-range': `"${stored}"` })).status).toBe(206)
    expect((await got(s.farmer, stored, { range, 'if-range': '"other"' })).status).toBe(200)
  })
})

describe('the gate decides on the records that cite it', () => {
  test('own, by grant, and not against an objection', async () => {
    const picture = await aPicture()
    const stored = await sentBy(s.farmer, picture)
    const fields = { ...citing(picture), lawful_basis: 'consent' }
    await appended(s.farmer, 'delivery', deliveryOf(s.farmer, s.a.cooperative, fields))
    expect((await got(s.a.cooperative, stored)).status).toBe(200)
    const asked = async (outcome: string, status: number) => {
      expect((await got(lender, stored)).status).toBe(status)
      expect(await newestAudit()).toMatchObject({ action: 'evidence', outcome, purpose: PURPOSE })
    }
    await asked('no_grant', 404)
    const grant = await granted(s.a, s.farmer, lender, ['delivery'])
    await asked('disclosed', 200)
    expect(await newestAudit()).toMatchObject({ grant_ids: [grant], detail: { sha256: stored } })
    await s.farmer.post('/v1/objections', { id: uuidv7(), channel: 'app' })
    await asked('objection', 404)
  })

  test('a picture that nobody cites is shown to nobody, not even to whoever sent it', async () => {
    const stored = await sentBy(s.farmer, await aPicture())
    expect((await got(s.farmer, stored)).status).toBe(404)
    expect(await newestAudit()).toMatchObject({
      action: 'evidence',
      outcome: 'not_cited',
      detail: { sha256: stored },
    })
  })

  test("citing somebody else's hash opens nothing", async () => {
    const picture = await aPicture()
    const { stored } = await cited(picture)
    const hashes = [sha256(picture), stored]
    const citations: { id: string; derived: { flags: string[] } }[] = []
    for (const hash of hashes) {
      const evidence = [{ sha256: hash, media_type: 'image/jpeg' }]
      citations.push(await appended(s.stranger, 'harvest', harvestOf(s.stranger, { evidence })))
    }
    for (const hash of hashes) expect((await got(s.stranger, hash)).status).toBe(404)
    for (const { derived } of citations) expect(derived.flags).toContain('reference_unresolved')
    // Once it has the bytes itself there is nothing to hide any more.
    await sentBy(s.stranger, picture)
    expect((await got(s.stranger, stored)).status).toBe(200)
    for (const { id } of citations)
      expect((await read(s.stranger, id)).derived.flags).not.toContain('reference_unresolved')
  })

  test('a record may come before its picture, and is flagged until then', async () => {
    const picture = await aPicture()
    const record = await appended(s.farmer, 'harvest', harvestOf(s.farmer, citing(picture)))
    expect(record.derived.flags).toContain('reference_unresolved')
    expect((await got(s.farmer, sha256(picture))).status).toBe(404)
    await sentBy(s.farmer, picture)
    expect((await read(s.farmer, record.id)).derived.flags).not.toContain('reference_unresolved')
    expect((await got(s.farmer, sha256(picture))).status).toBe(200)
  })

  test('a picture that a delegate took is shown to whom he acts for', async () => {
    const picture = await aPicture()
    const clerk = await s.a.party('person', 'Clerk')
    const stored = await sentBy(clerk, picture)
    const delegation = await mandate(s.a, s.farmer, clerk)
    await appended(
      clerk,
      'harvest',
      harvestOf(s.farmer, { ...citing(picture), ...actingFor(s.farmer, delegation) }),
    )
    expect((await got(s.farmer, stored)).status).toBe(200)
    expect((await got(s.stranger, stored)).status).toBe(404)
  })

  test('a record that was corrected or taken back still shows what it cited', async () => {
    const { stored, record } = await cited(await aPicture())
    await appended(s.farmer, 'harvest', harvestOf(s.farmer, { supersedes: record.id }))
    await retract(s.farmer, record.id)
    expect((await got(s.farmer, stored)).status).toBe(200)
  })

  test('one readable record is enough, however many others cite it', async () => {
    const picture = await aPicture()
    const stored = await sentBy(s.farmer, picture)
    await batch(s.a, s.farmer, 450, 'harvest', () => harvestOf(s.farmer, citing(picture)))
    expect((await got(s.stranger, stored)).status).toBe(404)
    expect(await newestAudit()).toMatchObject({ action: 'evidence', outcome: 'no_grant' })
    await appended(s.farmer, 'delivery', deliveryOf(s.farmer, s.stranger, citing(picture)))
    expect((await got(s.stranger, stored)).status).toBe(200)
  })
})

describe('a request that is not in order', () => {
  const HASH = 'ab'.repeat(32)
  test('needs a purpose, and takes no other parameter', async () => {
    expectRefused(await s.farmer.get(`/v1/evidence/${HASH}`), 400, 'purpose_required')
    expectRefused(await s.farmer.get(`${address(HASH)}&size=small`), 400, 'invalid_parameter')
  })
})

describe('an object store whose copy is not what it was', () => {
  const fileOf = (stored: string) =>
    join(dataFiles(s.a.data).objects, 'evidence', stored.slice(0, 2), stored.slice(2, 4), stored)

  test.each([[{}], [{ range: 'bytes=0-9' }]])(
    'gives nobody a wrong picture for a right one: %j',
    async (headers) => {
      const { stored } = await cited(await aPicture(400, 300))
      const file = fileOf(stored)
      const bytes = readFileSync(file)
      bytes[bytes.length - 20] = (bytes[bytes.length - 20] as number) ^ 1
      writeFileSync(file, bytes)
      const answer = await got(s.farmer, stored, headers).catch(() => 'broken off')
      if (answer !== 'broken off') expect((answer as Reply).status).toBe(503)
    },
  )

  test('and says that one which is gone is its own fault', async () => {
    const picture = await aPicture()
    const { stored } = await cited(picture)
    rmSync(fileOf(stored))
    expectRefused((await got(s.farmer, stored)) as never, 500, 'internal_error')
    expect((await got(s.stranger, stored)).status).toBe(404)
    // Sending it again mends it.
    await sentBy(s.farmer, picture)
    expect((await got(s.farmer, stored)).status).toBe(200)
  })
})

test('refusals wait for the hold: unknown and malformed take the same time', async () => {
  const a = await makeAppliance({ refusalMs: '40' })
  const farmer = await a.party('person', 'Grace')
  for (const digest of ['ab'.repeat(32), 'malformed'])
    expectBare404(await noSoonerThan(40, () => farmer.get(address(digest))))
})

import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/appliance.ts'
import { appended, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/**
 * Somebody who sees how long the replies to another are, and can write records that stand in them, guesses what stands
 * beside (BREACH). A right guess repeats the secret, and compressed text is shorter by it.
 */

const SECRET = 'Wanjiku-owes-48213-to-Baraka'
const OTHERS = [
  'Wanjiku-owes-48213-to-Bxyzwq',
  'Wqzxkvj-pfmg-91756-hy-Zdlnru',
  'Wanjiku-owes-59324-to-Baraka',
]

const a = await makeAppliance()
const victim = await a.party('person', 'Victim')
const attacker = await a.party('person', 'Attacker')
const lender = await a.party('institution', 'Lender')
for (const party of [victim, attacker])
  for (const grantee of [lender, a.cooperative]) await granted(a, party, grantee, ['harvest'])
for (let i = 0; i < 3; i++) await appended(victim, 'harvest', harvestOf(victim, { note: `${SECRET} ${i}` }))
const port: number = await a.port()

interface Seen {
  readonly bytes: number
  readonly encoding: string | undefined
  readonly text: string
}

/** What somebody on the network sees of a reply, and what stands in it. */
function seen(who: Actor, path: string, accept = 'br, gzip'): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${who.token}`, 'accept-encoding': accept }
    request({ port, host: '127.0.0.1', path, headers, agent: false }, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      const body = Buffer.concat(pieces)
      const encoding = answer.headers['content-encoding']
      const unpacked =
        encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
      resolve({ bytes: body.length, encoding, text: unpacked.toString('utf8') })
    })
      .once('error', reject)
      .end()
  })
}

const LIST = `/v1/records?purpose=${PURPOSE}&type=harvest`
const FEED = `/v1/sync/changes?purpose=${PURPOSE}&limit=500`

test.each([
  ['a list for a lender', lender, LIST],
  ['the feed of a lender', lender, FEED],
  ['a page for a lender', lender, `/v1/lender-view?purpose=${PURPOSE}&subject=${victim.id}`],
  ['a list for the cooperative', a.cooperative, LIST],
  ['the feed of the cooperative', a.cooperative, FEED],
])('%s is as long for a right guess as for a wrong one', async (_what, reader, path) => {
  const longer: number[] = []
  for (const guess of [SECRET, ...OTHERS]) {
    const before = await seen(reader, path)
    await appended(attacker, 'harvest', harvestOf(attacker, { note: guess }))
    const after = await seen(reader, path)
    expect(after.encoding).toBeUndefined()
    longer.push(after.bytes - before.bytes)
  }
  expect(new Set(longer).size, longer.join(', ')).toBe(1)
})

test('the guesses stood beside the secret, so that there was something to find', async () => {
  for (const reader of [lender, a.cooperative])
    for (const path of [LIST, FEED]) {
      const { text } = await seen(reader, path)
      for (const note of [SECRET, ...OTHERS]) expect(text).toContain(note)
    }
})

describe('a page of own words alone is compressed', () => {
  /** Behind the first page, where the cooperative says who the reader is. */
  const feed = async () => {
    const { cursor } = JSON.parse((await seen(victim, '/v1/sync/changes?limit=1')).text)
    return `/v1/sync/changes?limit=500&since=${cursor}`
  }
  test.each([
    ['the feed', feed],
    ['a list', async () => LIST],
  ])('%s', async (_what, pathOf) => {
    const path = await pathOf()
    for (const [accept, encoding] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
    ] as const)
      expect(await seen(victim, path, accept)).toMatchObject({
        encoding,
        text: expect.stringContaining(SECRET),
      })
    const plain = await seen(victim, path, 'identity')
    expect((await seen(victim, path, 'br')).bytes).toBeLessThan(plain.bytes / 2)
  })
  test('and no longer when somebody has written something about the reader', async () => {
    const { cooperative } = a
    await appended(cooperative, 'harvest', harvestOf(victim, { note: SECRET }))
    for (const path of [await feed(), LIST]) expect((await seen(victim, path)).encoding).toBeUndefined()
  })
  test('the contract and reference data are compressed for everybody', async () => {
    for (const path of ['/v1/openapi.json', '/v1/registry/flags'])
      expect((await seen(lender, path, 'gzip')).encoding, path).toBe('gzip')
  })
})

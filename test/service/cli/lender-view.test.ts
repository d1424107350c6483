import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cli, founded, served } from '../../support/command.ts'
import { freePort } from '../../trials/common/served.ts'

/** A lender reads the view by the command. */

const coop = await founded()
const party = await coop.party('person', 'Grace Nakato', '17')
await coop.party('institution', 'Harvest Bank', 'BANK')
const { token } = await coop.did('credential issue --party BANK --kind reader')
await coop.did(
  'grant record --subject 17 --grantee BANK --purpose credit_assessment',
  '--types party,delivery --expires 2099-06-30 --channel in_person',
)
const service = await served(coop.data)
afterAll(() => service.stop())
beforeEach(() => vi.stubEnv('GRANARY_TOKEN', token))
afterEach(() => vi.unstubAllEnvs())

const list = ['lender-view', '--purpose', 'credit_assessment', '--url', service.url]
const of = (subject: string) => cli(...list, '--subject', subject)
/** Two views may be of different minutes. */
const withoutTime = (text: string) => text.replace(/as at .*/, 'as at')

test('of one person, by id or member number, as a text and as a document', async () => {
  const view = await of(party)
  expect([view.code, view.out]).toEqual([0, expect.stringContaining('LENDER VIEW')])
  expect(JSON.parse((await cli(...list, '--subject', party, '--json')).out).text).toContain('Grace Nakato')
  expect(withoutTime((await of('017')).out)).toBe(withoutTime(view.out))
  const ofWhom = await of('71')
  expect(ofWhom.code).toBe(2)
  expect(ofWhom.err).toMatch(
    /^granary: "71" is not the id of a party, nor the member number of just one that you may see\.\nGive the same command without --subject/,
  )
})

test('without a person it lists who has opened records, in the language that is asked for', async () => {
  const whom = await cli(...list)
  expect(whom.out).toContain('WHO HAS OPENED RECORDS TO THE READER')
  expect(whom.out).toMatch(new RegExp(`--subject:\\n.*\\n(.*\\n)?Grace Nakato +${party}`))
  const { subjects } = JSON.parse((await cli(...list, '--json')).out)
  expect(subjects).toEqual([{ id: party, name: 'Grace Nakato', member_no: '17' }])
  vi.stubEnv('GRANARY_LANGUAGE', 'sw')
  expect((await cli(...list, '--language', 'fr')).out).toMatch(/QUI A OUVERT DES FICHES AU LECTEUR/)
  expect((await cli(...list)).out).toContain('WALIOMFUNGULIA MSOMAJI REKODI')
  vi.stubEnv('GRANARY_LANGUAGE', '')
  const inNone = await cli(...list, '--language', 'xx')
  expect(inNone.code).toBe(2)
  expect(inNone.err).toMatch(/^granary: There is no language "xx"\.\nGive one of these: en/)
})

test('without a token, or where nothing answers, it says what to do', async () => {
  const late = await cli(
    'lender-view --purpose credit_assessment --url',
    `http://127.0.0.1:${await freePort()}`,
  )
  expect(late.code).toBe(1)
  expect(late.err).toMatch(/^granary: Nothing answers at \S+\.\nCheck the address/)
  vi.unstubAllEnvs()
  expect((await of(party)).code).toBe(2)
})

test.each([
  [200, '{"text":', 'Nothing answers at '],
  [200, 'null', 'Nothing answers at '],
  [200, '{"status":"up"}', 'Nothing answers at '],
  [200, '{"text":"","subjects":[null]}', 'Nothing answers at '],
  [502, '{"error":"gateway"}', 'The service refused (502): no reason given.'],
])('where another program answers %i with %s, it says so', async (status, body, said) => {
  const other = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    other.closeAllConnections()
    other.close()
  })
  const { port } = other.address() as AddressInfo
  const answer = await cli(`lender-view --purpose credit_assessment --url http://127.0.0.1:${port}`)
  expect([answer.code, answer.err]).toEqual([1, expect.stringContaining(said)])
})

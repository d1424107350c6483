import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

const a = await makeAppliance()

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const ask = (url: string, accept?: string) =>
  a.app.inject({ method: 'GET', url, headers: accept === undefined ? {} : { accept } })

test.each(['/lendr', '/member/1', '/v1x', '/nothing?a=b'])(
  '%s in a browser is a page with the way to the start',
  async (url) => {
    const { statusCode, headers, payload } = await ask(url, BROWSER)
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(payload).toContain('Nothing is at this address.')
    expect(payload).toContain('href="/"')
  },
)

test.each([
  ['en', 'No such page', 'Nothing is at this address. Check its spelling', 'Start page'],
  ['sw', 'Hakuna ukurasa kama huo', 'Hakuna chochote kwenye anwani hii. Hakikisha', 'Ukurasa wa mwanzo'],
  ['fr', 'Cette page n’existe pas', 'Il n’y a rien à cette adresse. Vérifiez', 'Page d’accueil'],
])('in %s, as the browser asks or as was chosen in it', async (language, title, text, start) => {
  for (const asked of [
    { 'accept-language': language },
    { 'accept-language': 'de, en;q=0.5', cookie: `granary-language=${language}` },
  ]) {
    const headers = { accept: BROWSER, ...asked }
    const { headers: told, payload } = await a.app.inject({ method: 'GET', url: '/lendr', headers })
    expect(told.vary).toBe('accept, accept-language, cookie')
    for (const part of [
      `<title>${title}</title>`,
      `<h1>${title}</h1>`,
      text,
      `>${start}</a>`,
      `lang="${language}`,
    ])
      expect(payload).toContain(part)
  }
})

test.each(['/lendr', '/v1x'])('%s of a program is the problem document', async (url) => {
  const { statusCode, headers } = await ask(url, 'application/json')
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
})

test('of the API it is the same bare 404, whatever is accepted', async () => {
  const told = async (url: string, accept?: string) => {
    const { statusCode, headers, payload } = await ask(url, accept)
    return [statusCode, headers['content-type'], headers.vary, payload.replace(/[0-9a-f-]{36}/, 'id')]
  }
  const bare = await told('/v1/nothing')
  for (const url of ['/v1', '/v1/nothing', '/v1?x', '/v1/records/x/y'])
    for (const accept of [undefined, BROWSER]) expect(await told(url, accept)).toEqual(bare)
})

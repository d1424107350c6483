import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ASSETS, OWN } from '../../../src/http/reference/assets.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { expectBare404 } from '../../support/flows/help.ts'

/** What is served at /docs, without a browser. */

const SOURCES: Readonly<Record<string, string>> = {
  '/docs': 'src/http/reference/page.html',
  '/docs/page.css': 'src/http/reference/page.css',
  '/docs/page.js': 'src/http/reference/page.js',
  '/docs/swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
  '/docs/swagger-ui-bundle.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  '/docs/swagger-ui-bundle.js.LICENSE.txt': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt',
  '/docs/LICENSE': 'node_modules/swagger-ui-dist/LICENSE',
  '/docs/NOTICE': 'node_modules/swagger-ui-dist/NOTICE',
}
const a = await makeAppliance()

const get = (url: string, headers: Record<string, string> = {}) => a.app.inject({ url, headers })

test('every file of the page has its address', () => {
  expect([...Object.keys(ASSETS), ...Object.keys(OWN)].sort()).toEqual(Object.keys(SOURCES).sort())
  const page = readFileSync('src/http/reference/page.html', 'utf8')
  const named = [...page.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map(([, path]) => `/${path}`)
  expect(named.sort()).toEqual(Object.keys(SOURCES).slice(1).sort())
})

/** The file without what is put in for the cooperative. */
const bare = (url: string, sent: Buffer): string => {
  const text = sent.toString('utf8')
  if (url === '/docs') return text.replace(/<header>.*?<\/header>/s, '<!--head-->')
  return url === '/docs/page.css' ? text.slice(text.indexOf('/* Swagger UI is made')) : text
}

describe.each(Object.entries(SOURCES))('%s', (url, source) => {
  test('is the file itself, packed for whoever takes that', async () => {
    const file = readFileSync(source, 'utf8')
    const [plain, packed] = [await get(url), await get(url, { 'accept-encoding': 'br;q=1, gzip;q=0.8' })]
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
    expect(bare(url, plain.rawPayload)).toBe(file)
    expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(bare(url, gunzipSync(packed.rawPayload))).toBe(file)
    for (const { headers } of [plain, packed]) expect(headers.vary).toBe('accept-encoding')
  })
  test('goes out unpacked to whoever takes no gzip', async () => {
    for (const refusing of ['gzip;q=0', 'br', 'identity', 'gzip;q=0.0, br'])
      expect((await get(url, { 'accept-encoding': refusing })).headers['content-encoding']).toBeUndefined()
  })
  test('lets nothing run that did not come with it, and nobody frame it', async () => {
    const { headers } = await get(url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
  test('is kept, and asked for again', async () => {
    const { headers } = await get(url)
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get(url, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })
})

test('the address with a slash leads to the page', async () => {
  const { statusCode, headers } = await get('/docs/')
  expect([statusCode, headers.location]).toEqual([308, '../docs'])
})

test('what is not there is a bare 404, like anything else', async () => {
  for (const url of ['/docs/nothing', '/docs/../package.json', '/docs/page.html'])
    expectBare404(await a.cooperative.get(url))
})

test('it has the name, the colours and the mark of the cooperative, without its markup', async () => {
  const { body } = await get('/docs')
  expect(body).toContain('<strong>Test Cooperative</strong>')
  await a.tasks.run('appearance.change', 'test', { colour: '#1A3F8B' })
  expect((await get('/docs/page.css')).body).toContain('--green:#1a3f8b')
})

test('neither the page nor its own scripts name any other host', () => {
  for (const file of ['page.html', 'page.css', 'page.js'])
    expect(readFileSync(`src/http/reference/${file}`, 'utf8')).not.toMatch(
      /(?:https?:)?\/\/[a-z]+\.|[^:]\/\/[a-z]/,
    )
})

test('the notice that Swagger UI asks for stands with the licence of this program', () => {
  expect(readFileSync('NOTICE', 'utf8')).toContain(
    readFileSync('node_modules/swagger-ui-dist/NOTICE', 'utf8').trim().split('\n')[1],
  )
})

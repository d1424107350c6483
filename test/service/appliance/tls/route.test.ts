import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { scraped } from '../../../support/appliance/metrics/scraping.ts'
import { house } from '../../../support/appliance/tls/help.ts'
import { makeAppliance } from '../../../support/appliance.ts'

/** The authority's certificate, for whoever asks. */

const a = await makeAppliance({ registryPerMinute: '5' })

test('is not there before it is made, is told from other copies by its tag, and is not asked for without bound', async () => {
  const ask = (headers = {}) => a.app.inject({ url: '/v1/tls/authority', headers })
  const bare = await ask()
  expect(bare.statusCode).toBe(404)
  expect(Object.keys(bare.json()).sort()).toEqual(['correlation_id', 'status', 'title'])
  const { authority } = a.kernel.tls.found([])
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-x509-ca-cert',
    'content-disposition': 'inline; filename="granary-authority.crt"',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect(new X509Certificate(answer.rawPayload).fingerprint256).toBe(authority.certificate.fingerprint256)
  expect(answer.rawPayload.toString('latin1')).not.toContain('PRIVATE')
  const tag = String(answer.headers.etag)
  expect((await ask({ 'if-none-match': tag })).statusCode).toBe(304)
  expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200)
  expect((await a.app.inject('/v1/tls/authority?a=b')).statusCode).toBe(400)
  expect((await ask()).statusCode).toBe(429)
})

test('when the certificate ends is told to whoever watches, and is left out without TLS', async () => {
  const name = /^granary_certificate_expires_timestamp_seconds (\S+)$/m
  expect(await scraped(a.app)).not.toMatch(name)
  const h = await house()
  const { pair } = h.kernel.tls.found([])
  const { app } = await h.serve()
  const text = (await app.inject('/v1/metrics')).body
  expect(Number(name.exec(text)?.[1]) * 1000).toBe(pair.notAfterMs)
})

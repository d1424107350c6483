import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldFilesOf } from '../../../packaging/field.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'

/** The files of the field page, as the service sends them. */

let a: Appliance
beforeAll(async () => {
  a = await makeAppliance()
})
afterAll(() => a.close())

const get = (url: string, headers = {}) =>
  a.app.inject({ url, headers: { 'accept-encoding': 'gzip', ...headers } })

test('the whole page is at most 200 kB compressed', async () => {
  const files = await fieldFilesOf()
  expect(files.reduce((sum, { gzipped }) => sum + gzipped.length, 0)).toBeLessThan(200_000)
})

test('every file is served with the policy of the page, and as it was built', async () => {
  const files = await fieldFilesOf()
  expect(files.length).toBeGreaterThan(8)
  for (const { path, sha256, mediaType, isFixed, gzipped } of files) {
    const { statusCode, headers, rawPayload } = await get(path)
    expect(statusCode, path).toBe(200)
    expect(rawPayload.equals(gzipped), path).toBe(true)
    expect(headers['content-type']).toBe(mediaType)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img/,
    )
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['cache-control']).toContain(isFixed ? 'immutable' : 'no-cache')
    expect((await get(path, { 'if-none-match': headers.etag })).statusCode).toBe(304)
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  }
})

test('the worker may answer for the page above its folder; the page has no script or style of its own inside', async () => {
  expect((await get('/field/sw.js')).headers['service-worker-allowed']).toBe('/field')
  const { body } = await a.app.inject('/field')
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/)
  expect((await a.app.inject('/field/')).headers.location).toBe('../field')
  expect((await a.app.inject({ url: '/field', headers: { host: 'bank.example' } })).statusCode).toBe(403)
})

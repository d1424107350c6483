import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { processRegistry } from '../../../../src/appliance/metrics/process.ts'
import { ResponseTimes } from '../../../../src/appliance/metrics/response-times.ts'
import { makeServer } from '../../../../src/assemble.ts'
import { families, scraped } from '../../../support/appliance/metrics/scraping.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { harvestOf, PURPOSE } from '../../../support/flows/help.ts'
import { soon } from '../../../support/soon.ts'

/** Requests and the time they took; and what is told of the process. */

const a = await makeAppliance()
afterAll(() => a.close())

/** How often each was answered: `GET /v1/records/:id 2xx` → 3. */
async function counts(): Promise<Record<string, number>> {
  const family = families(await scraped(a.app)).find(({ name }) => name.startsWith('granary_http_'))
  const counted = family?.samples.filter(({ name }) => name.endsWith('_count')) ?? []
  return Object.fromEntries(
    counted.map(({ labels: { method, route, status }, value }) => [`${method} ${route} ${status}`, value]),
  )
}

test('every answer is counted once, by method, template of the route and class of the status', async () => {
  const who = a.cooperative
  const { body } = await who.append('harvest', harvestOf(who))
  for (let n = 0; n < 3; n++) await who.get(`/v1/records/${body.id}?purpose=${PURPOSE}`)
  await who.get(`/v1/records/${body.id}`)
  await who.post('/v1/records', { id: body.id })
  await who.get('/v1/nothing')
  // Neither passes any hook: what stands there is no address, or too long for one.
  await a.app.inject('/%zz')
  await a.app.inject(`/v1/records/${'x'.repeat(300)}?purpose=${PURPOSE}`)
  await a.app.inject({ method: 'PUT', url: '/v1/records' })
  await a.app.inject({ method: 'PROPFIND' as 'GET', url: '/v1/records' })
  await soon(async () =>
    expect(await counts()).toMatchObject({
      'POST /v1/records 2xx': 1,
      'POST /v1/records 4xx': 1,
      'GET /v1/records/:id 2xx': 3,
      'GET /v1/records/:id 4xx': 1,
      'GET none 4xx': 3,
      'PUT none 4xx': 1,
      'other none 4xx': 1,
    }),
  )
})

test('nothing that callers invent makes another series', async () => {
  const before = Object.keys(await counts())
  for (let n = 0; n < 50; n++) {
    await a.cooperative.get(`/v1/nothing-${n}`)
    await a.cooperative.get(`/v1/records/${n}?purpose=purpose_${n}`)
    await a.app.inject({ method: ['PROPFIND', 'PURGE', 'LINK'][n % 3] as 'GET', url: `/${n}` })
  }
  const grown = Object.keys(await counts()).filter((series) => !before.includes(series))
  expect(grown.every((series) => series.startsWith('GET /v1/metrics'))).toBe(true)
})

test('a time falls into the buckets from its own up, in seconds', async () => {
  const answers = new ResponseTimes()
  for (const seconds of [0.001, 0.03, 60]) answers.note('GET', '/v1/health', 200, seconds)
  const [family] = families(await answers.registry.metrics())
  const samples = family?.samples ?? []
  const buckets = samples.filter(({ labels }) => labels.le !== undefined)
  expect(buckets.map(({ labels, value }) => [labels.le, value])).toEqual([
    ['0.002', 1],
    ['0.005', 1],
    ['0.025', 1],
    ['0.05', 2],
    ['0.1', 2],
    ['0.5', 2],
    ['2.5', 2],
    ['10', 2],
    ['+Inf', 3],
  ])
  expect(samples.slice(buckets.length).map(({ value }) => value)).toEqual([60.031, 3])
})

describe('what is told of the process', () => {
  test('is gathered once for all apps, and each app counts its own answers', async () => {
    const registry = processRegistry()
    const other = await makeServer(a.kernel)
    await scraped(other)
    expect(processRegistry()).toBe(registry)
    expect(await scraped(other)).not.toContain('route="/v1/records"')
    expect(await scraped(a.app)).toContain('route="/v1/records"')
    await other.close()
  })
  test('is gathered from the first scrape on, and keeps no process alive', () => {
    const url = JSON.stringify(new URL('../../../../src/appliance/metrics/process.ts', import.meta.url).href)
    const program = `const { processRegistry } = await import(${url}); console.log(await processRegistry().metrics())`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 300_000,
    })
    expect(said).toContain('process_cpu_seconds_total')
    expect(said).not.toMatch(/nodejs_active_/)
  })
})

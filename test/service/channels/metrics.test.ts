import { expect, test } from 'vitest'
import { scraped } from '../../support/appliance/metrics/scraping.ts'
import { actor } from '../../support/appliance.ts'
import { bytesOf, idOf, lived, nameOf } from './worlds.ts'

/** Does a metric name anybody? Whoever may scrape learns counts and ages of everything held, and nothing of anybody. */

const w = await lived()

/** Somebody who may scrape, and nothing else. */
const scraper = async () =>
  actor(w.a.app, w.a.clock, idOf('rival'), await w.a.credential(idOf('rival'), 'metrics'))

/** Label values as a scrape gives them: `name{label="value",…} 1`. */
const labelsOf = (scrape: string): string[] =>
  [...scrape.replace(/^#.*$/gm, '').matchAll(/[{,]\s*[a-zA-Z_]\w*="((?:[^"\\]|\\.)*)"/g)].map(
    ([, value]) => value as string,
  )

test('no label names a party, a record, an act, a member number, a purpose or a token', async () => {
  // Something of everything is in the figures: reads, refusals, faults of callers.
  await w.who.outsider.get(`/v1/records/${idOf('a harvest')}?purpose=credit_assessment`)
  await w.who.bank.get('/v1/records?purpose=credit_assessment')
  await w.who.anna.get(`/v1/records/${idOf('a harvest')}/chain?purpose=a_purpose_of_my_own`)
  await w.who.outsider.post(`/v1/grants/${idOf('a grant to the rival')}/revocation`)
  await scraped(w.a.app)
  const answer = await (await scraper()).get('/v1/metrics')
  expect(answer.status).toBe(200)
  const labels = labelsOf(answer.text)
  expect(labels.length).toBeGreaterThan(50)
  for (const label of labels) {
    expect(label).not.toMatch(/[0-9a-f]{8}-?[0-9a-f]{4}/i)
    expect(label).not.toMatch(/M-[0-9a-f]{6}|gry_|Zebulonova|a_purpose_of_my_own/)
    for (const { id, token } of Object.values(w.who)) expect([id, token]).not.toContain(label)
  }
  for (const name of Object.keys(w.who)) expect(answer.text).not.toContain(nameOf(name as 'anna'))
  const routes = labels.filter((label) => label.startsWith('/v1/'))
  expect(routes).toContain('/v1/records/:id')
  expect(routes.filter((label) => /\/0|%|\?/.test(label))).toEqual([])
  // Series for each address would grow with what callers invent; there is one for each template at most.
  expect(new Set(labels).size).toBeLessThan(200)
})

test('who may not scrape learns nothing but that, and the address without a version is no route', async () => {
  const refused = [
    await w.who.outsider.get('/v1/metrics'),
    await actor(w.a.app, w.a.clock, '', `gry_${'A'.repeat(43)}`).get('/v1/metrics'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 401])
  for (const { text } of refused) expect(text).not.toMatch(/kernel_|\d{4,}\.\d|lawful/)
  for (const who of [w.who.outsider, await scraper()])
    expect(bytesOf(await who.get('/metrics'))).toBe(bytesOf(await who.get('/v1/nothing')))
})

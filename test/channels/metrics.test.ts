import { afterAll, beforeAll, expect, test } from 'vitest'
import { actor } from '../support/appliance.ts'
import { bytesOf, idOf, lived, nameOf, type World } from './worlds.ts'

/** Does a metric name anybody? There is no route for metrics yet. The test below holds from the day there is one. */

let w: World
beforeAll(async () => {
  w = await lived()
})
afterAll(() => w.a.close())

const ROUTES = ['/v1/metrics', '/metrics']

async function askers() {
  const metrics = await w.a.credential(idOf('rival'), 'metrics')
  return [
    w.who.outsider,
    actor(w.a.app, w.a.clock, idOf('rival'), metrics),
    actor(w.a.app, w.a.clock, '', `gry_${'A'.repeat(43)}`),
  ]
}

/**
 * Label values as a scrape gives them: `name{label="value",…} 1`. What the contract allows are short words of the
 * service's own: grounds, effects, types, route templates, statuses, versions.
 */
function labelsOf(scrape: string): string[] {
  return scrape
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) =>
      [...line.matchAll(/[{,]\s*[a-zA-Z_]\w*="((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] as string),
    )
}

test('no label names a party, a record, an act, a member number or a token, on the day metrics are served', async () => {
  // Something of everything is in the figures: reads, refusals, faults of callers.
  await w.who.outsider.get(`/v1/records/${idOf('a harvest')}?purpose=credit_assessment`)
  await w.who.bank.get('/v1/records?purpose=credit_assessment')
  await w.who.anna.get(`/v1/records/${idOf('a harvest')}/chain?purpose=a_purpose_of_my_own`)
  await w.who.outsider.post(`/v1/grants/${idOf('a grant to the rival')}/revocation`)
  for (const who of await askers())
    for (const url of ROUTES) {
      const answer = await who.get(url)
      if (answer.status !== 200) continue
      const labels = labelsOf(answer.text)
      for (const label of labels) {
        expect(label).not.toMatch(/[0-9a-f]{8}-?[0-9a-f]{4}/i)
        expect(label).not.toMatch(/M-[0-9a-f]{6}|gry_|Zebulonova|a_purpose_of_my_own/)
        for (const { id, token } of Object.values(w.who)) expect([id, token]).not.toContain(label)
      }
      for (const name of Object.keys(w.who)) expect(answer.text).not.toContain(nameOf(name as 'anna'))
      expect(
        labels.filter((label) => label.startsWith('/v1/')).every((label) => !/\/0|%|\?/.test(label)),
      ).toBe(true)
      // Series for each route would grow with what callers invent; there is one for each template at most.
      expect(new Set(labels).size).toBeLessThan(200)
    }
})

test('while metrics are not served, their address is like any other that is no route', async () => {
  for (const who of await askers()) {
    const unknown = await who.get('/v1/nothing')
    for (const url of ROUTES) {
      const answer = await who.get(url)
      if (answer.status === 404) expect(bytesOf(answer)).toBe(bytesOf(unknown))
    }
  }
})

test('how label values are read', () => {
  const scrape =
    '# HELP x a="b"\nx{basis="consent",financial="true"} 1\ny 2\nz{route="/v1/records/:id", status="404"} 3\n'
  expect(labelsOf(scrape)).toEqual(['consent', 'true', '/v1/records/:id', '404'])
})

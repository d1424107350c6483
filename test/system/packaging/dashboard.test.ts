import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { families, scraped } from '../../support/appliance/metrics/scraping.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'
import { dashboard, type Panel, queries, seriesIn } from './files.ts'

/**
 * The dashboard, as far as it can be checked without Grafana: what its importer needs, that nothing lies upon anything
 * else, and that every query asks for something there is. That every query gives an answer: prometheus.test.ts.
 */

const { uid, id, title, schemaVersion, time, templating, panels } = dashboard()
const shown = panels.filter(({ type }) => type !== 'row')

/** Names of the lines of a scrape. */
let known: Set<string>
let a: Appliance
beforeAll(async () => {
  a = await makeAppliance()
  await scraped(a.app)
  // The second scrape counts the first.
  const found = families(await scraped(a.app))
  known = new Set(['up', ...found.flatMap(({ samples }) => samples.map(({ name }) => name))])
})
afterAll(() => a.close())

describe('the importer', () => {
  test('finds a name, an address of its own, a version of the format, and a time to begin with', () => {
    expect([title, uid, id]).toEqual(['Granary', expect.stringMatching(/^[\w-]{1,40}$/), undefined])
    // Since Grafana 8; older formats are brought up to date by each version in its own way.
    expect(schemaVersion).toBeGreaterThanOrEqual(36)
    expect(time).toEqual({ from: expect.stringMatching(/^now-/), to: 'now' })
  })
  test('asks which Prometheus to read from, and takes that for every panel and query', () => {
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' })
    for (const { datasource, targets = [] } of panels)
      for (const source of [datasource, ...targets.map((target) => target.datasource)])
        expect(source).toEqual({ type: 'prometheus', uid: `$\{datasource}` })
  })
  test('knows every variable that a query has', () => {
    const names = new Set([...templating.list.map(({ name }) => name), '__rate_interval'])
    const used = shown.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/\$\{?(\w+)/g)].map((match) => match[1] as string)),
    )
    expect(used.length).toBeGreaterThan(30)
    expect(used.filter((name) => !names.has(name))).toEqual([])
  })
})

describe('the panels', () => {
  test('have an id each, and a kind that every Grafana brings along', () => {
    expect(new Set(panels.map((panel) => panel.id)).size).toBe(panels.length)
    for (const { id: number, type } of panels) {
      expect(Number.isInteger(number) && number > 0).toBe(true)
      expect(['row', 'stat', 'timeseries', 'bargauge']).toContain(type)
    }
  })
  test('lie side by side in 24 columns, none upon another', () => {
    for (const { gridPos, title: name } of panels) {
      const { x, y, w, h } = gridPos
      expect([x, y, w, h].every(Number.isInteger), name).toBe(true)
      expect(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 24, name).toBe(true)
    }
    const overlap = ({ gridPos: p }: Panel, { gridPos: q }: Panel) =>
      p.x < q.x + q.w && q.x < p.x + p.w && p.y < q.y + q.h && q.y < p.y + p.h
    const upon = panels.flatMap((one, at) =>
      panels
        .slice(at + 1)
        .flatMap((other) => (overlap(one, other) ? [`${one.title} and ${other.title}`] : [])),
    )
    expect(upon).toEqual([])
  })
  test.each(shown)('$title: says in a sentence what it shows, in which unit', (panel) => {
    expect(panel.description).toMatch(/^[A-Z].{25,}[.]$/)
    expect(panel.description).not.toMatch(/kernel_|granary_|metric|label|series/i)
    expect(panel.fieldConfig?.defaults.unit).toMatch(/^(none|short|s|d|bytes|reqps|percentunit|masskg)$/)
    const refs = (panel.targets ?? []).map(({ refId }) => refId)
    expect(refs.length).toBeGreaterThan(0)
    expect(new Set(refs).size).toBe(refs.length)
  })
})

describe('the queries', () => {
  test('ask for nothing but what a scrape has', () => {
    const asked = [
      ...queries().map(({ expr }) => expr),
      ...templating.list.map(({ definition = '' }) => definition),
    ]
    expect(asked.flatMap(seriesIn).filter((name) => !known.has(name))).toEqual([])
    for (const { panel, expr } of queries()) expect(seriesIn(expr).length, panel).toBeGreaterThan(0)
  })
  test('leave out no series of the specification', () => {
    const asked = new Set(queries().flatMap(({ expr }) => seriesIn(expr)))
    const named = [...known].filter((name) => name.startsWith('kernel_'))
    expect(named.length).toBe(20)
    expect(named.filter((name) => !asked.has(name))).toEqual([])
  })
})

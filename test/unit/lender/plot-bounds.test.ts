import { describe, expect, test } from 'vitest'
import { type Api, collectSubject } from '../../../src/lender/fetch.ts'
import { PlotReader } from '../../../src/lender/plot-areas.ts'

/** However many plots and corners somebody has, one page of the lender view is little work. */

function ring(corners: number): number[][] {
  const at = (i: number) => {
    const angle = (2 * Math.PI * (i % corners)) / corners
    return [32.5 + 0.001 * Math.cos(angle), 0.3 + 0.001 * Math.sin(angle)]
  }
  return Array.from({ length: corners + 1 }, (_, i) => at(i))
}
const plotWith = (corners: number) => ({
  ...{ id: 'p', type: 'plot', country: 'UG', occurred_at: '2026-06-01T00:00:00.000Z', asserted_by: 'grace' },
  ...{ received_at: '2026-06-01T00:00:00.000Z', derived: { kg: null, flags: [] } },
  geometry: { type: 'Polygon', coordinates: [ring(corners)] },
})

describe('the plots that are read', () => {
  const reference = {
    ...{ crops: new Map(), units: new Map(), factors: new Map() },
    ...{ flags: new Map(), purposes: new Map(), recordTypes: new Map() },
  }
  /** Somebody with plots without end. */
  async function collected(length: number) {
    const asked: URLSearchParams[] = []
    const api: Api = {
      pageSize: 100,
      get: async <T>(path: string) => {
        const search = new URL(path, 'http://x').searchParams
        if (search.get('type') !== 'plot')
          return { body: { records: [], grants: [], next: null } as T, length: 0 }
        asked.push(search)
        const plots = Array.from({ length: Number(search.get('limit')) }, () => plotWith(4))
        return { body: { records: plots, next: 'more' } as T, length }
      },
    }
    const { plots, forkedPlots, supersededPlots } = await collectSubject(api, reference, {
      ...{
        reader: 'bank',
        cooperative: 'coop',
        subject: 'grace',
        purpose: 'audit',
        asAtMs: 0,
        timeZone: 'UTC',
        cooperativeName: 'Test Cooperative',
      },
      ...{ tolerance: 0.02, implausibleAboveKg: 1, anchoring: { isConfigured: false, newest: null } },
    })
    const pages = (standing: string) => asked.filter((one) => one.get('standing') === standing).length
    return { plots, forkedPlots, supersededPlots, pages }
  }

  test('are as many as are printed, and the page is told that there are more', async () => {
    const { plots, pages, supersededPlots, forkedPlots } = await collected(1000)
    expect([plots.found.length, plots.complete, pages('tip')]).toEqual([500, false, 20])
    expect([supersededPlots.found.length, supersededPlots.complete]).toEqual([200, false])
    expect([forkedPlots.found.length, forkedPlots.complete]).toEqual([100, false])
    expect(JSON.stringify([plots, supersededPlots, forkedPlots])).not.toMatch(/geometry|32\.5/)
  })

  test('are fewer where their outlines are long: some megabytes and no more', async () => {
    const { plots, pages } = await collected(25 * 54_000)
    expect([plots.found.length, plots.complete]).toEqual([100, false])
    expect([pages('tip'), pages('superseded'), pages('forked')]).toEqual([4, 1, 1])
  })
})

describe('the corners that are reckoned with', () => {
  test('let others work between: of 25 long outlines after each one', async () => {
    let turns = 0
    let isDone = false
    const others = () => {
      turns++
      if (!isDone) setImmediate(others)
    }
    setImmediate(others)
    const read = await new PlotReader(100_000).read(Array.from({ length: 25 }, () => plotWith(2600)))
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(24)
    for (const { drawn } of read) expect(drawn).toBeCloseTo(3.87, 1)
  })

  test('are as many as were allowed; the sizes of the others are left out, and what has no outline is said', async () => {
    const reader = new PlotReader(20)
    const read = await reader.read([plotWith(9), plotWith(9), plotWith(9)])
    const { geometry: _, ...bare } = plotWith(1)
    const more = await reader.read([bare, plotWith(3)])
    expect([...read, ...more].map(({ drawn }) => (typeof drawn === 'number' ? 'size' : drawn))).toEqual([
      ...['size', 'size', 'not_reckoned', 'nothing', 'not_reckoned'],
    ])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellHistory } from '../../support/appliance/metrics/history-told-again.ts'
import { scraped } from '../../support/appliance/metrics/scraping.ts'
import { certificateFiles } from '../../support/appliance/tls/help.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'
import { soon } from '../../support/soon.ts'
import { alerts, has, promtool, queries, seriesIn } from './files.ts'
import { Prometheus } from './prometheus-server.ts'

/** A real scrape, looked at by Prometheus' own tools, and a real Prometheus that scrapes a served Granary. */

let a: Appliance
let port: number
/** What Prometheus is to trust it by, dated by the clock that Prometheus goes by. */
let authority: string
beforeAll(async () => {
  const { ca, certificate, key } = certificateFiles()
  authority = ca
  a = await makeAppliance({ minFreeBytes: '1000', tlsCert: certificate, tlsKey: key })
  await tellHistory(a)
  await scraped(a.app)
  port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => a.close())

/** About names that the specification fixes; what we name ourselves gives no cause for any. */
const COMPLAINTS = [
  'kernel_anchor_root_age_days use base unit "seconds" instead of "days"',
  'kernel_anchor_unanchored_age_days use base unit "seconds" instead of "days"',
  'kernel_delegated_records_total non-counter metrics should not have "_total" suffix',
  'kernel_delegations_total non-counter metrics should not have "_total" suffix',
  'kernel_normalized_kg_total non-counter metrics should not have "_total" suffix',
  'kernel_subject_access_requests_total non-counter metrics should not have "_total" suffix',
  'kernel_subject_access_seconds_sum non-histogram and non-summary metrics should not have "_sum" suffix',
  'kernel_thin_sample_kg_total non-counter metrics should not have "_total" suffix',
]

test.skipIf(!has('promtool'))(
  'promtool complains of nothing in a scrape but of names that the specification fixes',
  async () => {
    const { status, said } = promtool(['check', 'metrics'], await scraped(a.app))
    expect(said.trim().split('\n').sort()).toEqual(COMPLAINTS)
    // 3: well formed, with complaints.
    expect(status).toBe(3)
  },
)

/** What fires after the told history, and the expression that says so. */
const FIRING = ['GranaryNotificationsGrowOld', 'GranaryNoBackups']

describe.skipIf(!has('prometheus'))('a real Prometheus (where Debian’s is installed)', () => {
  let prometheus: Prometheus
  beforeAll(async () => {
    prometheus = await Prometheus.scraping(
      `127.0.0.1:${port}`,
      await a.credential(a.cooperative.id, 'metrics'),
      authority,
    )
    // Rates need two scrapes.
    await soon(async () => expect(await prometheus.query('count_over_time(up[1m]) > 3')).toHaveLength(1), 100)
  })
  afterAll(() => prometheus?.stop())

  test('scrapes it by the example, with its token', async () => {
    const { activeTargets } = await prometheus.api<{
      activeTargets: readonly { health: string; lastError: string; labels: { job: string } }[]
    }>('targets')
    expect(activeTargets).toMatchObject([{ health: 'up', lastError: '', labels: { job: 'granary' } }])
  })

  test('takes up every series, those that are NaN too', async () => {
    for (const name of ['kernel_anchor_root_age_days', 'granary_backup_age_seconds'])
      expect(await prometheus.query(name)).toMatchObject([{ value: [expect.any(Number), 'NaN'] }])
    expect(await prometheus.query('kernel_subject_access_requests_total')).toMatchObject([
      { value: [expect.any(Number), '3'] },
    ])
    expect(await prometheus.query('count({__name__=~"kernel_.+"})')).toMatchObject([
      // Twenty series by name, one with eighteen values and one with five.
      { value: [expect.any(Number), String(18 + 18 + 5)] },
    ])
  })

  test('reads every alert of the file, and evaluates it without a fault', async () => {
    interface Rules {
      readonly groups: readonly {
        readonly rules: readonly { readonly name: string; readonly health: string }[]
      }[]
    }
    await soon(async () => {
      const rules = (await prometheus.api<Rules>('rules')).groups.flatMap((group) => group.rules)
      const sound = rules.filter(({ health }) => health === 'ok').map(({ name }) => name)
      expect(sound.sort()).toEqual(
        alerts()
          .map(({ name }) => name)
          .sort(),
      )
    }, 100)
  })

  test.each(alerts())('evaluates $name over series that are there', async ({ name, expr }) => {
    // A scrape that took too long on a busy machine ends its series until the next one.
    await soon(async () => {
      for (const series of seriesIn(expr))
        expect((await prometheus.query(series)).length, series).toBeGreaterThan(0)
    }, 100)
    const found = await prometheus.query(expr)
    expect([name, found.length > 0]).toEqual([name, FIRING.includes(name)])
  })

  test.each(queries())('gives the panel "$panel" something to show', async ({ expr }) => {
    await soon(async () => expect((await prometheus.query(expr)).length, expr).toBeGreaterThan(0), 100)
  })

  test('tells when the service is gone', async () => {
    await a.app.close()
    const [down] = alerts().filter(({ name }) => name === 'GranaryDown')
    await soon(async () => expect(await prometheus.query(down?.expr as string)).toHaveLength(1), 100)
  })
})

import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf } from '../../support/office.ts'

/** Reports and the audit log on the page: what they count, and what they show. */

const office = await openOffice()
const auditor = (await staffOf(office)).auditor
const grace = await office.party('person', '=HYPERLINK("http://x")', '12')
await office.delivered('12', '85 kg', '--location Kasese')
const delivery = await office.delivered('12', '40 kg', '--location Kasese --date yesterday')
afterAll(() => office.service.stop())

test.each(['day', 'week', 'season', 'crop', 'member', 'place'])(
  'by %s the page, its file and the command agree',
  async (by) => {
    const period = 'since=yesterday&until=today'
    const { rows } = await office.did('report', '--from', 'yesterday', '--to', 'today', '--by', by)
    const page = await auditor.get(`/reports?${period}&by=${by}`)
    expect(page.status).toBe(200)
    expect(page.text.match(/<rect width="\d+" height="12"/g)).toHaveLength(rows.length)
    const file = await auditor.get(`/reports?${period}&by=${by}&csv=1`)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="deliveries.csv"')
    const command = await office.said('report', '--from', 'yesterday', '--to', 'today', '--by', by, '--csv')
    expect(file.text.trim()).toBe(command.out.trim())
    expect(file.text).not.toMatch(/(^|,)"?=/m)
  },
)

test('a delivery of which only the month is known has a line of its own, and the sums add up', async () => {
  await office.append('delivery', {
    ...{ from_party: grace, to_party: office.coop.cooperative, crop: 'beans_dry' },
    ...{ quantity: { value: 7, unit: 'kg' } },
    ...{ occurred_at: '2026-03-15T09:00:00Z', occurred_at_precision: 'month' },
  })
  const march = ['--from', '2026-03-01', '--to', '2026-03-31'] as const
  // Of one party each delivery is looked at; of all, sums of days are put together.
  for (const whose of [[], ['--party', '12']])
    expect((await office.did('report', ...march, '--by', 'day', ...whose)).rows).toMatchObject([
      { key: '2026-03', known_by: 'month', kg: 7, deliveries: 1 },
    ])
  const words = '2026-03: the day is not known, only the month'
  expect((await auditor.get('/reports?since=2026-03-01&until=2026-03-31&by=day')).text).toContain(words)
  expect((await office.said('report', ...march, '--by', 'day')).out).toContain(words)
})

test('a period that cannot be is told at its field, and no file comes of it', async () => {
  for (const more of ['', '&csv=1']) {
    const { status, text } = await auditor.get(`/reports?since=never&until=today${more}`)
    expect([status, text]).toEqual([422, expect.stringContaining('id="since-fault"')])
  }
})

test('the audit log is filtered by person, party, record, day and refusals, and read page by page', async () => {
  const all = await auditor.get('/audit')
  expect(all.text).toContain('The auditor')
  await auditor.get(`/records/${delivery}`)
  expect((await auditor.get(`/audit?record=${delivery}`)).text).toContain(`href="/records/${delivery}"`)
  expect((await auditor.get('/audit?refused=1&since=today')).status).toBe(200)
  // By a person of the office, on one day.
  const person = new URLSearchParams({ person: 'The auditor', since: 'today', until: 'today' })
  const own = await auditor.get(`/audit?${person}`)
  const whoOf = ({ text }: { text: string }) => [
    ...new Set([...text.matchAll(/data-title="Who"><span>(?:<span[^>]*>)?([^<]*)/g)].map(([, who]) => who)),
  ]
  expect(whoOf(own)).toEqual(['The auditor'])
  expect(whoOf(await auditor.get('/audit?member=12'))).toContain('The auditor')
  expect(whoOf(await auditor.get('/audit?person=The+clerk'))).not.toContain('The auditor')
  const before = await auditor.get('/audit?until=yesterday')
  expect([before.status, whoOf(before)]).toEqual([200, []])
  const said = await office.did('audit', '--staff', 'The auditor', '--until', 'today', '--limit', '500')
  expect(new Set(said.entries.map(({ staff }: { staff: string }) => staff))).toEqual(new Set(['The auditor']))
  expect((await office.said('audit', '--staff', 'Nobody')).err).toContain(
    'No account at the office page has the name',
  )
  const odd = await auditor.get(`/audit?member=nobody&by=nobody&record=x&since=never&before=-3`)
  expect(odd.status).toBe(422)
  for (const field of ['member', 'by', 'record', 'since']) expect(odd.text).toContain(`id="${field}-fault"`)
  for (let i = 0; i < 60; i++) await auditor.get(`/members/${grace}`)
  const first = await auditor.get('/audit')
  const [, older] = /href="(\/audit\?[^"]*before=[^"]*)"/.exec(first.text) as RegExpExecArray
  const second = await auditor.get((older as string).replaceAll('&amp;', '&'))
  expect(second.status).toBe(200)
  expect(second.text).not.toBe(first.text)
})

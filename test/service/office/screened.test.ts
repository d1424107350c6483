import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { square } from '../../support/clients/screening/bring-in.ts'
import { libraryCsv, type Screened } from '../../support/clients/screening/whisp.ts'
import { type Document, temporaryFolder } from '../../support/command.ts'
import { openOffice, staffOf } from '../../support/office.ts'

/** Results that the command stored, at the pages of a lot and of a member's plots. */

const office = await openOffice()
const { clerk, manager } = await staffOf(office)
afterAll(() => office.service.stop())

const member = await office.party('person', 'Akello', '1')
const plots: Document[] = []
for (const [i, name] of ['Hill', 'River', 'Valley', 'Road'].entries())
  plots.push(
    await office.append('plot', {
      ...{ plot: uuidv7(), holder: member, country: 'UG', name, geometry: square(32.1 + i * 0.01) },
    }),
  )
const crop = 'coffee_arabica_parchment'
const { id: delivery } = await office.append('delivery', {
  ...{ from_party: member, to_party: office.coop.cooperative, crop, measurement_method: 'coop_weighed' },
  ...{ quantity: { value: 100, unit: 'kg' }, plot_ids: plots.map(({ plot }) => plot) },
})
const { id: lot } = await office.append('lot', {
  ...{ holder: office.coop.cooperative, crop, quantity: { value: 100, unit: 'kg' } },
  inputs: [{ record_id: delivery, kg: 100 }],
})

async function screened(...rows: Partial<Screened>[]): Promise<Document> {
  const file = join(temporaryFolder(), 'whisp.csv')
  const whole = rows.map((row, i) => ({ external_id: plots[i]?.id, geo: plots[i]?.geometry, ...row }))
  writeFileSync(file, libraryCsv(whole as Screened[], ['risk_acrop']))
  return office.did('plot screening', file, '--basis legal_obligation')
}
const textIn = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
/** The rows of the table of plots, by name, with the result of each. */
const columnOf = (html: string) =>
  [...html.matchAll(/<tr><td[^>]*><span><a href="\/records\/[^"]+">([^<]+)<\/a>.*?<\/tr>/gs)]
    .map(([row, name]) => [name, /class="badge (\w+)".*?<\/svg>([^<]+)/s.exec(row)?.slice(1).join(' ')])
    .filter(([, result]) => result !== undefined)
    .sort()

test('before any screening, both pages say so', async () => {
  const { text } = await manager.get(`/lots/${lot}`)
  expect(columnOf(text)).toEqual(
    ['Hill', 'River', 'Road', 'Valley'].map((name) => [name, 'info Not screened']),
  )
  expect(textIn((await clerk.get(`/members/${member}/plots`)).text)).toContain('Screening Not screened')
})

test('after it, a lot has its plots by their results, and a plot has its day, its tool and its file', async () => {
  const { sha256, rows } = await screened(
    { risk_pcrop: 'low', risk_timber: 'low' },
    { risk_pcrop: 'low', risk_timber: 'high' },
    { risk_pcrop: 'more_info_needed', risk_timber: 'low' },
  )
  expect(rows).toMatchObject({ new: 3, faulty: 0 })
  const { id: _i, derived: _d, received_at: _r, asserted_by: _a, ...valley } = plots[2] as Document
  await office.append('plot', { ...valley, supersedes: plots[2]?.id, geometry: square(32.5) })
  const page = await manager.get(`/lots/${lot}`)
  expect(columnOf(page.text)).toEqual([
    ['Hill', 'info Low risk'],
    ['River', 'bad High risk'],
    ['Road', 'info Not screened'],
    ['Valley', 'warn Screened before the plot was changed'],
  ])
  const told = textIn(page.text)
  expect(told).toContain('4 plots, by the result of the screening')
  expect(told).toContain(
    'High risk 1 More information needed 0 Screened before the plot was changed 1 Not screened 1 Low risk 1',
  )
  expect(told).toContain('the worst of what its newest file says about any kind of crop')
  const own = textIn((await clerk.get(`/members/${member}/plots`)).text)
  const from = `On 17 Feb 2026 by Whisp, version 3.0.0a11 Result file, SHA-256: ${sha256}`
  expect(own).toContain(`Screening High risk ${from}`)
  expect(own).toContain(`Screening Low risk ${from}`)
  expect(own).toContain(`Screening Screened before the plot was changed ${from}`)
  expect(own).toContain('Screening Not screened')
  // A prediction is still found by its id alone: no page has one.
  const { plots: brought } = await office.did(
    'plot screening',
    await fileAgain(),
    '--basis legal_obligation',
    '--dry-run',
  )
  const ids = brought.flatMap(({ predictions }: Document) => Object.values(predictions))
  expect(ids.length).toBe(4)
  for (const id of ids) expect(page.text + own).not.toContain(id)
})

/** The two rows of the file that are still current, as a file that was not brought in. */
async function fileAgain(): Promise<string> {
  const file = join(temporaryFolder(), 'again.csv')
  const rows = plots.slice(0, 2).map(({ id, geometry }) => ({ external_id: id, geo: geometry }))
  writeFileSync(file, libraryCsv(rows as Screened[], ['risk_acrop']))
  return file
}

test('both readings are in the audit log, with who looked', async () => {
  const { entries } = await office.did('audit')
  const read = entries.filter(({ action }: Document) => action === 'read_inference')
  expect(new Set(read.map(({ staff }: Document) => staff)).size, JSON.stringify(read)).toBe(2)
})

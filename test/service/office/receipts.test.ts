import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, type Page, staffOf } from '../../support/office.ts'

/** When a receipt counts as printed, and what the cooperative chose for its receipts. */

const office = await openOffice()
const { clerk, manager, auditor } = await staffOf(office)
await office.party('person', 'Grace Nakato', '12')
afterAll(() => office.service.stop())

async function weighed(quantity: string): Promise<{ page: Page; id: string }> {
  const form_token = await clerk.formToken('/weigh-in')
  const fields = { who: '12', quantity, unit: 'kg', crop: 'maize_grain', to: 'cooperative', day: 'today' }
  const sent = await clerk.post('/weigh-in', { ...fields, id: uuidv7(), form_token })
  const page = await clerk.get(sent.location ?? '')
  return { page, id: /action="\/receipt\/([^"]+)"/.exec(page.text)?.[1] ?? '' }
}
const noted = async (id: string, visitor = clerk) =>
  visitor.post(`/receipt/${id}/printed`, { form_token: await visitor.formToken('/today') })
const choose = async (fields: Record<string, string>) =>
  manager.post('/cooperative/receipts', { form_token: await manager.formToken(), ...fields })
const buttonIn = ({ text }: Page) => /<button[^>]*data-print[^>]*>/.exec(text)?.[0] ?? ''

test('a receipt that was only looked at is no print: a reload is no copy', async () => {
  const { page, id } = await weighed('50')
  expect(page.text).toContain('class="sheet receipt a5 slip"')
  for (const path of [`/weigh-in?saved=${id}`, `/receipt/${id}`, `/receipt/${id}?paper=58&paper_language=sw`])
    expect((await clerk.get(path)).text).not.toMatch(/COPY|NAKALA/)
  expect((await noted(id)).location).toBe(`/receipt/${id}`)
  expect((await clerk.get(`/receipt/${id}`)).text).toContain('*** COPY ***')
  expect(buttonIn(await clerk.get(`/receipt/${id}`))).not.toContain('autofocus')
  expect(buttonIn(await clerk.get(`/weigh-in?saved=${id}`))).not.toMatch(/autofocus|at-once/)
  expect(await office.did('receipt', id)).toMatchObject({ is_copy: true })
})

test('a print is noted of a record that there is, by who may write', async () => {
  const { id } = await weighed('51')
  expect((await noted(id, auditor)).status).toBe(403)
  expect((await noted(uuidv7())).status).toBe(303)
  expect((await clerk.get(`/receipt/${id}`)).text).not.toContain('COPY')
  // The script of the pages learns whether it was noted.
  const form_token = await clerk.formToken('/today')
  const byScript = (of: string) => clerk.post(`/receipt/${of}/printed`, { form_token, by: 'script' })
  expect((await byScript(uuidv7())).status).toBe(303)
  expect((await clerk.get(`/receipt/${id}`)).text).not.toContain('COPY')
  const other = await weighed('51.5')
  expect((await byScript(other.id)).status).toBe(204)
  expect((await clerk.get(`/receipt/${other.id}`)).text).toContain('COPY')
  // The command prints what it shows.
  expect(await office.did('receipt', id)).toMatchObject({ is_copy: false })
  expect((await clerk.get(`/receipt/${id}`)).text).toContain('COPY')
})

test('a record without a receipt has no print', async () => {
  const { records } = await office.did('record list party')
  const form_token = await clerk.formToken('/today')
  const path = `/receipt/${records[0].id}/printed`
  const refused = await clerk.post(path, { form_token, by: 'script' })
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('only a delivery or a payment has a receipt'),
  ])
  const { entries } = await office.did('audit', '--limit', '100')
  const prints = entries.filter(({ action }: { readonly action: string }) => action === 'receipt')
  expect(prints).not.toEqual([])
  expect(JSON.stringify(prints)).not.toContain(records[0].id)
})

test('the cooperative chooses the paper, and whether saving prints; a clerk keeps a paper of their own', async () => {
  const asked = await weighed('52')
  expect(buttonIn(asked.page)).toContain('autofocus')
  expect(buttonIn(asked.page)).not.toContain('at-once')
  expect((await choose({ paper: '80', at_once: '1' })).location).toBe('/cooperative?done')
  const saved = await weighed('53')
  expect(saved.page.text).toContain('class="sheet receipt roll-80 slip"')
  expect(buttonIn(saved.page)).toContain('data-at-once')
  expect(buttonIn(saved.page)).not.toContain('autofocus')
  expect((await manager.get('/cooperative')).text).toMatch(/name="at_once" value="1" checked/)
  expect((await clerk.get(`/weigh-in?saved=${saved.id}&paper=58`)).text).toContain('receipt roll-58 slip')
  // What was corrected since is not printed by itself.
  await office.did('record', 'correct', saved.id, '--quantity', '54 kg')
  const old = await clerk.get(`/weigh-in?saved=${saved.id}`)
  expect(old.text).toContain('THIS RECORD WAS CORRECTED')
  expect(buttonIn(old)).not.toContain('at-once')
  const refused = await choose({ paper: 'a9' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('GRANARY_RECEIPT_PAPER')])
  expect((await choose({ paper: 'a5' })).status).toBe(303)
  expect(buttonIn((await weighed('55')).page)).toContain('autofocus')
})

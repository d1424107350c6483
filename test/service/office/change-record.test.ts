import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { EN } from '../../support/catalogue.ts'
import { openOffice, type Page, staffOf, sureIn } from '../../support/office.ts'

/** Records written, corrected, taken back, confirmed and kept at the office page, as a clerk without scripts does. */

const office = await openOffice()
const staff = await staffOf(office)
const clerk = staff.clerk
const grace = await office.party('person', 'Grace Nakato', '12')
afterAll(() => office.service.stop())

const delivered = (quantity = '120 kg') => office.delivered('12', quantity, '--crop coffee_fresh_cherry')

/** What a form would send: its hidden and filled fields. */
function formIn({ text }: Page, action: string): Record<string, string> {
  const forms = text.split('<form').filter((one) => one.includes(`action="${action}"`))
  const [form = ''] = forms
  const own = form.split('</form>')[0] as string
  const fields: Record<string, string> = {}
  for (const [tag] of own.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    if (name !== undefined) fields[name] = plain(/ value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name, options] of own.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    const tags = [...(options as string).matchAll(/<option[^>]*>/g)].map(([tag]) => tag)
    const chosen = tags.find((tag) => tag.includes(' selected')) ?? tags[0] ?? ''
    fields[name as string] = /value="([^"]*)"/.exec(chosen)?.[1] ?? ''
  }
  return fields
}
const plain = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
const unspaced = (text: string) => text.replaceAll('\u00a0', ' ')

test('a record is found by the number on its receipt, by those who only read too', async () => {
  const id = await delivered()
  const { number } = await office.did('receipt', id)
  const found = await staff.auditor.get(`/records?number=${encodeURIComponent(number.toLowerCase())}`)
  expect([found.status, found.location]).toEqual([303, `/records/${id}`])
  expect((await clerk.get(`/records/${id}`)).text).toContain(number)
  const mistyped = await clerk.get('/records?number=0000+0000')
  expect([mistyped.status, mistyped.text]).toEqual([422, expect.stringContaining(EN['records.noNumber'])])
})

const recordOf = async (id: string) =>
  (await office.did('record', 'list', 'delivery', '--standing', 'any')).records.find(
    (one: { id: string }) => one.id === id,
  )

describe('a correction', () => {
  test('is shown before it is written, and changes what was changed alone', async () => {
    const id = await delivered('1200 kg')
    const action = `/records/${id}/correction`
    const form = formIn(await clerk.get(action), action)
    expect(form).toMatchObject({
      quantity: '1200 kg',
      from_party: 'Grace Nakato (12)',
      occurred_at: expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{4}$/),
      crop: 'Coffee, fresh cherry',
    })
    const preview = await clerk.post(action, { ...form, quantity: '120 kg' })
    expect(preview.status).toBe(200)
    expect(preview.text).toMatch(/1,200 kg.*120 kg/s)
    expect(preview.text).toContain('No one outside the cooperative has read it')
    expect((await recordOf(id)).derived.standing).toBe('tip')

    const sent = { ...formIn(preview, action), sure: sureIn(preview) }
    const done = await clerk.post(action, sent)
    expect([done.status, done.location]).toEqual([303, `/records/${form.id}?done`])
    const { quantity, supersedes, derived, from_party } = await recordOf(String(form.id))
    expect([quantity, supersedes, derived.kg, from_party]).toEqual([
      { value: 120, unit: 'kg' },
      id,
      120,
      grace,
    ])
    // Sent twice, it is written once.
    expect((await clerk.post(action, sent)).location).toBe(`/records/${form.id}?done`)
    expect((await recordOf(id)).derived).toMatchObject({ standing: 'superseded', superseded_by: [form.id] })
    expect((await clerk.get(`/records/${form.id}?done`)).text).toContain('Saved.')
  })

  test('of a weight says that the total stays, unless that is corrected too', async () => {
    const id = await office.delivered('12', '85.5 kg', '--basis special_data_consent --price', '102600 KES')
    const action = `/records/${id}/correction`
    const form = formIn(await clerk.get(action), action)
    const preview = await clerk.post(action, { ...form, quantity: '58.5' })
    expect(unspaced(preview.text)).toContain('The total stays KES 102,600.00. Is that right?')
    const both = await clerk.post(action, { ...form, quantity: '58.5', agreed_price: '70200 KES' })
    expect(both.text).not.toContain('The total stays')
    const said = await office.said('record', 'correct', id, '--quantity', '58.5 kg')
    expect(said.err).toContain('The total stays')
  })

  test('of nothing, of something that cannot be, and of other values than those looked at is not written', async () => {
    const id = await delivered()
    const action = `/records/${id}/correction`
    const form = formIn(await clerk.get(action), action)
    const nothing = await clerk.post(action, form)
    expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining('Nothing was changed.')])
    const wrong = await clerk.post(action, { ...form, quantity: 'many', from_party: 'Nobody at all' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toMatch(/id="quantity-fault"/)
    expect(wrong.text).toMatch(/id="from_party-fault"/)
    expect(wrong.text).toContain('value="many"')
    const preview = await clerk.post(action, { ...form, quantity: '130 kg' })
    const other = await clerk.post(action, { ...form, quantity: '1300 kg', sure: sureIn(preview) })
    expect([other.status, sureIn(other)]).toEqual([422, expect.not.stringMatching(sureIn(preview))])
    expect((await recordOf(id)).derived.standing).toBe('tip')
  })

  test('of a record that was corrected meanwhile makes no fork, and keeps what was typed beside the version that won', async () => {
    const id = await delivered()
    const action = `/records/${id}/correction`
    const form = formIn(await clerk.get(action), action)
    const preview = await clerk.post(action, { ...form, quantity: '125 kg' })
    const won = await office.did('record', 'correct', id, '--quantity', '126 kg', '--location', 'Kasese')
    const late = await clerk.post(action, { ...formIn(preview, action), sure: sureIn(preview) })
    expect([late.status, late.text]).toEqual([422, expect.stringContaining('Meanwhile this was corrected')])
    expect(late.text).toMatch(/120 kg.*126 kg.*125 kg/s)
    expect((await recordOf(id)).derived.superseded_by).toHaveLength(1)
    // What the first one changed stays; what the second one typed is there to be looked at.
    const next = `/records/${won.id}/correction`
    expect(formIn(late, next)).toMatchObject({ quantity: '125 kg', location: 'Kasese' })
    const second = await clerk.post(next, formIn(late, next))
    const done = await clerk.post(next, { ...formIn(second, next), sure: sureIn(second) })
    expect(done.location).toMatch(/\?done$/)
    const { quantity, location } = await recordOf(String(done.location).split(/[/?]/)[2] as string)
    expect([quantity.value, location]).toEqual([125, 'Kasese'])
  })

  test('shows which person, or which phone, wrote each version', async () => {
    const id = await delivered()
    const action = `/records/${id}/correction`
    const preview = await clerk.post(action, {
      ...formIn(await clerk.get(action), action),
      quantity: '99 kg',
    })
    const done = await clerk.post(action, { ...formIn(preview, action), sure: sureIn(preview) })
    const { text } = await staff.auditor.get(String(done.location))
    const versions = text.split('<h2>Versions</h2>')[1] ?? ''
    expect(versions.replace(/<[^>]*>/g, ' ')).toMatch(/99 kg.*The clerk.*120 kg.*by a command/s)
  })
})

test('taking back is told with what no longer counts, then written once', async () => {
  const id = await delivered('77 kg')
  const action = `/records/${id}/retraction`
  const form = formIn(await clerk.get(`/records/${id}`), action)
  const preview = await clerk.post(action, { ...form, reason: 'duplicate' })
  expect([preview.status, preview.text]).toEqual([
    200,
    expect.stringContaining('77 kg of it no longer count'),
  ])
  expect((await recordOf(id)).derived.standing).toBe('tip')
  const sent = { ...formIn(preview, action), sure: sureIn(preview) }
  for (let i = 0; i < 2; i++) expect((await clerk.post(action, sent)).location).toBe(`/records/${id}?done`)
  expect((await recordOf(id)).derived.standing).toBe('retracted')
})

test("the cooperative's own record is corrected, never taken back: at the page and by the command", async () => {
  const { records } = await office.did('record', 'list', 'party', '--party', 'cooperative')
  const [{ id }] = records
  const page = await clerk.get(`/records/${id}`)
  expect(page.text).toContain('cannot be taken back')
  expect(page.text).not.toContain(`/records/${id}/retraction`)
  const fields = { form_token: await clerk.formToken(), id: uuidv7(), reason: 'other', occurred_at: 'today' }
  const sent = await clerk.post(`/records/${id}/retraction`, fields)
  expect([sent.status, sent.text]).toEqual([422, expect.stringContaining('cannot be taken back')])
  const said = await office.said('record', 'retract', id, '--reason', 'other')
  expect([said.code, said.err]).toEqual([1, expect.stringContaining('granary party edit cooperative')])
  expect((await office.did('record', 'list', 'party', '--party', 'cooperative')).records).toHaveLength(1)
})

test('a hand-over says that it is of the whole lot, and leads to a delivery out of it', async () => {
  const about = new URLSearchParams({ lot_id: uuidv7(), from_party: office.coop.cooperative })
  const { text } = await clerk.get(`/new-record/custody_transfer?${about}`)
  expect(text).toContain('A hand-over is of the whole lot.')
  const address = `/new-record/delivery?${about}`
  expect(plain(text)).toContain(`href="${address}">Deliver from it`)
  expect(formIn(await clerk.get(address), '/new-record/delivery').lot_id).toBe(about.get('lot_id'))
})

test('of versions that contradict each other one is kept, after it was shown which are taken back', async () => {
  const id = await delivered('100 kg')
  const original = await recordOf(id)
  const ends: string[] = []
  for (const value of [110, 120]) {
    const { occurred_at, from_party, to_party, crop } = original
    const kept = { occurred_at, recorded_at: occurred_at, from_party, to_party, crop }
    ends.push(
      (await office.append('delivery', { ...kept, supersedes: id, quantity: { value, unit: 'kg' } })).id,
    )
  }
  const [first, second] = ends as [string, string]
  const page = await clerk.get(`/records/${id}`)
  expect(page.text).toContain('conflicting corrections')
  expect((await office.said('receipt', second)).out).toContain('CONFLICTING CORRECTIONS')
  expect((await clerk.get('/today')).text).toContain(
    'delivery: 1 record has conflicting corrections. None of them counts.',
  )
  const action = `/records/${second}/keep`
  const preview = await clerk.post(action, formIn(page, action))
  expect(preview.text).toMatch(/120 kg.*taken back.*110 kg/s)
  expect((await recordOf(first)).derived.standing).toBe('forked')
  const sent = { ...formIn(preview, action), sure: sureIn(preview) }
  for (let i = 0; i < 2; i++)
    expect((await clerk.post(action, sent)).location).toBe(`/records/${second}?done`)
  expect((await recordOf(first)).derived.standing).toBe('retracted')
  expect((await recordOf(second)).derived.standing).toBe('tip')
  expect((await clerk.get('/today')).text).not.toContain('conflicting corrections')
})

test("another party's record can be confirmed here, and nothing else", async () => {
  const { token: hers } = await office.did('credential', 'issue', '--party', '12', '--kind', 'party')
  const said = { from_party: grace, to_party: office.coop.cooperative, crop: 'coffee_fresh_cherry' }
  const { id } = await office.append('delivery', { ...said, quantity: { value: 40, unit: 'kg' } }, hers)
  const page = await clerk.get(`/records/${id}`)
  expect(page.text).not.toContain(`/records/${id}/retraction`)
  expect(page.text).not.toContain(`/records/${id}/correction`)
  expect((await clerk.get(`/records/${id}/correction`)).text).toContain('Another party recorded it')
  const action = `/records/${id}/confirmation`
  const unsaid = await clerk.post(action, formIn(page, action))
  expect([unsaid.status, unsaid.text.includes('How they confirmed: This is required.')]).toEqual([422, true])
  const preview = await clerk.post(action, { ...formIn(page, action), channel: 'in_person' })
  expect(preview.status).toBe(200)
  const done = await clerk.post(action, { ...formIn(preview, action), sure: sureIn(preview) })
  expect(done.location).toBe(`/records/${id}?done`)
  expect((await recordOf(id)).derived.confirmation).toMatchObject({ confirmed: true })
  expect(page.text).toContain('Confirm for the cooperative')
  expect((await clerk.get(`/records/${id}`)).text).not.toContain('Confirm for the cooperative')
})

test('an auditor is offered no act', async () => {
  const id = await delivered()
  const { text } = await staff.auditor.get(`/records/${id}`)
  expect(text).toContain('120 kg')
  for (const act of ['correction', 'retraction', 'confirmation']) expect(text).not.toContain(act)
})

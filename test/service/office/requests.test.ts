import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { fieldIn, openOffice, type Page, staffOf, sureIn, Visitor } from '../../support/office.ts'

/** A lender asks on its page, and the office finds out whom it means, asks that person, and writes what they said. */

const office = await openOffice({ country: 'UG', timeZone: 'Africa/Kampala' })
const staff = await staffOf(office)
const grace = await office.party('person', 'Akello Grace', '7', '--phone', '0772 000001')
await office.party('person', 'Okello James', '8', '--phone', '+256772000002')
await office.party('person', 'Mary Aber', '9', '--phone', '+256772000002')
await office.party('institution', 'Hills <i>Sacco</i>', 'BANK')
const token: string = (await office.did('lender', 'invite', 'BANK')).token
const lender = new Visitor(office.url)
await lender.post('/lender', { token })
afterAll(() => office.service.stop())

const PAGE = '/lender/requests'
const asked = {
  purpose: 'credit_assessment',
  type_party: '1',
  type_delivery: '1',
  until: '30/6/2031',
  happened_from: '1/1/2025',
  happened_to: '31/12/2029',
  keep_until: '31/12/2031',
  reason: 'You asked us for a "loan" <b>of a million</b>.',
}
const ask = async (more: Record<string, string>) =>
  lender.answer(PAGE, await lender.get(PAGE), { ...asked, ...more })
const waiting = async () => (await office.did('access-request', 'list', '--all')).requests
const newest = async (): Promise<string> => (await waiting()).at(-1).id

describe('asking on the lender’s page', () => {
  test('by a telephone number as people write it; the form sent twice is one request', async () => {
    const page = await lender.get(PAGE)
    const sent = await lender.answer(PAGE, page, { ...asked, phone: '0772 000 001' })
    expect([sent.status, sent.location]).toEqual([303, `${PAGE}?written=asked`])
    expect((await lender.answer(PAGE, page, { ...asked, phone: '0772 000 001' })).status).toBe(303)
    const [request, ...others] = await waiting()
    expect(others).toEqual([])
    expect(request).toMatchObject({
      about: { phone: '+256772000001' },
      person: null,
      record_types: ['party', 'delivery'],
      reason: asked.reason,
      occurred_from: '2024-12-31T21:00:00.000Z',
      occurred_to: '2029-12-31T21:00:00.000Z',
    })
    const { text } = await lender.get(PAGE)
    expect(text).toContain('the person with the phone +256772000001')
    expect(text).not.toContain('Akello')
  })

  test('the page is the same for a number of one, of two and of nobody', async () => {
    const pages: string[] = []
    for (const phone of ['+256772000001', '+256772000002', '+256772000003']) {
      const visitor = new Visitor(office.url)
      await visitor.post('/lender', { token })
      const sent = await visitor.answer(PAGE, await visitor.get(PAGE), { ...asked, phone })
      expect(sent.location).toBe(`${PAGE}?written=asked`)
      const { text } = await visitor.get(PAGE)
      const row = text.slice(text.indexOf(`phone ${phone}`)).split('</li>')[0] as string
      pages.push(row.replace(phone, 'number').replace(/value="[^"]+"/g, ''))
      const hidden = [...row.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [
        name,
        value,
      ])
      const withdrawn = await visitor.post(`${PAGE}/withdrawal`, Object.fromEntries(hidden))
      expect(withdrawn.location).toBe(`${PAGE}?written=withdrawn`)
    }
    expect(new Set(pages).size).toBe(1)
  })

  test.each<[string, Record<string, string>, string]>([
    ['no number', {}, 'Give one of the two numbers'],
    ['both numbers', { phone: '0772000001', member_no: '7' }, 'Give one of the two numbers'],
    ['no phone number', { phone: '7' }, 'is not a phone number'],
    ['no day', { member_no: '7', until: 'soon' }, 'Enter a day such as 31/1/'],
    ['an empty window', { member_no: '7', happened_to: '1/1/2024' }, 'must lie after'],
    ['no reason', { member_no: '7', reason: ' ' }, 'This is required'],
  ])('%s is refused at its field, with what was typed', async (_what, more, fault) => {
    const before = (await waiting()).length
    const { status, text } = await ask(more)
    expect(status).toBe(422)
    expect(text).toContain(fault)
    expect((await waiting()).length).toBe(before)
  })

  test('the form says of the lender itself that it keeps copies', async () => {
    const { text } = await lender.get(PAGE)
    expect(text).toContain('You keep copies until day')
    expect(text).not.toMatch(/They delete|they may read/)
  })

  test('another’s request cannot be withdrawn, and a form of another page is refused', async () => {
    await office.party('institution', 'Valley Bank', 'V1')
    const { token: theirs } = await office.did('credential', 'issue', '--party', 'V1', '--kind', 'reader')
    const other = uuidv7()
    const terms = { purpose: 'insurance', record_types: ['delivery'], expires_at: '2099-06-30T00:00:00Z' }
    const said = { id: other, about: { member_no: '7' }, ...terms, reason: 'A loan.' }
    await office.call('/v1/access-requests', said, theirs)
    const form_token = fieldIn(await lender.get(PAGE), 'form_token')
    for (const id of [other, 'x', '0190a000-0000-7000-8000-000000000000', '../grants'])
      expect((await lender.post(`${PAGE}/withdrawal`, { form_token, id })).status).toBe(422)
    expect(await newest()).toBe(other)
    expect((await lender.post(PAGE, { form_token: 'x', ...asked })).status).toBe(403)
    expect((await new Visitor(office.url).get(PAGE)).location).toBe('/lender?ended')
  })
})

const SCANNED = 'ab'.repeat(32)

describe('at the office', () => {
  const at = (id: string) => `/requests/${id}`

  test('requests wait on Today, and none is matched by a guess', async () => {
    await ask({ phone: '+256772000002' })
    const id = await newest()
    expect((await staff.clerk.get('/today')).text).toContain('lender requests are waiting')
    const { text } = await staff.clerk.get(at(id))
    for (const person of ['Okello James, 8', 'Mary Aber, 9', 'Someone else', 'No one known here'])
      expect(text).toContain(person)
    expect(text).not.toContain('checked')
    expect(text).not.toContain('Akello')
    expect(text).toContain('Hills &lt;i>Sacco&lt;/i>')
    const page = await staff.clerk.get(at(id))
    for (const [fields, fault] of [
      [{}, 'Choose one.'],
      [{ whom: 'another' }, 'This is required.'],
      [{ whom: 'another', another: 'Nobody At All' }, 'is not a known id'],
      [{ whom: 'x' }, 'Choose one.'],
      [{ whom: grace }, 'Choose one.'],
    ] as [Record<string, string>, string][]) {
      const refused = await staff.clerk.answer(at(id), page, { act: 'match', ...fields })
      expect([refused.status, refused.text.includes(fault) || refused.text]).toEqual([422, true])
    }
    await staff.clerk.answer(at(id), page, { act: 'match', whom: 'nobody' })
    expect((await waiting()).at(-1)).toMatchObject({ id, is_nobody: true })
    expect((await staff.clerk.get(at(id))).text).toContain('no one known here')
  })

  test('who was chosen once is not exchanged, on the same page, for somebody whose name has changed', async () => {
    const phone = '+256772000004'
    const add = async (name: string) => await office.party('person', name, '', '--phone', phone)
    const first = await add('Ojok Peter')
    const second = await add('Ojok Paul')
    await ask({ phone })
    const id = await newest()
    const page = await staff.clerk.get(at(id))
    const matched = async (whom: string) => staff.clerk.answer(at(id), page, { act: 'match', whom })
    expect((await matched(first)).status).toBe(303)
    expect((await matched(first)).status).toBe(303)
    await office.did('party', 'edit', second, '--name', 'Ojok Simon')
    const late = await matched(second)
    expect([late.status, late.text]).toEqual([422, expect.stringContaining('Now: Ojok Simon')])
    expect((await waiting()).find((one: { id: string }) => one.id === id)).toMatchObject({ person: first })
  })

  test('a person who asks what is held about them is among those who wait', async () => {
    const waits = async () => (await staff.clerk.get('/requests')).text
    expect(await waits()).not.toContain('Asked what is held about them')
    const { id } = await office.did('subject-access', 'open', '--party', '7')
    const page = await waits()
    expect(page).toContain('Asked what is held about them')
    expect(page).toContain(`<a href="/consent/${grace}">`)
    expect(page).not.toContain('No request is waiting')
    await office.did('subject-access', 'answer', id)
    expect(await waits()).not.toContain('Asked what is held about them')
  })

  test('narrower terms are read out, printed, and written once', async () => {
    await ask({ member_no: '7' })
    const id = await newest()
    const page = await staff.clerk.get(at(id))
    const matched = await staff.clerk.answer(at(id), page, { act: 'match', whom: grace })
    expect(matched.location).toBe(`${at(id)}?written=matched`)
    expect((await staff.clerk.get(`/consent/${grace}`)).text).toContain(at(id))
    const form = await staff.clerk.get(at(id))
    const narrower = { act: 'grant', type_delivery: '1', until: '30/6/2030', channel: 'written' }
    const read = await staff.clerk.answer(at(id), form, { ...narrower, happened_from: '1/1/2026' })
    expect(read.status, read.text).toBe(200)
    for (const words of [
      'Hills &lt;i>Sacco&lt;/i> (institution, BANK) asks to see records about you. They say: "You asked us for a \'loan\' &lt;b>of a million&lt;/b>."'.replace(
        /"/g,
        '&quot;',
      ),
      'You let Hills &lt;i>Sacco&lt;/i> (institution, BANK) see your deliveries with their prices until 30 June 2030.',
      'Only what happened from 1 January 2026 up to 31 December 2029, those days included.',
      'They may keep copies of what they were shown until 31 December 2031, and must then delete them.',
      'Signature or thumbprint',
    ])
      expect(read.text).toContain(words)
    const agreed = { ...narrower, happened_from: '1/1/2026', sure: sureIn(read) }
    const written = await staff.clerk.answer(at(id), read, agreed)
    expect(written.location).toBe(`${at(id)}?written=granted`)
    expect((await staff.clerk.answer(at(id), read, agreed)).location).toBe(written.location)
    const [grant] = (await office.did('grant', 'list', '--subject', '7')).grants
    expect(grant).toMatchObject({
      request_id: id,
      record_types: ['delivery'],
      channel: 'written',
      occurred_from: '2025-12-31T21:00:00.000Z',
      occurred_to: '2029-12-31T21:00:00.000Z',
    })
    expect((await staff.clerk.get(at(id))).text).not.toContain('name="act"')
    expect((await lender.get(PAGE)).text).toContain('See what you may read')
  })

  test('a refusal is confirmed, then written; the lender sees what it saw before', async () => {
    await ask({ member_no: '7', reason: 'To be refused.' })
    const id = await newest()
    await staff.clerk.answer(at(id), await staff.clerk.get(at(id)), { act: 'match', whom: grace })
    const rowOf = ({ text }: Page) => text.split('<li><p>').find((row) => row.includes(id))
    const before = rowOf(await lender.get(PAGE))
    const asked_ = await staff.clerk.answer(at(id), await staff.clerk.get(at(id)), {
      act: 'refuse',
      channel: 'in_person',
      evidence: SCANNED,
    })
    // Printed, it is the paper to sign; the scan that was named comes along.
    for (const said of [
      'is not informed',
      'To be refused.',
      'Signature or thumbprint',
      `Paper ${id}`,
      SCANNED,
    ])
      expect(asked_.text).toContain(said)
    const done = await staff.clerk.answer(at(id), asked_, { sure: sureIn(asked_), channel: 'in_person' })
    expect(done.location).toBe(`${at(id)}?written=refused`)
    expect((await waiting()).some((one: { id: string }) => one.id === id)).toBe(false)
    const strip = (row: string | undefined) => row?.replace(/name="form_token" value="[^"]+"/, '')
    expect(strip(rowOf(await lender.get(PAGE)))).toBe(strip(before))
    expect(
      (await staff.clerk.answer(at(id), asked_, { sure: sureIn(asked_), channel: 'in_person' })).status,
    ).toBe(422)
  })

  test('an auditor reads and decides nothing; what is malformed is not found', async () => {
    await ask({ member_no: '7' })
    const id = await newest()
    const { text } = await staff.auditor.get(at(id))
    expect(text).not.toContain('name="act"')
    for (const other of ['x', '0190a000-0000-7000-8000-000000000000', grace])
      expect((await staff.clerk.get(at(other))).status).toBe(404)
  })
})

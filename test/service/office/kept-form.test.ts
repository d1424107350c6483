import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { fieldIn, openOffice, reopened, staffOf, sureIn, Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** What somebody sends after their session has ended: it is theirs, and nothing is written that nobody looked at. */

let office = await openOffice()
await staffOf(office)
const member = await office.party('person', 'Akello', '7')
await office.party('institution', 'Hills Sacco')
afterAll(() => office.service.stop())

const CLERK = 'The clerk'

/** A clerk whose session has ended, and the token of its forms. */
async function signedOut() {
  const visitor = new Visitor(office.url)
  await visitor.signIn(CLERK)
  const { cookie } = visitor
  const form_token = await visitor.formToken()
  return {
    visitor,
    form_token,
    end: async () => {
      await visitor.post('/sign-out', { form_token })
      visitor.cookie = cookie
    },
  }
}
const numbers = async () => (await office.did('party', 'list')).parties.length

describe('a form that is sent after its session has ended', () => {
  const typed = { name: 'Mary "M" Aber', number: '6' }

  test('comes back to the same person, filled in, and is written when they send it', async () => {
    const { visitor, form_token, end } = await signedOut()
    await end()
    const before = await numbers()
    const asked = await visitor.post('/new-member', { ...typed, form_token })
    expect([asked.status, asked.text]).toEqual([401, expect.stringContaining('it is kept for you')])
    for (const words of ['Mary', form_token, CLERK]) expect(asked.text).not.toContain(words)
    expect((await visitor.signIn(CLERK, 'not this one')).status).toBe(401)
    expect((await visitor.signIn(CLERK)).location).toBe('/go-on')
    const again = await visitor.get('/go-on')
    expect(again.text).toContain('so it was not saved')
    expect(again.text).toContain('value="Mary &quot;M&quot; Aber"')
    expect(await numbers()).toBe(before)
    const sent = await visitor.answer('/new-member', again, typed)
    expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('/members/')])
    expect(await numbers()).toBe(before + 1)
    // Once: the next sign-in leads to Today.
    expect((await visitor.signIn(CLERK)).location).toBe('/today')
  })

  test('is not shown to another person who signs in there', async () => {
    const { visitor, form_token, end } = await signedOut()
    await end()
    await visitor.post('/new-member', { ...typed, number: '16', form_token })
    expect((await visitor.signIn('The manager')).location).toBe('/today')
    expect((await visitor.get('/go-on')).location).toBe('/today')
    expect((await new Visitor(office.url).signIn(CLERK)).location).toBe('/go-on')
  })

  test('comes back at its first step, though it was sent at its last', async () => {
    const { visitor, form_token, end } = await signedOut()
    const path = `/consent/${member}/grant`
    const given = {
      ...{ grantee: 'Hills Sacco', purpose: 'credit_assessment', type_delivery: '1' },
      ...{ until: '30/6/2030', channel: 'written' },
    }
    const read = await visitor.answer(path, await visitor.get(path), given)
    const sure = sureIn(read)
    await end()
    await visitor.answer(path, read, { ...given, sure })
    await visitor.signIn(CLERK)
    const again = await visitor.get('/go-on')
    expect(again.text).toContain('What to read out')
    expect(again.text).not.toContain('name="sure"')
    expect(fieldIn(again, 'form_token')).not.toBe(form_token)
    expect((await office.did('grant', 'list', '--subject', member)).grants).toEqual([])
  })

  test('of every kind shows a form of that kind and writes nothing', async () => {
    const id = await office.delivered('7', '12 kg', '--crop coffee_fresh_cherry')
    const forms: [string, Record<string, string>][] = [
      [
        '/weigh-in',
        { who: '7', quantity: '4', unit: 'kg', crop: 'coffee_fresh_cherry', to: 'cooperative', day: 'today' },
      ],
      ['/new-member', { name: 'Zebulon' }],
      [
        '/new-record/harvest',
        { producer: '7', crop: 'coffee_fresh_cherry', quantity: '3 kg', note: 'Zebulon' },
      ],
      ['/new-lot', { crop: 'coffee_fresh_cherry', quantity: '3 kg', note: 'Zebulon', [`draw_${id}`]: '1' }],
      [`/records/${id}/correction`, { quantity: '13 kg', note: 'Zebulon' }],
      [`/records/${id}/retraction`, { reason: 'duplicate', occurred_at: 'today', note: 'Zebulon' }],
      [`/records/${id}/confirmation`, { channel: 'in_person', occurred_at: 'today' }],
      [`/consent/${member}/grant`, { grantee: 'Zebulon', type_delivery: '1' }],
      [`/consent/${member}/mandate`, { delegate: 'Zebulon', type_delivery: '1' }],
      [`/consent/${member}/objection`, { type_delivery: '1', channel: 'in_person' }],
    ]
    // Until they are counted after the start there is no figure.
    const written = () =>
      soon(async () => {
        const { records } = await office.did('status')
        expect(records).not.toBeNull()
        return records
      })
    const before = await written()
    for (const [path, fields] of forms) {
      const { visitor, form_token, end } = await signedOut()
      await end()
      const asked = await visitor.post(path, { id: uuidv7(), ...fields, form_token, sure: '1' })
      expect(asked.text, path).toContain('it is kept for you')
      expect((await visitor.signIn(CLERK)).location, path).toBe('/go-on')
      const again = await visitor.get('/go-on')
      expect([again.status, again.text.includes(`action="${path}"`)], path).toEqual([200, true])
      expect(again.text, path).toContain('so it was not saved')
      if (Object.values(fields).includes('Zebulon')) expect(again.text, path).toContain('Zebulon')
    }
    expect(await written()).toBe(before)
  })

  test('after a restart it is not kept: nobody knows any more whose it was', async () => {
    const { visitor, form_token } = await signedOut()
    office = await reopened(office)
    const later = new Visitor(office.url)
    later.cookie = visitor.cookie
    const asked = await later.post('/new-member', { ...typed, form_token })
    expect([asked.status, asked.text]).toEqual([
      401,
      expect.stringContaining('not saved. Sign in and enter it again.'),
    ])
    expect((await later.signIn(CLERK)).location).toBe('/today')
  })
})

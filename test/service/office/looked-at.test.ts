import { uuidv7 } from 'uuidv7'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openOffice, type Page, staffOf, sureIn, Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** What was read out is what is written: names move between the look and the agreement, and seals are of one session. */

const office = await openOffice({ country: 'UG', timeZone: 'Africa/Kampala' })
const staff = await staffOf(office)
const clerk = staff.clerk
afterAll(() => office.service.stop())

let count = 0
/** A new party of a name that nobody else has. */
async function added(kind: string, name: string, ...flags: string[]) {
  const called = `${name} ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[count % 26]}${++count}`
  return { party: await office.party(kind, called, '', ...flags), name: called }
}
/** The name goes to somebody else. */
async function moved({ party, name }: { party: string; name: string }) {
  await office.did('party', 'edit', party, '--name', `Old ${name}`)
  return (await office.party('institution', name)) as string
}
/** Until they are counted after the start there is no figure. */
const records = () =>
  soon(async () => {
    const { records: count } = await office.did('status')
    expect(count).not.toBeNull()
    return count as number
  })
const grantsOf = async (subject: string) => (await office.did('grant', 'list', '--subject', subject)).grants
const CHANGED = 'Something changed after this page was shown to you, so nothing was saved.'

/** Without the ids of its forms. */
const bare = ({ text }: Page) => text.replaceAll(/ name="(id|sure)" value="[^"]*"/g, '')

let member: { party: string; name: string }
let bank: { party: string; name: string }
beforeEach(async () => {
  member = await added('person', 'Akello')
  bank = await added('institution', 'Sacco')
})

const given = () => ({
  ...{ grantee: bank.name, purpose: 'credit_assessment', type_delivery: '1' },
  ...{ until: '30/6/2030', channel: 'written' },
})
const readOut = async (visitor = clerk) => {
  const path = `/consent/${member.party}/grant`
  return { path, read: await visitor.answer(path, await visitor.get(path), given()) }
}

describe('a name that moves after it was read out', () => {
  test('writes nothing of a consent, and the sentences are shown anew with what changed', async () => {
    const { path, read } = await readOut()
    const other = await moved(bank)
    const late = await clerk.answer(path, read, { sure: sureIn(read) })
    expect(late.status).toBe(422)
    for (const words of [
      CHANGED,
      `Before: You let ${bank.name} (institution) see`,
      `Now: You let Old ${bank.name} (institution) see`,
    ])
      expect(late.text).toContain(words)
    expect(await grantsOf(member.party)).toEqual([])
    await clerk.answer(path, late, { sure: sureIn(late) })
    const grants = await grantsOf(member.party)
    expect(grants.map(({ grantee }: { grantee: string }) => grantee)).toEqual([bank.party])
    expect(other).not.toBe(bank.party)
  })

  test('a second party of that name changes nothing: the form has the id of the first', async () => {
    const { path, read } = await readOut()
    await office.party('institution', bank.name)
    const done = await clerk.answer(path, read, { sure: sureIn(read) })
    expect(done.location).toBe(`/consent/${member.party}?written=grant`)
    expect((await grantsOf(member.party))[0].grantee).toBe(bank.party)
  })

  test('so does the name of the person whose consent it is', async () => {
    const { path, read } = await readOut()
    await office.did('party', 'edit', member.party, '--name', 'Somebody Else Now')
    expect((await clerk.answer(path, read, { sure: sureIn(read) })).text).toContain(CHANGED)
    expect(await grantsOf(member.party)).toEqual([])
  })

  test('writes no record', async () => {
    const path = '/new-record/harvest'
    const fields = {
      ...{ producer: bank.name, crop: 'coffee_fresh_cherry', quantity: '3 kg', occurred_at: 'today' },
      ...{ lawful_basis: 'contract_performance', measurement_method: 'coop_weighed' },
    }
    const look = await clerk.answer(path, await clerk.get(path), fields)
    expect(look.status).toBe(200)
    await moved(bank)
    const before = await records()
    const late = await clerk.answer(path, look, { sure: sureIn(look) })
    expect([late.status, late.text]).toEqual([422, expect.stringContaining(CHANGED)])
    expect(late.text).toMatch(new RegExp(`Now: [^<]*: Old ${bank.name}`))
    expect(await records()).toBe(before)
  })

  test('writes no delivery that was warned of', async () => {
    const fields = {
      ...{
        who: bank.name,
        quantity: '4',
        unit: 'kameme',
        crop: 'coffee_fresh_cherry',
        to: 'cooperative',
      },
      ...{ place: '', day: 'today' },
    }
    const warned = await clerk.answer('/weigh-in', await clerk.get('/weigh-in'), fields)
    expect([warned.status, warned.text]).toEqual([422, expect.stringContaining(bank.name)])
    await moved(bank)
    const before = await records()
    const late = await clerk.answer('/weigh-in', warned, { ...fields, sure: sureIn(warned) })
    expect([late.status, late.text]).toEqual([422, expect.stringContaining(CHANGED)])
    expect(await records()).toBe(before)
    const sent = { ...fields, sure: sureIn(late) }
    const done = await clerk.answer('/weigh-in', late, sent)
    expect(done.location).toContain('saved=')
    expect((await clerk.answer('/weigh-in', late, sent)).location).toContain('again=')
    expect(await records()).toBe(before + 1)
  })

  test('ends no consent and no token', async () => {
    const { path, read } = await readOut()
    await clerk.answer(path, read, { sure: sureIn(read) })
    const [{ id: target }] = await grantsOf(member.party)
    const ending = `/consent/${member.party}/ending`
    const asked = await clerk.answer(ending, await clerk.get(`/consent/${member.party}`), {
      ...{ kind: 'grant', target },
    })
    const made = await office.did('credential', 'issue', '--party', bank.party, '--kind', 'reader')
    const reader = `/readers/${bank.party}`
    const ended = await staff.manager.answer(reader, await staff.manager.get(reader), {
      ...{ act: 'revoke', token: made.credential_id },
    })
    await moved(bank)
    expect((await clerk.answer(ending, asked, { sure: sureIn(asked) })).text).toContain(CHANGED)
    expect((await grantsOf(member.party))[0].revoked_at).toBeNull()
    expect((await staff.manager.answer(reader, ended, { sure: sureIn(ended) })).text).toContain(CHANGED)
    const { credentials } = await office.did('credential', 'list')
    const { credential_id } = made
    expect(credentials).toContainEqual(expect.objectContaining({ credential_id, revoked_at: null }))
  })
})

test('somebody alike who arrived after the question is asked about too', async () => {
  const { name } = await added('person', 'Nakimuli Scholastica')
  const asked = await clerk.answer('/new-member', await clerk.get('/new-member'), { name })
  expect(asked.status).toBe(422)
  await office.party('person', name, 'X77')
  const late = await clerk.answer('/new-member', asked, { name, sure: sureIn(asked) })
  expect([late.status, late.text]).toEqual([422, expect.stringContaining(`Now: X77, ${name}`)])
  const done = await clerk.answer('/new-member', late, { name, sure: sureIn(late) })
  expect(done.status).toBe(303)
})

test('a link says in words alone who is meant', async () => {
  const link = new URLSearchParams({ producer: member.name, producer_is: `${bank.party} ${member.name}` })
  const { text } = await clerk.get(`/new-record/harvest?${link}`)
  expect(text).toContain(`value="${member.name}"`)
  expect(text).not.toContain(bank.party)
})

describe('on the page of one person', () => {
  /** Each with what it is called in the list that shows whether it still holds. */
  const things = ['grant', 'delegation', 'objection'] as const
  async function made(): Promise<Record<(typeof things)[number], string>> {
    const { party } = member
    const grant = await office.granted(party, bank.party, '--purpose insurance')
    const objection = ['objection', 'lodge', '--subject', party, '--channel', 'written']
    await office.did(...objection, '--purposes', 'research')
    await office.did(
      'delegation record --types delivery --acts assert --from today',
      `--until 31/12/2031 --basis witnessed --principal ${party}`,
      `--delegate ${bank.party}`,
    )
    const { objections } = await office.did('objection', 'list', '--subject', party)
    const { delegations } = await office.did('delegation', 'list', '--party', party)
    return { grant, objection: objections[0].id, delegation: delegations[0].id }
  }

  test('nothing of another is ended: neither at the first step nor at the last', async () => {
    const bobs = await made()
    const bob = member
    member = await added('person', 'Alice')
    const alices = await made()
    const ending = `/consent/${member.party}/ending`
    const page = await clerk.get(`/consent/${member.party}`)
    const unknown = uuidv7()
    for (const kind of things) {
      const own = await clerk.answer(ending, page, { kind, target: alices[kind] })
      expect(own.status).toBe(200)
      const last = { sure: sureIn(own), channel: 'written' }
      for (const more of [{}, { sure: '1', channel: 'written' }, last]) {
        const refused = await clerk.answer(ending, own, { kind, target: bobs[kind], ...more })
        const absent = await clerk.answer(ending, own, { kind, target: unknown, ...more })
        expect([refused.status, refused.location]).toEqual([422, null])
        expect(bare(refused)).toBe(bare(absent))
      }
    }
    expect((await grantsOf(bob.party))[0].revoked_at).toBeNull()
    const { objections } = await office.did('objection', 'list', '--subject', bob.party)
    expect(objections[0].withdrawn_at).toBeNull()
    const { delegations } = await office.did('delegation', 'list', '--party', bob.party)
    expect(delegations[0].revoked_at).toBeNull()
  })

  test('no token of another is ended', async () => {
    const other = await office.did('credential', 'issue', '--party', member.party, '--kind', 'reader')
    const own = await office.did('credential', 'issue', '--party', bank.party, '--kind', 'reader')
    const path = `/readers/${bank.party}`
    const asked = await staff.manager.answer(path, await staff.manager.get(path), {
      ...{ act: 'revoke', token: own.credential_id },
    })
    const ended = async (token: string) =>
      staff.manager.answer(path, asked, { act: 'revoke', token, sure: sureIn(asked) })
    const refused = await ended(other.credential_id)
    expect([refused.status, refused.location]).toEqual([422, null])
    expect(bare(refused)).toBe(bare(await ended(uuidv7())))
  })
})

describe('the seal of another session', () => {
  const manager = () => staff.manager

  /** A form of each way in which a page seals: what shows it, and what it sends last. */
  const forms: Record<string, () => Promise<{ path: string; page: Page; fields?: Record<string, string> }>> =
    {
      'a delivery that was warned of': async () => {
        const fields = {
          ...{ who: member.party, quantity: '4', unit: 'kameme', crop: 'coffee_fresh_cherry' },
          ...{ to: 'cooperative', day: 'today' },
        }
        const page = await manager().answer('/weigh-in', await manager().get('/weigh-in'), fields)
        return { path: '/weigh-in', page, fields }
      },
      'a consent that was read out': async () => {
        const { path, read } = await readOut(manager())
        return { path, page: read }
      },
      'an answer that was printed': async () => {
        const { id } = await office.did('subject-access', 'open', '--party', member.party)
        return { path: `/access/${id}`, page: await manager().get(`/access/${id}`) }
      },
      'a request that is refused': async () => {
        const { token } = await office.did('credential', 'issue', '--party', bank.party, '--kind', 'reader')
        const id = uuidv7()
        const asked = { id, about: { party: member.party }, purpose: 'credit_assessment', reason: 'A loan.' }
        const terms = { record_types: ['delivery'], expires_at: '2030-06-30T00:00:00Z' }
        await office.call('/v1/access-requests', { ...asked, ...terms }, token)
        const path = `/requests/${id}`
        const fields = { channel: 'in_person' }
        const page = await manager().answer(path, await manager().get(path), { act: 'refuse', ...fields })
        return { path, page, fields }
      },
    }

  test.each(Object.entries(forms))('%s: it is refused, and writes nothing', async (_what, show) => {
    const { path, page, fields } = await show()
    const sure = sureIn(page)
    expect(sure).not.toBe('')
    const before = await records()
    for (const name of ['The manager', 'The clerk']) {
      const visitor = new Visitor(office.url)
      await visitor.signIn(name)
      const form_token = await visitor.formToken()
      const late = await visitor.answer(path, page, { ...fields, sure, form_token })
      const isShownAgain = late.status === 422 || (late.status === 303 && late.location === path)
      // A clerk prints no answers.
      expect(isShownAgain || late.status === 403, `${path} ${late.status} ${late.location}`).toBe(true)
      // With the first session's own token it does not even come to that.
      expect((await visitor.answer(path, page, { ...fields, sure })).status).toBe(403)
    }
    expect(await records()).toBe(before)
    const done = await manager().answer(path, page, { ...fields, sure })
    expect([200, 303], done.text.slice(done.text.indexOf('<h1>'))).toContain(done.status)
    expect(done.text).not.toContain(CHANGED)
  })
})

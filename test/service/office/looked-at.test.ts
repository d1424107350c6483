import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { OFFICE_ROUTES } from '../../../src/office/addresses.ts'
import { temporaryFolder } from '../../support/command.ts'
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

  test('writes no mandate', async () => {
    const path = `/consent/${member.party}/mandate`
    const fields = {
      ...{ delegate: bank.name, act_assert: '1', type_delivery: '1' },
      ...{ from: 'today', until: '31/12/2031', basis: 'witnessed' },
    }
    const read = await clerk.answer(path, await clerk.get(path), fields)
    await moved(bank)
    expect((await clerk.answer(path, read, { sure: sureIn(read) })).text).toContain(CHANGED)
    expect((await office.did('delegation', 'list', '--party', member.party)).delegations).toEqual([])
  })

  test('writes no record, and no correction of one', async () => {
    const path = '/new-record/harvest'
    const fields = {
      ...{ producer: bank.name, crop: 'coffee_fresh_cherry', quantity: '3 kg', occurred_at: 'today' },
      ...{ lawful_basis: 'contract_performance', measurement_method: 'coop_weighed' },
    }
    const look = await clerk.answer(path, await clerk.get(path), fields)
    expect(look.status).toBe(200)
    const other = await moved(bank)
    const before = await records()
    const late = await clerk.answer(path, look, { sure: sureIn(look) })
    expect([late.status, late.text]).toEqual([422, expect.stringContaining(CHANGED)])
    expect(late.text).toMatch(new RegExp(`Now: [^<]*: Old ${bank.name}`))
    expect(await records()).toBe(before)
    const done = await clerk.answer(path, late, { sure: sureIn(late) })
    const id = /records\/([^?]+)/.exec(done.location ?? '')?.[1] ?? ''

    // The form of a correction says whom it meant when it was shown.
    const action = `/records/${id}/correction`
    const form = await clerk.get(action)
    await office.did('party', 'edit', bank.party, '--name', `Older ${bank.name}`)
    await office.did('party', 'edit', other, '--name', `Old ${bank.name}`)
    const preview = await clerk.answer(action, form, {
      ...fields,
      ...{ producer: `Old ${bank.name}`, quantity: '4 kg' },
    })
    expect(preview.status).toBe(200)
    expect(preview.text).not.toContain('<span>Who grew it</span>')
    expect(preview.text).toContain('4 kg')
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
  /** What can be ended on that page. */
  const things = ['grant', 'delegation', 'objection'] as const
  async function made(): Promise<Record<(typeof things)[number], string>> {
    const { party } = member
    const flags = ['--channel', 'written', '--purpose', 'insurance', '--types', 'delivery']
    await office.did('grant record --expires 30/6/2030 --subject', party, '--grantee', bank.party, ...flags)
    const objection = ['objection', 'lodge', '--subject', party, '--channel', 'written']
    await office.did(...objection, '--purposes', 'research')
    await office.did(
      'delegation record --types delivery --acts assert --from today',
      `--until 31/12/2031 --basis witnessed --principal ${party}`,
      `--delegate ${bank.party}`,
    )
    const { objections } = await office.did('objection', 'list', '--subject', party)
    const { delegations } = await office.did('delegation', 'list', '--party', party)
    const [grant] = await grantsOf(party)
    return { grant: grant.id, objection: objections[0].id, delegation: delegations[0].id }
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
  /** A second session of the same account, and one of another. */
  const others = async (): Promise<Visitor[]> => {
    const again = new Visitor(office.url)
    await again.signIn('The manager')
    const third = new Visitor(office.url)
    await third.signIn('The clerk')
    return [again, third]
  }

  interface Shown {
    readonly path: string
    readonly page: Page
    readonly fields: Record<string, string>
  }

  /** @param on the page that the form is on, where it is not at its own address */
  async function shown(visitor: Visitor, path: string, fields: Record<string, string>, on = path) {
    return { path, page: await visitor.answer(path, await visitor.get(on), fields), fields: {} }
  }

  const brought = () => ({
    ...{ from_party: member.party, to_party: office.coop.cooperative, crop: 'coffee_fresh_cherry' },
  })
  const kilograms = (value: number) => ({ quantity: { value, unit: 'kg' } })

  /** Every form that writes only after a look: what shows it, and what it sends last. */
  const forms: Record<string, (visitor: Visitor) => Promise<Shown>> = {
    'POST /weigh-in': async (visitor) => {
      const fields = {
        ...{ who: member.party, quantity: '4', unit: 'kameme', crop: 'coffee_fresh_cherry' },
        ...{ to: 'cooperative', day: 'today' },
      }
      return { ...(await shown(visitor, '/weigh-in', fields)), fields }
    },
    'POST /new-member': async (visitor) => {
      const fields = { name: member.name }
      const path = '/new-member'
      return { ...(await shown(visitor, path, fields)), fields }
    },
    'POST /new-record/:type': async (visitor) => {
      const path = '/new-record/harvest'
      const fields = {
        ...{ producer: member.party, crop: 'coffee_fresh_cherry', quantity: '3 kg', occurred_at: 'today' },
        ...{ lawful_basis: 'contract_performance', measurement_method: 'coop_weighed' },
      }
      return shown(visitor, path, fields)
    },
    'POST /payments': (visitor) =>
      shown(
        visitor,
        '/payments',
        { amount: '5 UGX', method: 'cash', purpose: 'advance', occurred_at: 'today' },
        `/payments?who=${member.party}`,
      ),
    'POST /lend': (visitor) => {
      const fields = {
        amount: '5 UGX',
        method: 'cash',
        purpose: 'loan',
        occurred_at: 'today',
        due_at: '2099-01-31',
      }
      return shown(visitor, '/lend', fields, `/lend?who=${member.party}`)
    },
    'POST /new-lot': async (visitor) => {
      const id = await delivered()
      const fields = {
        ...{ crop: 'coffee_fresh_cherry', since: 'today', until: 'today', quantity: '12 kg' },
        ...{ occurred_at: 'today', lawful_basis: 'contract_performance', measurement_method: 'coop_weighed' },
        ...{ [`draw_${id}`]: '1', [`kg_${id}`]: '12' },
      }
      const form_token = await visitor.formToken()
      const page = await visitor.post('/new-lot', { id: uuidv7(), form_token, ...fields })
      return { path: '/new-lot', page, fields: {} }
    },
    'POST /records/:id/correction': async (visitor) => {
      const path = `/records/${await delivered()}/correction`
      const fields = {
        ...{ from_party: member.party, to_party: 'cooperative', crop: 'coffee_fresh_cherry' },
        ...{ quantity: '13 kg', occurred_at: 'today', lawful_basis: 'contract_performance' },
      }
      return shown(visitor, path, fields)
    },
    'POST /records/:id/retraction': async (visitor) => {
      const id = await delivered()
      const fields = { reason: 'duplicate', occurred_at: 'today' }
      return shown(visitor, `/records/${id}/retraction`, fields, `/records/${id}`)
    },
    'POST /records/:id/confirmation': async (visitor) => {
      const { token } = await office.did('credential', 'issue', '--party', member.party, '--kind', 'party')
      const { id } = await office.append('delivery', { ...brought(), ...kilograms(40) }, token)
      const fields = { channel: 'in_person', occurred_at: 'today' }
      return shown(visitor, `/records/${id}/confirmation`, fields, `/records/${id}`)
    },
    'POST /records/:id/keep': async (visitor) => {
      const supersedes = await delivered()
      const said = [10, 11].map((kg) => ({ id: uuidv7(), supersedes, ...brought(), ...kilograms(kg) }))
      for (const one of said) await office.append('delivery', one)
      const path = `/records/${said[0]?.id}/keep`
      return shown(visitor, path, {}, `/records/${supersedes}`)
    },
    'POST /members/alike': async (visitor) => {
      const path = '/members/alike'
      const [one, other] = [member.party, (await added('person', 'Akello')).party]
      const fields = { one, other, keep: one }
      return { ...(await shown(visitor, path, fields)), fields }
    },
    'POST /members/:id/new-plot': async (visitor) => {
      const path = `/members/${member.party}/new-plot`
      const [a, b, c, d] = [32.500101, 32.501002, 0.300101, 0.301001]
      const ring = [
        [a, c],
        [b, c],
        [b, d],
        [a, d],
        [a, c],
      ]
      const fields = {
        ...{ name: 'Upper', country: 'UG', area_ha: '1', occurred_at: 'today', crops: 'coffee_fresh_cherry' },
        ...{ lawful_basis: 'contract_performance' },
        outline: JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
      }
      const form_token = await visitor.formToken()
      const ids = { id: uuidv7(), plot: uuidv7() }
      const page = await visitor.post(path, { ...fields, ...ids, form_token })
      return { path, page, fields: { ...fields, ...ids } }
    },
    'POST /consent/:id/grant': async (visitor) => {
      const { path, read } = await readOut(visitor)
      return { path, page: read, fields: {} }
    },
    'POST /consent/:id/mandate': async (visitor) => {
      const path = `/consent/${member.party}/mandate`
      const fields = {
        ...{ delegate: bank.name, act_assert: '1', type_delivery: '1' },
        ...{ from: 'today', until: '31/12/2031', basis: 'witnessed' },
      }
      return shown(visitor, path, fields)
    },
    'POST /consent/:id/objection': async (visitor) => {
      const path = `/consent/${member.party}/objection`
      const fields = { purpose_insurance: '1', channel: 'in_person' }
      return shown(visitor, path, fields)
    },
    'POST /consent/:id/ending': async (visitor) => {
      await office.did(
        'grant record --expires 30/6/2030 --channel written --purpose insurance',
        `--types delivery --subject ${member.party} --grantee ${bank.party}`,
      )
      const [{ id: target }] = await grantsOf(member.party)
      const of = `/consent/${member.party}`
      return shown(visitor, `${of}/ending`, { kind: 'grant', target }, of)
    },
    'POST /access/:id': async (visitor) => {
      const { id } = await office.did('subject-access', 'open', '--party', member.party)
      const path = `/access/${id}`
      return { path, page: await visitor.get(path), fields: {} }
    },
    'POST /readers/:id': async (visitor) => {
      const made = await office.did('credential', 'issue', '--party', bank.party, '--kind', 'reader')
      const path = `/readers/${bank.party}`
      const fields = { act: 'revoke', token: made.credential_id }
      return shown(visitor, path, fields)
    },
    'POST /devices': async (visitor) => {
      const { enrolment_code: code } = await office.did('device', 'enrol', '--party', member.party)
      const id = uuidv7()
      await office.call('/v1/devices', { id, name: 'Scale phone' }, code)
      return shown(visitor, '/devices', { act: 'revoke', device: id })
    },
    'POST /machine/backups': async (visitor) => {
      const path = '/machine/backups'
      const fields = { act: 'place', place: join(temporaryFolder(), 'backups') }
      const form_token = await visitor.formToken()
      return { path, page: await visitor.post(path, { ...fields, form_token }), fields: {} }
    },
    'POST /requests/:id': async (visitor) => {
      const { token } = await office.did('credential', 'issue', '--party', bank.party, '--kind', 'reader')
      const id = uuidv7()
      const asked = { id, about: { party: member.party }, purpose: 'credit_assessment', reason: 'A loan.' }
      const terms = { record_types: ['delivery'], expires_at: '2030-06-30T00:00:00Z' }
      await office.call('/v1/access-requests', { ...asked, ...terms }, token)
      const channel = { channel: 'in_person' }
      return { ...(await shown(visitor, `/requests/${id}`, { act: 'refuse', ...channel })), fields: channel }
    },
  }
  const delivered = async () => {
    const flags = ['--from', member.party, '--to', 'cooperative', '--crop', 'coffee_fresh_cherry']
    const dated = ['--date', 'today', '--quantity', '12 kg']
    return (await office.did('record', 'add', 'delivery', ...flags, ...dated)).id
  }

  test.each(Object.keys(forms))('%s is refused, and writes nothing', async (route) => {
    const { path, page, fields } = await (forms[route] as (typeof forms)[string])(staff.manager)
    const sure = sureIn(page)
    expect(sure).not.toBe('')
    const before = await records()
    for (const visitor of await others()) {
      const form_token = await visitor.formToken()
      const late = await visitor.answer(path, page, { ...fields, sure, form_token })
      const isManagers =
        OFFICE_ROUTES[route as keyof typeof OFFICE_ROUTES] === 'manage' && late.status === 403
      const isShownAgain = late.status === 422 || (late.status === 303 && late.location === path)
      expect(isManagers || isShownAgain, `${path} ${late.status} ${late.location}`).toBe(true)
      // With the first session's own token it does not even come to that.
      expect((await visitor.answer(path, page, { ...fields, sure })).status).toBe(403)
    }
    expect(await records()).toBe(before)
    const done = await staff.manager.answer(path, page, { ...fields, sure })
    expect([200, 303], done.text.slice(done.text.indexOf('<h1>'))).toContain(done.status)
    expect(done.text).not.toContain(CHANGED)
  })

  test('no route that writes is left out', () => {
    /** One step alone; imports and operators' files, which take the program itself, have tests of their own. */
    const atOnce = [
      ...[
        'POST /to-tell',
        'POST /receipt/:id/printed',
        'POST /weigh-in/messages',
        'POST /consent/:id/access',
        'POST /first-day',
        'POST /pictures',
      ],
      ...[
        'POST /machine',
        'POST /machine/messages',
        'POST /cooperative',
        'POST /cooperative/appearance',
        'POST /cooperative/receipts',
        'POST /cooperative/lists',
        'POST /staff',
        'POST /import',
        'POST /import/:id',
      ],
      ...['POST /payments/lists', 'POST /payments/lists/:id', 'POST /payments/files/:id'],
      ...['POST /payments/waiting', 'POST /vouchers'],
    ]
    const writing = Object.entries(OFFICE_ROUTES).filter(
      ([route, permission]) => route.startsWith('POST ') && permission !== null && permission !== 'read',
    )
    expect(writing.map(([route]) => route).sort()).toEqual([...Object.keys(forms), ...atOnce].sort())
  })
})

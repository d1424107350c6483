import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { openOffice, staffOf, sureIn } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** Consent, mandates, objections and subject access at the office page, beside what the command says of them. */

const office = await openOffice()
const staff = await staffOf(office)
const member: string = await office.party('person', 'Akello Grace', '7')
const bank: string = await office.party('institution', 'Hills Sacco')
afterAll(() => office.service.stop())

const grants = async () => (await office.did('grant', 'list', '--subject', member)).grants

describe('consent', () => {
  const given = {
    grantee: 'Hills Sacco',
    purpose: 'credit_assessment',
    type_delivery: '1',
    until: '30/6/2030',
    channel: 'written',
  }

  test('is read out first, then written once, as the command writes it', async () => {
    const path = `/consent/${member}/grant`
    const form = await staff.clerk.get(path)
    expect(form.text).not.toContain('checked')
    const read = await staff.clerk.answer(path, form, given)
    expect(read.status).toBe(200)
    expect(read.text).toContain(
      'You let Hills Sacco (institution) see your deliveries with their prices until 30 June 2030.',
    )
    expect(read.text).toContain('Signature or thumbprint')
    expect(await grants()).toEqual([])
    const agreed = { ...given, sure: sureIn(read) }
    const written = await staff.clerk.answer(path, read, agreed)
    expect(written.location).toBe(`/consent/${member}?written=grant`)
    const again = await staff.clerk.answer(path, read, agreed)
    expect(again.location).toBe(`/consent/${member}?written=grant`)
    const [grant, ...others] = await grants()
    expect(others).toEqual([])
    expect(grant).toMatchObject({
      grantee: bank,
      purpose: 'credit_assessment',
      record_types: ['delivery'],
      channel: 'written',
      status: 'live',
    })
    const { id, received_at, ...byPage } = grant
    await office.did('grant', 'revoke', id)
    await office.did(
      'grant record --purpose credit_assessment --types delivery --expires 30/6/2030',
      `--channel written --subject ${member} --grantee ${bank}`,
    )
    const [byCommand] = await grants()
    expect({ ...byPage, valid_from: 0 }).toEqual({
      ...byCommand,
      id: undefined,
      received_at: undefined,
      valid_from: 0,
    })
    const { entries } = await office.did('audit', '--about', member)
    expect(
      entries.map(({ staff: who, action }: { staff: string; action: string }) => [who, action]),
    ).toContainEqual(['The clerk', 'grant'])
    expect(received_at).toBeTruthy()
  })

  test('what was not looked at is not written', async () => {
    const path = `/consent/${member}/grant`
    const before = (await grants()).length
    const read = await staff.clerk.answer(path, await staff.clerk.get(path), given)
    const other = await staff.clerk.answer(path, read, { ...given, type_obligation: '1', sure: sureIn(read) })
    expect(other.text).toContain('your deliveries with their prices, debts and claims')
    expect((await grants()).length).toBe(before)
  })

  test.each([
    [{ ...given, grantee: '' }, 'This is required.'],
    [{ ...given, grantee: 'nobody of that name' }, 'is not a known id or member number'],
    [{ ...given, type_delivery: undefined }, 'Choose at least one.'],
    [{ ...given, purpose: '' }, 'This is required.'],
    [{ ...given, purpose: 'sale_of_data' }, 'must be a purpose of the registry'],
    [{ ...given, until: '31/2/2030' }, 'Enter a day such as 31/1/'],
    [{ ...given, until: '1/1/2020' }, 'must lie after the beginning'],
    [{ ...given, channel: 'telepathy' }, '/channel'],
    [{ ...given, evidence: 'xyz' }, 'SHA-256'],
  ])('what is wrong with %j is said', async (fields, fault) => {
    const path = `/consent/${member}/grant`
    const sent = Object.fromEntries(
      Object.entries(fields).filter(([, text]) => text !== undefined),
    ) as Record<string, string>
    const { status, text } = await staff.clerk.answer(path, await staff.clerk.get(path), sent)
    expect(status).toBe(422)
    expect(text).toContain(fault)
  })

  test('three usual sets stand first, none is chosen, and one is read out with all it opens', async () => {
    const path = `/consent/${member}/grant`
    const page = await staff.clerk.get(path)
    const sets = [...page.text.matchAll(/<input type="radio" name="set" value="([a-z]+)"([^>]*)>/g)]
    expect(sets.map(([, name]) => name)).toEqual(['loan', 'buyer', 'certifier', 'own'])
    expect(sets.filter(([, , rest]) => /checked/.test(rest ?? ''))).toEqual([])
    expect(page.text).toContain('<details><summary>All purposes and records')
    const { purpose: _, type_delivery: __, ...rest } = given
    const read = await staff.clerk.answer(path, page, { ...rest, set: 'loan' })
    const [said = ''] = /<blockquote>.*<\/blockquote>/s.exec(read.text) ?? []
    for (const shown of ['credit assessment', 'deliveries with their prices', 'debts', 'payments with who'])
      expect(said).toContain(shown)
    expect(said).not.toContain('plots of land')
    // A set and an own choice contradict each other.
    const both = await staff.clerk.answer(path, page, { ...given, set: 'buyer' })
    expect([both.status, both.text]).toEqual([422, expect.stringContaining('not both')])
  })

  test('is taken back in two clicks, from the page of the member too', async () => {
    const page = await staff.clerk.get(`/members/${member}`)
    const [live] = (await grants()).filter(({ status }: { status: string }) => status === 'live')
    const path = `/consent/${member}/ending`
    expect(page.text).toContain(`name="target" value="${live.id}"`)
    const asked = await staff.clerk.answer(path, page, { kind: 'grant', target: live.id })
    expect(asked.text).toContain(
      'Akello Grace (person, 7) lets Hills Sacco (institution) read this: deliveries with their prices, for credit assessment.',
    )
    expect((await grants())[0].revoked_at).toBeNull()
    const done = await staff.clerk.answer(path, asked, { sure: sureIn(asked) })
    expect(done.location).toBe(`/consent/${member}?written=ended`)
    expect((await grants())[0].revoked_at).not.toBeNull()
    const twice = await staff.clerk.answer(path, asked, { sure: sureIn(asked) })
    expect(twice.location).toBe(`/consent/${member}?written=ended`)
  })

  test("another person's cannot be taken back on this page", async () => {
    const [grant] = await grants()
    const { status } = await staff.clerk.post(`/consent/${bank}/ending`, {
      form_token: await staff.clerk.formToken(),
      kind: 'grant',
      target: grant.id,
    })
    expect(status).toBe(422)
  })
})

test('a mandate is read out, then written as the command writes it, and ended', async () => {
  const path = `/consent/${member}/mandate`
  const fields = {
    delegate: 'cooperative',
    act_assert: '1',
    act_confirm: '1',
    type_delivery: '1',
    from: 'today',
    until: '31/12/2031',
    basis: 'witnessed',
  }
  const read = await staff.clerk.answer(path, await staff.clerk.get(path), fields)
  expect(read.text).toContain('They may record and confirm deliveries.')
  const done = await staff.clerk.answer(path, read, { ...fields, sure: sureIn(read) })
  expect(done.location).toBe(`/consent/${member}?written=delegation`)
  const { delegations } = await office.did('delegation', 'list', '--party', member)
  expect(delegations).toMatchObject([
    { acts: ['assert', 'confirm'], record_types: ['delivery'], basis: 'witnessed' },
  ])
  const page = await staff.clerk.get(`/consent/${member}`)
  const ending = `/consent/${member}/ending`
  const asked = await staff.clerk.answer(ending, page, { kind: 'delegation', target: delegations[0].id })
  expect(asked.text).toContain('acts for Akello Grace (person, 7).')
  await staff.clerk.answer(ending, asked, { sure: sureIn(asked) })
  const after = await office.did('delegation', 'list', '--party', member)
  expect(after.delegations[0].revoked_at).not.toBeNull()
})

test('an objection is read out, lodged once with what it stops, and withdrawn by the person', async () => {
  const path = `/consent/${member}/objection`
  const fields = { purpose_insurance: '1', channel: 'in_person' }
  const read = await staff.clerk.answer(path, await staff.clerk.get(path), fields)
  expect(read.text).toContain('You do not want others to see anything that is recorded about you for ')
  const lodged = await staff.clerk.answer(path, read, { ...fields, sure: sureIn(read) })
  expect(lodged.text).toContain('It stops nothing today')
  expect((await staff.clerk.answer(path, read, { ...fields, sure: sureIn(read) })).text).toContain(
    'It stops nothing today',
  )
  const { objections } = await office.did('objection', 'list', '--subject', member)
  expect(objections).toMatchObject([{ purposes: ['insurance'], record_types: null, withdrawn_at: null }])
  const ending = `/consent/${member}/ending`
  const asked = await staff.clerk.answer(ending, await staff.clerk.get(`/consent/${member}`), {
    kind: 'objection',
    target: objections[0].id,
  })
  expect(asked.text).toContain('Only the person may withdraw it.')
  await staff.clerk.answer(ending, asked, { sure: sureIn(asked), channel: 'written' })
  const after = await office.did('objection', 'list', '--subject', member)
  expect(after.objections[0].withdrawn_at).not.toBeNull()
})

test('an old objection that holds is shown before newer ones that were withdrawn', async () => {
  const subject: string = await office.party('person', 'Okello Ruth', '77')
  const lodge = async (purpose: string): Promise<string> =>
    (await office.did(`objection lodge --channel written --subject ${subject} --purposes ${purpose}`)).id
  const kept = await lodge('insurance')
  for (let i = 0; i < 50; i++)
    await office.did(`objection withdraw --channel written ${await lodge('credit_assessment')}`)
  const { text } = await staff.clerk.get(`/consent/${subject}`)
  expect(text).toContain(`value="${kept}"`)
})

test('a request is noted once; a manager prints its answer and says when it was handed over', async () => {
  const path = `/consent/${member}/access`
  const page = await staff.clerk.get(`/consent/${member}`)
  await staff.clerk.answer(path, page, {})
  expect((await staff.clerk.answer(path, page, {})).location).toBe(`/consent/${member}?written=request`)
  const { requests } = await office.did('subject-access', 'list')
  expect(requests).toMatchObject([{ party: member, answered_at: null }])
  const answer = `/access/${requests[0].id}`
  expect((await staff.clerk.get(answer)).status).toBe(403)
  expect((await staff.clerk.get('/today')).text).toContain(`href="/consent/${member}"`)
  const printed = await staff.manager.get(answer)
  expect(printed.text).toContain('What we hold about you')
  expect(printed.text).toContain('Akello Grace')
  expect(printed.text.trim().endsWith('</html>')).toBe(true)
  const done = await staff.manager.answer(answer, printed, {})
  expect(done.location).toBe(`/consent/${member}?written=answer`)
  expect((await office.did('subject-access', 'list')).requests).toEqual([])
  const { status, text } = await staff.manager.get(answer)
  expect([status, text]).toEqual([422, expect.stringContaining('This request was answered at')])
})

describe('lenders and buyers', () => {
  test('a token is shown once, reads, and is ended in two clicks', async () => {
    const path = `/readers/${bank}`
    const page = await staff.manager.get(path)
    const made = await staff.manager.answer(path, page, { act: 'token', kind: 'reader' })
    const token = /gry_[\w-]{43}/.exec(made.text)?.[0] ?? ''
    expect(made.text).toContain('Access for ')
    const again = await staff.manager.answer(path, page, { act: 'token', kind: 'reader' })
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('This form was already sent')])
    expect((await staff.manager.get(path)).text).not.toContain(token)
    const read = async () =>
      (
        await fetch(`${office.url}/v1/records?purpose=credit_assessment`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect(await read()).toBe(200)
    const { credentials } = await office.did('credential', 'list')
    const [own] = credentials.filter(({ party }: { party: string }) => party === bank)
    const asked = await staff.manager.answer(path, await staff.manager.get(path), {
      act: 'revoke',
      token: own.credential_id,
    })
    expect(asked.text).toContain('The next request with this token of Hills Sacco is refused.')
    expect(await read()).toBe(200)
    await staff.manager.answer(path, asked, { act: 'revoke', sure: sureIn(asked) })
    expect(await read()).toBe(401)
  })

  test('what they may read is sent to an address of theirs, until the office ends it', async () => {
    const path = `/readers/${bank}`
    const { credential_id } = await office.did('credential', 'issue', '--party', bank, '--kind', 'reader')
    const page = await staff.manager.get(path)
    const asked = { act: 'send', purpose: 'credit_assessment', sendToken: 'their-token', fingerprint: '' }
    const refused = await staff.manager.answer(path, page, { ...asked, to: 'http://example.org/' })
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Nothing can be sent to this'),
    ])
    expect(refused.text).toContain('value="http://example.org/"')
    expect(refused.text).not.toContain('their-token')
    const sent = await staff.manager.answer(path, refused, { ...asked, to: 'http://127.0.0.1:9/pages' })
    expect(sent.location).toBe(path)
    const shown = await staff.manager.get(path)
    expect(shown.text).toContain('http://127.0.0.1:9/pages')
    expect(shown.text).not.toContain('their-token')
    const [{ id, purpose }] = (await office.did('feed', 'list')).feeds
    expect(purpose).toBe('credit_assessment')
    const looked = await staff.manager.answer(path, shown, { act: 'endSending', feed: String(id) })
    expect(looked.text).toContain('Nothing more is sent to http://127.0.0.1:9/pages')
    expect((await office.did('feed', 'list')).feeds).toMatchObject([{ id, state: 'sending' }])
    await staff.manager.answer(path, looked, { act: 'endSending', feed: String(id), sure: sureIn(looked) })
    expect((await office.did('feed', 'list')).feeds).toMatchObject([{ id, state: 'ended' }])

    const again = await staff.manager.get(path)
    await staff.manager.answer(path, again, { ...asked, to: 'http://127.0.0.1:9/pages' })
    await office.did('credential', 'revoke', credential_id)
    // The service looks when the log has grown.
    await soon(async () => {
      const { text } = await staff.manager.get('/today')
      expect(text).toContain('Hills Sacco: nothing is sent to its address since')
    })
  })

  test('what was opened to them and what they read is shown', async () => {
    const { text } = await staff.auditor.get(`/readers/${bank}`)
    expect(text).toContain('Akello Grace')
    expect(text).toContain('credit assessment')
    expect(text).not.toContain('Make a token')
    expect((await staff.auditor.get('/readers')).text).toContain('Hills Sacco')
  })

  test('a new one is added as what it is', async () => {
    const page = await staff.clerk.get('/new-member?kind=institution')
    const added = await staff.clerk.answer('/new-member', page, {
      name: 'Valley Bank',
      kind: 'institution',
      number: '',
      phone: '',
    })
    expect(added.location).toMatch(/^\/readers\//)
    const { parties } = await office.did('party', 'list')
    expect(parties.find(({ name }: { name: string }) => name === 'Valley Bank').kind).toBe('institution')
  })

  test('whoever reads or may come to read is listed, with what is to be done; members are not', async () => {
    const trader = await office.party('person', 'Trader Tom', '')
    await office.party('person', 'Aunt Rose', '')
    await office.party('person', 'Neighbour Ben', '91')
    for (const grantee of [trader, '91'])
      await office.did(
        'grant record --purpose insurance --types delivery --expires 30/6/2030',
        `--channel written --subject ${member} --grantee ${grantee}`,
      )
    const { text } = await staff.auditor.get('/readers')
    const rows = [...text.matchAll(/<tr>(?:(?!<tr>).)*<\/tr>/gs)].map(([row]) => row)
    const rowOf = (name: string) => rows.find((row) => row.includes(name)) ?? ''
    for (const name of ['Valley Bank', 'Trader Tom'])
      expect(rowOf(name)).toContain('No token yet: open its page')
    expect(rowOf('Hills Sacco')).toContain('No token is valid')
    for (const name of ['Neighbour Ben', 'Aunt Rose']) expect(rowOf(name)).toBe('')
  })

  test('one that was entered twice is listed once, with the tokens of both; the list is one entry of the log', async () => {
    const twice: string = await office.party('institution', 'Hills Savings')
    const issued = await office.did('credential', 'issue', '--party', twice, '--kind', 'reader')
    await office.did('party', 'merge', bank, twice, '--yes')
    const log = async (limit: string): Promise<readonly { readonly n: number; readonly action: string }[]> =>
      (await office.did('audit', '--limit', limit)).entries
    const [before] = await log('1')
    const { text } = await staff.auditor.get('/readers')
    const since = (await log('100')).filter(({ n }) => n > must(before).n).map(({ action }) => action)
    expect(since.filter((action) => action === 'grant.readers' || action === 'party.list')).toEqual([
      'grant.readers',
    ])
    expect(text).not.toContain(`href="/readers/${twice}"`)
    expect(text.split(`href="/readers/${bank}"`)).toHaveLength(2)
    expect((await staff.manager.get(`/readers/${bank}`)).text).toContain(issued.credential_id)
  })
})

test('a device is enrolled by a code that is shown once, and ended in two clicks', async () => {
  const page = await staff.manager.get('/devices')
  const enrol = { act: 'enrol', carrier: 'member', party: '7', life: 'day', since: '' }
  const { location } = await staff.manager.answer('/devices', page, enrol)
  const made = await staff.manager.get(location as string)
  expect(made.text).toContain('No phone has used this code yet.')
  const code = /<code>(gryenr_[^<]+)<\/code>/.exec(made.text)?.[1] ?? ''
  expect((await staff.manager.answer('/devices', page, enrol)).status).toBe(422)
  const id = uuidv7()
  const { token } = await office.call('/v1/devices', { id, name: 'Scale phone' }, code)
  const after = await staff.manager.get(location as string)
  expect(after.text).toContain('“Scale phone” is registered with this code.')
  expect(after.text).not.toContain(code)
  // What became of it: it is an hour ahead, and one of its two records was refused.
  const harvest = (more: object) => ({
    ...{ id: uuidv7(), type: 'harvest', lawful_basis: 'consent', producer: member, crop: 'maize_grain' },
    ...{ occurred_at: new Date(Date.now() - 60_000).toISOString(), quantity: { value: 5, unit: 'kg' } },
    ...more,
  })
  const recorded_at = new Date(Date.now() + 3_600_000).toISOString()
  const outbox = (...records: object[]) => office.call('/v1/sync/outbox', { records }, token)
  await outbox(harvest({ recorded_at }), harvest({ colour: 'red' }))
  const list = await staff.manager.get('/devices')
  const row = /<tr>(?:(?!<\/tr>)[\s\S])*Scale phone[\s\S]*?<\/tr>/.exec(list.text)?.[0] ?? ''
  const told = row.replace(/<[^>]+>/g, ' ')
  for (const words of ['Akello Grace', '1 record accepted', '1 rejected', '60 minutes ahead: set it'])
    expect(told).toContain(words)
  expect((await staff.manager.get(`/devices/${id}`)).text).toContain(
    'The body does not have the required shape',
  )
  const clockOnToday = async () =>
    (await staff.clerk.get('/today')).text.match(
      /<a href="\/devices">The clock of [^<]*|Of 1 device seen lately/g,
    )
  expect(await clockOnToday()).toEqual([
    '<a href="/devices">The clock of “Scale phone” of Akello Grace is 60 minutes ahead: set it.',
  ])
  const oldest_waiting_at = '2026-05-01T08:00:00Z'
  const storage = { storage_used_bytes: 2_500_000, storage_quota_bytes: 4_000_000_000 }
  const report = { waiting: 2, rejected: 1, oldest_waiting_at, ...storage, client: '<b>field 3' }
  await office.call('/v1/sync/outbox', { records: [], report }, token)
  const says = (await staff.clerk.get(`/devices/${id}`)).text.split('What the phone says of itself')[1] ?? ''
  for (const words of [
    'Only the phone says so',
    '2, the oldest since 1 May 2026',
    '3 MB of 4,000 MB',
    '&lt;b>field 3',
  ])
    expect(says).toContain(words)
  // Then its battery is empty, and its clock begins anew.
  await outbox(harvest({ recorded_at: '1970-01-01T00:05:00Z' }))
  expect((await staff.manager.get('/devices')).text).toMatch(/at least [\d,]+ days behind: set it/)
  expect((await office.said('device', 'list')).out).toMatch(/its clock is at least [\d,]+ days behind/)
  expect(await clockOnToday()).toEqual([
    expect.stringMatching(/“Scale phone” of Akello Grace is at least [\d,]+ days behind: set it\.$/),
  ])
  const [device] = (await office.did('device', 'list')).devices
  expect(device.last_came_at).not.toBeNull()
  expect(told).not.toContain('never')
  expect((await staff.clerk.get(`/devices/${id}`)).text).not.toContain('End this device')
  const shown = await staff.manager.get(`/devices/${id}`)
  const asked = await staff.manager.answer('/devices', shown, { act: 'revoke', device: id })
  expect(asked.text).toContain('“Scale phone” of Akello Grace')
  await staff.manager.answer('/devices', asked, { act: 'revoke', sure: sureIn(asked) })
  const ended = (await staff.clerk.get(`/devices/${id}`)).text
  expect(ended).toContain('What the phone still holds')
  expect(ended).toContain('Its token is refused at once')
  expect(ended).toContain('It had fetched no members and no records.')
  expect(ended).toContain('3 records that it had not sent, as it last said.')
  const { devices } = await office.did('device', 'list')
  expect(devices[0].revoked_at).not.toBeNull()
  expect(await clockOnToday()).toBeNull()
})

test('a member confirms on a field phone by a code of the member’s page, which opens nothing of earlier days', async () => {
  const form = { act: 'confirms', party: member }
  expect((await staff.clerk.get(`/members/${member}`)).text).not.toContain('Confirms on a field phone')
  expect(
    (await staff.clerk.post('/devices', { ...form, form_token: await staff.clerk.formToken() })).status,
  ).toBe(403)
  const page = await staff.manager.get(`/members/${member}`)
  expect(page.text).toContain('Confirms on a field phone')
  const { location } = await staff.manager.answer('/devices', page, form)
  const made = await staff.manager.get(location as string)
  for (const words of ['People who confirm here', 'The code has not been used yet.', 'Akello Grace'])
    expect(made.text).toContain(words)
  const code = /<code>(gryenr_[^<]+)<\/code>/.exec(made.text)?.[1] ?? ''
  // The cooperative has phones of its own, and nobody knows a party without a record.
  for (const party of [office.coop.cooperative, uuidv7(), 'none', '']) {
    // A form that was sent already is refused whatever is in it.
    const fresh = await staff.manager.get(`/members/${member}`)
    expect((await staff.manager.answer('/devices', fresh, { act: 'confirms', party })).status).not.toBe(303)
  }
  const { enrolment_code } = await office.did('device', 'enrol', '--party', 'cooperative')
  const [phone, id] = [uuidv7(), uuidv7()]
  await office.call('/v1/devices', { id: phone, name: 'Officer’s phone' }, enrolment_code)
  const held = { id, name: 'Officer’s phone', held_on: phone }
  const { token } = await office.call('/v1/devices', held, code)
  expect((await staff.manager.get(location as string)).text).toContain('Now the member chooses a PIN there.')
  const sent = {
    type: 'delivery',
    occurred_at: '2026-01-05T08:00:00.000Z',
    from_party: member,
    to_party: office.coop.cooperative,
    crop: 'maize_grain',
    quantity: { value: 5, unit: 'kg' },
  }
  const delivery = await office.append('delivery', sent)
  const answer = await fetch(`${office.url}/v1/records/${delivery.id}?purpose=own_records`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(404)
  const confirming = () => ({ id: uuidv7(), channel: 'app', occurred_at: new Date().toISOString() })
  // What it may not read it does not confirm either.
  const refused = await fetch(`${office.url}/v1/deliveries/${delivery.id}/confirmation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(confirming()),
  })
  expect(refused.status).toBe(404)
  const todays = await office.append('delivery', { ...sent, occurred_at: new Date().toISOString() })
  await office.call(`/v1/deliveries/${todays.id}/confirmation`, confirming(), token)
  const stored = await office.call(`/v1/records/${todays.id}?purpose=own_records`)
  expect(stored.derived.confirmation).toMatchObject({ confirmed: true, independent: true, channel: 'app' })
  // Who looks at either phone sees the other.
  expect((await staff.clerk.get(`/devices/${id}`)).text).toMatch(
    new RegExp(`On the phone[\\s\\S]*<a href="/devices/${phone}">Officer’s phone</a>`),
  )
  expect((await staff.clerk.get(`/devices/${phone}`)).text).toMatch(
    new RegExp(`People who confirm on this phone[\\s\\S]*<a href="/devices/${id}">[^<]*Akello Grace</a>`),
  )
  expect((await office.did('device', 'list')).devices).toContainEqual(
    expect.objectContaining({ id, held_on: phone, held_on_name: 'Officer’s phone' }),
  )
  for (const one of [phone, id]) await office.did('device', 'revoke', one)
  expect((await staff.clerk.get(`/devices/${phone}`)).text).not.toContain('People who confirm on this phone')
})

import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TaskRunner } from '../../../src/cli/tasks.ts'
import type { AuditQuestion } from '../../../src/consent/audit-tasks.ts'
import { localTasks } from '../../../src/tasks.ts'
import { type Actor, makeAppliance } from '../../support/appliance.ts'
import {
  appended,
  at,
  confirm,
  DAY_MS,
  deliveryOf,
  granted,
  harvestOf,
  mandate,
  PURPOSE,
  read,
} from '../../support/flows/help.ts'

/** Who saw this record, what did this party read, what was refused and why. */

const a = await makeAppliance()
const anna = await a.party('person', 'Anna', { member_no: '17' })
const ben = await a.party('person', 'Ben')
const bank = await a.party('institution', 'Bank')
const harvest: { id: string } = await appended(anna, 'harvest', harvestOf(anna))
const delivery: { id: string } = await appended(
  anna,
  'delivery',
  deliveryOf(anna, ben, { lawful_basis: 'consent' }),
)
const grantId: string = uuidv7()
await granted(a, anna, bank, ['harvest', 'delivery'], PURPOSE, { id: grantId })
await read(bank, harvest.id)
await bank.get(`/v1/records/${delivery.id}?purpose=${PURPOSE}`)
await bank.get(`/v1/records/${uuidv7()}?purpose=${PURPOSE}`)
await bank.get(`/v1/records/${harvest.id}?purpose=insurance`)
a.clock.nowMs += DAY_MS
const secondDayMs: number = a.clock.nowMs
await anna.post('/v1/objections', { id: uuidv7(), channel: 'app', record_types: ['delivery'] })
await granted(a, ben, bank, ['delivery'])
await bank.get(`/v1/records/${delivery.id}?purpose=${PURPOSE}`)
await bank.get(`/v1/records?purpose=${PURPOSE}`)
await read(ben, delivery.id)

const ask = (question: Partial<AuditQuestion>) =>
  localTasks(a.kernel).run('audit', 'clerk', { count: 100, ...question })
const brief = async (question: Partial<AuditQuestion>) =>
  (await ask(question)).entries.map(({ name, action, outcome }) => [name?.name ?? null, action, outcome])

test('who saw a record, and who was refused it and why', async () => {
  expect(await brief({ record: harvest.id })).toEqual([
    ['Bank', 'list', 'disclosed'],
    ['Bank', 'read', 'no_grant'],
    ['Bank', 'read', 'disclosed'],
  ])
  expect(await brief({ record: delivery.id })).toEqual([
    ['Ben', 'read', 'disclosed'],
    ['Bank', 'read', 'objection'],
    ['Bank', 'read', 'no_grant'],
  ])
})

test('what a party read, by its id or member number', async () => {
  expect(await brief({ party: bank.id })).toEqual([
    ['Bank', 'list', 'disclosed'],
    ['Bank', 'read', 'objection'],
    ['Bank', 'read', 'no_grant'],
    ['Bank', 'read', 'no_such_record'],
    ['Bank', 'read', 'no_grant'],
    ['Bank', 'read', 'disclosed'],
  ])
  expect((await brief({ party: '17' })).map(([, action]) => action)).toEqual([
    'objection',
    'grant',
    'append',
    'append',
  ])
})

test('an entry names whom its act is about, other than who acted', async () => {
  const { entries } = await ask({ party: '17' })
  const aboutOf = (wanted: string) => entries.find(({ action }) => action === wanted)?.about
  expect(aboutOf('grant')).toMatchObject([{ party: bank.id, name: { name: 'Bank' } }])
  expect(aboutOf('append')).toEqual([])
})

test('an entry names the purpose, the records and the grants relied on', async () => {
  const [list] = (await ask({ party: bank.id })).entries
  expect(list).toMatchObject({
    purpose: PURPOSE,
    record_ids: expect.arrayContaining([harvest.id]),
    grant_ids: [grantId],
    party: bank.id,
  })
  const [own] = (await ask({ record: delivery.id })).entries
  expect(own).toMatchObject({ record_ids: [delivery.id], grant_ids: [] })
})

test('what was refused and why, by everybody or one party, and about somebody', async () => {
  const reasons = async (question: Partial<AuditQuestion>) =>
    (await ask({ refused: true, ...question })).entries.map(({ outcome }) => outcome)
  expect(await reasons({})).toEqual(['objection', 'no_grant', 'no_such_record', 'no_grant'])
  expect(await reasons({ party: ben.id })).toEqual([])
  expect(await reasons({ about: anna.id })).toEqual(['objection', 'no_grant', 'no_grant'])
  expect(await reasons({ sinceMs: secondDayMs })).toEqual(['objection'])
})

/** The same question, at once and in pages of two. Looking is an act too, so what is compared must have been there before. */
async function expectPaged(question: Partial<AuditQuestion>): Promise<number> {
  const before = (await ask({})).entries[0]?.n as number
  const whole = (await ask({ ...question, before })).entries.map(({ n }) => n)
  const paged: number[] = []
  for (let next: number | null = before; next !== null; ) {
    const page: Awaited<ReturnType<typeof ask>> = await ask({ ...question, count: 2, before: next })
    paged.push(...page.entries.map(({ n }) => n))
    next = page.next
  }
  expect(paged).toEqual(whole)
  return whole.length
}

test('since a day, and page by page', async () => {
  expect((await ask({ sinceMs: secondDayMs, party: bank.id })).entries).toHaveLength(2)
  for (const question of [{}, { party: bank.id }, { record: harvest.id }, { refused: true }])
    await expectPaged(question)
})

test('an operator’s acts are there, with the name of the system user', async () => {
  await localTasks(a.kernel).run('party.list', 'clerk', { after: null })
  const entries = (await ask({ party: 'cooperative' })).entries
  expect(entries.find(({ action }) => action === 'party.list')).toMatchObject({ operator: 'clerk' })
  expect((await ask({})).entries[0]).toMatchObject({ action: 'audit', operator: 'clerk' })
})

test('a record that is not there says so, with the remedy', async () => {
  await expect(ask({ record: uuidv7() })).rejects.toMatchObject({
    remedy: expect.stringContaining('--refused'),
  })
})

describe('refused acts are there with their true reason, which the caller was not told', () => {
  const last = async () => (await ask({ refused: true })).entries[0]
  test.each<[string, () => Promise<{ status: number }>, object]>([
    [
      'a correction of what is another’s',
      () => ben.append('harvest', harvestOf(anna, { supersedes: harvest.id })),
      { action: 'append', outcome: 'reference_unresolved', detail: { because: 'not_their_own' } },
    ],
    [
      'a correction of nothing',
      () => ben.append('harvest', harvestOf(anna, { supersedes: uuidv7() })),
      { action: 'append', outcome: 'reference_unresolved', detail: { because: 'not_there' } },
    ],
    [
      'a conflict of ids',
      () => ben.append('harvest', harvestOf(ben, { id: harvest.id })),
      { action: 'append', outcome: 'id_conflict' },
    ],
    [
      'a confirmation of a hidden delivery',
      () => confirm(a, bank, delivery.id),
      { action: 'append', outcome: 'reference_unresolved', detail: { because: 'not_their_own' } },
    ],
    [
      'a revocation of another’s grant',
      () => ben.post(`/v1/grants/${grantId}/revocation`),
      { action: 'grant_revocation', outcome: 'no_such_grant' },
    ],
    [
      'an objection for somebody without a mandate',
      async () =>
        bank.post('/v1/objections', {
          id: uuidv7(),
          channel: 'app',
          on_behalf_of: anna.id,
          delegation_id: await mandate(a, anna, ben, { acts: ['object'] }),
        }),
      { action: 'objection', outcome: 'reference_unresolved', detail: { because: 'not_their_own' } },
    ],
  ])('%s', async (_what, act, entry) => {
    expect((await act()).status).toBeGreaterThanOrEqual(400)
    expect(await last()).toMatchObject(entry)
  })
})

test('a token that has ended, or is of another kind, is there by the party it was given to', async () => {
  const { credentials, ports } = a.kernel
  const use = (token: string, method: 'GET' | 'POST') =>
    a.app.inject({ method, url: '/v1/objections', headers: { authorization: `Bearer ${token}` } })
  const reader = await a.credential(bank.id, 'reader')
  expect((await use(reader, 'POST')).statusCode).toBe(403)
  const short = await a.credential(bank.id, 'reader', a.clock.nowMs + 1_000)
  a.clock.nowMs += 2_000
  expect((await use(short, 'GET')).statusCode).toBe(401)
  const { id } = await ports.submit(() => {
    const last = credentials.list().at(-2)?.credential_id as string
    return { id: credentials.revoke('test', last).credential_id }
  })
  expect(id).toBeDefined()
  expect((await use(reader, 'GET')).statusCode).toBe(401)
  expect((await use(`gry_${'x'.repeat(43)}`, 'GET')).statusCode).toBe(401)
  const entries = (await ask({ party: bank.id, refused: true })).entries.slice(0, 3)
  expect(entries.map(({ name, outcome, detail }) => [name?.name, outcome, detail.route])).toEqual([
    ['Bank', 'credential_revoked', 'GET /v1/objections'],
    ['Bank', 'credential_expired', 'GET /v1/objections'],
    ['Bank', 'not_permitted_for_credential', 'POST /v1/objections'],
  ])
})

test('nothing of a refused act is written but its entry', async () => {
  const { store } = a.kernel
  const before = [store.log.size, store.audit.size]
  await ben.append('harvest', harvestOf(anna, { supersedes: harvest.id }))
  expect([store.log.size, store.audit.size]).toEqual([before[0], (before[1] as number) + 1])
})

test('a page may be empty and yet be followed by another', async () => {
  const { store } = a.kernel
  const seq = store.records.byId(harvest.id)?.seq as number
  const credentialOf = (who: Actor) =>
    store.credentials.all().find(({ party }) => party === store.parties.find(who.id))?.seq as number
  const shownTo = (who: Actor, times: number) => {
    for (let i = 0; i < times; i++)
      store.audit.append(a.clock.nowMs, {
        credential: credentialOf(who),
        action: 'read',
        outcome: 'disclosed',
        records: [seq],
      })
  }
  await a.kernel.ports.submit(() => {
    shownTo(ben, 1)
    shownTo(bank, 5_000)
  })
  const first = await ask({ about: anna.id, party: ben.id, count: 1 })
  expect(first.entries).toEqual([])
  expect(first.next).not.toBe(null)
  const second = await ask({ about: anna.id, party: ben.id, count: 1, before: first.next as number })
  expect(second.entries).toMatchObject([{ name: { name: 'Ben' }, record_ids: [harvest.id] }])
})

describe('what concerns somebody', () => {
  let cora: Actor
  let dan: Actor
  const run: TaskRunner['run'] = (task, operator, args) => a.tasks.run(task, operator, args)
  /** Newest first, without the looks of this test itself. */
  const acts = async (party: string, question: Partial<AuditQuestion> = {}) =>
    (await ask({ about: party, ...question })).entries
      .filter(({ action }) => action !== 'audit')
      .map(({ action, outcome, operator }) => [action, outcome, operator] as const)
  const names = async (party: string) => (await acts(party)).map(([action]) => action)

  beforeAll(async () => {
    cora = await a.party('person', 'Cora', { member_no: '33' })
    dan = await a.party('person', 'Dan', { member_no: '34' })
  })

  test('holds what was done for them on paper, for the giver and for the receiver', async () => {
    const [before, bankBefore] = [(await acts(cora.id)).length, (await acts(bank.id)).length]
    const paper = { channel: 'in_person', expires_at: at(a.clock.nowMs + DAY_MS) }
    const draft = { purpose: PURPOSE, record_types: ['harvest'], ...paper }
    const grant = await run('grant.record', 'clerk', { subject: '33', grantee: bank.id, draft })
    await run('grant.revoke', 'clerk', grant)
    const from = { valid_from: at(a.clock.nowMs), valid_until: at(a.clock.nowMs + DAY_MS) }
    const mandate = await run('delegation.record', 'clerk', {
      principal: '33',
      delegate: '34',
      draft: { record_types: ['harvest'], acts: ['assert'], basis: 'witnessed', ...from },
    })
    await run('delegation.revoke', 'clerk', mandate)
    const objection = await run('objection.lodge', 'clerk', { subject: '33', draft: { channel: 'written' } })
    await run('objection.withdraw', 'clerk', { id: objection.id, channel: 'written' })
    const request = await run('subject-access.open', 'clerk', { party: '33' })
    await run('subject-access.answered', 'clerk', {
      id: request.id,
      counts: { records: 0, redactions: 0, disclosures: 0 },
    })
    const found = await acts(cora.id)
    expect(found.slice(0, found.length - before)).toEqual(
      [
        'subject_access_answer',
        'subject_access_request',
        'objection_withdrawal',
        'objection',
        'delegation_revocation',
        'delegation',
        'grant_revocation',
        'grant',
      ].map((action) => [action, 'done', 'clerk']),
    )
    expect((await names(dan.id)).slice(0, 2)).toEqual(['delegation_revocation', 'delegation'])
    expect((await names(bank.id)).slice(0, 2)).toEqual(['grant_revocation', 'grant'])
    expect((await acts(bank.id)).length).toBe(bankBefore + 2)
    const [entry] = (await ask({ about: cora.id })).entries.filter(({ action }) => action === 'grant')
    expect(entry?.detail).toEqual({ grant: grant.id })
  })

  test('holds devices and tokens, and what was done about them', async () => {
    const { enrolment_code } = await run('device.enrol', 'clerk', {
      party: '34',
      lifeMs: DAY_MS,
      sinceMs: null,
    })
    const id = uuidv7()
    const registered = await a.app.inject({
      method: 'POST',
      url: '/v1/devices',
      headers: { authorization: `Bearer ${enrolment_code}` },
      payload: { id, name: 'Phone' },
    })
    expect(registered.statusCode).toBe(201)
    await run('device.revoke', 'clerk', { id })
    const { credential_id } = await run('credential.issue', 'clerk', {
      party: '34',
      kind: 'reader',
      expiresAtMs: null,
    })
    await run('credential.revoke', 'clerk', { id: credential_id })
    expect((await acts(dan.id)).slice(0, 5)).toEqual([
      ['credential_revocation', 'done', 'clerk'],
      ['credential', 'done', 'clerk'],
      ['device_revocation', 'done', 'clerk'],
      ['device', 'done', null],
      ['enrolment', 'done', 'clerk'],
    ])
  })

  test('holds their own acts, and those of others that were refused', async () => {
    const id = uuidv7()
    await granted(a, cora, bank, ['harvest'], PURPOSE, { id, expires_at: at(a.clock.nowMs + DAY_MS) })
    expect((await ben.post(`/v1/grants/${id}/revocation`)).status).toBe(404)
    expect((await acts(cora.id)).slice(0, 2)).toEqual([
      ['grant_revocation', 'no_such_grant', null],
      ['grant', 'done', null],
    ])
    expect(await acts(cora.id, { refused: true })).toEqual([['grant_revocation', 'no_such_grant', null]])
    expect((await acts(cora.id, { party: ben.id })).map(([action]) => action)).toEqual(['grant_revocation'])
  })

  test('holds what an operator looked up of them, and the word that they were given', async () => {
    await run('grant.list', 'clerk', { subject: '33' })
    await run('delegation.list', 'clerk', { party: cora.id })
    const [look] = (await ask({ about: cora.id })).entries
    expect((await names(cora.id)).slice(0, 2)).toEqual(['delegation.list', 'grant.list'])
    expect(look?.detail).toEqual({ party: cora.id })
    const shown = await appended(anna, 'harvest', harvestOf(anna))
    await read(bank, shown.id)
    await anna.append('harvest', harvestOf(anna, { supersedes: shown.id }))
    const [word] = a.kernel.store.notifications.after(0, 100, false)
    await run('notifications.told', 'clerk', { number: word?.n as number })
    expect((await names(bank.id))[0]).toBe('notification_told')
  })

  test('is one line for an entry, with all the records of theirs in it', async () => {
    const [lost, kept] = [
      await appended(anna, 'harvest', harvestOf(anna)),
      await appended(anna, 'harvest', harvestOf(anna)),
    ]
    const { id } = (await anna.append('retraction', { target_id: lost.id, reason: 'duplicate' })).body
    const { store } = a.kernel
    const seqs = [id, kept.id].map((one) => store.records.byId(one)?.seq as number)
    await a.kernel.ports.submit(() =>
      store.audit.append(a.clock.nowMs, {
        credential: null,
        action: 'list',
        outcome: 'disclosed',
        records: seqs,
      }),
    )
    const [first, second] = (await ask({ about: anna.id })).entries
    expect([...(first?.record_ids ?? [])].sort()).toEqual([id, kept.id].sort())
    expect(second?.n).not.toBe(first?.n)
  })

  test('is paged like the rest, and nobody unknown has any', async () => {
    expect(await expectPaged({ about: cora.id })).toBeGreaterThan(10)
    expect((await ask({ about: uuidv7() })).entries).toEqual([])
  })
})

test('a root that was fixed is no act of its own number', async () => {
  await a.tasks.run('anchor.run', 'clerk', { newKey: false })
  const [entry] = (await ask({})).entries
  expect(entry).toMatchObject({ action: 'anchor_run', detail: { batch: expect.any(Number) } })
})

test('a look that failed undid nothing and is no entry; one that was had names whom it was about', async () => {
  const tasks = localTasks(a.kernel)
  const before = a.kernel.store.audit.size
  await expect(tasks.run('grant.list', 'clerk', { subject: 'nobody' })).rejects.toThrow()
  expect(a.kernel.store.audit.size).toBe(before)
  await tasks.run('grant.list', 'clerk', { subject: '17' })
  expect((await ask({})).entries[0]).toMatchObject({ action: 'grant.list', detail: { subject: '17' } })
})

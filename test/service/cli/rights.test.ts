import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { calling, type Document, founded, served } from '../../support/command.ts'

/** Objections, subject access, notifications and the audit log, as a clerk meets them. */

const coop = await founded()
const { did, said } = coop
const service = await served(coop.data)
await coop.party('person', 'Grace Nakato', '17')
await coop.party('institution', 'Harvest Bank', 'BANK')
const delivery: Document = await did(
  'record add delivery --from 17 --to cooperative --crop maize_grain --date today --basis consent --quantity',
  '120 kg',
)
await did(
  'grant record --subject 17 --grantee BANK --purpose credit_assessment',
  '--types delivery --expires 2099-12-31 --channel in_person',
)
afterAll(() => service.stop())

const ask = (id: string, token: string) =>
  calling(service.url)(`/v1/records/${id}?purpose=credit_assessment`, token)

test.each([
  ['an unknown purpose', ['--purpose', 'gossip', '--expires', '2099-12-31'], 'purposes'],
  ['an end in the past', ['--purpose', 'credit_assessment', '--expires', '2001-12-31'], 'in the future'],
  ['no such date', ['--purpose', 'credit_assessment', '--expires', 'soon'], '2026-12-31'],
])('of %s nothing is read out: that is checked first', async (_what, args, remedy) => {
  const grant = ['grant', 'record', '--subject', '17', '--grantee', 'BANK', '--channel', 'in_person']
  const refused = await said(...grant, '--types', 'delivery', ...args)
  expect(refused.code).toBeGreaterThan(0)
  expect(refused.err).toContain(remedy)
  expect(refused.err).not.toContain('Read this out')
})

test('lodges an objection: reads out before it writes, and then what it did', async () => {
  const lodged = await said('objection', 'lodge', '--subject', '17', '--channel', 'in_person')
  expect(lodged.code).toBe(0)
  expect(lodged.err).toMatch(
    /Read this out to Grace Nakato \(person, 17\):\s+You do not want others to see anything that is recorded about you/,
  )
  expect(lodged.out).toContain('From now on nobody else is shown these any more: 1 delivery.')
  expect(lodged.out).toContain('to Harvest Bank (institution, BANK) for credit assessment until 31 Dec 2099.')
  const { objections } = await did('objection', 'list', '--subject', '17')
  expect(objections).toMatchObject([{ effect: 'stopped_some', channel: 'in_person', withdrawn_at: null }])
  const { id } = objections[0]
  const taken = await did('objection', 'withdraw', id, '--channel', 'written')
  expect(taken).toMatchObject({ code: 0, id })
  expect(taken.withdrawn_at).not.toBe(null)
  expect((await said('objection', 'list', '--subject', '17')).out).toContain('withdrawn')
})

test.each([
  [['objection', 'lodge', '--subject', '17'], 2, '--channel'],
  [['objection', 'lodge', '--subject', '99', '--channel', 'written'], 1, 'party list'],
  [
    ['objection', 'lodge', '--subject', '17', '--channel', 'written', '--purposes', 'gossip'],
    1,
    '/purposes/0',
  ],
  [
    ['objection', 'lodge', '--subject', '17', '--channel', 'written', '--types', 'gold'],
    1,
    '/record_types/0',
  ],
  [['objection', 'withdraw', 'x', '--channel', 'written'], 1, 'objection list'],
  [['objection', 'withdraw', 'x', '--channel', 'app'], 2, 'in_person'],
  [['subject-access', 'open', '--party', '99'], 1, 'party list'],
  [['subject-access', 'answer', 'x'], 1, 'subject-access list'],
  [['notifications', 'told', 'x'], 2, 'notifications list'],
  [['notifications', 'told', '0'], 2, 'notifications list'],
  [['notifications', 'told', '999'], 1, 'notifications list'],
  [['audit', '--since', 'soon'], 2, '2026-12-31'],
  [['audit', '--limit', 'all'], 2, '--limit 100'],
  [['audit', '--record', 'x'], 1, '--refused'],
] as const)('%j is refused with the remedy, and nothing is written', async (args, code, remedy) => {
  const refused = await said(...args)
  expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(remedy)])
})

test('answers a request in words and as a document for programs, once', async () => {
  const { id, due_by } = await did('subject-access', 'open', '--party', '17')
  expect((await did('subject-access', 'list')).requests).toMatchObject([
    { id, due_by, name: 'Grace Nakato', answered_at: null },
  ])
  const printed = await said('subject-access', 'answer', id)
  expect(printed.out).toContain('WHAT IS RECORDED ABOUT YOU')
  expect(printed.out).toContain('Deliveries from you to')
  expect((await did('subject-access', 'list')).requests).toEqual([])
  expect((await did('subject-access', 'list', '--all')).requests).toHaveLength(1)
  const again = await said('subject-access', 'answer', id)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('subject-access open')])

  const second = await did('subject-access', 'open', '--party', '17')
  const out = join(dirname(coop.data), 'answer.json')
  writeFileSync(out, 'precious')
  const taken = await said('subject-access', 'answer', second.id, '--json', '--out', out)
  expect([taken.code, taken.err, readFileSync(out, 'utf8')]).toEqual([
    1,
    expect.stringContaining('new file'),
    'precious',
  ])
  const fresh = `${out}.fresh`
  await said('subject-access', 'answer', id, '--out', fresh)
  expect(existsSync(fresh)).toBe(false)
  const written = await said('subject-access', 'answer', second.id, '--json', '--out', fresh)
  expect([written.code, written.err]).toEqual([0, expect.stringContaining('counts as answered')])
  expect(statSync(fresh).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(fresh, 'utf8'))).toMatchObject({
    id: second.id,
    records: expect.any(Array),
  })
})

test('lists what is owed to whom, and notes that it was told', async () => {
  const { token } = await did('credential', 'issue', '--party', 'BANK', '--kind', 'reader')
  expect((await ask(delivery.id, token)).status).toBe(200)
  const corrected = await did('record', 'correct', delivery.id, '--quantity', '99 kg')
  const { notifications } = await did('notifications', 'list')
  expect(notifications).toMatchObject([
    {
      number: 1,
      name: 'Harvest Bank',
      change: 'corrected',
      record_id: delivery.id,
      because_id: corrected.id,
    },
  ])
  expect((await said('notifications', 'list')).out).toMatch(/1 .*Harvest Bank .*corrected.*not yet/)
  expect((await did('notifications', 'told', '1')).code).toBe(0)
  expect((await did('notifications', 'list')).notifications).toEqual([])
  const { entries } = await did('audit', '--record', delivery.id, '--party', 'BANK')
  expect(entries).toMatchObject([{ name: 'Harvest Bank', outcome: 'disclosed', record_ids: [delivery.id] }])
})

test('shows a refusal that was repeated as one line, and another with the number', async () => {
  const { token } = await did('credential', 'issue', '--party', 'BANK', '--kind', 'reader')
  const nothing = '01900000-0000-7000-8000-00000000000'
  for (const n of [1, 1, 1, 2]) expect((await ask(`${nothing}${n}`, token)).status).toBe(404)
  const { entries } = await did('audit', '--refused', '--limit', '3')
  expect(entries.map(({ repeated }: Document) => repeated)).toEqual([null, 2, null])
  const table = await said('audit', '--refused', '--limit', '3')
  expect(table.out).toMatch(
    /no_such_record\b(?!,)[\s\S]*no_such_record, 2 more times[\s\S]*no_such_record\b(?!,)/,
  )
})

test('shows the audit log with names, and how much of it there is', async () => {
  const table = await said('audit', '--limit', '3')
  expect(table.out.split('\n')).toHaveLength(3 + 2 + 1)
  expect(table.err).toContain('There are more lines')
  const { entries, more } = await did('audit', '--limit', '1000')
  expect([entries.length > 5, more]).toEqual([true, false])
  expect(entries.at(-1)).toMatchObject({ n: 1 })
})

test('tells in its status what ends soon and what is owed', async () => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  await did(
    'grant record --subject 17 --grantee BANK --purpose insurance --types delivery',
    '--channel in_person --expires',
    soon,
  )
  const status = await did('status')
  expect(status.grants_ending).toMatchObject([{ subject_name: 'Grace Nakato', purpose: 'insurance' }])
  expect((await said('status')).out).toMatch(/Consents ending soon[\s\S]*Harvest Bank/)
})

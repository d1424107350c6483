import { expect, test } from 'vitest'
import { KeptForms } from '../../../src/office/frame/kept-form.ts'
import { isFormTokenOf, Pending, Sessions } from '../../../src/office/frame/sessions.ts'

const MINUTE = 60_000
const grace = {
  id: 'a',
  name: 'Grace',
  role: 'clerk',
  secret: 1,
  lacksFactor: false,
  language: null,
} as const

function sessions(stillIs: (person: typeof grace) => typeof grace | null = (person) => person) {
  let now = 0
  const all = new Sessions({ idleMs: 30 * MINUTE, stillIs: stillIs as never, nowMs: () => now })
  return { all, pass: (ms: number) => (now += ms) }
}

test('a session ends after 30 minutes without a click', () => {
  const { all, pass } = sessions()
  const cookie = all.begin(grace, grace.id)
  pass(29 * MINUTE)
  expect(all.find(cookie)?.person).toEqual(grace)
  pass(30 * MINUTE)
  expect(all.find(cookie)).toBeNull()
})

test('and a download that goes on is no click', () => {
  const { all, pass } = sessions()
  const cookie = all.begin(grace, grace.id)
  pass(20 * MINUTE)
  expect(all.isLive(cookie)).toBe(true)
  pass(10 * MINUTE)
  expect([all.isLive(cookie), all.isLive('another'), all.isLive(undefined)]).toEqual([false, false, false])
  expect(all.find(cookie)).toBeNull()
})

test('and after 12 hours, however busy', () => {
  const { all, pass } = sessions()
  const cookie = all.begin(grace, grace.id)
  for (let i = 0; i < 12 * 4 - 1; i++) {
    pass(15 * MINUTE)
    expect(all.find(cookie)).not.toBeNull()
  }
  pass(15 * MINUTE)
  expect(all.find(cookie)).toBeNull()
})

test('and when its person may no longer', () => {
  let isStaff = true
  const { all } = sessions((person) => (isStaff ? person : null))
  const cookie = all.begin(grace, grace.id)
  expect(all.find(cookie)).not.toBeNull()
  isStaff = false
  expect(all.find(cookie)).toBeNull()
  isStaff = true
  expect(all.find(cookie)).toBeNull()
})

test('whose session ended is known by its cookie and the token of its forms, unless its person may no longer', () => {
  let isStaff = true
  const { all, pass } = sessions((person) => (isStaff ? person : null))
  const begun = () => {
    const cookie = all.begin(grace, grace.id)
    return { cookie, token: all.find(cookie)?.formToken }
  }
  const [idle, out, ended, live] = [begun(), begun(), begun(), begun()]
  all.end(out.cookie)
  isStaff = false
  all.find(ended.cookie)
  isStaff = true
  pass(30 * MINUTE)
  all.find(idle.cookie)
  expect(all.endedOf(idle.cookie, idle.token)).toEqual(grace)
  expect(all.endedOf(out.cookie, out.token)).toEqual(grace)
  for (const { cookie, token } of [ended, live, { cookie: idle.cookie, token: out.token }])
    expect(all.endedOf(cookie, token)).toBeNull()
  expect([all.endedOf(undefined, idle.token), all.endedOf(idle.cookie, undefined)]).toEqual([null, null])
})

test('what is sent after a session is kept for its account, the newest once, for twelve hours', () => {
  let now = 0
  const kept = new KeptForms(() => now)
  const form = (name: string) => ({ route: 'POST /new-member', path: '/new-member', fields: { name } })
  expect([kept.keep('a', form('Mary')), kept.keep('a', form('Grace'))]).toEqual([true, true])
  expect(kept.take('b')).toBeNull()
  expect([kept.take('a'), kept.take('a')]).toEqual([form('Grace'), null])
  expect(kept.keep('a', form('x'.repeat(30_000)))).toBe(false)
  kept.keep('a', form('Mary'))
  now = 12 * 60 * MINUTE
  expect(kept.take('a')).toBeNull()
  for (let i = 0; i <= 100; i++) kept.keep(String(i), form('Mary'))
  expect([kept.take('0'), kept.take('1')]).toEqual([null, form('Mary')])
})

test('forms carry the token of their session', () => {
  const { all } = sessions()
  const [one, other] = [all.find(all.begin(grace, grace.id)), all.find(all.begin(grace, grace.id))]
  if (one === null || other === null) throw new Error('no session')
  expect(isFormTokenOf(one, one.formToken)).toBe(true)
  expect([other.formToken, '', undefined].map((token) => isFormTokenOf(one, token))).toEqual([
    false,
    false,
    false,
  ])
})

test('so many sessions, and the one unseen for longest gives way', () => {
  const { all, pass } = sessions()
  const first = all.begin(grace, grace.id)
  pass(1)
  const second = all.begin(grace, grace.id)
  for (let i = 0; i < 499; i++) {
    pass(1)
    all.begin(grace, grace.id)
  }
  expect(all.find(first)).toBeNull()
  expect(all.find(second)).not.toBeNull()
})

test('many sessions of one account end none of another, nor do many tickets', () => {
  const { all, pass } = sessions()
  const first = all.begin(grace, 'other')
  const pending = new Pending(() => 0)
  const ticket = pending.begin({ ...grace, id: 'other' })
  pass(1)
  for (let i = 0; i < 2_000; i++) {
    all.begin(grace, grace.id)
    pending.begin(grace)
  }
  expect([all.open, all.find(first)?.person]).toEqual([501, grace])
  expect(pending.find(ticket)).toMatchObject({ id: 'other' })
})

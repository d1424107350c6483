import { expect, test } from 'vitest'
import { Attempts } from '../../../src/office/attempts.ts'
import { isFormTokenOf, Sessions } from '../../../src/office/sessions.ts'
import { EN } from '../../../src/text/catalogue/en.ts'
import { say } from '../../../src/text/catalogue/say.ts'

const MINUTE = 60_000
const grace = { id: 'a', name: 'Grace', role: 'clerk', secret: 1, lacksFactor: false } as const

function sessions(stillIs: (person: typeof grace) => typeof grace | null = (person) => person) {
  let now = 0
  const all = new Sessions({ idleMs: 30 * MINUTE, stillIs: stillIs as never, nowMs: () => now })
  return { all, pass: (ms: number) => (now += ms) }
}

test('a session ends after 30 minutes without a click', () => {
  const { all, pass } = sessions()
  const cookie = all.begin(grace)
  pass(29 * MINUTE)
  expect(all.find(cookie)?.person).toEqual(grace)
  pass(30 * MINUTE)
  expect(all.find(cookie)).toBeNull()
})

test('and a download that goes on is no click', () => {
  const { all, pass } = sessions()
  const cookie = all.begin(grace)
  pass(20 * MINUTE)
  expect(all.isLive(cookie)).toBe(true)
  pass(10 * MINUTE)
  expect([all.isLive(cookie), all.isLive('another'), all.isLive(undefined)]).toEqual([false, false, false])
  expect(all.find(cookie)).toBeNull()
})

test('and after 12 hours, however busy', () => {
  const { all, pass } = sessions()
  const cookie = all.begin(grace)
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
  const cookie = all.begin(grace)
  expect(all.find(cookie)).not.toBeNull()
  isStaff = false
  expect(all.find(cookie)).toBeNull()
  isStaff = true
  expect(all.find(cookie)).toBeNull()
})

test('forms carry the token of their session', () => {
  const { all } = sessions()
  const [one, other] = [all.find(all.begin(grace)), all.find(all.begin(grace))]
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
  const first = all.begin(grace)
  pass(1)
  const second = all.begin(grace)
  for (let i = 0; i < 499; i++) {
    pass(1)
    all.begin(grace)
  }
  expect(all.find(first)).toBeNull()
  expect(all.find(second)).not.toBeNull()
})

test('ten failures slow that name from that address, and nobody else', () => {
  let now = 0
  const attempts = new Attempts(() => now)
  for (let i = 0; i < 9; i++) attempts.failed('grace', 'a')
  expect(attempts.secondsToWait('grace', 'a')).toBe(0)
  attempts.failed('grace', 'a')
  expect(attempts.secondsToWait('grace', 'a')).toBe(30)
  expect(attempts.secondsToWait('grace', 'b')).toBe(0)
  expect(attempts.secondsToWait('okello', 'a')).toBe(0)
  // The next name that is guessed from that address is slowed at once.
  attempts.failed('okello', 'a')
  expect(attempts.secondsToWait('okello', 'a')).toBe(30)
  now += 30_000
  expect(attempts.secondsToWait('grace', 'a')).toBe(0)
  attempts.failed('grace', 'a')
  attempts.succeeded('grace', 'a')
  expect(attempts.secondsToWait('grace', 'a')).toBe(0)
})

test('every text of the catalogue can be said', () => {
  for (const key of Object.keys(EN) as (keyof typeof EN)[]) {
    const names = [...EN[key].matchAll(/\{(\w+)/g)].map(([, name]) => name as string)
    const values = Object.fromEntries(
      names.map((name) => [name, name === 'count' || name === 'seconds' ? 2 : 'x']),
    )
    expect(say(key, values), key).not.toContain('{')
  }
})

import { describe, expect, test } from 'vitest'
import { Share } from '../../../src/records/gate/share.ts'
import { Turns } from '../../../src/store/jobs/turns.ts'

const owner = (party: number, credential: number) => ({ party, credential })

describe('turns', () => {
  /** @param pushed each with its party and its credential */
  const order = (pushed: string) => {
    const turns = new Turns<string>()
    const jobs = pushed.split(' ').map((one) => one.split('/') as [string, string, string])
    for (const [party, credential, name] of jobs) turns.push(owner(Number(party), Number(credential)), name)
    expect(turns.length).toBe(jobs.length)
    const taken: string[] = []
    for (let next = turns.shift(); next !== undefined; next = turns.shift()) taken.push(next)
    expect(turns.length).toBe(0)
    return taken.join(' ')
  }

  test('one of each party, in the order in which they came', () => {
    const pushed = '1/10/a1 1/10/a2 1/10/a3 2/20/b1 2/20/b2 3/30/c1'
    expect(order(pushed)).toBe('a1 b1 c1 a2 b2 a3')
  })

  test('of a party one of each credential: many tokens give no larger share', () => {
    const pushed = '1/10/a1 1/11/b1 1/12/c1 1/10/a2 2/20/z1 2/20/z2 2/20/z3'
    expect(order(pushed)).toBe('a1 z1 b1 z2 c1 z3 a2')
  })
})

describe('a share', () => {
  const clock = { nowMs: 0 }
  const share = (limits = {}) => new Share({ ms: 5, bytes: 1_000, rows: 10, ...limits }, () => clock.nowMs)

  test.each<[string, (of: Share) => void]>([
    ['time', () => (clock.nowMs += 5)],
    ['bytes', (of) => of.spend(1, 1_000)],
    ['rows', (of) => of.spend(10, 1)],
  ])('is used up by %s, and new with every slice', (_by, use) => {
    const one = share()
    expect(one.isSpent).toBe(false)
    use(one)
    expect(one.isSpent).toBe(true)
    one.renew()
    expect(one.isSpent).toBe(false)
  })

  test('prepares fewer rows together where they take long, and more where they are quick', () => {
    const one = share()
    const first = one.rowsAtOnce
    const took = (ms: number) => {
      one.beginGroup()
      clock.nowMs += ms
      one.noteGroup(one.rowsAtOnce)
    }
    took(20)
    const fewer = one.rowsAtOnce
    expect(fewer).toBeLessThan(first / 2)
    for (let i = 0; i < 10; i++) took(0.1)
    expect(one.rowsAtOnce).toBeGreaterThan(first)
  })

  test('does not count for a group what passes between two slices', () => {
    const one = share()
    const first = one.rowsAtOnce
    one.beginGroup()
    clock.nowMs += 0.1
    expect(one.isSpent).toBe(false)
    clock.nowMs += 1_000
    one.renew()
    clock.nowMs += 0.1
    one.noteGroup(first)
    expect(one.rowsAtOnce).toBeGreaterThan(first)
  })
})

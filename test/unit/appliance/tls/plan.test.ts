import { describe, expect, test } from 'vitest'
import { permittedFor } from '../../../../src/appliance/tls/constraints.ts'
import { authorityLife, canDate, renewalAtMs, serverLife } from '../../../../src/appliance/tls/due.ts'
import { named } from '../../../../src/appliance/tls/names.ts'
import { planFor, type Situation } from '../../../../src/appliance/tls/plan.ts'
import { must } from '../../../../src/base/typed.ts'
import type { Told } from '../../../../src/words/fault.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../../src/words/words.ts'

/** When another certificate is made, whatever the clock says. */

const DAY_MS = 86_400_000
const MADE_MS = Date.UTC(2026, 5, 28)
const NAMES = named(['localhost', 'office.local', '192.168.7.5'])
const authority = { ...authorityLife(MADE_MS), permitted: permittedFor(named([]), NAMES) }
const pairOf = (atMs: number) => ({ ...serverLife(atMs, authority), names: NAMES })

const planned = (more: Partial<Situation>) => {
  const clockMs = more.clockMs ?? MADE_MS
  return planFor({ authority, pair: pairOf(MADE_MS), wanted: NAMES, clockMs, knownMs: clockMs, ...more })
}

const told = (text: Told | undefined) => englishWords('UTC').tell(text ?? '')

describe('lives', () => {
  test('of an authority is ten years, of a certificate what every telephone takes, both begun a day before', () => {
    expect((authority.notAfterMs - authority.notBeforeMs) / DAY_MS).toBe(3653)
    expect(MADE_MS - authority.notBeforeMs).toBe(DAY_MS)
    const { notBeforeMs, notAfterMs } = pairOf(MADE_MS + 400 * DAY_MS)
    expect((notAfterMs - notBeforeMs) / DAY_MS).toBeLessThanOrEqual(398)
    expect(notBeforeMs).toBe(MADE_MS + 399 * DAY_MS)
  })
  test('of a certificate never goes beyond that of its authority', () => {
    const last = serverLife(authority.notAfterMs - 5 * DAY_MS, authority)
    expect(last.notAfterMs).toBe(authority.notAfterMs)
    expect(serverLife(authority.notBeforeMs, authority).notBeforeMs).toBe(authority.notBeforeMs)
  })
  test('are not counted by a clock that nobody can believe', () => {
    const clocks = [0, Date.UTC(2025, 0), MADE_MS, Date.UTC(2099, 5), Number.NaN]
    expect(clocks.filter(canDate)).toEqual([MADE_MS])
  })
})

describe('another certificate is made', () => {
  test('when a third of its life is left, and not before', () => {
    const atMs = renewalAtMs(pairOf(MADE_MS))
    expect(planned({ clockMs: atMs - 1 }).make).toBeNull()
    expect(planned({ clockMs: atMs }).make).toMatchObject({ atMs, names: NAMES })
    expect(renewalAtMs({ notBeforeMs: 0, notAfterMs: 90 * DAY_MS })).toBe(60 * DAY_MS)
    expect(planned({ clockMs: MADE_MS + 900 * DAY_MS }).make).not.toBeNull()
  })
  test('when the machine is reached by something that is not in it, and not when something is no more', () => {
    const wanted = named(['localhost', 'office.local', '192.168.7.9'])
    expect(planned({ wanted }).make).toMatchObject({
      reason: 'it does not include 192.168.7.9',
      names: wanted,
    })
    expect(planned({ wanted: named(['localhost']) }).make).toBeNull()
  })
  test('when there is none', () => {
    expect(planned({ pair: null }).make?.names).toEqual(NAMES)
  })
  test('without a name that the authority may not speak for, which is told', () => {
    const { make, caution } = planned({ wanted: named(['localhost', '192.168.7.9', '203.0.113.7', 'farm']) })
    expect(make?.names).toEqual(named(['localhost', '192.168.7.9']))
    expect(told(caution?.fault)).toContain('may not certify farm and 203.0.113.7')
    expect(told(caution?.remedy)).toContain('granary tls init --replace')
    expect(planned({ wanted: named(['localhost', '203.0.113.7']) }).make).toBeNull()
  })
})

describe('a clock that is wrong', () => {
  const dead = Date.UTC(1970, 0, 1, 0, 3)

  test('from before the authority changes nothing, and is told', () => {
    const { make, caution } = planned({ clockMs: dead, knownMs: MADE_MS + 200 * DAY_MS })
    expect(make).toBeNull()
    expect(told(caution?.fault)).toContain('1 Jan 1970')
    expect(told(caution?.remedy)).toMatch(/set it.*If it is right.*granary tls init --replace/)
  })
  test('does not keep a new address from being served: it is dated by the newest that is known', () => {
    const knownMs = MADE_MS + 200 * DAY_MS
    const wanted = named(['192.168.7.9'])
    expect(planned({ clockMs: dead, knownMs, wanted }).make?.atMs).toBe(knownMs)
    expect(planned({ clockMs: dead, knownMs: dead, wanted }).make?.atMs).toBe(MADE_MS)
    // A log that was written by a clock far ahead is no help.
    const beyond = authority.notAfterMs + DAY_MS
    expect(planned({ clockMs: dead, knownMs: beyond, pair: null }).make?.atMs).toBe(MADE_MS)
  })
  test('that ran ahead made one that begins later; set right, another takes its place', () => {
    const ahead = pairOf(MADE_MS + 500 * DAY_MS)
    expect(planned({ pair: ahead }).make).toMatchObject({ atMs: MADE_MS })
  })
  test('or was wrong, and the log does not tell when: nothing is done, and somebody is told', () => {
    const ahead = pairOf(MADE_MS + 500 * DAY_MS)
    const { make, caution } = planned({ pair: ahead, knownMs: MADE_MS + 500 * DAY_MS })
    expect(make).toBeNull()
    expect(told(caution?.remedy)).toContain('tls/server.key')
  })
  test('behind the end of the authority makes nothing that nobody would believe', () => {
    for (const clockMs of [authority.notAfterMs, Date.UTC(2099, 0), Date.UTC(9999, 11), 1e17]) {
      const { make, caution } = planned({ clockMs, pair: null })
      expect(make).toBeNull()
      expect(told(caution?.fault)).toContain('private authority ended')
    }
  })
  test('whatever it shows, what is made lies within the authority, is no longer than a telephone takes, and is wanted once', () => {
    const clocks = Array.from({ length: 400 }, (_, i) => MADE_MS + (i - 40) * 17 * DAY_MS)
    for (const clockMs of [-1e15, 0, dead, 1e12, ...clocks])
      for (const knownMs of [0, MADE_MS, MADE_MS + 900 * DAY_MS, clockMs])
        for (const pair of [null, pairOf(MADE_MS), pairOf(MADE_MS + 800 * DAY_MS)]) {
          const { make } = planned({ clockMs, knownMs, pair })
          if (make === null) continue
          const life = serverLife(make.atMs, authority)
          expect(life.notBeforeMs).toBeGreaterThanOrEqual(authority.notBeforeMs)
          expect(life.notAfterMs).toBeLessThanOrEqual(authority.notAfterMs)
          expect(life.notAfterMs - life.notBeforeMs).toBeGreaterThan(0)
          expect(life.notAfterMs - life.notBeforeMs).toBeLessThanOrEqual(398 * DAY_MS)
          // Else it would be made anew each minute.
          const again = planned({ clockMs, knownMs, pair: { ...life, names: make.names } })
          expect([clockMs, knownMs, again.make]).toEqual([clockMs, knownMs, null])
        }
  })
})

test('half a year before the authority ends, somebody is told that phones must trust another', () => {
  expect(planned({ clockMs: authority.notAfterMs - 181 * DAY_MS }).caution).toBeNull()
  const { caution } = planned({ clockMs: authority.notAfterMs - 179 * DAY_MS })
  expect(told(caution?.fault)).toContain('ends on 27 Jun 2036')
})

test('the end of the authority in other languages', () => {
  const { caution } = planned({ clockMs: authority.notAfterMs - 179 * DAY_MS })
  const told = (code: string) => wordsIn(must(languageOf(code)), 'UTC').tell(must(caution).fault)
  expect(told('fr')).toBe(
    'L’autorité privée expire le 27 juin 2036, et les appareils refusent ensuite ses certificats.',
  )
  expect(told('sw')).toBe(
    'Mamlaka binafsi inaisha tarehe 27 Jun 2036, na baada ya hapo vifaa vinakataa vyeti vyake.',
  )
})

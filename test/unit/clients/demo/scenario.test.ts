import { describe, expect, test } from 'vitest'
import {
  Calendar,
  CHANGED_MIND,
  COOPERATIVE,
  farmers,
  GRACE,
  NEIGHBOUR,
  ORGANISATIONS,
  ownTinFactor,
  story,
  UNASKED,
} from '../../../../src/clients/demo/scenario.ts'

describe('the made-up world', () => {
  test('is the same every time', () => {
    expect(farmers()).toEqual(farmers())
    expect(ownTinFactor('2026-11-01')).toEqual(ownTinFactor('2026-11-01'))
  })

  test('has at least forty farmers and three organisations, each with a name of its own', () => {
    const names = farmers().map(({ name }) => name)
    expect(names.length).toBeGreaterThanOrEqual(40)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(farmers().map(({ memberNo }) => memberNo)).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining([GRACE, NEIGHBOUR, UNASKED, CHANGED_MIND]))
    const organisations = [COOPERATIVE, ...Object.values(ORGANISATIONS).map(({ name }) => name)]
    expect(new Set(organisations).size).toBeGreaterThanOrEqual(3)
  })

  test('calls its organisations what nobody would take for a real one', () => {
    for (const name of [COOPERATIVE, ...Object.values(ORGANISATIONS).map((o) => o.name)])
      expect(name).toMatch(/\b(Example|Sample|Fable|Pretend)\b/)
  })

  test('the farmers who must have a telephone have one, and Grace has none', () => {
    const hasPhone = (name: string) => farmers().find((farmer) => farmer.name === name)?.hasPhone
    expect(hasPhone(NEIGHBOUR)).toBe(true)
    expect(hasPhone(GRACE)).toBe(false)
  })

  test('amounts are such as one meets: nobody delivers more than the cherry gives', () => {
    for (const { pickings, delivery } of farmers()) {
      const cherryKg = pickings.reduce((kg, { value, unit }) => kg + value * (unit === 'kg' ? 1 : 13.6), 0)
      expect(cherryKg).toBeGreaterThan(40)
      expect(cherryKg).toBeLessThan(600)
      expect(delivery.kg).toBeGreaterThan(cherryKg * 0.15)
      expect(delivery.kg).toBeLessThan(cherryKg * 0.21)
    }
  })

  test('everything happened at most thirty days ago, so that nothing counts as late', () => {
    const days = [
      ...farmers().flatMap(({ pickings, delivery }) => [...pickings.map((p) => p.daysAgo), delivery.daysAgo]),
      ...Object.values(story).flatMap((part) => ('daysAgo' in part ? [part.daysAgo] : [])),
    ]
    expect(Math.max(...days)).toBeLessThan(30)
    expect(Math.min(...days)).toBeGreaterThan(0)
  })
})

describe('the calendar', () => {
  test('counts days back on a clock in Kampala, three hours ahead of UTC', () => {
    const calendar = new Calendar(Date.UTC(2026, 5, 28, 7, 15))
    expect(calendar.at(0, 0)).toBe('2026-06-28T00:00:00+03:00')
    expect(calendar.at(2)).toBe('2026-06-26T10:00:00+03:00')
    expect(calendar.at(-3)).toMatch(/^2026-07-01T/)
  })

  test('in the last hours of a UTC day it is tomorrow there already', () => {
    expect(new Calendar(Date.UTC(2026, 5, 28, 21, 0)).at(0)).toMatch(/^2026-06-29T/)
    expect(new Calendar(Date.UTC(2026, 5, 28, 20, 59)).at(0)).toMatch(/^2026-06-28T/)
  })

  test('yesterday is over, at whatever hour the tour is given', () => {
    for (let hour = 0; hour < 24; hour++) {
      const nowMs = Date.UTC(2026, 5, 28, hour)
      expect(Date.parse(new Calendar(nowMs).at(1, 1_439))).toBeLessThan(nowMs)
    }
  })
})

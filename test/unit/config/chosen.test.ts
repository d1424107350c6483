import { describe, expect, test, vi } from 'vitest'
import { isSetAbove, readConfig, takeEffect, withChosen } from '../../../src/config/config.ts'
import { calendarOf } from '../../../src/words/calendar.ts'

/** Settings that a manager chooses while the service runs. */

describe('settings that are chosen', () => {
  test('are checked like all, and the others stay as they are', () => {
    const config = readConfig({ data: 'x', listen: '127.0.0.1:1', insecureLan: true, minFreeBytes: 0 }, {})
    expect(withChosen(config, { country: 'UG' })).toEqual({ ...config, country: 'UG' })
    for (const wrong of [
      { country: 'uganda' },
      { timeZone: 'Mars/Olympus' },
      { backupStore: 's3://no-keys' },
      { backupStore: 'ftp://x' },
      { backupEvery: 'often' },
    ])
      expect(() => withChosen(config, wrong), JSON.stringify(wrong)).toThrow('A setting is invalid')
  })
  test('hold at once for whoever asks the same settings again', () => {
    const config = readConfig({ data: 'x', timeZone: 'Africa/Kampala' }, {})
    const calendar = calendarOf(config)
    expect(calendar().moment(0)).toContain('03:00')
    expect(calendar()).toBe(calendar())
    takeEffect(config, { timeZone: 'Africa/Lagos' })
    expect(calendar().moment(0)).toContain('01:00')
  })
  test('lose against the environment that the service is started with', () => {
    vi.stubEnv('GRANARY_COUNTRY', 'KE')
    vi.stubEnv('GRANARY_TIME_ZONE', '')
    expect([isSetAbove('country'), isSetAbove('timeZone')]).toEqual([true, false])
  })
})

import { expect, test, vi } from 'vitest'
import { Calendar } from '../../src/text/phrases.ts'
import { seeded } from '../gate/random.ts'

const YEAR_MS = 365.25 * 86_400_000

test.each([
  'UTC',
  'Africa/Kampala',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
])('days and clocks are those of %s, also on days on which the clocks are changed', (timeZone) => {
  const calendar = new Calendar(timeZone)
  const plain = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const random = seeded(11)
  for (let i = 0; i < 5_000; i++) {
    const ms = Date.UTC(1975, 0, 1) + random.below(60 * YEAR_MS)
    expect(calendar.moment(ms).replaceAll('\u00a0', ' ')).toBe(plain.format(ms).replace('Sept', 'Sep'))
  }
})

test('without a zone, the clocks are the machine’s', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [own, named] = [new Calendar(''), new Calendar(timeZone)]
  expect(own.timeZone).toBe(timeZone)
  expect(own.moment('2026-06-28T07:15:00Z')).toBe(named.moment('2026-06-28T07:15:00Z'))
})

test.each(['', 'Foo/Bar', 'EAT-3', ':/etc/localtime'])(
  'where TZ is "%s", which is no zone, it is UTC',
  (tz) => {
    vi.stubEnv('TZ', tz)
    try {
      const calendar = new Calendar('')
      expect(calendar.moment('2026-06-28T07:15:00Z').replaceAll('\u00a0', ' ')).toBe('28 Jun 2026, 07:15')
      expect(calendar.timeZone).toBe('UTC')
    } finally {
      vi.unstubAllEnvs()
    }
  },
)

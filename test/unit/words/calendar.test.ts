import { expect, test, vi } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { Calendar } from '../../../src/words/calendar.ts'
import { languageOf } from '../../../src/words/language.ts'
import { seeded } from '../../support/records/gate/random.ts'

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

test.each([
  ['UTC', '2026-06-28T21:15:00Z', '28 Jun 2026, 21:15 +00:00', '28 Jun 2026'],
  ['Africa/Kampala', '2026-06-28T21:15:00Z', '29 Jun 2026, 00:15 +03:00', '29 Jun 2026'],
  ['Asia/Kathmandu', '2026-06-28T21:15:00Z', '29 Jun 2026, 03:00 +05:45', '29 Jun 2026'],
  ['America/St_Johns', '2026-06-28T01:15:00Z', '27 Jun 2026, 22:45 -02:30', '27 Jun 2026'],
  // The hour that the clocks show twice when summer time ends.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '25 Oct 2026, 02:30 +02:00', '25 Oct 2026'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '25 Oct 2026, 02:30 +01:00', '25 Oct 2026'],
])('a stamp in %s of %s says how far the clocks are from UTC', (zone, at, stamp, date) => {
  const calendar = new Calendar(zone)
  expect([calendar.stamp(at), calendar.date(at)]).toEqual([stamp, date])
  expect(calendar.stamp(Date.parse(at))).toBe(stamp)
})

test('in French, the first of a month is told as such, in every form of a day', () => {
  const calendar = new Calendar('Africa/Kampala', must(languageOf('fr')))
  const at = '2027-01-01T07:15:00Z'
  const record = (occurred_at_precision: string) =>
    calendar.asRecorded({ occurred_at: at, occurred_at_precision })
  const forms = [
    ...[calendar.day(at), calendar.longDay(at), calendar.dayAndMonth(at), calendar.dayOnly(at)],
    ...[calendar.moment(at), calendar.date(at), record('day'), record('week'), record('month')],
  ]
  expect(forms.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    ...['1er janv. 2027', '1er janvier 2027', '1er janv.', '1er'],
    ...['1er janv. 2027, 10:15', '1er janv. 2027', '1er janv. 2027', 'semaine du 28 déc. 2026', 'janv. 2027'],
  ])
  expect(calendar.dayAndMonth('2027-01-11T07:15:00Z')).toBe('11\u00a0janv.')
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

test.each([
  ['Africa/Kampala', '2026-06-28T07:15:00.000Z', '2026-06-28T10:15:00.000+03:00'],
  ['Asia/Kathmandu', '2026-06-28T20:15:00.000Z', '2026-06-29T02:00:00.000+05:45'],
  ['America/New_York', '2026-01-28T07:15:00.000Z', '2026-01-28T02:15:00.000-05:00'],
  ['America/New_York', '2026-06-28T07:15:00.000Z', '2026-06-28T03:15:00.000-04:00'],
])('an instant with the offset of %s at that time: %s', (zone, at, said) => {
  expect(new Calendar(zone).withOffset(at)).toBe(said)
  expect(Date.parse(said)).toBe(Date.parse(at))
})

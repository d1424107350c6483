import { expect, it } from 'vitest'
import { type BackupTimes, isDue, isLate } from '../../../../src/appliance/backup/due.ts'

const EVERY = 1_000
const none: BackupTimes = { everyMs: EVERY, newestAgeMs: null, sinceSuccessMs: null, sinceFailureMs: null }

it.each<[string, Partial<BackupTimes>, boolean]>([
  ['while there is none', {}, true],
  ['when the newest is as old as the interval', { newestAgeMs: EVERY }, true],
  ['not before', { newestAgeMs: EVERY - 1 }, false],
  ['when a wrong clock dated the newest in the future', { newestAgeMs: -1 }, true],
  ['not soon after one that this process made', { newestAgeMs: -1, sinceSuccessMs: EVERY - 1 }, false],
  ['after the interval since that', { newestAgeMs: 0, sinceSuccessMs: EVERY }, true],
  ['not right after a failure', { sinceFailureMs: EVERY - 1 }, false],
  ['some time after a failure', { sinceFailureMs: EVERY }, true],
])('a backup is due %s', (_, times, expected) => {
  expect(isDue({ ...none, ...times })).toBe(expected)
})

it('after a failure it is due within the hour, however long the interval', () => {
  const day = { ...none, everyMs: 86_400_000 }
  expect(isDue({ ...day, sinceFailureMs: 3_600_000 })).toBe(true)
  expect(isDue({ ...day, sinceFailureMs: 3_599_999 })).toBe(false)
})

it('is late when it is half an interval over its time', () => {
  expect([null, 1_500, 1_501].map((age) => isLate(age, EVERY))).toEqual([false, false, true])
})

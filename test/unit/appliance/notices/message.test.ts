import { expect, test } from 'vitest'
import { foundIn, noticeOf } from '../../../../src/appliance/notices/message.ts'
import { noticeTarget } from '../../../../src/config/addresses.ts'
import { ENGLISH } from '../../../../src/words/language.ts'
import { message } from '../../../../src/words/message.ts'
import { wordsIn } from '../../../../src/words/words.ts'

const WORDS = wordsIn(ENGLISH, 'Africa/Kampala')
const SINCE_MS = Date.UTC(2026, 2, 2, 8)
const DISK = { condition: 'disk', state: 'holds', sinceMs: SINCE_MS } as const

test('each condition is what a check of the doctor finds; one that does not exist yet is no fault', () => {
  const check = (number: number, standing: 'bad' | 'unknown' | 'caution' | 'missing' | 'good') => ({
    ...{ number, standing, remedy: null },
  })
  const some = [check(3, 'caution'), check(7, 'bad'), check(8, 'missing'), check(14, 'good')]
  expect(foundIn([...some, check(20, 'bad')])).toEqual({
    ...{ disk: true, clock: true, backups: false, certificate: false, messages: true },
  })
  expect(foundIn([check(3, 'unknown'), check(9, 'bad')])).toEqual({
    ...{ disk: null, clock: null, backups: null, certificate: null, messages: null },
  })
  // The office knows what it paused itself.
  expect(foundIn([check(20, 'caution')])).toMatchObject({ messages: false })
})

test('a notice says what, since when, where, and the doctor’s remedy', () => {
  const remedy = message('check.room.soon.remedy')
  const notice = noticeOf(DISK, [{ number: 3, standing: 'caution', remedy }], 'granary.local', WORDS)
  expect(notice).toMatchObject({ condition: 'disk', state: 'holds', since: '2026-03-02T08:00:00.000Z' })
  for (const words of ['granary.local', 'filling up', '2 Mar 2026', 'Free some space', 'Check 3'])
    expect(notice.text.replaceAll('\u00a0', ' ')).toContain(words)
})

test('a remedy that names a path, which may be a person’s, is left out', () => {
  const named = message('check.modes.open.remedy', { command: 'chmod go= /home/grace.nakato/granary' })
  for (const remedy of [named, 'Mount /media/grace.nakato/USB', null]) {
    const { text } = noticeOf(DISK, [{ number: 3, standing: 'bad', remedy }], 'granary.local', WORDS)
    expect(text).not.toContain('grace')
    expect(text).toContain('granary doctor')
  }
})

test('a program is a full path with its arguments; an address is one of the web, without a password', () => {
  expect(noticeTarget('')).toBe(null)
  expect(noticeTarget('/usr/bin/msmtp  it@example.org')).toEqual({
    kind: 'program',
    path: '/usr/bin/msmtp',
    args: ['it@example.org'],
  })
  expect(noticeTarget('/bin/sh -c "$(id)"')).toEqual({
    kind: 'program',
    path: '/bin/sh',
    args: ['-c', '"$(id)"'],
  })
  expect(noticeTarget('https://example.org/hook?a=b')).toEqual({
    kind: 'address',
    url: 'https://example.org/hook?a=b',
  })
  expect(noticeTarget('http://127.0.0.1:8025/hook')).toMatchObject({ kind: 'address' })
  for (const wrong of [
    'http://example.org/hook',
    'http://127.0.0.1.example.org/',
    'mail it@example.org',
    'https://a:b@example.org',
    'ftp://example.org',
    'https://',
  ])
    expect(() => noticeTarget(wrong), wrong).toThrow('full path')
})

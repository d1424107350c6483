import { expect, test } from 'vitest'
import { type Check, toldCheck } from '../../../src/appliance/doctor/check.ts'
import { wordsOfOdd } from '../../../src/appliance/doctor/odd-settings.ts'
import { must } from '../../../src/base/typed.ts'
import { languageOf } from '../../../src/words/language.ts'
import { type Message, message } from '../../../src/words/message.ts'
import { wordsIn } from '../../../src/words/words.ts'

/** What the doctor finds, in the words of each reader. */

const wordsOf = (code: string) => wordsIn(must(languageOf(code)), 'Africa/Kampala')
const told = (code: string, finding: Message) => wordsOf(code).tell(finding)
const HOUR_MS = 3_600_000

const both = (seen: number, ahead: number, behind: number): Message =>
  message('check.deviceClocks.both', {
    ...{ seen, ahead, behind },
    most: { span: 3 * HOUR_MS },
    least: { span: 40 * 24 * HOUR_MS },
  })

test('a check has its name, finding and remedy in one language', () => {
  const check: Check = {
    number: 3,
    name: message('check.is.room'),
    standing: 'bad',
    finding: message('check.room.stopped', { free: { count: 1_234 }, reserve: { count: 2_048 } }),
    remedy: message('check.room.stopped.remedy'),
    facts: {},
  }
  expect(toldCheck(wordsOf('fr'), check)).toEqual({
    number: 3,
    name: 'le disque a de la place',
    standing: 'bad',
    finding:
      '1\u00a0234 MiB sont libres\u00a0; l’écriture est arrêtée, parce que 2\u00a0048 MiB doivent rester libres.',
    remedy: 'Libérez de la place sur le disque du dossier des données\u00a0; l’écriture reprend alors.',
    facts: {},
  })
})

test.each([
  ['en', 2, 1, 1, '1 has a clock ahead of this machine, by up to 3 hours and 1 has a clock'],
  ['fr', 2, 1, 1, '1 a une horloge en avance sur cette machine, de 3 heures au plus,'],
  ['fr', 5, 2, 3, 'Sur 5 appareils vus récemment, 2 ont une horloge en avance sur cette machine,'],
  ['sw', 2, 1, 1, 'vilivyoonekana karibuni, 1 kina saa iliyo mbele ya mashine hii, kwa hadi saa 3,'],
  ['sw', 5, 2, 3, 'Kati ya vifaa 5 vilivyoonekana karibuni, 2 vina saa zilizo mbele ya mashine hii,'],
])('clocks of devices in %s: of %i, %i ahead and %i behind', (code, seen, ahead, behind, begins) => {
  expect(told(code, both(seen, ahead, behind))).toContain(begins)
})

test('a list of files, of one and of many, and how many more there are', () => {
  const open = (...paths: (string | Message)[]) => message('check.modes.open', { paths: { list: paths } })
  const more = message('check.modes.more', { count: 2 })
  expect(told('fr', open('objects'))).toBe('D’autres utilisateurs de cette machine peuvent ouvrir objects.')
  expect(told('fr', open('objects', 'anchor.key', more))).toContain('ouvrir objects, anchor.key et 2 autres.')
  expect(told('sw', open('objects', 'anchor.key'))).toContain('kufungua objects na anchor.key.')
})

test('variables that are no settings have a sentence each', () => {
  const odd = [
    wordsOfOdd({ variable: 'GRANARY_LISTN', meant: 'GRANARY_LISTEN' }),
    wordsOfOdd({ variable: 'GRANARY_X', meant: null }),
  ].reduce((first, next) => message('value.sentences', { first, next }))
  expect(told('en', odd)).toBe(
    'GRANARY_LISTN is not a setting; perhaps GRANARY_LISTEN is meant. GRANARY_X is not a setting.',
  )
  expect(told('sw', odd)).toContain('GRANARY_X si mpangilio.')
})

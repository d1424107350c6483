import { describe, expect, test } from 'vitest'
import { messageText, type Told } from '../../../../src/appliance/messages/texts.ts'
import { must } from '../../../../src/base/typed.ts'
import { measured } from '../../../../src/domain/messages/gsm.ts'
import { MESSAGE_KINDS } from '../../../../src/domain/messages/made.ts'
import { ENGLISH, languages } from '../../../../src/words/language.ts'
import { wordsIn } from '../../../../src/words/words.ts'

/** Every text in every language, with the longest values that there are: one part. */

const LONG = 'Wwwwwwwwww '.repeat(20).trim()
const AT = '2026-09-28T20:00:00Z'
const ON = { occurred_at: AT }
/** The longest in words. */
const LONG_ON = { ...ON, occurred_at_precision: 'season' }
const reader = { name: LONG, by: 'cooperative', kind: 'unknown', memberNo: null } as const
const money = { amount_minor: 123_456_789_012, currency: 'KES' }

const longest = (kind: (typeof MESSAGE_KINDS)[number]): Told => {
  switch (kind) {
    case 'delivery_recorded':
    case 'delivery_corrected':
    case 'delivery_retracted':
      return {
        ...{ kind, on: LONG_ON, crop: LONG, quantity: { value: 123_456.789, unit: 'x' }, unit: LONG },
        ...{ kg: 1_234_567.89, price: money },
      }
    case 'payment_recorded':
    case 'payment_corrected':
    case 'payment_retracted':
      return { kind, on: LONG_ON, amount: money, isToMember: true }
    case 'grant_given':
    case 'grant_ended':
    case 'grant_ending':
      return { kind, reader, until: Date.parse(AT), hasOther: false }
    case 'access_request':
    case 'reader_new':
      return { kind, reader }
    case 'several':
      return { kind, count: 99_999 }
  }
}

describe.each(languages().map((language) => [language.code, language] as const))('%s', (_, language) => {
  const words = wordsIn(language, 'Africa/Kampala')
  test.each(MESSAGE_KINDS)('%s', (kind) => {
    const told = longest(kind)
    for (const one of kind.startsWith('payment') ? [told, { ...told, isToMember: false } as Told] : [told]) {
      const text = messageText(words, { cooperative: LONG, member: LONG, told: one })
      expect(measured(text), text).toEqual({ parts: 1, isInAlphabet: true })
      expect(text.startsWith('Wwwwwwwwww')).toBe(true)
    }
  })
})

describe('one consent ends while another to the same reader goes on', () => {
  const told = (kind: 'grant_ended' | 'grant_ending', name: string | null): Told => ({
    ...{ kind, reader: { ...reader, name }, until: Date.parse(AT), hasOther: true },
  })
  test.each(languages().map((language) => [language.code, language] as const))(
    '%s: one part',
    (_, language) => {
      for (const kind of ['grant_ended', 'grant_ending'] as const)
        for (const name of [LONG, null]) {
          const text = messageText(wordsIn(language, 'Africa/Kampala'), {
            ...{ cooperative: LONG, member: LONG, told: told(kind, name) },
          })
          expect(measured(text), text).toEqual({ parts: 1, isInAlphabet: true })
        }
    },
  )
  test('it is not said that the reader may see nothing', () => {
    const texts = (['grant_ended', 'grant_ending'] as const).map((kind) =>
      messageText(wordsIn(ENGLISH, 'Africa/Kampala'), {
        ...{ cooperative: 'Bugisu', member: null, told: told(kind, 'Mill') },
      }),
    )
    expect(texts).toEqual([
      'Bugisu: one of your consents to Mill has ended. Another remains.',
      'Bugisu: one of your consents to Mill holds until 28 Sep 2026 only. Another remains.',
    ])
  })
})

test('the last day of a consent that ends at midnight is the day before', () => {
  const until = Date.parse('2027-02-11T00:00:00Z')
  for (const kind of ['grant_given', 'grant_ending'] as const)
    for (const hasOther of [false, true])
      expect(
        messageText(wordsIn(ENGLISH, 'UTC'), {
          ...{ cooperative: 'Bugisu', member: null, told: { kind, reader, until, hasOther } },
        }),
      ).toContain(' until 10 Feb 2027')
})

test('a reader is named if the cooperative recorded it: no words of a stranger go out', () => {
  const readers = [
    { ...reader, name: 'Win! call 0712 345678', by: 'itself' as const },
    { ...reader, name: null, by: null },
  ]
  for (const language of languages())
    for (const one of readers) {
      const told: Told = { kind: 'access_request', reader: one }
      const text = messageText(wordsIn(language, 'Africa/Kampala'), {
        ...{ cooperative: LONG, member: LONG, told },
      })
      expect(text).not.toMatch(/Win|0712/)
      expect(measured(text), text).toEqual({ parts: 1, isInAlphabet: true })
    }
  expect(
    messageText(wordsIn(ENGLISH, 'Africa/Kampala'), {
      ...{ cooperative: 'Bugisu', member: null, told: { kind: 'access_request', reader: must(readers[0]) } },
    }),
  ).toBe('Bugisu: somebody (ask at the office) asks to see your records. You may refuse. Tell the office.')
})

test('a sign in a name costs neither a part nor the price', () => {
  const price = { amount_minor: 90_000, currency: 'UGX' }
  const told: Told = {
    ...{ kind: 'delivery_recorded', on: ON, crop: 'Coffee', quantity: null, unit: '', kg: 20, price },
  }
  const text = (member: string, cooperative = 'Bugisu') =>
    messageText(wordsIn(ENGLISH, 'Africa/Kampala'), { cooperative, member, told })
  expect(text('Anna N`akato')).toBe(
    "Bugisu, for Anna N'akato: delivery of 28 Sep 2026 recorded: 20.00 kg Coffee, UGX 90,000.",
  )
  // In another script no form is one part.
  expect(text('ሰላም', 'Bugisu Union')).toMatch(/^Bugisu Union, for ሰላም: .*UGX 90,000\.$/)
})

test('a short one leaves nothing out', () => {
  const told: Told = {
    ...{ kind: 'delivery_recorded', on: ON, crop: 'Coffee', quantity: { value: 2, unit: 'debe' } },
    ...{ unit: 'debe', kg: 31.5, price: { amount_minor: 90_000, currency: 'UGX' } },
  }
  const texts = languages().map((language) =>
    messageText(wordsIn(language, 'Africa/Kampala'), { cooperative: 'Bugisu', member: 'Grace', told }),
  )
  expect(texts.sort()).toEqual([
    'Bugisu, for Grace: delivery of 28 Sep 2026 recorded: 2 debe Coffee, 31.50 kg, UGX 90,000.',
    'Bugisu, kwa Grace: mzigo wa 28 Sep 2026 umerekodiwa: 2 debe Coffee, 31.50 kg, UGX 90,000.',
    'Bugisu, pour Grace : livraison (28 sept. 2026) enregistrée : 2 debe Coffee, 31,50 kg, 90 000 UGX.',
  ])
})

test.each([
  ['week', 'week of 28 Sep 2026'],
  ['month', 'Sep 2026'],
  ['season', 'season of Sep 2026'],
])('a day that is known to the %s only is said so', (occurred_at_precision, day) => {
  const on = { ...ON, occurred_at_precision }
  const said = (told: Told) =>
    messageText(wordsIn(ENGLISH, 'Africa/Kampala'), { cooperative: 'Bugisu', member: null, told })
  expect(said({ kind: 'payment_recorded', on, amount: money, isToMember: true })).toBe(
    `Bugisu: payment recorded: you were paid KES 1,234,567,890.12 (${day}).`,
  )
  const goods = { crop: 'Coffee', quantity: null, unit: '', kg: 20, price: null }
  expect(said({ kind: 'delivery_recorded', on, ...goods })).toBe(
    `Bugisu: delivery of ${day} recorded: 20.00 kg Coffee.`,
  )
})

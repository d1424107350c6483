import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { grantSentences, objectionSentences } from '../../../src/consent/consent-words.ts'
import { tellObjection } from '../../../src/consent/objection-shapes.ts'
import { objectionSentences as effectSentences, type Wording } from '../../../src/consent/objection-words.ts'
import { RecordWords, type TextWording } from '../../../src/consent/subject-access/record-words.ts'
import { CHANNELS } from '../../../src/domain/shapes.ts'
import { GRANTABLE_TYPES } from '../../../src/domain/types/index.ts'
import { ENGLISH, type Key } from '../../../src/words/language.ts'
import { englishWords } from '../../../src/words/words.ts'
import { EN } from '../../support/catalogue.ts'

/** Every sentence with every form of its arguments: none, one, two, many; no name, no number. */

/** What no sentence looks like, whatever its arguments. */
const BROKEN: readonly RegExp[] = [
  / {2}/,
  / [,.;:)](?!\.|\w|\/)/,
  /\(\s*\)/,
  /undefined|null|NaN|\[object/,
  /\b(of|for|from|to|by|with) [.,;)]/,
  /^ | $/,
  /\b1 (?!kg\b|GB\b|MB\b|ha\b|has\b)(more |other |older |further |live )?[a-z]+(?<!s)s\b/,
  /\b1 [a-z]+ (are|were|have|remain|stay|wait|end)\b/,
  /\b[025] (?!has\b|kg\b)[a-z]+(?<!s) (is|was|has|remains|stays|waits|ends)\b/,
  /\{|\}/,
]
const faultsOf = (text: string): string[] =>
  BROKEN.filter((pattern) => pattern.test(text)).map((pattern) => `${pattern}: ${text}`)

interface Arguments {
  readonly counts: readonly string[]
  readonly words: readonly string[]
  /** The cases of each argument that selects. */
  readonly selects: ReadonlyMap<string, readonly string[]>
  /** Numbers that decide no form. */
  readonly numbers: readonly string[]
}

function argumentsOf(message: string): Arguments {
  const counts = new Set<string>()
  const words = new Set<string>()
  const numbers = new Set<string>()
  const selects = new Map<string, string[]>()
  const walk = (parts: ReturnType<typeof parse>): void => {
    for (const part of parts) {
      if (part.type === TYPE.argument) words.add(part.value)
      if (part.type === TYPE.number) numbers.add(part.value)
      if (part.type === TYPE.select) selects.set(part.value, Object.keys(part.options))
      if (part.type === TYPE.plural) counts.add(part.value)
      if (part.type === TYPE.plural || part.type === TYPE.select) {
        for (const { value } of Object.values(part.options)) walk(value)
      }
    }
  }
  walk(parse(message, { ignoreTag: true }))
  return { counts: [...counts], words: [...words], numbers: [...numbers], selects }
}

/** Every combination of the cases, as values of a message. */
const combinationsOf = (selects: Arguments['selects']): Record<string, string>[] =>
  [...selects].reduce<Record<string, string>[]>(
    (all, [name, cases]) => all.flatMap((some) => cases.map((one) => ({ ...some, [name]: one }))),
    [{}],
  )

/** Words that a caller leaves empty. */
const MAY_BE_EMPTY = new Set(['how'])

describe('the catalogue', () => {
  const messages = (Object.keys(EN) as Key[]).map((key) => ({ key, asks: argumentsOf(EN[key]) }))

  test('reads well for none, one, two and five', () => {
    const faults = messages.flatMap(({ key, asks: { counts, words, numbers, selects } }) =>
      [0, 1, 2, 5].flatMap((n) => {
        const values = [
          ...counts.map((name) => [name, n] as const),
          ...numbers.map((name) => [name, 12] as const),
          ...words.map(
            (name) =>
              [
                name,
                MAY_BE_EMPTY.has(name)
                  ? ''
                  : /kg|count|gigabytes|hectares|megabytes/.test(name)
                    ? String(n)
                    : 'X',
              ] as const,
          ),
        ]
        return combinationsOf(selects).flatMap((chosen) =>
          faultsOf(ENGLISH.say(key, { ...Object.fromEntries(values), ...chosen })).map(
            (fault) => `${key}: ${fault}`,
          ),
        )
      }),
    )
    expect(faults).toEqual([])
  })

  test('a sentence without one of its arguments is an error, never shown', () => {
    const silent = messages.filter(({ key, asks: { counts, words, numbers, selects } }) => {
      if (counts.length + words.length + numbers.length + selects.size === 0) return false
      try {
        ENGLISH.say(key)
        return true
      } catch {
        return false
      }
    })
    expect(silent.map(({ key }) => key)).toEqual([])
  })
})

const english = englishWords('Africa/Kampala')
const AT = '2026-06-28T09:00:00.000Z'
const ENVELOPE = {
  ...{ asserted_by: 'c', lawful_basis: 'consent', occurred_at: AT, recorded_at: AT, received_at: AT },
}
const called = (name: string | null) => (): ReturnType<TextWording['nameOf']> =>
  name === null ? null : { name, by: 'cooperative', kind: 'unknown', memberNo: null }
const words = (name: string | null, hasLaw: boolean): TextWording => ({
  nameOf: called(name),
  granteeOf: called(name),
  purpose: (code) => code.replaceAll('_', ' '),
  basis: (code) => ({
    name: code.replaceAll('_', ' '),
    law: hasLaw ? { country: 'UG', law: 'Data Act', section: 'section 7' } : null,
  }),
  crop: (code) => code,
  unit: (code) => code,
  region: (code) => code,
  cooperative: () => null,
})
const WORDINGS: readonly TextWording[] = [words('Anna', true), words(null, false)]

test('a harvest or delivery that differs in the third decimal reads differently', () => {
  const told = new RecordWords(english, WORDINGS[0] as TextWording, 'a')
  const said = (kg: number) => {
    const common = {
      ...ENVELOPE,
      ...{ crop: 'maize', quantity: { value: 1, unit: 'sack' }, normalized_kg: kg },
      derived: { standing: 'tip', kg },
    }
    return [
      told.sentences({ ...common, type: 'harvest', producer: 'a' } as never, []),
      told.delivery({ ...common, type: 'delivery', from_party: 'a', to_party: 'c' } as never, []).kg,
    ]
  }
  const [[harvest, delivery], [other, another]] = [said(54.321), said(54.324)]
  expect([harvest, delivery]).toEqual([expect.stringContaining('54.321'), '54.321'])
  expect([other, another]).toEqual([expect.stringContaining('54.324'), '54.324'])
})

describe('consent and objection', () => {
  const purpose = { id: 'credit_assessment', name: 'Credit assessment', meaning: 'Deciding whether to lend.' }
  const nobody = { name: null, by: null, kind: 'unknown', memberNo: null } as const
  const bank = { name: 'Bank', by: 'cooperative', kind: 'institution', memberNo: null } as const
  const types = [['loss'], ['loss', 'party'], [...GRANTABLE_TYPES]] as (typeof GRANTABLE_TYPES)[number][][]

  test('what is read out before', () => {
    const texts = types.flatMap((record_types) => [
      ...[nobody, bank].flatMap((grantee) =>
        [null, AT].flatMap((valid_from) =>
          grantSentences(english, {
            grantee,
            purpose,
            record_types,
            valid_from,
            expires_at: AT,
            ...(valid_from === null ? {} : { occurred_from: AT, keep_until: AT }),
          }),
        ),
      ),
      ...[null, [purpose], [purpose, purpose, purpose]].flatMap((purposes) => [
        ...objectionSentences(english, { purposes, record_types }),
        ...objectionSentences(english, { purposes, record_types: null }),
      ]),
    ])
    expect(texts.flatMap(faultsOf)).toEqual([])
  })

  test('what an objection did', () => {
    const counted = (record_type: (typeof GRANTABLE_TYPES)[number], lawful_basis: string, count: number) => ({
      ...{ record_type, lawful_basis, count },
    })
    const said = (n: number) => ({
      purposes: n === 0 ? null : ['research', 'insurance', 'x', 'y', 'z'].slice(0, n),
      record_types: n === 0 ? null : GRANTABLE_TYPES.slice(0, n),
      effect: n === 0 ? ('stopped_nothing_no_records' as const) : ('stopped_some' as const),
      stopped: n === 0 ? [] : GRANTABLE_TYPES.map((record_type) => counted(record_type, 'consent', n)),
      continuing: (['exempt', 'out_of_scope', 'others_decide', 'consent_only'] as const).flatMap((why) =>
        n === 0 ? [] : [{ why, ...counted('delivery', 'medical', n) }],
      ),
      withdrawable_grants: Array.from({ length: n }, () => ({
        grantee: 'x',
        purpose: 'research',
        record_types: ['loss' as const],
        expires_at: AT,
      })),
      more_withdrawable_grants: n === 5 ? 2 : n === 2 ? 1 : 0,
    })
    const texts = [0, 1, 2, 5].flatMap((n) =>
      WORDINGS.flatMap((wording: Wording) =>
        [null, { lodgedAt: AT, withdrawnAt: null }, { lodgedAt: AT, withdrawnAt: AT }].flatMap((since) =>
          tellObjection(english, effectSentences(said(n) as never, wording, null, since)),
        ),
      ),
    )
    expect(texts.flatMap(faultsOf)).toEqual([])
    expect(
      tellObjection(english, effectSentences(said(2) as never, WORDINGS[0] as Wording, null, null)),
    ).toContain(
      'You can take back any of these consents instead, at any time: then nothing is open under it at all.',
    )
  })
})

test('every type of record, with all and with as little as it may have', () => {
  const common = { ...ENVELOPE, derived: { standing: 'tip' } }
  const goods = { crop: 'maize', quantity: { value: 1, unit: 'kg' } }
  const more = {
    measurement_method: 'coop_weighed',
    note: 'a note',
    season: 'A',
    inputs: [{}],
    evidence: [{}],
    plot_ids: ['p'],
    on_behalf_of: 'b',
    derived: { standing: 'forked', confirmation: { confirmed: true }, flags: ['received_late'] },
  }
  const money = { amount_minor: 5, currency: 'UGX' }
  const anna = { type: 'party', party: 'a', display_name: 'Anna' }
  const filed = { type: 'due_diligence', filed_by: 'a' }
  const bodies = [
    { ...anna, kind: 'person', messages: true },
    { ...anna, kind: 'unknown', phone: '+256772', region: 'UG', member_no: '7' },
    { type: 'harvest', producer: 'a', ...goods },
    { type: 'harvest', producer: 'a', ...goods, plot: {} },
    { type: 'lot', holder: 'a', ...goods },
    { type: 'delivery', from_party: 'a', ...goods, agreed_price: money },
    ...CHANNELS.map((channel) => ({ type: 'delivery_confirmation', channel })),
    { type: 'payment_confirmation', channel: 'written', signed_by: 'a' },
    { type: 'obligation_confirmation', channel: 'in_person', signed_by: 'b' },
    { type: 'custody_transfer', from_party: 'a', to_party: 'b' },
    { type: 'custody_transfer', from_party: 'a', to_party: 'b', quantity: goods.quantity },
    ...['drying', 'other'].map((cause) => ({ type: 'loss', cause, quantity: goods.quantity })),
    ...['repay_loan', 'other'].map((kind) => ({ type: 'obligation', obligor: 'a', obligee: 'b', kind })),
    { type: 'obligation', kind: 'pay_for_goods', obligor: 'a', ...goods, amount: money, due_at: AT },
    ...['duplicate', 'other'].map((reason) => ({ type: 'retraction', reason })),
    { type: 'plot', holder: 'a', country: 'UG' },
    { type: 'plot', holder: 'a', country: 'UG', name: 'Hill', region: 'UG', crops: ['maize'], area_ha: 1 },
    { ...filed, reference_number: '25' },
    { ...filed, reference_number: '25', verification_number: 'AB' },
    { ...filed, kind: 'sd', reference: 'S5', verification: 'ABCDE', status: 'available' },
    { ...filed, contingency: true },
  ]
  const texts = WORDINGS.flatMap((wording) => {
    const told = new RecordWords(english, wording, 'a')
    return bodies.flatMap((body) =>
      [common, { ...common, ...more }].flatMap((rest) => {
        const record = { ...rest, ...body } as never
        return body.type === 'delivery' ? told.delivery(record, []).remarks : [told.sentences(record, [])]
      }),
    )
  })
  expect(texts.flatMap(faultsOf)).toEqual([])
  expect(texts.join('\n')).not.toMatch(/By in person|is coop weighed|obligation to other|\(other\)/)
  // Each is a sentence, and has both numbers of a statement.
  expect(texts.filter((text) => /^[a-z]/.test(text))).toEqual([])
  expect(texts.filter((text) => text.includes('number 25'))).toContainEqual(
    expect.stringContaining('number 25, verification number AB.'),
  )
})

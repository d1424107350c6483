import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { RECORD_TYPES, type RecordType } from '../../../../src/domain/types/index.ts'
import { type ListedParty, matching, type PartyQuery } from '../../../../src/identity/party-search.ts'
import { FIELDS } from '../../../../src/records/entry/fields.ts'
import {
  type FlagsEntry,
  flagFaults,
  type GivenFlags,
  readFlags,
  whyRefused,
} from '../../../../src/records/entry/flags.ts'
import type { FrontOffice } from '../../../../src/records/entry/read.ts'
import { embeddedRows, type RegistryRows } from '../../../../src/registry/embedded.ts'
import { OperatorFault, withRemedy } from '../../../../src/words/fault.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { message } from '../../../../src/words/message.ts'
import { englishWords, type Words, wordsIn } from '../../../../src/words/words.ts'
import { called } from '../../../support/called.ts'

/** What is missing or wrong with the flags of a record, all at once and each with what would be right. */

const words = englishWords('Africa/Kampala')
const told = (faults: Awaited<ReturnType<typeof readFlags>>['faults'], at: Words = words) =>
  faults.map(at.tell)
const entryOf = (type: RecordType, given: GivenFlags, more: Partial<FlagsEntry> = {}): FlagsEntry => ({
  ...{ fields: FIELDS[type], given, usual: {} },
  ...more,
})
const missing = (type: RecordType, given: GivenFlags = {}, more: Partial<FlagsEntry> = {}) =>
  told(flagFaults(entryOf(type, given, more), new Map())).map(
    (line) => /^--(\S+) is missing: ./.exec(line)?.[1],
  )

/** What a paper form of each type must have. */
const NEEDED: Readonly<Record<RecordType, readonly string[]>> = {
  party: ['name', 'kind'],
  plot: ['date', 'holder', 'country'],
  harvest: ['date', 'producer', 'crop', 'quantity'],
  lot: ['date', 'holder', 'crop', 'quantity'],
  delivery: ['date', 'from', 'to', 'crop', 'quantity'],
  delivery_confirmation: ['channel', 'date'],
  custody_transfer: ['date', 'lot', 'from', 'to'],
  loss: ['date', 'lot', 'quantity', 'cause'],
  obligation: ['date', 'kind', 'obligor', 'obligee'],
  obligation_confirmation: ['channel', 'date'],
  payment: ['date', 'payer', 'payee', 'amount', 'method', 'purpose'],
  payment_confirmation: ['channel', 'date'],
  due_diligence: ['date', 'lot', 'filed-by', 'filed'],
  retraction: ['reason', 'date'],
}

describe('what is missing', () => {
  test.each(RECORD_TYPES)('of a %s is named at once', (type) => {
    expect(missing(type)).toEqual(NEEDED[type])
    const given = Object.fromEntries(NEEDED[type].map((flag) => [flag, 'x']))
    expect(missing(type, given)).toEqual([])
    for (const flag of NEEDED[type]) expect(missing(type, { ...given, [flag]: ' ' })).toEqual([flag])
  })

  test('is named with what would be right, as the help does', () => {
    expect(told(flagFaults(entryOf('retraction', { date: 'today' }), new Map()))).toEqual([
      '--reason is missing: Why: entered_in_error, duplicate, did_not_happen, wrong_party, other',
    ])
    expect(told(flagFaults(entryOf('harvest', { quantity: '' }), new Map())).at(-1)).toBe(
      '--quantity is missing: How much, as observed (such as 120 kg, or 3 debe)',
    )
  })

  test('is not what has a usual value, and nothing of a correction or where that is unknown', () => {
    expect(missing('retraction', { reason: 'duplicate' }, { usual: { date: 'today' } })).toEqual([])
    // A clock that is behind does not know the day.
    expect(missing('retraction', { reason: 'duplicate' }, { usual: { date: '' } })).toEqual(['date'])
    expect(missing('delivery', {}, { usual: null })).toEqual([])
    expect(missing('delivery', {}, { old: {} as never })).toEqual([])
    expect(missing('delivery', { crop: '' }, { old: {} as never })).toEqual(['crop'])
  })
})

test('what is wrong follows what is missing, with the reason; then what belongs to other records', () => {
  const given = { from: 'Nobody', to: '17', crop: 'maize_grain', payer: '17', data: '/x', quantity: '5 kg' }
  const refused = new Map([['from', message('reading.country')]])
  expect(told(flagFaults(entryOf('delivery', given), refused))).toEqual([
    expect.stringMatching(/^--date is missing: /),
    '--from "Nobody": Write the two letters of the country, such as UG.',
    expect.stringMatching(
      /^--payer is for other records; here you may give --date, --from, --to, .*--note\.$/,
    ),
  ])
})

test('a picture of a paper without the person who signed it says what is missing', () => {
  const entry = entryOf('delivery_confirmation', { evidence: 'ab'.repeat(32) })
  const fields = entry.fields.filter(({ member }) => member !== 'evidence')
  expect(told(flagFaults({ ...entry, fields }, new Map()))).toContainEqual(
    expect.stringMatching(/^--evidence is the picture of a paper that somebody signed: give --signed-by too/),
  )
})

const GRACES = ['71', '72', '073', '73'].map(
  (member_no, i): ListedParty => ({
    ...{ party: `0190a0c0-0000-7000-8000-00000000000${i}`, name: i === 0 ? 'Grace Nakato' : 'Grace Auma' },
    ...{ kind: 'person', member_no, phone: null, region: null, same_as: null },
  }),
)
const run = async (task: string, args: PartyQuery & { kind?: keyof RegistryRows; text?: string }) => {
  if (task === 'entry.currency') return { currency: null }
  if (args.kind !== undefined) return { rows: embeddedRows[args.kind] }
  if (task === 'party.list') return { parties: GRACES.filter((one) => matching(args)(one)), next: null }
  if (task === 'record.get') throw new OperatorFault(...withRemedy('record.none', { id: '' }))
  const text = args.text ?? ''
  const found = GRACES.filter((one) => one.party === text || matching({ member_no: text })(one))
  if (found.length !== 1) throw new OperatorFault(...withRemedy('party.unknown', { text }))
  const one = must(found[0])
  return { ...one, called: called(must(one.name), one.member_no) }
}
const office = (at: Words = words) =>
  ({ run, words: at, now: () => Date.UTC(2026, 5, 28, 9), unit: null }) as unknown as FrontOffice
const readIn = async (type: RecordType, given: GivenFlags, more: Partial<FlagsEntry> = {}) =>
  readFlags(office(), entryOf(type, given, more))
const faultsOf = async (type: RecordType, given: GivenFlags, more: Partial<FlagsEntry> = {}) =>
  told((await readIn(type, given, more)).faults)

const DELIVERY = { date: 'today', from: '71', to: '72', crop: 'maize_grain', quantity: '120 kg' }
const HARVEST = { date: 'today', producer: '71', quantity: '3 debe', conversion: 'debe_maize_grain_level' }
const PAYMENT = { date: 'today', payer: '71', payee: '72', method: 'cash', purpose: 'produce' }

describe('what flags give', () => {
  test('is read without a fault, with what the record may leave out', async () => {
    const { members, shown, faults } = await readIn('delivery', { ...DELIVERY, grade: 'A', note: '-' })
    expect(faults).toEqual([])
    expect(members).toMatchObject({
      ...{ from_party: GRACES[0]?.party, quantity: { value: 120, unit: 'kg' }, grade: 'A' },
      ...{ lawful_basis: 'contract_performance', occurred_at_precision: 'day' },
    })
    expect(members).not.toHaveProperty('note')
    expect(shown).toContainEqual(['from party', 'Grace Nakato (71)'])
  })

  test('shows money on the one basis that the service accepts', async () => {
    const usual = { basis: 'consent' }
    const priced = await readIn('delivery', { ...DELIVERY, price: '5000 UGX' }, { usual })
    expect(priced.members.lawful_basis).toBe('special_data_consent')
    const { members } = await readIn('payment', { ...PAYMENT, amount: '5000 UGX' })
    expect(members.lawful_basis).toBe('special_data_consent')
  })

  test('clears members of an old record, and keeps those that no flag names', async () => {
    const old = { type: 'delivery', grade: 'B', quantity: { value: 1, unit: 'bag' } } as never
    const { members, cleared, faults } = await readIn('delivery', { grade: '-', location: '-' }, { old })
    expect({ members, cleared, faults }).toEqual({ members: {}, cleared: ['grade'], faults: [] })
  })

  test.each<[string, RecordType, GivenFlags, readonly string[]]>([
    [
      'two members of one name',
      'delivery',
      { ...DELIVERY, from: 'grace auma' },
      ['--from "grace auma": Which one? 72 Grace Auma; 073 Grace Auma; 73 Grace Auma. Give the number.'],
    ],
    [
      'two members of one number',
      'delivery',
      { ...DELIVERY, to: '0073' },
      [expect.stringMatching(/^--to "0073": Which one\? \S+2 Grace Auma \(073\); .* Give the id\.$/)],
    ],
    [
      'nobody, no figure, no crop and no day at once',
      'delivery',
      { from: '99', to: '71', crop: 'gold', quantity: 'sixty', date: '31/2/2026' },
      [
        '--date "31/2/2026": "31/2/2026" is not a valid day.',
        '--from "99": "99" is not a known id or member number. Find it with: granary party list',
        '--crop "gold": There is no crop "gold". "granary registry list crops" shows them all.',
        '--quantity "sixty": Write a number and its unit, such as 120 kg.',
      ],
    ],
    [
      'a word of no list, beside one that is missing',
      'loss',
      { date: 'today', lot: '0190a0c0-0000-7000-8000-000000000009', cause: 'rain' },
      [
        expect.stringMatching(/^--quantity is missing: How much/),
        '--cause "rain": Please use one of: drying, sorting, spillage, spoilage, pests, theft, sampling, other.',
      ],
    ],
    [
      'a factor of another crop',
      'harvest',
      { ...HARVEST, crop: 'rice_paddy' },
      [expect.stringMatching(/^--conversion "debe_maize_grain_level": It does not convert debe of this/)],
    ],
    [
      'a crop that is none: then no factor is judged',
      'harvest',
      { ...HARVEST, crop: 'gold' },
      [expect.stringMatching(/^--crop "gold"/)],
    ],
    [
      'an amount without a currency: then its parts are not judged',
      'payment',
      { ...PAYMENT, amount: '50000', settles: '0190a0c0-0000-7000-8000-000000000009:50000' },
      ['--amount "50000": Write an amount and its currency, such as 250000 UGX.'],
    ],
  ])('%s', async (_what, type, given, lines) => {
    expect(await faultsOf(type, given)).toEqual(lines)
  })

  test('that a buying point saved and that hold no longer are named too', async () => {
    const { to: _, ...given } = DELIVERY
    expect(await faultsOf('delivery', given, { usual: { to: '99' } })).toEqual([
      expect.stringMatching(/^--to "99": "99" is not a known id/),
    ])
  })

  test('is wrong in the language of the clerk', async () => {
    const french = wordsIn(must(languageOf('fr')), 'Africa/Kampala')
    const { faults } = await readFlags(office(french), entryOf('retraction', { reason: 'x' }))
    expect(told(faults, french)).toEqual([
      expect.stringMatching(/^--date manque\u00a0: Quand/),
      expect.stringMatching(/^--reason «\u00a0x\u00a0»\u00a0: .*entered_in_error/),
    ])
  })

  test('never hides a failure of the program as a fault of the clerk', async () => {
    const broken = { ...office(), run: () => Promise.reject(new TypeError('broken')) }
    await expect(readFlags(broken, entryOf('delivery', DELIVERY))).rejects.toThrow('broken')
  })
})

describe('why a value cannot be used', () => {
  test('is what was wrong with it, with its remedy', () => {
    const fault = new OperatorFault(...withRemedy('lots.noLot', { id: 'L1' }))
    expect(words.tell(whyRefused(fault))).toBe(`${words.tell(fault.what)} ${words.tell(fault.cure)}`)
  })

  test.each<[string, Error]>([
    ['stopped', new OperatorFault(...withRemedy('command.stopped'))],
    ['failed', new OperatorFault(...withRemedy('command.failed'))],
    ['is at fault itself', new TypeError('x is undefined')],
  ])('is not said of it where the service %s', (_, error) => {
    expect(() => whyRefused(error)).toThrow(error)
  })
})

test('a conversion is refused where there is nothing to convert', () => {
  const entry = { fields: FIELDS.payment, given: { conversion: 'debe_maize_grain_level' }, usual: null }
  expect(told(flagFaults(entry, new Map()))).toContainEqual(
    expect.stringMatching(/^--conversion: this record/),
  )
  expect(told(flagFaults({ ...entry, fields: FIELDS.delivery }, new Map()))).not.toContainEqual(
    expect.stringMatching(/^--conversion/),
  )
})

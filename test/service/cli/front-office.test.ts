import { afterAll, describe, expect, test } from 'vitest'
import { actOn, addRecords, correctRecord } from '../../../src/records/entry/flows.ts'
import type { BuyingPoint } from '../../../src/records/entry/point.ts'
import type { Session } from '../../../src/records/entry/session.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { atCounter } from '../../support/cli/terminal.ts'

/** A clerk at the terminal, with everything typed ahead: an answer a line. */

const appliance = await makeAppliance()
const grace = await appliance.party('person', 'Grace \u001b[31mNakato\u202e', { member_no: '17' })
afterAll(() => appliance.close())

const clerk = (
  lines: readonly string[],
  work: (session: Session) => Promise<void>,
  now: () => number = () => appliance.clock.nowMs,
  point: BuyingPoint | null = null,
) => atCounter(appliance, lines, work, { now, point })

const read = async (id: string) =>
  (await appliance.cooperative.get(`/v1/records/${id}?purpose=cooperative_management`)).body

/** The record that a sitting wrote last. */
const written = (said: string) => read([...said.matchAll(/^Written as (\S+)\.$/gm)].at(-1)?.[1] as string)

async function newest() {
  const list = await appliance.cooperative.get(
    '/v1/records?type=delivery&purpose=cooperative_management&order=newest&limit=1',
  )
  return list.body.records[0]
}

const DELIVERY = ['', '17', 'cooperative', 'maize_grain', '3 debe', '', '', '', '', '', '', '', '3', '']

describe('a clerk', () => {
  test('writes two records one after another, and the second takes its own day', async () => {
    let nowMs = appliance.clock.nowMs
    const second = ['', '17', '', '', '2 debe', '', '', '', '', '', '', '', '', '']
    const { said, error } = await clerk(
      [...DELIVERY, 'y', 'y', ...second, 'y', 'n'],
      (session) => addRecords(session, 'delivery'),
      () => {
        nowMs += 13 * 3_600_000
        return nowMs
      },
    )
    expect(error).toBeNull()
    expect(said).toContain('To whom (number or name) [cooperative]: ')
    expect(said).toContain('Lawful basis for holding it (number or word) [contract performance]: ')
    const days = [...said.matchAll(/^ {2}date +(\S+) \(today\)$/gm)].map(([, day]) => day)
    expect(new Set(days).size).toBe(2)
    expect(await written(said)).toMatchObject({
      quantity: { value: 2, unit: 'debe' },
      occurred_at_precision: 'day',
    })
  })

  test('is told what is wrong with an answer, and asked again', async () => {
    const { said } = await clerk(
      [
        ...[
          '06-28',
          '31/02/2026',
          '2026-02-31',
          'today',
          '',
          '99',
          '17',
          'cooperative',
          'coffee',
          'maize_grain',
        ],
        ...['12', '1,200 kg', '0 kg', '5 fathoms', '5 kg', '9', '', 'a lot', '', '', '25 shillings', ''],
        ...['', '', 'maybe', '3', '', 'perhaps', 'n', 'n'],
      ],
      (session) => addRecords(session, 'delivery'),
    )
    for (const complaint of [
      'Write today, yesterday, a day such as 28/6/2026',
      '"31/02/2026" is not a valid day.',
      '"2026-02-31" is not a valid day.',
      'This is required.',
      '"99" is not a known id or member number.',
      'Which one: ',
      'Write a number and its unit',
      '"1,200" can be read in two ways',
      'There is no unit "fathoms".',
      'Please answer with a number from 1 to 6',
      'Write the id of the record',
      'Write an amount and its currency',
      'Please answer with a number from 1 to 9',
      'Please answer with y or c or n.',
      'Nothing was written.',
    ])
      expect(said).toContain(complaint)
  })

  test.each([
    ['yesterday', '2026-06-27'],
    ['Yesterday', '2026-06-27'],
    ['1/6/2026', '2026-06-01'],
    ['01.06.2026', '2026-06-01'],
    ['28-06-2026', '2026-06-28'],
  ])('reads the day %s as people write it', async (text, day) => {
    const { said, error } = await clerk([text, ...DELIVERY.slice(1), 'y', 'n'], (session) =>
      addRecords(session, 'delivery'),
    )
    expect(error).toBeNull()
    expect(said).toMatch(new RegExp(`^ {2}date +${day}`, 'm'))
    const { occurred_at, occurred_at_precision } = await written(said)
    expect(occurred_at_precision).toBe('day')
    expect(String(occurred_at)).toContain(day)
  })

  test('changes an answer before it is written', async () => {
    const changed = ['5 note', '4 debe', '', 'seen twice']
    const { said, error } = await clerk([...DELIVERY, 'c', ...changed, 'y', 'n'], (session) =>
      addRecords(session, 'delivery'),
    )
    expect(error).toBeNull()
    expect(said).toMatch(/^ {3}5 {2}quantity +3 debe$/m)
    expect(await written(said)).toMatchObject({
      quantity: { value: 4 },
      normalized_kg: 72,
      note: 'seen twice',
      crop: 'maize_grain',
    })
  })

  test('mends what the service refused, with nothing lost', async () => {
    const priced = DELIVERY.with(9, '250000 UGX').with(-2, 'contract_performance')
    const mended = ['basis', 'special']
    const { said, error } = await clerk([...priced, 'y', ...mended, 'y', 'n'], (s) =>
      addRecords(s, 'delivery'),
    )
    expect(error).toBeNull()
    expect(said).toContain('must be held on special_data_consent')
    expect(await written(said)).toMatchObject({
      lawful_basis: 'special_data_consent',
      agreed_price: { amount_minor: 250_000, currency: 'UGX' },
    })
  })

  test('leaves in the middle, and nothing is written', async () => {
    const before = await newest()
    const { error } = await clerk(['', '17', 'cooperative'], (session) => addRecords(session, 'delivery'))
    expect(String(error)).toContain('You left.')
    expect((await newest()).id).toBe(before.id)
  })

  test('corrects by asking: what is not touched stays exactly as it was', async () => {
    const old = (
      await appliance.cooperative.append('delivery', {
        from_party: (await newest()).from_party,
        to_party: appliance.cooperative.id,
        crop: 'maize_grain',
        quantity: { value: 2, unit: 'bag', label: 'gunia' },
        normalized_kg: 190,
        conversion_id: 'of_our_own_scales',
        grade: 'B',
        location: 'Main store',
        occurred_at: '2026-06-27T21:30:00.000Z',
        occurred_at_precision: 'day',
      })
    ).body
    const answers = ['', '', '', '', '', '', '4', '', '', '', '-', '', '', 'weighed again', 'y']
    const { said, error } = await clerk(answers, (session) => correctRecord(session, old.id))
    expect(error).toBeNull()
    expect(said).toContain('timestamp) [2026-06-28]: ')
    expect(said).toContain('(number or name) [Test Cooperative]: ')
    const corrected = await written(said)
    const untouched = ['quantity', 'normalized_kg', 'conversion_id', 'occurred_at', 'occurred_at_precision']
    for (const member of [...untouched, 'location', 'from_party', 'lawful_basis'])
      expect(corrected[member], member).toEqual(old[member])
    expect(corrected).toMatchObject({ measurement_method: 'coop_weighed', note: 'weighed again' })
    expect(corrected).not.toHaveProperty('grade')
    const nothing = await clerk(Array(14).fill(''), (session) => correctRecord(session, corrected.id))
    expect(nothing.said).toContain('Nothing was changed, so nothing is written.')
  })

  test('corrects a lot of its own after it has passed to somebody unknown', async () => {
    const { cooperative } = appliance
    const [trader, mill] = [
      await appliance.party('business', 'Trader'),
      await appliance.party('business', 'Mill'),
    ]
    const quantity = { value: 90, unit: 'kg' }
    const lot = (await cooperative.append('lot', { holder: cooperative.id, crop: 'maize_grain', quantity }))
      .body
    for (const [from, to] of [
      [cooperative, trader],
      [trader, mill],
    ] as const)
      await from.append('custody_transfer', { lot_id: lot.id, from_party: from.id, to_party: to.id })
    expect((await read(lot.id)).derived.redacted).toEqual([{ member: 'custodian' }])
    const answers = ['quantity', '89 kg', 'y']
    const { said, error } = await clerk(answers, (session) => correctRecord(session, lot.id))
    expect(error).toBeNull()
    expect(await written(said)).toMatchObject({ supersedes: lot.id, quantity: { value: 89, unit: 'kg' } })
  })

  test('takes a record back', async () => {
    const { id } = await newest()
    const { said } = await clerk(['2', '', '', 'y'], (session) => actOn(session, 'retraction', id))
    expect(said).toMatch(/reason +duplicate/)
    expect((await read(id)).derived.standing).toBe('retracted')
  })

  test('confirms a payment that a member recorded, once its type is known', async () => {
    const { body: payment } = await grace.append('payment', {
      lawful_basis: 'special_data_consent',
      payer: grace.id,
      payee: appliance.cooperative.id,
      amount: { amount_minor: 25_000, currency: 'UGX' },
      method: 'cash',
      purpose: 'repayment',
    })
    const { said, error } = await clerk(['in_person', '', '', 'y'], (session) =>
      actOn(session, 'confirmation', payment.id),
    )
    expect(error).toBeNull()
    expect(said).toContain('this payment confirmation will be written')
    expect(await written(said)).toMatchObject({ type: 'payment_confirmation', payment_id: payment.id })
    expect((await read(payment.id)).derived.confirmation).toMatchObject({ independent: true })
    const harvest = await grace.append('harvest', {
      producer: grace.id,
      crop: 'maize_grain',
      quantity: { value: 1, unit: 'kg' },
    })
    const other = await clerk([], (session) => actOn(session, 'confirmation', harvest.body.id))
    expect(String(other.error)).toMatch(/only a delivery or a payment can be confirmed|no record/)
  })

  test('finds people by name or telephone, and is told of all who are meant', async () => {
    for (let i = 1; i <= 10; i++)
      await appliance.party('person', `Okello ${'ABCDEFGHIJ'[i - 1]}`, {
        member_no: `o${i}`,
        phone: `+25677200010${i % 10}`,
      })
    const from = ['okello', 'OKELLO c', 'n', 'n']
    const { said } = await clerk(
      DELIVERY.toSpliced(1, 1, ...from.slice(0, 2)).concat(from.slice(2)),
      (session) => addRecords(session, 'delivery'),
    )
    expect(said).toMatch(/Which one\? o1 Okello A \(\+256772000101\); .*; and 2 more\. Give the number\./)
    expect(said).toMatch(/from party +Okello C \(o3\)$/m)
    const called = await clerk([...DELIVERY.with(1, '0772 000104'), 'n', 'n'], (session) =>
      addRecords(session, 'delivery'),
    )
    expect(called.said).toMatch(/from party +Okello D \(o4\)$/m)
  })

  test('is asked once more about what looks wrong, and no is the default', async () => {
    const [hundred, thousand] = ['100 kg', '1000 kg'].map((kg) => [
      '',
      'o5',
      'cooperative',
      'maize_grain',
      kg,
      ...Array(8).fill(''),
    ])
    const one = async (answers: readonly string[], ...ends: readonly string[]) =>
      (await clerk([...answers, ...ends], (session) => addRecords(session, 'delivery'))).said
    for (let i = 0; i < 3; i++) {
      appliance.clock.nowMs += 3_600_001
      expect(await one(hundred as string[], 'y', 'n')).not.toContain('LOOK AGAIN')
    }
    const again = await one(hundred as string[], '', 'n')
    expect(again).toContain('LOOK AGAIN: The same was written down less than an hour ago.')
    expect(again).toContain('Nothing was written.')
    const heavy = await one(thousand as string[], '', 'n')
    expect(heavy).toContain(
      '1,000.00 kg is 5 times what is usual here or more (100.00 kg, of the last 3 records).',
    )
    expect(heavy).toContain('Is that right? (n: no, c: change it, y: yes, write it) [n]: ')
    expect(await one(thousand as string[], 'y', 'n')).toContain('Written as')
    const past = await one((hundred as string[]).with(0, '1/3/2026').with(2, 'o5'), 'n', 'n')
    expect(past).toContain('LOOK AGAIN: Its date is more than 30 days ago.')
    expect(past).toContain('LOOK AGAIN: It is from a party to itself.')
  })

  test('is not asked again about what a correction leaves alone', async () => {
    const { body: old } = await appliance.cooperative.append('delivery', {
      from_party: (await newest()).from_party,
      to_party: appliance.cooperative.id,
      crop: 'maize_grain',
      quantity: { value: 5000, unit: 'kg' },
      occurred_at: '2025-01-02T09:00:00.000Z',
    })
    const noted = await clerk(['note', 'seen again', 'y'], (session) => correctRecord(session, old.id))
    expect(noted.said).not.toContain('LOOK AGAIN')
    const { id } = await written(noted.said)
    const dated = await clerk(['date', '1/1/2025', 'n'], (session) => correctRecord(session, id))
    expect(dated.said).toContain('LOOK AGAIN: Its date is more than 30 days ago.')
  })

  test('answers four questions for a delivery at a buying point', async () => {
    const point = {
      name: 'kasese',
      answers: {
        to: { text: appliance.cooperative.id, shown: 'Test Cooperative' },
        crop: { text: 'maize_grain' },
        location: { text: 'Kasese store' },
      },
      unit: 'kg',
      ask: ['grade'],
    }
    const lines = ['17', '81', 'B', 'y', 'y', 'o2', '82,5', '', 'y', 'n']
    const { said, error } = await clerk(lines, (session) => addRecords(session, 'delivery'), undefined, point)
    expect(error).toBeNull()
    expect(said.match(/^(From whom|How much|Grade|Write this|Another).*: \S*$/gm)).toHaveLength(10)
    expect(await written(said)).toMatchObject({
      quantity: { value: 82.5, unit: 'kg' },
      location: 'Kasese store',
      lawful_basis: 'contract_performance',
    })
    expect(await written(said)).not.toHaveProperty('grade')
  })

  test('sees no name that steers the terminal', async () => {
    const { said } = await clerk([...DELIVERY, 'n', 'n'], (session) => addRecords(session, 'delivery'))
    expect(said).toContain('Grace [U+001B][31mNakato[U+202E]')
    expect(said).not.toContain('\u001b[31m')
    expect(said).not.toContain('\u202e')
  })
})

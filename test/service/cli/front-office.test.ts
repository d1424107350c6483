import { describe, expect, test } from 'vitest'
import type { GivenFlags } from '../../../src/records/entry/flags.ts'
import { addRecord, correctRecord } from '../../../src/records/entry/flows.ts'
import { SeveralFaults } from '../../../src/words/fault.ts'
import { englishWords } from '../../../src/words/words.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { atCounter } from '../../support/cli/terminal.ts'

/** A clerk at a terminal, who gives flags and answers what needs a second look. */

const appliance = await makeAppliance()
const grace = await appliance.party('person', 'Grace \u001b[31mNakato\u202e', { member_no: '17' })

const read = async (id: string) =>
  (await appliance.cooperative.get(`/v1/records/${id}?purpose=cooperative_management`)).body

/** The record that was written last. */
const written = (said: string) => read([...said.matchAll(/^Written as (\S+)\.$/gm)].at(-1)?.[1] as string)

const DELIVERY = { date: 'today', from: '17', to: 'cooperative', crop: 'maize_grain', quantity: '3 debe' }
const add = (more: GivenFlags, ...lines: readonly string[]) =>
  atCounter(appliance, { ...DELIVERY, ...more }, (session) => addRecord(session, 'delivery'), lines)
const correct = (id: string, given: GivenFlags, ...lines: readonly string[]) =>
  atCounter(appliance, given, (session) => correctRecord(session, id), lines)
const faults = (error: unknown): readonly string[] => {
  expect(error).toBeInstanceOf(SeveralFaults)
  return (error as SeveralFaults).faults.map(englishWords().tell)
}
const count = async (): Promise<number> =>
  (await appliance.cooperative.get('/v1/records?type=delivery&purpose=cooperative_management')).body.records
    .length

describe('a clerk', () => {
  test('sees what will be written, without a question', async () => {
    const { said, error } = await add({ conversion: 'debe_maize_grain_level' })
    expect(error).toBeNull()
    expect(said).toMatch(/^This delivery will be written:$/m)
    expect(said).toMatch(/^ {2}date +\d+\sJun\s2026 \(today\)$/m)
    expect(said).toMatch(/^ {2}lawful basis +contract performance$/m)
    expect(said).not.toContain('?')
    expect(await written(said)).toMatchObject({
      ...{ quantity: { value: 3, unit: 'debe' }, conversion_id: 'debe_maize_grain_level' },
      occurred_at_precision: 'day',
    })
  })

  test('corrects, and what no flag names stays exactly as it was', async () => {
    const old = (
      await appliance.cooperative.append('delivery', {
        from_party: grace.id,
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
    const change = { grade: '-', 'measurement-method': 'coop_weighed', note: 'weighed again' }
    const { said, error } = await correct(old.id, change)
    expect(error).toBeNull()
    expect(said).toMatch(/^This replaces record .*; the old one stays readable:$/m)
    expect(said).toMatch(/^ {2}grade +left out$/m)
    const corrected = await written(said)
    const untouched = ['quantity', 'normalized_kg', 'conversion_id', 'occurred_at', 'occurred_at_precision']
    for (const member of [...untouched, 'location', 'from_party', 'lawful_basis'])
      expect(corrected[member], member).toEqual(old[member])
    expect(corrected).toMatchObject({ measurement_method: 'coop_weighed', note: 'weighed again' })
    expect(corrected).not.toHaveProperty('grade')
    const nothing = await correct(corrected.id, { grade: '-' })
    expect(nothing.said).toContain('Nothing was changed, so nothing is written.')
    const none = await correct(corrected.id, {})
    expect(none.error).toMatchObject({
      exitCode: 2,
      remedy: expect.stringMatching(/: --date, --from, .*--note\.$/),
    })
    const strange = await correct(corrected.id, { 'plot-name': 'Hill', quantity: 'x' })
    expect(faults(strange.error)).toEqual([
      expect.stringContaining('--quantity "x": Write a number'),
      expect.stringContaining('--plot-name is for other records'),
    ])
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
    const { said, error } = await correct(lot.id, { quantity: '89 kg' })
    expect(error).toBeNull()
    expect(await written(said)).toMatchObject({ supersedes: lot.id, quantity: { value: 89, unit: 'kg' } })
  })

  test('finds people by name or telephone, and is told of all who are meant', async () => {
    for (let i = 1; i <= 10; i++)
      await appliance.party('person', `Okello ${'ABCDEFGHIJ'[i - 1]}`, {
        member_no: `o${i}`,
        phone: `+25677200010${i % 10}`,
      })
    const { error } = await add({ from: 'okello', to: '99' })
    expect(faults(error)).toEqual([
      expect.stringMatching(
        /^--from "okello": Which one\? o1 Okello A \(\+256772000101\); .*; and 2 more\. Give the number\.$/,
      ),
      expect.stringContaining('--to "99": "99" is not a known id or member number.'),
    ])
    expect((await add({ from: 'OKELLO c' })).said).toMatch(/from party +Okello C \(o3\)$/m)
    expect((await add({ from: '0772 000104' })).said).toMatch(/from party +Okello D \(o4\)$/m)
  })

  test('is asked once more about what looks wrong, and no is the default', async () => {
    const brings = async (quantity: string, ...lines: readonly string[]) =>
      (await add({ from: 'o5', quantity }, ...lines)).said
    for (let i = 0; i < 3; i++) {
      appliance.clock.nowMs += 3_600_001
      expect(await brings('100 kg')).not.toContain('LOOK AGAIN')
    }
    const again = await brings('100 kg', '')
    expect(again).toContain('LOOK AGAIN: The same was written down less than an hour ago.')
    expect(again).toContain('Nothing was written.')
    const heavy = await brings('1000 kg', 'perhaps', 'n')
    expect(heavy).toContain('Last time 100\u00a0kg, usually about 100\u00a0kg. Really 1,000\u00a0kg?')
    expect(heavy).toContain('Is that right? (n: no, y: yes, write it) [n]: ')
    expect(heavy).toContain('Please answer with n or y.')
    expect(heavy).toContain('Nothing was written.')
    expect(await brings('1000 kg', 'y')).toContain('Written as')
  })

  test('leaves at the question with Ctrl-C, and nothing is written', async () => {
    const before = await count()
    const { error } = await add({ from: 'o5', to: 'o5' })
    expect(String(error)).toContain('You left.')
    expect(await count()).toBe(before)
  })

  test('is not asked again about what a correction leaves alone', async () => {
    const { body: old } = await appliance.cooperative.append('delivery', {
      from_party: grace.id,
      to_party: appliance.cooperative.id,
      crop: 'maize_grain',
      quantity: { value: 5000, unit: 'kg' },
      occurred_at: '2025-01-02T09:00:00.000Z',
    })
    const noted = await correct(old.id, { note: 'seen again' })
    expect(noted.said).not.toContain('LOOK AGAIN')
    const { id } = await written(noted.said)
    const dated = await correct(id, { date: '1/1/2025' }, 'n')
    expect(dated.said).toContain('LOOK AGAIN: Its date is more than 30 days ago.')
  })
})

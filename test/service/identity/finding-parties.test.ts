import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import type { Run } from '../../../src/cli/context.ts'
import { candidatesFor } from '../../../src/consent/request-candidates.ts'
import { partiesFor } from '../../../src/identity/party-search.ts'
import { partyCalled } from '../../../src/records/entry/party-called.ts'
import { englishWords } from '../../../src/words/words.ts'
import { makeAppliance } from '../../support/appliance.ts'

/** Whom the front office finds: those whom the cooperative recorded, by what it recorded (contract §1). */

const a = await makeAppliance()
const run: Run = (task, args) => a.tasks.run(task, 'clerk', args)
const dora = await a.party('person', 'Dora Achieng', {
  member_no: '12',
  region: 'UG-102',
  phone: '+256772000001',
})
const mallory = await a.party('person', 'Mallory Okot', { member_no: '66', phone: '+256772000066' })
const saysOfItself = { party: mallory.id, kind: 'person', display_name: 'Dora' }
const said = await mallory.append('party', { ...saysOfItself, phone: '+256772000001', member_no: '12' })
expect(said.status).toBe(201)

const called = async (text: string) => (await partyCalled({ run, words: englishWords() }, text)).party
const names = async (words: string) => (await partiesFor(run, { words })).map(({ name }) => name)

describe('a name that somebody gave themselves', () => {
  test.each(['Dora', 'dora achieng', '0772000001', '12'])(
    '%s still means the member of that name',
    async (text) => expect(await called(text)).toBe(dora.id),
  )
  test('does not hide the name that the cooperative wrote', async () => {
    expect(await called('Mallory')).toBe(mallory.id)
    expect(await names('Dora')).toEqual(['Dora Achieng'])
    expect(await names('okot')).toEqual(['Mallory Okot'])
  })
  test('is not found where the cooperative has no record', async () => {
    const ghost = uuidv7()
    await mallory.append('party', { party: ghost, kind: 'person', display_name: 'Akello Rose' })
    await expect(called('Akello')).rejects.toThrow('is not a known id or member number')
    expect(await called(ghost)).toBe(ghost)
  })
  test('is not found after the cooperative took its record back', async () => {
    const gone = await a.party('person', 'Opio Peter', { member_no: '70' })
    await gone.append('party', { party: gone.id, kind: 'person', display_name: 'Opio Peter' })
    const { record_id } = await run('party.statement', { party: gone.id })
    await a.cooperative.append('retraction', { target_id: record_id, reason: 'entered_in_error' })
    for (const text of ['Opio', '70']) await expect(called(text)).rejects.toThrow('is not a known id')
    expect(await called(gone.id)).toBe(gone.id)
  })
})

describe('two that fit', () => {
  test('are asked about, the exact name too, with number, village and telephone', async () => {
    const short = await a.party('person', 'Nansubuga', { member_no: '21' })
    await a.party('person', 'Nansubuga Joy', { member_no: '22', region: 'UG-102', phone: '+256772000022' })
    await expect(called('Nansubuga')).rejects.toThrow(
      'Which one? 21 Nansubuga; 22 Nansubuga Joy (UG-102, +256772000022). Give the number.',
    )
    expect(await called('21')).toBe(short.id)
  })
  test('are one when the cooperative says so', async () => {
    const [kept, other] = [await a.party('person', 'Ssali Moses'), await a.party('person', 'Ssali Moses')]
    await expect(called('Ssali')).rejects.toThrow('Which one?')
    await run('party.merge', { keep: kept.id, duplicate: other.id })
    expect(await called('Ssali')).toBe(kept.id)
  })
})

describe('whom a request by telephone may mean', () => {
  test('the party that the cooperative wrote it for; who merely claims it stands apart', async () => {
    const { recorded, claiming } = await candidatesFor(run, { phone: '+256772000001' })
    expect(recorded.map(({ party }) => party)).toEqual([dora.id])
    expect(claiming).toMatchObject([{ party: mallory.id, name: { name: 'Mallory Okot', by: 'cooperative' } }])
  })
  test('a member number is the cooperative’s alone', async () => {
    const { recorded, claiming } = await candidatesFor(run, { member_no: '12' })
    expect([recorded.map(({ party }) => party), claiming]).toEqual([[dora.id], []])
  })
})

test('the list has whom the cooperative recorded, and the others apart', async () => {
  const listed = (await partiesFor(run, {})).map(({ party }) => party)
  expect(listed).toEqual(expect.arrayContaining([dora.id, mallory.id, a.cooperative.id]))
  const { parties } = await run('party.others', { after: null })
  const others = parties.map(({ party }) => party)
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter((party) => listed.includes(party))).toEqual([])
})

test('finding looks at whom the cooperative recorded, however many others there are', async () => {
  const looked = () => a.kernel.people.recorded.after(0, Number.MAX_SAFE_INTEGER).found.length
  const before = looked()
  const known = a.kernel.store.parties.after(0, 10_000).length
  for (let i = 0; i < 50; i++)
    await mallory.append('party', { party: uuidv7(), kind: 'person', display_name: `Dora ${i}` })
  expect(a.kernel.store.parties.after(0, 10_000).length).toBe(known + 50)
  expect(looked()).toBe(before)
  expect(await called('Dora')).toBe(dora.id)
})

test('a correction by the cooperative is found at once, and the old name no longer', async () => {
  const rose = await a.party('person', 'Rose Adong', { member_no: '31' })
  expect(await names('adong')).toEqual(['Rose Adong'])
  const { record_id } = await run('party.statement', { party: rose.id })
  const corrected = { party: rose.id, kind: 'person', display_name: 'Rose Atim', member_no: '31' }
  await a.cooperative.append('party', { ...corrected, supersedes: record_id })
  expect([await names('adong'), await names('atim')]).toEqual([[], ['Rose Atim']])
})

test('the record about a member is found however much they say of themselves', async () => {
  const many = await a.party('person', 'Many Words', { member_no: '40' })
  const { record_id } = await run('party.statement', { party: many.id })
  for (let i = 0; i < 25; i++)
    await many.append('party', { party: many.id, kind: 'person', display_name: `Words ${i}` })
  expect((await run('party.statement', { party: many.id })).record_id).toBe(record_id)
})

test('a member number is found with its zeros and without, and asked about where two wrote it in their own ways', async () => {
  const zeros = await a.party('person', 'Zeros Here', { member_no: '00057' })
  expect(await called('57')).toBe(zeros.id)
  await expect(
    run('party.add', { kind: 'person', name: 'Other', basis: 'contract_performance', memberNo: '57' }),
  ).rejects.toThrow('Member number 00057 belongs to')
  const other = await a.party('person', 'Second Here', { member_no: '57' })
  await expect(called('57')).rejects.toThrow(
    `Which one? ${zeros.id} Zeros Here (00057); ${other.id} Second Here (57). Give the id.`,
  )
  expect(await called(other.id)).toBe(other.id)
})

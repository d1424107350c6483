import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { isImportId } from '../../../../src/clients/importer/identity.ts'
import { reportText } from '../../../../src/clients/importer/report.ts'
import type { ImportOptions } from '../../../../src/clients/importer/run.ts'
import { isSimilarName, sharesAWord } from '../../../../src/domain/similar-names.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { allRecords, importInto, registry, SMALL, WORDS } from '../../../support/clients/importer/support.ts'

/** Members whom the office entered by hand, and who then come in a sheet. */

const map = (more: object = {}) =>
  compileMap(
    {
      ...SMALL,
      key: ['Receipt'],
      parties: {
        member: {
          name: { column: 'Name' },
          kind: 'person',
          keyed_by: ['Name', 'Village'],
          member_no: { column: 'No' },
          phone: { column: 'Tel' },
          ...more,
        },
      },
      records: { delivery: { ...SMALL.records.delivery, from_party: ['member'] } },
    },
    registry,
  )
const sheet = (...people: readonly string[]) =>
  [
    'Receipt,Day,Weight,Name,Village,No,Tel',
    ...people.map((cells, i) => `R${i},1/2/2026,${i + 1} kg,${cells}`),
  ].join('\n')

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(() => a.close())

const enter = async (name: string, memberNo?: string, phone?: string) =>
  (
    await a.tasks.run('party.add', 'test', {
      kind: 'person',
      name,
      basis: 'contract_performance',
      ...(memberNo === undefined ? {} : { memberNo }),
      ...(phone === undefined ? {} : { phone }),
    })
  ).party
const imported = async (text: string, by = map(), more: Partial<ImportOptions> = {}) => {
  const dry = await importInto(a, text, by, { ...more, dryRun: true })
  const result = await importInto(a, text, by, more)
  expect({ ...dry, dryRun: false }).toEqual(result)
  return result
}
const handedOver = async () => (await allRecords(a, 'delivery')).map(({ from_party }) => from_party)
const people = async () => (await allRecords(a, 'party')).length - 1

describe('a member whom the office entered', () => {
  it('is found by the member number, and not made again', async () => {
    const grace = await enter('Grace Nakato', '17', '+256772000001')
    const text = sheet('Nakato Grace,Buwalasi,17,', 'Ruth Chebet,Buwalasi,18,')
    const result = await imported(text)
    expect(result.rows).toMatchObject({ new: 2, faulty: 0 })
    expect(result.records.party).toMatchObject({ written: 1 })
    expect(await handedOver()).toContain(grace)
    expect(await people()).toBe(2)
    expect(result.matches).toEqual([
      { row: 2, column: 'Name', by: 'number', party: grace, name: 'Grace Nakato', member_no: '17' },
    ])
    expect(reportText(WORDS, result)).toContain('Already known: 1 party by member number')
    // The number names one party still, so every command takes it.
    expect((await a.tasks.run('party.resolve', 'test', { text: '17' })).party).toBe(grace)
    expect((await imported(text)).rows).toMatchObject({ new: 0, known: 2 })
  })

  it('and has the number that the office writes where such a sheet makes them known', async () => {
    await imported(sheet('Ruth Chebet,,18.0,'))
    const { party } = await a.tasks.run('party.resolve', 'test', { text: '18' })
    expect(await handedOver()).toEqual([party])
    expect((await imported(sheet('Ruth Chebet,,18,'))).rows).toMatchObject({ known: 1, changed: 0 })
  })

  it('is not found by the number under a wholly different name', async () => {
    await enter('Grace Nakato', '17')
    const result = await imported(sheet('Peter Okello,,17,'))
    expect(result.rows).toMatchObject({ new: 0, faulty: 1 })
    expect(result.faults[0]).toMatchObject({
      row: 2,
      column: 'Name',
      value: 'Peter Okello',
      message: 'has no word in common with the known name for that number: Grace Nakato (member 17)',
    })
    expect(await people()).toBe(1)
  })

  it('cannot be found by a number that two have', async () => {
    await enter('Grace Nakato', '17')
    // The counter refuses it; a program of the cooperative's can still make that mistake.
    await a.party('person', 'Grace Akello', { member_no: '17' })
    const result = await imported(sheet('Grace Nakato,,17,'))
    expect(result.faults[0]).toMatchObject({
      column: 'No',
      message: 'is the member number of two known parties',
    })
  })

  it('is proposed by telephone and a similar name, and taken when that is accepted', async () => {
    const grace = await enter('Grace Nakato', '17', '+256772000001')
    const text = sheet('NAKATTO G.,,,+256 772 000001', 'Ruth Chebet,,,')
    const proposed = await imported(text)
    expect(proposed.rows).toMatchObject({ new: 1, faulty: 1 })
    expect(proposed.faults[0]).toMatchObject({
      row: 2,
      message: 'has the telephone and nearly the name of Grace Nakato (member 17), who is already known',
      remedy: expect.stringMatching(/accept such matches/),
    })
    const accepted = await imported(text, map(), { acceptMatches: true })
    expect(accepted.rows).toMatchObject({ new: 1, known: 1, faulty: 0 })
    expect(reportText(WORDS, accepted)).toContain('Row 2: Name is Grace Nakato (member 17)')
    expect(await handedOver()).toContain(grace)
    expect(await people()).toBe(2)
  })

  it.each([
    ['the telephone alone: families share them', 'Peter Okello,,,+256772000001', 'with the same telephone'],
    ['a similar name alone', 'Nakato Grace,,,', 'by nearly the same name'],
    [
      'a similar name alone, and another telephone',
      'Nakato Grace,,,+256772000002',
      'by nearly the same name',
    ],
  ])('is never assumed by %s', async (_, cells, why) => {
    const grace = await enter('Grace Nakato', '17', '+256772000001')
    const result = await imported(sheet(cells), map(), { acceptMatches: true })
    expect(result.rows).toMatchObject({ new: 0, faulty: 1 })
    expect(result.faults[0]?.message).toBe(`may be Grace Nakato (member 17), already known ${why}`)
    expect(await handedOver()).toEqual([])
    // They are one: the number says so.
    const name = cells.startsWith('Peter') ? 'Grace' : 'Nakato Grace'
    expect((await imported(sheet(`${name},,17,`))).rows).toMatchObject({ new: 1 })
    expect(await handedOver()).toEqual([grace])
  })

  it('is named by the map where the sheet has no numbers', async () => {
    const grace = await enter('Grace Nakato', '71')
    const lookup = { column: 'Name', lookup: { 'Nakato Grace': '71' }, not_listed: 'leave_out' }
    const text = sheet('Nakato Grace,,,', 'Ruth Chebet,,,')
    expect((await imported(text, map({ member_no: lookup }))).rows).toMatchObject({ new: 2, faulty: 0 })
    expect(await handedOver()).toContain(grace)
    expect(await people()).toBe(2)
  })

  it('and another of the name are two where the map says so, or both have a number', async () => {
    await enter('Grace Nakato', '17', '+256772000001')
    const two = map({ newcomers: ['grace nakato'] })
    expect((await imported(sheet('Grace Nakato,Mbale,,'), two)).rows).toMatchObject({ new: 1 })
    expect(await people()).toBe(2)
    const text = sheet('Grace Nakato,Mbale,,', 'Grace Nakato,Buwalasi,18,+256772000001')
    expect((await imported(text, two)).rows).toMatchObject({ new: 1, known: 1 })
    expect(await people()).toBe(3)
  })

  it('is asked about where telephone and name are theirs, and the number is not', async () => {
    await enter('Grace Nakato', '17', '+256772000001')
    const text = sheet('Grace Nakato,Mbale,71,+256772000001')
    const result = await imported(text, map(), { acceptMatches: true })
    expect(result.faults[0]?.message).toBe(
      'may be Grace Nakato (member 17), already known with the same telephone and nearly the same name',
    )
    expect((await imported(text, map({ newcomers: ['Grace Nakato'] }))).rows).toMatchObject({ new: 1 })
  })

  it('is who the office says, whatever name and telephone they give themselves', async () => {
    const ben = await a.party('person', 'Ben Wafula', { member_no: '17' })
    await ben.append('party', {
      party: ben.id,
      kind: 'person',
      display_name: 'Grace Nakato',
      phone: '+256772000001',
    })
    const grace = sheet('Grace Nakato,Mbale,,+256772000001')
    expect((await imported(grace, map(), { acceptMatches: true })).rows).toMatchObject({ new: 1 })
    expect(await handedOver()).not.toContain(ben.id)
    const both = sheet('Grace Nakato,Mbale,,+256772000001', 'Ben Wafula,,17,')
    expect((await imported(both)).rows).toMatchObject({ new: 1, known: 1, faulty: 0 })
    expect(await handedOver()).toContain(ben.id)
  })

  it('is asked about where the sheet has a number and the office has none', async () => {
    await enter('Grace Nakato')
    expect((await imported(sheet('Grace Nakato,Mbale,17,'))).rows).toMatchObject({ new: 0, faulty: 1 })
  })

  it('cannot be the one whom the sheet made known under the same key', async () => {
    await imported(sheet('Grace Nakato,Mbale,,'))
    await enter('Grace Nakato', '17')
    const result = await imported(sheet('Grace Nakato,Mbale,17,'))
    expect(result.faults[0]?.message).toBe(
      'is the number of Grace Nakato (member 17), but an earlier sheet introduced the party without it',
    )
  })

  it('is the one with the number, once the one whom the sheet made known is taken back', async () => {
    await imported(sheet('Grace Nakato,Mbale,,'))
    const grace = await enter('Grace Nakato', '17')
    const [made] = (await allRecords(a, 'party')).filter(({ id }) => isImportId(id))
    await a.cooperative.append('retraction', { target_id: made.id, reason: 'duplicate' })
    const text = sheet('Grace Nakato,Mbale,17,')
    expect((await imported(text)).rows).toMatchObject({ changed: 1, faulty: 0 })
    expect((await imported(text, map(), { correct: true })).records.delivery).toMatchObject({ corrected: 1 })
    expect(await handedOver()).toEqual([grace])
  })
})

describe('within a sheet', () => {
  it('one member number is one party', async () => {
    const result = await imported(
      sheet('Grace Nakato,Mbale,17,', 'Ruth Chebet,Mbale,17,', 'Drani Peter,,18,'),
    )
    expect(result.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'No', 'is the member number of another party in another row'],
      [3, 'No', 'is the member number of another party in another row'],
    ])
  })

  it('one number as the key has one name', async () => {
    const byNumber = map({ keyed_by: ['No'] })
    const result = await imported(sheet('Grace Nakato,,17,', 'G. Nakato,,17,', 'Ruth Chebet,,17,'), byNumber)
    expect(new Set(result.faults.map(({ message }) => message))).toEqual(
      new Set(['has a different name in another row, without a common word']),
    )
    expect(result.rows).toMatchObject({ new: 0, faulty: 3 })
    expect(
      (await imported(sheet('Grace Nakato,,17,', 'G. Nakato,,17,'), byNumber)).records.party,
    ).toMatchObject({
      written: 1,
    })
  })

  it('a list of people has each person once', async () => {
    const list = compileMap(
      {
        ...SMALL,
        parties: { person: { name: { column: 'Name' }, kind: 'person', keyed_by: ['No'] } },
        records: undefined,
        dates: undefined,
        quantities: undefined,
      },
      registry,
    )
    const result = await imported('No,Name\n1,Grace\n2,Ruth\n1,Grace N.\n', list)
    expect(result.faults.map(({ row, also }) => [row, also])).toEqual([
      [2, [4]],
      [4, [2]],
    ])
    expect((await imported('No,Name\n1,Grace\n2,Ruth\n', list)).rows).toMatchObject({ new: 1, known: 1 })
    expect((await imported('No,Name\n1,Grace Nakato\n2,Ruth\n', list)).changes).toEqual([
      { row: 2, column: 'Name', was: 'Grace', now: 'Grace Nakato' },
    ])
  })
})

it('a list of people whom the office entered already has nothing new', async () => {
  const list = compileMap(
    {
      ...map({ keyed_by: ['No'] }).spec,
      key: undefined,
      records: undefined,
      dates: undefined,
      quantities: undefined,
    },
    registry,
  )
  await enter('Grace Nakato', '17')
  const result = await imported('No,Name,Tel\n17,Grace Nakato,\n18,Ruth Chebet,\n', list)
  expect(result.rows).toMatchObject({ new: 1, known: 1, faulty: 0 })
  expect(await people()).toBe(2)
})

it('two sheets about the same members add to what is known of them; what one leaves out is not taken back', async () => {
  const list = compileMap(
    {
      ...map({ keyed_by: ['No'] }).spec,
      name: 'members',
      party_book: 'members',
      key: undefined,
      records: undefined,
      dates: undefined,
      quantities: undefined,
    },
    registry,
  )
  const ledger = compileMap(
    { ...map({ keyed_by: ['No'], phone: undefined }).spec, name: 'ledger', party_book: 'members' },
    registry,
  )
  await imported('No,Name,Tel\n17,Grace Nakato,+256772000001\n', list)
  expect((await imported(sheet('Grace Nakato,,17,'), ledger)).records).toMatchObject({
    party: { written: 0, there: 1 },
    delivery: { written: 1 },
  })
  expect((await imported('No,Name,Tel\n17,Grace Nakato,\n', list)).rows).toMatchObject({ known: 1 })
  expect(await people()).toBe(1)
})

describe('names', () => {
  it.each([
    ['Grace Nakato', 'Nakato Grace'],
    ['Grace Nakato', 'GRACE  NAKATO.'],
    ['Grace Nakato', 'G. Nakato'],
    ['Grace Nakato', 'Grace Nakatto'],
    ['Grace Nakato', 'Garce Nakato'],
    ['José Ríos', 'Jose Rios'],
    ['Grace Nakato', 'Grace Mary Nakato'],
    ['Grace', 'grace'],
  ])('%s and %s are similar', (one, other) => {
    expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([true, true])
  })

  it.each([
    ['Grace Nakato', 'Grace Akello'],
    ['Okello James', 'Okello Peter'],
    ['Okello James', 'Akello James'],
    ['Grace', 'Grace Nakato'],
    ['Kampala Coffee Ltd', 'Kampala Tea Ltd'],
    ['', 'Grace'],
  ])('%s and %s are not', (one, other) => {
    expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([false, false])
  })

  it('are similar whichever comes first, and to themselves', () => {
    const name = fc.array(fc.constantFrom('Grace', 'Grave', 'Nakato', 'G', 'N', 'Okello'), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(isSimilarName(a.join(' '), a.toReversed().join(' '))).toBe(true)
        expect(isSimilarName(a.join(' '), b.join(' '))).toBe(isSimilarName(b.join(' '), a.join(' ')))
      }),
    )
  })

  it('of one person nearly always share a word', () => {
    expect(sharesAWord('Akello Sarah', 'Sarah Okot')).toBe(true)
    expect(sharesAWord('Akello Sarah', 'Peter Okello')).toBe(false)
  })
})

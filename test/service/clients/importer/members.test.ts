import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { isImportId } from '../../../../src/clients/importer/identity.ts'
import { reportText } from '../../../../src/clients/importer/report.ts'
import type { ImportOptions } from '../../../../src/clients/importer/run.ts'
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
/** A map of people alone. */
const listBy = (spec: object) =>
  compileMap(
    { ...spec, key: undefined, records: undefined, dates: undefined, quantities: undefined },
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

it('a list of people whom the office entered already has nothing new', async () => {
  const list = listBy(map({ keyed_by: ['No'] }).spec)
  await enter('Grace Nakato', '17')
  const result = await imported('No,Name,Tel\n17,Grace Nakato,\n18,Ruth Chebet,\n', list)
  expect(result.rows).toMatchObject({ new: 1, known: 1, faulty: 0 })
  expect(await people()).toBe(2)
})

it('two sheets about the same members add to what is known of them; what one leaves out is not taken back', async () => {
  const list = listBy({ ...map({ keyed_by: ['No'] }).spec, name: 'members', party_book: 'members' })
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

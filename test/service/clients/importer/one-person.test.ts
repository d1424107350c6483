import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { ImportIds } from '../../../../src/clients/importer/identity.ts'
import { reportText } from '../../../../src/clients/importer/report.ts'
import type { ImportOptions } from '../../../../src/clients/importer/run.ts'
import { meaningOf } from '../../../../src/clients/sheets/meaning.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { allRecords, importInto, registry, SMALL, WORDS } from '../../../support/clients/importer/support.ts'

/** One person, written in several ways, in one sheet and in several, is one member. */

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(() => a.close())

const mapOf = (name: string, farmer: object = {}, more: object = {}) =>
  compileMap(
    {
      ...SMALL,
      name,
      country: 'UG',
      key: ['Receipt'],
      parties: { farmer: { name: { column: 'Name' }, kind: 'person', ...farmer } },
      records: { delivery: { ...SMALL.records.delivery, from_party: ['farmer'] } },
      ...more,
    },
    registry,
  )
const listOf = (name: string, farmer: object = {}) =>
  mapOf(name, farmer, { key: undefined, records: undefined, dates: undefined, quantities: undefined })
const ledger = (columns: string, ...rows: readonly string[]) =>
  [`Receipt,Day,Weight,${columns}`, ...rows.map((cells, i) => `R${i},${i + 1}/2/2026,9 kg,${cells}`)].join(
    '\n',
  )

const BY_NUMBER = { keyed_by: ['No'], member_no: { column: 'No' }, phone: { column: 'Phone' } }
const BY_PHONE = { phone: { column: 'Phone' } }
const LIST = 'No,Name,Phone\n00017,Akello Sarah,0772123401\n00018,Byaruhanga John,0772123402\n'

const run = (text: string, map: ReturnType<typeof mapOf>, more: Partial<ImportOptions> = {}) =>
  importInto(a, text, map, more)
const members = async () => (await allRecords(a, 'party')).length - 1
const givers = async () =>
  new Set((await allRecords(a, 'delivery')).map(({ from_party }) => from_party as string))

const SPELLINGS = [
  "Ng'ethe Kamau",
  'Ng’ethe Kamau',
  'NG`ETHE KAMAU',
  'Zoé Achieng',
  'Zoe\u0301 Achieng',
  'Zoe Achieng',
  'Wa\u200bfula Peter',
  'Wafula Peter',
  'Nabwire  Jane',
  'Nabwire Jane ',
]

describe('in one sheet', () => {
  it('a name is one member, however it is written', async () => {
    const text = ledger('Name', ...SPELLINGS)
    const result = await run(text, mapOf('one'))
    expect(result.rows).toMatchObject({ new: 10, faulty: 0 })
    expect(result.spellings).toContainEqual(['Zoe\u0301 Achieng', 'Zoe Achieng'])
    expect(reportText(WORDS, result)).toContain('Ng’ethe Kamau; NG`ETHE KAMAU')
    expect(await members()).toBe(4)
    expect((await givers()).size).toBe(4)
    const again = await run(
      ledger('Name', ...SPELLINGS.toReversed()),
      mapOf('one', {}, { key: ['Name', 'Receipt'] }),
    )
    expect(again.records.party).toMatchObject({ written: 0 })
  })

  it('a number is one member, with its zeros and without', async () => {
    const text = ledger('No,Name,Phone', '00017,Akello Sarah,', '17,Sarah Akello,', '017.0,AKELLO Sarah,')
    expect((await run(text, mapOf('one', BY_NUMBER))).rows).toMatchObject({ new: 3, faulty: 0 })
    expect(await members()).toBe(1)
  })
})

describe('a ledger after a list', () => {
  it('finds the members by name and telephone, and shows whom it found', async () => {
    await run(LIST, listOf('list', BY_NUMBER))
    const text = ledger(
      'Name,Phone',
      'AKELLO  Sarah,0772123401',
      'John Byaruhanga,+256772123402',
      'Phone Test,0748123456',
    )
    const result = await run(text, mapOf('ledger', BY_PHONE))
    expect(result.rows).toMatchObject({ new: 3, faulty: 0 })
    expect(result.matches.map(({ row, by, member_no }) => [row, by, member_no])).toEqual([
      [2, 'phone_and_name', '00017'],
      [3, 'phone_and_name', '00018'],
    ])
    expect(await members()).toBe(3)
    expect((await run(text, mapOf('ledger', BY_PHONE))).rows).toMatchObject({ new: 0, known: 3 })
  })

  it('that has names alone, as the sheet before it, finds them once that is accepted', async () => {
    await run(ledger('Name', 'Akello Sarah', 'Okot Rose'), mapOf('april'))
    const text = ledger('Name', 'AKELLO SARAH', 'Okot Ruth')
    const asked = await run(text, mapOf('may'))
    expect(asked.rows).toMatchObject({ new: 1, faulty: 1 })
    expect(asked.faults[0]).toMatchObject({
      message: 'is the name of Akello Sarah, who is already known',
      remedy: expect.stringContaining('accept such matches'),
    })
    expect((await run(text, mapOf('may'), { acceptMatches: true })).rows).toMatchObject({ new: 1, known: 1 })
    expect(await members()).toBe(3)
  })

  it('asks where two are of that name and telephone, until they are merged', async () => {
    await run(LIST, listOf('list', BY_NUMBER))
    const { party } = await a.tasks.run('party.add', 'test', {
      ...{ kind: 'person', name: 'Sarah Akello', basis: 'contract_performance', phone: '+256772123401' },
    })
    const text = ledger('Name,Phone', 'Akello Sarah,0772123401')
    expect((await run(text, mapOf('ledger', BY_PHONE))).rows).toMatchObject({ faulty: 1 })
    const { party: keep } = await a.tasks.run('party.resolve', 'test', { text: '17' })
    await a.tasks.run('party.merge', 'test', { keep, duplicate: party })
    expect((await run(text, mapOf('ledger', BY_PHONE))).rows).toMatchObject({ new: 1, faulty: 0 })
    expect(await givers()).toEqual(new Set([keep]))
  })

  it('asks about a number that two members wrote in their own ways, unless the name decides', async () => {
    await run('No,Name,Phone\n00017,Akello Sarah,\n', listOf('list', BY_NUMBER))
    await a.party('person', 'Byaruhanga John', { member_no: '17' })
    const text = ledger('No,Name,Phone', '17,Byaruhanga John,', '17,Akello Sarah,', '00017,Akello Sarah,')
    const result = await run(text, mapOf('ledger', BY_NUMBER))
    expect(result.faults.map(({ row, message }) => [row, message])).toEqual([
      [3, 'is the member number of two known parties'],
    ])
    expect(result.rows).toMatchObject({ new: 2, faulty: 1 })
  })
})

describe('a sheet of people of one name, told apart by a key', () => {
  const farm = { keyed_by: ['Farm'] }
  const text = ledger('Farm,Name', 'F1,Nakato Grace', 'F2,Nakato Grace', 'F3,Nakato Grace')

  it('is imported whole, however often it is interrupted', async () => {
    const begun = await run(text.split('\n').slice(0, 2).join('\n'), mapOf('farms', farm))
    expect(begun.rows).toMatchObject({ new: 1 })
    expect((await run(text, mapOf('farms', farm))).rows).toMatchObject({ new: 2, known: 1, faulty: 0 })
    expect(await members()).toBe(3)
  })
})

describe('a sheet that the last version imported, by keys that were not folded', () => {
  const numbers = { decimal: '.', thousands: undefined } as const
  /** As that version made them known: each spelling by itself. */
  const asBefore = async (text: string, map: ReturnType<typeof mapOf>, keys: readonly string[]) => {
    const { secret } = await a.tasks.run('import.secret', 'test', {})
    const ids = new ImportIds(Buffer.from(secret, 'hex'))
    const gone = keys.map((key) => ids.party(map.partyBook, 'person', [meaningOf(key, numbers)]))
    const result = await run(text, map, { gone })
    expect(result.rows).toMatchObject({ faulty: 0, known: 0 })
    const made = new Set((await allRecords(a, 'party')).map(({ party }) => party))
    for (const id of gone) expect(made).toContain(id)
  }

  it('writes nothing again', async () => {
    const text = ledger('Name', ...SPELLINGS)
    await asBefore(text, mapOf('one'), SPELLINGS)
    const before = await members()
    expect(before).toBeGreaterThan(4)
    const again = await run(text, mapOf('one'))
    expect(again.rows).toMatchObject({ new: 0, known: 10, changed: 0, faulty: 0 })
    expect(again.written).toEqual([])
    expect(await members()).toBe(before)
  })

  it('nor does one keyed by a number', async () => {
    const text = ledger('No,Name,Phone', '00017,Akello Sarah,', 'EH-001,Zoé Achieng,')
    await asBefore(text, mapOf('one', BY_NUMBER), ['00017', 'EH-001'])
    expect((await run(text, mapOf('one', BY_NUMBER))).rows).toMatchObject({ known: 2, changed: 0, faulty: 0 })
    const other = ledger('No,Name,Phone', '17,Akello Sarah,', 'eh-001,Zoe Achieng,')
    expect((await run(other, mapOf('one', BY_NUMBER))).records.party).toMatchObject({ written: 0 })
    expect(await members()).toBe(2)
  })

  it('writes a new spelling under the member whom it made known', async () => {
    await asBefore(ledger('Name', 'Zoé Achieng'), mapOf('one'), ['Zoé Achieng'])
    const more = `${ledger('Name', 'Zoé Achieng')}\nR7,7/2/2026,9 kg,ZOE ACHIENG`
    expect((await run(more, mapOf('one'))).rows).toMatchObject({ new: 1, known: 1, faulty: 0 })
    expect(await members()).toBe(1)
    expect((await givers()).size).toBe(1)
  })

  it('asks where it made two of one name, and the row is neither', async () => {
    const two = ['Ng’ethe Kamau', "Ng'ethe Kamau"]
    await asBefore(ledger('Name', ...two), mapOf('one'), two)
    const result = await run(`${ledger('Name', ...two)}\nR7,7/2/2026,9 kg,Ng´ethe Kamau`, mapOf('one'))
    expect(result.rows).toMatchObject({ known: 2, faulty: 1 })
    expect(result.faults[0]?.message).toMatch(
      /^may be Ng.ethe Kamau; or Ng.ethe Kamau, as written in earlier sheets$/,
    )
  })

  it('is not made again where the member was taken back', async () => {
    const text = ledger('Name', 'Zoé Achieng')
    await asBefore(text, mapOf('one'), ['Zoé Achieng'])
    const [made] = (await allRecords(a, 'party')).filter(({ display_name }) => display_name === 'Zoé Achieng')
    await a.cooperative.append('retraction', { target_id: made.id, reason: 'duplicate' })
    expect((await run(text, mapOf('one'))).written).toEqual([])
  })
})

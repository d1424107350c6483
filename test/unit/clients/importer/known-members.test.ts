import { describe, expect, test } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import type { KnownParty } from '../../../../src/clients/importer/known-parties.ts'
import { reportText } from '../../../../src/clients/importer/report.ts'
import { importing, MemoryStore, registry, SMALL, WORDS } from '../../../support/clients/importer/support.ts'

/** Whether somebody in a sheet is a member whom the office knows. */

const map = (more: object = {}) =>
  compileMap(
    {
      ...SMALL,
      parties: {
        member: {
          ...{ name: { column: 'Name' }, kind: 'person', keyed_by: ['Name', 'Village'] },
          ...{ member_no: { column: 'No' }, phone: { column: 'Tel' }, ...more },
        },
      },
      records: { delivery: { ...SMALL.records.delivery, from_party: ['member'] } },
    },
    registry,
  )
const sheet = (...people: readonly string[]) =>
  ['Day,Weight,Name,Village,No,Tel', ...people.map((cells, i) => `1/2/2026,${i + 1} kg,${cells}`)].join('\n')
const GRACE: KnownParty = {
  party: '019f0000-0000-7000-8000-000000000017',
  name: 'Grace Nakato',
  member_no: '17',
  phone: '+256772000001',
  same_as: null,
}
const WITHOUT_NUMBER = { ...GRACE, member_no: null, phone: null }
const BY_NAME = { member_no: { column: 'Name', lookup: { 'Nakato Grace': '17' }, not_listed: 'leave_out' } }
const NEW = { newcomers: ['grace nakato'] }
const MAY_BE = 'may be Grace Nakato (member 17), already known'
const PROPOSED = 'has the telephone and nearly the name of Grace Nakato (member 17), who is already known'

describe('a member whom the office entered', () => {
  test.each<[what: string, cells: string, is: string, map?: object, known?: KnownParty]>([
    ['by the number', 'Nakato Grace,Buwalasi,17,', 'Grace'],
    ['by the map, where the sheet has no number', 'Nakato Grace,,,', 'Grace', BY_NAME],
    ['by telephone and a similar name', 'NAKATTO G.,,,+256 772 000001', 'Grace'],
    [
      'not by the number, under a wholly different name',
      'Peter Okello,,17,',
      'has no word in common with the known name for that number: Grace Nakato (member 17)',
    ],
    [
      'never by the telephone alone: families share them',
      'Peter Okello,,,+256772000001',
      `${MAY_BE} with the same telephone`,
    ],
    ['never by a similar name alone', 'Nakato Grace,,,', `${MAY_BE} by nearly the same name`],
    [
      'never by a similar name and another telephone',
      'Nakato Grace,,,+256772000002',
      `${MAY_BE} by nearly the same name`,
    ],
    [
      'never with another number',
      'Grace Nakato,Mbale,71,+256772000001',
      `${MAY_BE} with the same telephone and nearly the same name`,
    ],
    [
      'never where only the sheet has a number',
      'Grace Nakato,Mbale,17,',
      'may be Grace Nakato, already known by nearly the same name',
      {},
      WITHOUT_NUMBER,
    ],
    ['not where the map says that they are two', 'Grace Nakato,Mbale,,', 'another', NEW],
    ['nor with another number then', 'Grace Nakato,Mbale,71,+256772000001', 'another', NEW],
  ])('is known %s', async (_, cells, is, more = {}, known = GRACE) => {
    const store = new MemoryStore()
    const options = { text: sheet(cells), map: map(more), people: [known], acceptMatches: true, store }
    const { faults } = await importing(options)
    const [delivery] = [...store.records.values()].flatMap((text) => {
      const record = JSON.parse(text)
      return record.type === 'delivery' ? [record.from_party === GRACE.party ? 'Grace' : 'another'] : []
    })
    expect(faults[0]?.message ?? delivery).toBe(is)
    expect(faults.length > 0).toBe(delivery === undefined)
  })

  test('by telephone and a similar name is proposed, and shown once that is accepted', async () => {
    const text = sheet('NAKATTO G.,,,+256 772 000001', 'Ruth Chebet,,,')
    const proposed = await importing({ text, map: map(), people: [GRACE] })
    expect(proposed.rows).toMatchObject({ new: 1, faulty: 1 })
    expect(proposed.faults).toMatchObject([
      { row: 2, message: PROPOSED, remedy: expect.stringMatching(/accept such matches/) },
    ])
    const accepted = await importing({ text, map: map(), people: [GRACE], acceptMatches: true })
    expect(reportText(WORDS, accepted)).toContain('Row 2: Name is Grace Nakato (member 17)')
  })
})

describe('within a sheet', () => {
  const faultsIn = async (text: string, by = map()) =>
    (await importing({ text, map: by })).faults.map(({ row, column, message }) => [row, column, message])

  test('one member number is one party', async () => {
    const message = 'is the member number of another party in another row'
    expect(
      await faultsIn(sheet('Grace Nakato,Mbale,17,', 'Ruth Chebet,Mbale,17,', 'Drani Peter,,18,')),
    ).toEqual([
      [2, 'No', message],
      [3, 'No', message],
    ])
  })

  test('one number as the key has one name', async () => {
    const byNumber = map({ keyed_by: ['No'] })
    const two = ['Grace Nakato,,17,', 'G. Nakato,,17,']
    const message = 'has a different name in another row, without a common word'
    const faults = await faultsIn(sheet(...two, 'Ruth Chebet,,17,'), byNumber)
    expect(faults.map(([row, , told]) => [row, told])).toEqual([2, 3, 4].map((row) => [row, message]))
    const { records } = await importing({ text: sheet(...two), map: byNumber })
    expect(records.party).toMatchObject({ written: 1 })
  })

  test('a list of people has each person once', async () => {
    const parties = { person: { name: { column: 'Name' }, kind: 'person', keyed_by: ['No'] } }
    const spec = { ...SMALL, parties, records: undefined, dates: undefined, quantities: undefined }
    const list = compileMap(spec, registry)
    const store = new MemoryStore()
    const listed = (text: string) => importing({ text, map: list, store })
    const { faults } = await listed('No,Name\n1,Grace\n2,Ruth\n1,Grace N.\n')
    expect(faults.map(({ row, also }) => [row, also])).toEqual([
      [2, [4]],
      [4, [2]],
    ])
    expect((await listed('No,Name\n1,Grace\n2,Ruth\n')).rows).toMatchObject({ new: 1, known: 1 })
    expect((await listed('No,Name\n1,Grace Nakato\n2,Ruth\n')).changes).toEqual([
      { row: 2, column: 'Name', was: 'Grace', now: 'Grace Nakato' },
    ])
  })
})

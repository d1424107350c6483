import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportIds } from '../../../../src/clients/importer/identity.ts'
import { writeTable } from '../../../../src/clients/sheets/csv.ts'
import { normalized } from '../../../../src/clients/sheets/meaning.ts'
import { isId } from '../../../../src/domain/id.ts'
import type { PartyKind } from '../../../../src/domain/shapes.ts'
import { ids, rowsOf, SECRET, SMALL, small } from '../../../support/clients/importer/support.ts'

const HEADER = ['Farm', 'Day', 'Weight']
const fileOf = (rows: readonly (readonly string[])[], header: readonly string[] = HEADER) =>
  writeTable({ delimiter: ',', hasMark: false }, [header, ...rows])
const idsOf = (text: string, map = small()) =>
  rowsOf(text, map)
    .flatMap(({ records }) => records.map(({ draft }) => draft.id))
    .sort()
const draftsOf = (text: string, map = small()) =>
  new Map(rowsOf(text, map).flatMap(({ records }) => records.map(({ draft }) => [draft.id, draft])))

const row = fc.tuple(
  fc.constantFrom('Rio', 'Alta', 'Café', 'la joya'),
  fc.integer({ min: 1, max: 28 }).map((day) => `${day}/2/2026`),
  fc.integer({ min: 1, max: 3 }).map((kg) => `${kg} kg`),
)
const sheet = fc.uniqueArray(row, { minLength: 1, maxLength: 30, selector: (cells) => cells.join() })
const shuffled = sheet.chain((rows) =>
  fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })),
)

describe('an id', () => {
  const partyIdOf = (book: string, kind: PartyKind, key: readonly string[], by = ids) =>
    by.party(book, kind, key)

  it('is a UUID version 7, and depends on every part', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (parts) => {
        expect(isId(partyIdOf('book', 'person', parts))).toBe(true)
        expect(partyIdOf('book', 'person', parts)).toBe(partyIdOf('book', 'person', parts))
        expect(partyIdOf('book', 'person', [...parts, ''])).not.toBe(partyIdOf('book', 'person', parts))
      }),
    )
    expect(ids.record('a', 'bc', 'lot')).not.toBe(ids.record('ab', 'c', 'lot'))
    expect(ids.record('deliveries', '1', 'lot')).not.toBe(ids.record('lots', '1', 'lot'))
  })

  it('depends on every byte of the secret', () => {
    for (let at = 0; at < SECRET.length; at++) {
      const other = new ImportIds(SECRET.with(at, 8))
      expect(partyIdOf('book', 'person', ['rio'], other)).not.toBe(partyIdOf('book', 'person', ['rio']))
      expect(other.record('map', 'row', 'lot')).not.toBe(ids.record('map', 'row', 'lot'))
      expect(other.statement('p')).not.toBe(ids.statement('p'))
      expect(other.correction('p')).not.toBe(ids.correction('p'))
    }
  })

  it('of a party is that of its key, kind and book', () => {
    const id = partyIdOf('book', 'unknown', ['rio'])
    expect(partyIdOf('book', 'unknown', ['rio'])).toBe(id)
    for (const other of [
      partyIdOf('book', 'person', ['rio']),
      partyIdOf('other', 'unknown', ['rio']),
      partyIdOf('book', 'unknown', ['rio', '']),
    ])
      expect(other).not.toBe(id)
  })
})

describe('a row is itself', () => {
  it('whatever the order of the rows', () => {
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        expect(draftsOf(fileOf(others))).toEqual(draftsOf(fileOf(rows)))
      }),
    )
  })

  it('whatever the order of the columns, and with empty columns added', () => {
    fc.assert(
      fc.property(sheet, (rows) => {
        const turned = rows.map(([farm, day, weight]) => [weight, '', farm, day])
        expect(idsOf(fileOf(turned, ['Weight', 'Remark', 'Farm', 'Day']))).toEqual(idsOf(fileOf(rows)))
      }),
    )
  })

  it('in every file that holds it, as long as it stands there once', () => {
    const [first, second] = [
      ['Rio', '1/2/2026', '60 kg'],
      ['Alta', '2/2/2026', '5 kg'],
    ]
    const all = idsOf(fileOf([first, second]))
    expect(all).toEqual(expect.arrayContaining(idsOf(fileOf([second]))))
  })

  it('in one map, and another row in another', () => {
    const text = fileOf([['Rio', '1/2/2026', '60 kg']])
    expect(idsOf(text, small({ name: 'other' }))).not.toEqual(idsOf(text))
  })

  const deliveryIn = (cells: readonly string[], header: readonly string[] = HEADER, map = small()) =>
    rowsOf(fileOf([cells], header), map)[0]?.records.find(({ draft }) => draft.type === 'delivery')?.draft.id
  const written = [
    ['Rio', '1/2/2026', '60 kg', 'x'],
    ['Rio', '1/2/2026', '60.0 kg', 'x'],
    ['Rio', '01/02/2026', '60kg', 'x'],
    [' RIO', '1/2/2026 ', '060.00  KG', 'something else'],
  ].map((cells) => deliveryIn(cells, [...HEADER, 'Unread']))

  it('however it is written, and whatever stands in columns that the map does not read', () => {
    expect(new Set(written).size).toBe(1)
    for (const other of [
      ['Rio', '1/2/2026', '61 kg'],
      ['Rio', '2/1/2026', '60 kg'],
      ['Rio 2', '1/2/2026', '60 kg'],
      ['Rio', '1/2/2026', '60 lbs'],
    ])
      expect(deliveryIn(other)).not.toBe(written[0])
  })

  it('whatever it says, where the map names a key', () => {
    const keyed = small({ key: ['Receipt'] })
    const idOf = (...cells: string[]) => deliveryIn(cells, [...HEADER, 'Receipt'], keyed)
    const id = idOf('Rio', '1/2/2026', '60 kg', 'R 7')
    expect(idOf('Alta', '2/2/2026', '7 lbs', ' r  7')).toBe(id)
    expect(idOf('Rio', '1/2/2026', '60 kg', 'R 8')).not.toBe(id)
    expect(idOf('Rio', '1/2/2026', '60 kg', 'R 07')).not.toBe(id)
  })
})

describe('two rows that are one', () => {
  const faults = (rows: readonly (readonly string[])[], map = small()) =>
    rowsOf(fileOf(rows, [...HEADER, 'Receipt']), map).flatMap((planned) =>
      planned.faults.map(({ row: at, also, column, message }) => [at, also, column, message]),
    )

  it('are both named, each with the other', () => {
    const rows = [
      ['Rio', '1/2/2026', '60 kg', 'R1'],
      ['Alta', '1/2/2026', '5 kg', 'R2'],
      ['rio', '01/02/2026', '60.0 kg', 'R3'],
    ]
    const said = 'states the same as another row'
    expect(faults(rows)).toEqual([
      [2, [4], '', said],
      [4, [2], '', said],
    ])
    // A key tells them apart.
    expect(faults(rows, small({ key: ['Receipt'] }))).toEqual([])
  })

  it('are those of one key, whatever else they say', () => {
    const rows = [
      ['Rio', '1/2/2026', '60 kg', 'R1'],
      ['Alta', '1/2/2026', '5 kg', 'r1'],
      ['Rio', '1/2/2026', '7 kg', ''],
      ['Rio', '1/2/2026', '8 kg', ''],
    ]
    expect(faults(rows, small({ key: ['Receipt'] }))).toEqual([
      [2, [3], 'Receipt', 'is also the key of another row'],
      [3, [2], 'Receipt', 'is also the key of another row'],
      [4, undefined, 'Receipt', 'is empty'],
      [5, undefined, 'Receipt', 'is empty'],
    ])
  })

  it('name a few of the others, where a row was copied a thousand times', () => {
    const copies = Array.from({ length: 1000 }, () => ['Rio', '1/2/2026', '60 kg', ''])
    expect(faults(copies)).toHaveLength(1000)
    for (const [at, also] of faults(copies)) {
      expect(also).toHaveLength(5)
      expect(also).not.toContain(at)
    }
  })
})

describe('a party', () => {
  const partiesIn = (farms: readonly string[], map = small()) =>
    rowsOf(fileOf(farms.map((farm, i) => [farm, '1/2/2026', `${i + 1} kg`])), map).map(
      ({ records }) => records[0]?.draft as Record<string, string>,
    )

  it('is the same in every spelling that differs in capital letters, spaces or composition', () => {
    const farms = ['Café Río', 'CAFÉ RÍO', ' café  río ', 'Cafe\u0301 Ri\u0301o']
    expect(new Set(partiesIn(farms).map(({ party }) => party)).size).toBe(1)
    expect(normalized('  Café\n RÍO')).toBe('café río')
  })

  it('is another where the name is another, and an accent makes no other', () => {
    expect(new Set(partiesIn(['Rio', 'Río', 'Rios']).map(({ party }) => party)).size).toBe(2)
  })

  it('is stated once, in the words most rows have for it, on the day the map names', () => {
    const [one, ...others] = partiesIn(['RIO', 'Rio', 'Rio', 'rio'])
    for (const other of others) expect(other).toEqual(one)
    expect(one).toMatchObject({
      occurred_at: '2026-01-01T09:00:00.000Z',
      occurred_at_precision: 'day',
      kind: 'unknown',
      display_name: 'Rio',
    })
  })

  const withMembers = (more: object = {}) =>
    small({
      parties: {
        farm: {
          ...SMALL.parties.farm,
          keyed_by: ['No'],
          phone: { column: 'Tel' },
          member_no: { column: 'No' },
          ...more,
        },
      },
    })
  const members = (rows: readonly (readonly string[])[], map = withMembers()) =>
    rowsOf(
      fileOf(
        rows.map(([farm, no, tel], i) => [farm, '1/2/2026', `${i + 1} kg`, no, tel].map(String)),
        [...HEADER, 'No', 'Tel'],
      ),
      map,
    )

  it('can be told apart by columns beside or instead of the name', () => {
    const byNumber = members([
      ['Grace', '1', ''],
      ['grace a.', '1', ''],
      ['Grace', '2', ''],
    ])
    const [a, b, c] = byNumber.map(({ records }) => records[0]?.draft.party)
    expect(a).toBe(b)
    expect(a).not.toBe(c)
  })

  it('is the same in two sheets with one book', () => {
    const of = (name: string, party_book?: string) =>
      rowsOf(fileOf([['Rio', '1/2/2026', '1 kg']]), small({ name, ...(party_book ? { party_book } : {}) }))[0]
        ?.records[0]?.draft.party
    expect(of('one', 'members')).toBe(of('two', 'members'))
    expect(of('one')).not.toBe(of('two'))
  })

  it('cannot be known by an empty number alone', () => {
    expect(members([['Grace', '', '']])[0]?.faults).toMatchObject([{ column: 'No', message: 'is empty' }])
  })

  it('whose rows contradict one another is named in all of them, whichever came first', () => {
    const rows = [
      ['Grace', '1', '+256772000001'],
      ['Ruth', '2', '+256 772 000002'],
      ['Grace', '1', '+256772000003'],
    ]
    for (const order of [rows, rows.toReversed()]) {
      const planned = members(order)
      expect(planned.map(({ faults }) => faults.length)).toEqual([1, 0, 1])
      expect(planned[0]?.faults[0]?.message).toMatch(/a different telephone/)
      expect(planned[1]?.records[0]?.draft).toMatchObject({ phone: '+256772000002' })
    }
  })

  it('with a telephone that is none is named by that column', () => {
    expect(members([['Grace', '1', '0772 123']])[0]?.faults).toMatchObject([
      { column: 'Tel', value: '0772 123' },
    ])
  })
})

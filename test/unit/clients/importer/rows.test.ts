import { describe, expect, it } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import {
  COOPERATIVE,
  faultsOf,
  registry,
  rowsOf,
  SMALL,
  small,
} from '../../../support/clients/importer/support.ts'

const FULL = {
  ...SMALL,
  lawful_basis: 'special_data_consent',
  parties: {
    farm: { name: { column: 'Farm' }, kind: 'unknown', nobody: ['various'], nobody_containing: ['@'] },
    buyer: { name: { column: 'Buyer' }, kind: 'business', same_as: 'farm' },
  },
  dates: {
    ...SMALL.dates,
    season: { column: 'Season', formats: ['YYYY', 'YYYY/YYYY'] },
    due: { column: 'Due', formats: ['D/M/YYYY'] },
  },
  records: {
    obligation: {
      kind: { column: 'Owes', lookup: { coffee: 'deliver_produce', cash: 'repay_input_credit' } },
      obligor: ['farm'],
      obligee: ['buyer'],
      occurred_at: 'day',
      only_if: ['Owes'],
      due_at: 'due',
      amount: { column: 'Price', currency: { constant: 'UGX' }, decimals: 0 },
    },
    harvest: {
      producer: ['farm'],
      occurred_at: 'season',
      quantity: 'weight',
      season: { column: 'Season' },
      plot_name: { column: 'Plot' },
      note: [{ label: 'Picked by hand' }, { label: 'Variety', column: 'Variety' }, { column: 'Remark' }],
    },
    lot: { holder: ['buyer', 'farm'], occurred_at: 'day', quantity: 'weight', drawn_from: 'harvest' },
    delivery: {
      from_party: ['farm'],
      to_party: ['buyer'],
      to_itself: 'leave_out',
      only_if: ['Buyer'],
      occurred_at: 'day',
      quantity: 'weight',
      for_obligation: true,
      measurement_method: 'coop_weighed',
      agreed_price: { column: 'Price', currency: { constant: 'UGX' }, decimals: 0 },
      grade: { column: 'Points', after: ' points' },
    },
  },
} as const
const full = compileMap(FULL, registry)
const COLUMNS = 'Farm Buyer Day Weight Season Due Owes Price Plot Variety Remark Points'.split(' ')
const GOOD: Record<string, string> = {
  Farm: 'Rio',
  Buyer: 'Acme',
  Day: '1/2/2026',
  Weight: '60 kg',
  Season: '2025/2026',
}
const fileOf = (...rows: readonly Record<string, string>[]) =>
  [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\n')
const draftsOf = (change: Record<string, string> = {}) =>
  Object.fromEntries(
    (rowsOf(fileOf({ ...GOOD, ...change }), full)[0]?.records ?? []).map(({ draft }) => [draft.type, draft]),
  )

describe('a row', () => {
  it('becomes records that name one another', () => {
    const planned = rowsOf(
      fileOf({ ...GOOD, Owes: 'Coffee', Due: '1/3/2027', Price: '250000', Points: '83' }),
      full,
    )[0]
    const types = planned?.records.map(({ draft }) => draft.type)
    expect(planned?.faults).toEqual([])
    expect(types).toEqual(['party', 'party', 'obligation', 'harvest', 'lot', 'delivery'])
    const [farm, buyer, obligation, harvest, lot, delivery] = (planned?.records ?? []).map(
      ({ draft }) => draft,
    )
    expect(obligation).toMatchObject({
      kind: 'deliver_produce',
      obligor: farm?.party,
      obligee: buyer?.party,
      amount: { amount_minor: 250000, currency: 'UGX' },
      due_at: '2027-03-01T09:00:00.000Z',
    })
    expect(harvest).toMatchObject({
      producer: farm?.party,
      occurred_at: '2025-01-01T09:00:00.000Z',
      occurred_at_precision: 'season',
      season: '2025/2026',
      note: 'Picked by hand',
      quantity: { value: 60, unit: 'kg' },
    })
    expect(lot).toMatchObject({ holder: buyer?.party, inputs: [{ record_id: harvest?.id, kg: 60 }] })
    expect(delivery).toMatchObject({
      from_party: farm?.party,
      to_party: buyer?.party,
      obligation_id: obligation?.id,
      agreed_price: { amount_minor: 250000, currency: 'UGX' },
      grade: '83 points',
      measurement_method: 'coop_weighed',
      lawful_basis: 'special_data_consent',
      occurred_at_precision: 'day',
    })
    expect(delivery).not.toHaveProperty('lot_id')
  })

  it('makes only what it has text for', () => {
    const drafts = draftsOf({ Buyer: '', Variety: 'Bourbon', Remark: 'late', Plot: 'Hill' })
    expect(Object.keys(drafts)).toEqual(['party', 'harvest', 'lot'])
    expect(drafts.lot).toMatchObject({ holder: drafts.party?.party })
    expect(drafts.harvest).toMatchObject({
      note: 'Picked by hand; Variety: Bourbon; late',
      plot: { name: 'Hill' },
    })
  })

  it('whose buyer is the farm itself has one party, and no delivery', () => {
    const drafts = draftsOf({ Buyer: ' RIO' })
    expect(Object.keys(drafts)).toEqual(['party', 'harvest', 'lot'])
    expect(drafts.party).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    [{ Farm: '' }, ['Farm: is empty']],
    [{ Farm: '-', Buyer: '' }, ['Farm: means an empty cell']],
    [{ Farm: 'Various' }, ['Farm: names nobody in particular']],
    [{ Farm: 'rio@mail.example' }, ['Farm: is not a name']],
    [{ Season: '' }, ['Season: is empty']],
    [{ Season: 'Fall' }, ['Season: does not match the date formats of the map']],
    [{ Season: '2027' }, ['Season: is in the future']],
    [{ Season: '2026/2027', Day: '31/12/2025' }, ['Season: starts after the day of the lot made from it']],
    [{ Owes: 'nothing' }, ['Owes: is not a word that the map has for this column']],
    [{ Price: '12.5' }, ['Price: is not an amount of that currency']],
    [{ Remark: 'x'.repeat(2000) }, []],
    [
      { Farm: '', Weight: '6', Day: 'soon', Season: 'mmm' },
      [
        'Farm: is empty',
        'Season: does not match the date formats of the map',
        'Weight: has no unit',
        'Day: does not match the date formats of the map',
      ],
    ],
    [
      { Farm: 'TEST', Season: 'Test' },
      ['Farm: marks the row as not real', 'Season: marks the row as not real'],
    ],
  ])('%j is refused whole, with every fault', (change, messages) => {
    const [planned] = rowsOf(fileOf({ ...GOOD, ...change }), full)
    const said = planned?.faults.map(({ column, message }) => `${column}: ${message}`) ?? []
    if (messages.length === 0) expect(said.length).toBe(1)
    else expect(said.sort()).toEqual([...messages].sort())
    expect(planned?.records).toEqual([])
    for (const fault of planned?.faults ?? []) expect(fault.remedy).toMatch(/^[A-Z].*\.$/)
  })

  it('of a ledger where a delivery to oneself is a slip is refused', () => {
    const to_itself = { ...FULL.records.delivery, to_itself: 'refuse' as const }
    const map = compileMap({ ...FULL, records: { ...FULL.records, delivery: to_itself } }, registry)
    expect(faultsOf(fileOf({ ...GOOD, Buyer: 'rio' }), map)).toEqual([
      '2 Farm: is also the party that handed it over',
    ])
  })

  it('of a list of people makes people, and nothing else', () => {
    const list = small({
      parties: {
        person: {
          name: { column: 'Name' },
          kind: 'person',
          keyed_by: ['No'],
          member_no: { column: 'No' },
          region: { column: 'District', lookup: { Mbale: 'UG-214' }, not_listed: 'leave_out' },
        },
      },
      dates: undefined,
      quantities: undefined,
      records: undefined,
    })
    const text = 'No,Name,District\n1,Grace,MBALE\n2,Ruth,Atlantis\n3,,Mbale\n'
    const rows = rowsOf(text, list)
    expect(rows.map(({ records }) => records.map(({ draft }) => draft.region))).toEqual([
      ['UG-214'],
      [undefined],
      [],
    ])
    expect(faultsOf(text, list)).toEqual(['4 Name: is empty'])
  })

  it('that the map makes nothing of says so', () => {
    const map = small({ records: { delivery: { ...SMALL.records.delivery, only_if: ['Farm'] } } })
    expect(faultsOf('Farm,Day,Weight\n,1/2/2026,60 kg\n', map)).toEqual(['2 : makes no record'])
  })

  it('can draw a lot from the delivery, and hand a lot over by one', () => {
    const spec = { occurred_at: 'day', quantity: 'weight' } as const
    const delivery = { ...SMALL.records.delivery }
    const into = small({
      records: { delivery, lot: { holder: ['cooperative'], drawn_from: 'delivery', ...spec } },
    })
    const first = rowsOf('Farm,Day,Weight\nRio,1/2/2026,60 kg\n', into)[0]?.records ?? []
    expect(first.map(({ draft }) => draft.type)).toEqual(['party', 'delivery', 'lot'])
    expect(first[2]?.draft).toMatchObject({
      holder: COOPERATIVE,
      inputs: [{ record_id: first[1]?.draft.id, kg: 60 }],
    })

    const out = small({
      records: { lot: { holder: ['cooperative'], ...spec }, delivery: { ...delivery, out_of_lot: true } },
    })
    const second = rowsOf('Farm,Day,Weight\nRio,1/2/2026,60 kg\n', out)[0]?.records ?? []
    expect(second.map(({ draft }) => draft.type)).toEqual(['party', 'lot', 'delivery'])
    expect(second[2]?.draft.lot_id).toBe(second[1]?.draft.id)
  })

  it('whose lot would draw on kilograms of another form is refused', () => {
    const spec = { occurred_at: 'day', quantity: 'weight' } as const
    const map = small({
      records: {
        harvest: { producer: ['farm'], crop: { constant: 'coffee_fresh_cherry' }, ...spec },
        lot: { holder: ['farm'], drawn_from: 'harvest', ...spec },
      },
    })
    expect(faultsOf('Farm,Day,Weight\nRio,1/2/2026,60 kg\n', map)).toEqual([
      '2 Weight: has no kilograms of the crop of the lot',
    ])
  })

  it('knows members by their number, and says who is not one', () => {
    const map = small({
      parties: undefined,
      members: { farm: { member_no: { column: 'Farm' } } },
    })
    const member = (party: string, member_no: string) => ({
      party,
      member_no,
      name: 'Grace Nakato',
      phone: null,
      same_as: null,
    })
    const people = [
      member('01900000-0000-7000-8000-000000000017', '17'),
      member('01900000-0000-7000-8000-000000000019', '19'),
      member('01900000-0000-7000-8000-000000000020', '19'),
    ]
    const text = 'Farm,Day,Weight\n17,1/2/2026,60 kg\n18,1/2/2026,60 kg\n19,1/2/2026,60 kg\n'
    const [known, unknown, two] = rowsOf(text, map, { people })
    expect(known?.records.map(({ draft }) => draft.from_party)).toEqual([
      '01900000-0000-7000-8000-000000000017',
    ])
    expect(unknown?.faults).toMatchObject([
      { column: 'Farm', value: '18', message: expect.stringMatching(/not the number of a known member/) },
    ])
    expect(two?.faults).toMatchObject([{ value: '19', message: 'is the member number of two known parties' }])
  })
})

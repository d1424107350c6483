import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { RECORD_TYPES, type RecordType, typeCode } from '../../../src/domain/types/index.ts'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import { appended, cherry, deliveryOf, expectRefused, harvestOf, read } from '../../support/flows/help.ts'
import { actsOnAnother } from '../../support/record-types.ts'

/** Every type of contract section 3: the least it takes, all it takes, and what it does not take. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')
const money = { amount: { amount_minor: 5, currency: 'UGX' }, lawful_basis: 'special_data_consent' }
const idOf = async (by: Actor, type: string, fields: object): Promise<string> =>
  (await appended(by, type, fields)).id
const debt = { ...money, kind: 'other', obligor: farmer.id, obligee: buyer.id }
const advance = { ...money, payer: buyer.id, payee: farmer.id, method: 'cash', purpose: 'advance' }
const named = {
  harvest: await idOf(farmer, 'harvest', harvestOf(farmer)),
  lot: await idOf(farmer, 'lot', { holder: farmer.id, ...cherry() }),
  delivery: await idOf(buyer, 'delivery', deliveryOf(farmer, buyer)),
  obligation: await idOf(buyer, 'obligation', debt),
  payment: await idOf(buyer, 'payment', advance),
}

const mass = { normalized_kg: 118.5, conversion_id: 'unheard_of', measurement_method: 'coop_weighed' }
const quantity = { value: 2, unit: 'debe', label: 'madebe mawili' }
const geometry = { type: 'Point', coordinates: [34.1, 1.05] }

interface Sample {
  readonly least: () => Record<string, unknown>
  readonly more: () => Record<string, unknown>
  /** Members and values that it refuses, each by its own pointer. */
  readonly wrong: Record<string, readonly unknown[]>
}
const measuredWrong = {
  'quantity/value': [0, -1, '5', 1e13],
  'quantity/unit': ['', 7, 'x'.repeat(81)],
  'quantity/label': ['', 'x'.repeat(201)],
  'quantity/weight': [1],
  normalized_kg: [-1, '1', 1e13],
  conversion_id: ['', 7],
  measurement_method: ['guessed', ''],
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const notAnId = [
  'Grace',
  '',
  7,
  '01900000-0000-4000-8000-000000000000',
  '01900000-0000-7000-0000-000000000000',
]
const tooLong = ['', 'x'.repeat(201), 7]

const samples: Record<RecordType, Sample> = {
  party: {
    least: () => ({ party: farmer.id, kind: 'person', display_name: 'Grace' }),
    more: () => ({
      phone: '+256772123456',
      region: 'UG-102',
      member_no: 'M-17',
      language: 'sw-TZ',
      messages: true,
    }),
    wrong: {
      kind: ['farmer', ''],
      display_name: tooLong,
      phone: ['0772123456', '+0772', '+256 772', '+1234567890123456'],
      region: [''],
      member_no: ['', 'x'.repeat(41)],
      language: ['', 'Kiswahili', 'sw_TZ', `sw${'-x'.repeat(17)}`],
      messages: ['false', 'yes', null, 1],
    },
  },
  harvest: {
    least: () => ({ producer: farmer.id, crop: 'coffee_fresh_cherry', quantity }),
    more: () => ({
      ...mass,
      plot: { name: 'Upper', geometry },
      plot_ids: Array.from({ length: 64 }, () => uuidv7()),
      season: 'A',
      grade: 'AA',
    }),
    wrong: {
      crop: ['', 7],
      ...measuredWrong,
      season: tooLong,
      grade: tooLong,
      'plot/name': tooLong,
      'plot/geometry': ['Point', []],
      'plot/size': [1],
      plot_ids: ['x', Array(65).fill(uuidv7())],
    },
  },
  lot: {
    least: () => ({ holder: farmer.id, crop: 'coffee_fresh_cherry', quantity }),
    more: () => ({
      ...mass,
      inputs: [{ record_id: named.harvest, kg: 7.5 }],
      grade: 'AA',
      location: 'Store 2',
    }),
    wrong: { ...measuredWrong, inputs: ['x', {}], grade: tooLong, location: tooLong },
  },
  delivery: {
    least: () => ({ from_party: farmer.id, to_party: buyer.id, crop: 'maize', quantity }),
    more: () => ({
      ...mass,
      lot_id: named.lot,
      obligation_id: named.obligation,
      plot_ids: Array.from({ length: 64 }, () => uuidv7()),
      agreed_price: { amount_minor: 120_000, currency: 'UGX' },
      grade: 'AA',
      location: 'Gate',
      lawful_basis: 'special_data_consent',
    }),
    wrong: {
      ...measuredWrong,
      plot_ids: ['x', Array(65).fill(uuidv7())],
      'agreed_price/amount_minor': [-1, 1.5, '5', 2 ** 53],
      'agreed_price/currency': ['ugx', 'UG', 'UGXX'],
      'agreed_price/per': ['kg'],
    },
  },
  delivery_confirmation: {
    least: () => ({ delivery_id: named.delivery, channel: 'ussd_pin' }),
    more: () => ({ lawful_basis: 'contract_performance' }),
    wrong: { channel: ['telex', ''], lawful_basis: ['trust'], supersedes: [uuidv7()] },
  },
  custody_transfer: {
    least: () => ({ lot_id: named.lot, from_party: farmer.id, to_party: buyer.id }),
    more: () => ({ quantity, ...mass, location: 'Gate' }),
    wrong: {
      ...measuredWrong,
      location: tooLong,
      crop: ['x'],
    },
  },
  loss: {
    least: () => ({ lot_id: named.lot, quantity, cause: 'drying' }),
    more: () => ({ ...mass, normalized_kg: 0 }),
    wrong: { ...measuredWrong, cause: ['fire', ''] },
  },
  payment: {
    least: () => ({
      payer: farmer.id,
      payee: buyer.id,
      amount: { amount_minor: 1, currency: 'UGX' },
      method: 'offset',
      purpose: 'repayment',
      lawful_basis: 'special_data_consent',
    }),
    more: () => ({
      settles: Array.from({ length: 64 }, () => ({ record_id: uuidv7(), amount_minor: 2 ** 53 - 1 })),
      reference: 'x'.repeat(64),
    }),
    wrong: {
      payee: [farmer.id],
      'amount/amount_minor': [0, -1, 0.5, 2 ** 53],
      'amount/currency': ['Ksh'],
      method: ['barter', ''],
      purpose: ['bribe', ''],
      settles: [[], Array(65).fill({ record_id: uuidv7(), amount_minor: 1 })],
      'settles/0/record_id': notAnId,
      'settles/0/amount_minor': [0, -1, 0.5, 2 ** 53],
      'settles/0/currency': ['UGX'],
      reference: ['', 'x'.repeat(65)],
    },
  },
  payment_confirmation: {
    least: () => ({ payment_id: named.payment, channel: 'ussd_pin' }),
    more: () => ({ lawful_basis: 'special_data_consent' }),
    wrong: { channel: ['telex', ''], lawful_basis: ['trust'], supersedes: [uuidv7()] },
  },
  obligation_confirmation: {
    least: () => ({ obligation_id: named.obligation, channel: 'ussd_pin' }),
    more: () => ({ lawful_basis: 'special_data_consent' }),
    wrong: { channel: ['telex', ''], supersedes: [uuidv7()] },
  },
  obligation: {
    least: () => ({
      kind: 'repay_loan',
      obligor: farmer.id,
      obligee: buyer.id,
      lawful_basis: 'special_data_consent',
    }),
    more: () => ({
      crop: 'maize',
      quantity,
      ...mass,
      amount: { amount_minor: 0, currency: 'KES' },
      due_at: '2026-12-31T00:00:00+03:00',
    }),
    wrong: {
      kind: ['debt', ''],
      ...measuredWrong,
      'amount/amount_minor': [0.5],
      'amount/currency': ['Ksh'],
      due_at: ['2026-12-31', ''],
    },
  },
  plot: {
    least: () => ({ plot: uuidv7(), holder: farmer.id, country: 'UG' }),
    more: () => ({ name: 'Upper', region: 'UG-102', crops: ['coffee_fresh_cherry'], geometry, area_ha: -1 }),
    wrong: {
      name: tooLong,
      country: ['ug', 'UGA', ''],
      region: [''],
      crops: ['maize', Array(65).fill('maize')],
      geometry: ['Point', []],
      area_ha: ['1', 1e10],
      quantity: [quantity],
    },
  },
  due_diligence: {
    least: () => ({
      lot_id: named.lot,
      reference: '26UGA123456789',
      filed_by: buyer.id,
      filed_at: '2026-06-27T09:00:00Z',
    }),
    more: () => ({
      ...{ kind: 'dds', verification: 'ABCD1234', uuid: 'B3A1C2D4-0000-4000-8000-0123456789AB' },
      ...{ internal_reference: 'Container 7', contingency: true, replaces: uuidv7(), status: 'available' },
    }),
    wrong: {
      reference: ['', 'x'.repeat(15), 7],
      verification: ['', 'x'.repeat(4), 'x'.repeat(36)],
      kind: ['', 'declaration'],
      uuid: ['', 'b3a1c2d4'],
      internal_reference: ['', 'x'.repeat(36)],
      contingency: [false, 'yes'],
      status: ['', 'cancelled'],
      reference_number: ['', 'x'.repeat(41), 7],
      verification_number: ['', 'x'.repeat(41)],
      filed_at: ['yesterday', ''],
    },
  },
  retraction: {
    least: () => ({ target_id: uuidv7(), reason: 'wrong_party' }),
    more: () => ({ lawful_basis: 'contract_performance' }),
    wrong: { reason: ['because', ''], supersedes: [uuidv7()] },
  },
}
const everywhere = {
  id: notAnId,
  record_class: ['inference', '', null],
  occurred_at: ['2026-06-28', '28/06/2026', '', 7, null],
  occurred_at_precision: ['hour', ''],
  recorded_at: ['now', ''],
  asserted_by: notAnId,
  on_behalf_of: notAnId,
  delegation_id: notAnId,
  device_id: notAnId,
  lawful_basis: ['trust', '', null],
  note: ['', 'x'.repeat(2_001), 7],
  evidence: ['x', {}],
  colour: ['red'],
}

function withMember(body: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [outer = '', ...inner] = path.split('/')
  if (inner.length === 0) return { ...body, [outer]: value }
  const within = body[outer] as Record<string, unknown>
  const changed = withMember(within, inner.join('/'), value)
  return { ...body, [outer]: Array.isArray(within) ? Object.values(changed) : changed }
}

async function sample(type: RecordType): Promise<Record<string, unknown>> {
  if (type !== 'retraction') return samples[type].least()
  return {
    ...samples.retraction.least(),
    target_id: (await appended(farmer, 'harvest', harvestOf(farmer))).id,
  }
}

describe.each(Object.keys(samples) as RecordType[])('%s', (type) => {
  test('is taken with the least it needs, and with all it can say', async () => {
    const least = await appended(farmer, type, await sample(type))
    expect(least).toMatchObject({ type, record_class: 'observation', asserted_by: farmer.id })
    const all = {
      ...(await sample(type)),
      ...samples[type].more(),
      record_class: 'observation',
      occurred_at_precision: 'day',
      recorded_at: '2026-06-28T07:00:00Z',
      asserted_by: farmer.id,
      device_id: uuidv7(),
      evidence: [{ sha256: 'a'.repeat(64), media_type: 'image/jpeg' }],
      note: 'n',
    }
    const { derived, ...stored } = await appended(farmer, type, all)
    const { due_at: _, filed_at: __, ...rest } = all as Record<string, unknown>
    expect(stored).toMatchObject({ ...rest, recorded_at: '2026-06-28T07:00:00.000Z' })
    expect(derived.standing).toBe('tip')
    expect((await read(farmer, stored.id)).id).toBe(stored.id)
  })
  test('refuses each wrong member by its own place', async () => {
    const least = { ...(await sample(type)) }
    const measured = samples[type].wrong['quantity/value'] ? { quantity, ...mass } : {}
    const whole = ['delivery', 'obligation', 'payment'].includes(type) ? samples[type].more() : {}
    const known = { ...least, ...samples[type].more() }
    const ids = Object.keys(known).filter((member) => UUID.test(String(known[member])))
    const wrong = [
      ...Object.entries({ ...everywhere, ...samples[type].wrong }),
      ...ids.map((id) => [id, notAnId]),
    ]
    for (const [path, values] of wrong as [string, readonly unknown[]][]) {
      for (const value of values) {
        const body = withMember({ ...least, ...measured, ...whole }, path, value)
        const answer = await farmer.append(type, body)
        expect([path, value, answer.status], answer.text).toEqual([path, value, 422])
        expectRefused(answer, 422, 'schema_violation', [`/${path}`])
      }
    }
  })
  test('needs each member of its least', async () => {
    const body = {
      id: uuidv7(),
      type,
      occurred_at: '2026-06-27T07:15:00Z',
      ...(actsOnAnother(type) ? {} : { lawful_basis: 'special_data_consent' }),
      ...(await sample(type)),
    } as Record<string, unknown>
    for (const member of Object.keys(body)) {
      const { [member]: _, ...rest } = body
      expectRefused(await farmer.post('/v1/records', rest), 422, 'schema_violation', [`/${member}`])
    }
    expect((await farmer.post('/v1/records', body)).status).toBe(201)
  })
})

test('evidence is a list of at most sixteen hashes with their media types', async () => {
  const one = { sha256: 'a'.repeat(64), media_type: 'image/webp' }
  const harvest = (evidence: unknown) => farmer.append('harvest', harvestOf(farmer, { evidence }))
  expect((await harvest(Array(16).fill(one))).status).toBe(201)
  const wrong: [unknown, string][] = [
    [Array(17).fill(one), '/evidence'],
    [[{ ...one, sha256: 'A'.repeat(64) }], '/evidence/0/sha256'],
    [[one, { ...one, media_type: 'image/gif' }], '/evidence/1/media_type'],
    [[{ media_type: 'image/png' }], '/evidence/0/sha256'],
    [[{ ...one, size: 7 }], '/evidence/0/size'],
  ]
  for (const [evidence, pointer] of wrong)
    expectRefused(await harvest(evidence), 422, 'schema_violation', [pointer])
})

test('an unknown type is refused, with the list of those there are', async () => {
  for (const type of ['inference', 'Harvest', '', 'sale', '__proto__', 'constructor']) {
    const answer = await farmer.append('harvest', harvestOf(farmer, { type }))
    expectRefused(answer, 422, 'schema_violation', ['/type'])
    expect(answer.body.errors[0].message).toContain('custody_transfer')
  }
  for (const type of [null, 7, ['harvest']])
    expectRefused(await farmer.append('harvest', harvestOf(farmer, { type })), 422, 'schema_violation', [
      '/type',
    ])
})

test('the types keep their numbers, which stand in every database', () => {
  const numbers: Record<RecordType, number> = {
    party: 1,
    harvest: 2,
    lot: 3,
    delivery: 4,
    delivery_confirmation: 5,
    custody_transfer: 6,
    loss: 7,
    obligation: 8,
    retraction: 9,
    plot: 11,
    due_diligence: 12,
    payment: 13,
    payment_confirmation: 14,
    obligation_confirmation: 15,
  }
  expect(Object.fromEntries(RECORD_TYPES.map((type) => [type, typeCode(type)]))).toEqual(numbers)
})

import { rectangle } from '../../../support/outlines.ts'
import {
  CHERRY,
  CONFIRMED_KG,
  daysAgo,
  idOf,
  inDays,
  PARCHMENT,
  PARCHMENT_PRICE,
  REGION,
  recordOf,
  SLIP,
  shillings,
  type Village,
} from '../people.ts'
import type { Scene } from '../scene.ts'

/** What happens to Grace's coffee: one record of each type, a correction, and the same record sent twice. */

const kg = (value: number) => ({ quantity: { value, unit: 'kg' } })
const weighed = (value: number) => ({ ...kg(value), measurement_method: 'calibrated_weighed' })

export const HARVEST = idOf("Grace's harvest", 24)
export const OBLIGATION = idOf('what Grace owes', 26)
export const DELIVERY = idOf('a delivery', 10)
export const CORRECTED = idOf('the delivery, corrected', 9)
export const CONFIRMED = idOf('a delivery that she confirms', 12)
export const LOT = idOf('a lot', 7)
const PLOT = idOf("Grace's plot", 40)
/** A delivery that was entered twice, and taken back. */
export const TAKEN_BACK = idOf('a delivery entered twice', 8)

const deliveryOf = ({ cooperative, grace }: Village, value: number, days: number) => ({
  type: 'delivery',
  occurred_at: daysAgo(days, 9),
  lawful_basis: 'special_data_consent',
  from_party: grace.id,
  to_party: cooperative.id,
  crop: PARCHMENT,
  ...weighed(value),
  agreed_price: shillings(value * PARCHMENT_PRICE),
  obligation_id: OBLIGATION,
  location: 'Example Hills store',
})

export async function tellRecords(scene: Scene): Promise<void> {
  await tellHarvests(scene)
  await tellDeliveries(scene)
  await tellLot(scene)
}

async function tellHarvests({ village, show, write }: Scene): Promise<void> {
  const { cooperative, grace } = village
  await write('plot', 'The cooperative draws her plot on the map.', cooperative, {
    ...recordOf('plot', idOf("Grace's plot, drawn", 40), daysAgo(40), 'contract_performance'),
    plot: PLOT,
    holder: grace.id,
    name: 'Behind the house',
    country: 'UG',
    area_ha: 1.2,
    geometry: { type: 'Polygon', coordinates: [rectangle(34.201234, 1.101234, 34.202234, 1.102234)] },
  })
  await write('party', 'The cooperative enters a new member.', cooperative, {
    ...recordOf('party', idOf('entry of Esther', 26), daysAgo(26, 8), 'contract_performance'),
    party: idOf('Esther', 26),
    kind: 'person',
    display_name: 'Esther Kabugho',
    member_no: 'EH-003',
    region: REGION,
  })

  const harvest = {
    ...recordOf('harvest', HARVEST, daysAgo(24, 17), 'consent'),
    occurred_at_precision: 'day',
    producer: grace.id,
    crop: CHERRY,
    ...kg(412),
    measurement_method: 'self_reported',
    plot: { name: 'Upper terrace', geometry: { type: 'Point', coordinates: [30.08, 0.21] } },
    season: 'Main season 2026',
    evidence: [{ sha256: SLIP.sha256, media_type: 'image/jpeg' }],
  }
  await write('harvest', 'A farmer writes down what she picked, and cites a picture.', grace, harvest)
  await show('POST /v1/records', 'sent_again', 'The same again: nothing is written.', {
    status: 200,
    as: grace,
    body: harvest,
  })
  await write(
    'harvest_in_tins',
    'Counted in tins; the kilograms come from a factor, which flags question.',
    grace,
    {
      ...recordOf('harvest', idOf('tins', 22), daysAgo(22, 17), 'consent'),
      producer: grace.id,
      crop: CHERRY,
      quantity: { value: 9, unit: 'debe', label: 'tins' },
      normalized_kg: 123.19,
      conversion_id: 'debe_coffee_arabica_fresh_cherry_sample',
      measurement_method: 'coop_counted',
    },
  )
}

async function tellDeliveries({ village, show, write }: Scene): Promise<void> {
  const { cooperative, grace } = village
  await write('obligation', 'What she has agreed to deliver: debt, so special_data_consent.', cooperative, {
    ...recordOf('obligation', OBLIGATION, daysAgo(26), 'special_data_consent'),
    kind: 'deliver_produce',
    obligor: grace.id,
    obligee: cooperative.id,
    crop: PARCHMENT,
    ...kg(180),
    amount: shillings(180 * PARCHMENT_PRICE),
    due_at: inDays(40),
  })
  await write('delivery', 'The cooperative weighs and prices what she brings.', cooperative, {
    id: DELIVERY,
    ...deliveryOf(village, 55.5, 10),
  })
  await write('correction', 'The sack was weighed with its liner: a new record corrects it.', cooperative, {
    id: CORRECTED,
    ...deliveryOf(village, 53.5, 10),
    supersedes: DELIVERY,
    note: 'The sack was weighed with its liner.',
  })
  await write('delivery_confirmation', 'She confirms the version that is right.', grace, {
    ...recordOf('delivery_confirmation', idOf('her confirmation', 9), daysAgo(9)),
    delivery_id: CORRECTED,
    channel: 'ussd_pin',
  })

  await cooperative.post('/v1/records', {
    id: CONFIRMED,
    ...deliveryOf(village, CONFIRMED_KG, 12),
  })
  await show('POST /v1/deliveries/{id}/confirmation', 'by_phone', 'The farmer confirms with a PIN.', {
    as: grace,
    path: { id: CONFIRMED },
    body: { id: idOf('her first confirmation', 12), channel: 'ussd_pin', occurred_at: daysAgo(12, 18) },
  })
  await cooperative.post('/v1/records', {
    id: TAKEN_BACK,
    ...deliveryOf(village, CONFIRMED_KG, 12),
    agreed_price: shillings(156_000),
  })
  await write('retraction', 'A delivery was entered twice: one is taken back, and stays.', cooperative, {
    ...recordOf('retraction', idOf('taken back', 8), daysAgo(8)),
    target_id: TAKEN_BACK,
    reason: 'duplicate',
  })
}

async function tellLot({ village, write }: Scene): Promise<void> {
  const { cooperative, mill } = village
  await write('lot', 'The cooperative makes a lot of two deliveries.', cooperative, {
    ...recordOf('lot', LOT, daysAgo(7), 'contract_performance'),
    holder: cooperative.id,
    crop: PARCHMENT,
    ...kg(101),
    inputs: [
      { record_id: CONFIRMED, kg: CONFIRMED_KG },
      { record_id: CORRECTED, kg: 53.5 },
    ],
    grade: 'A',
  })
  await write('loss', 'It dried further in the store.', cooperative, {
    ...recordOf('loss', idOf('drying', 5), daysAgo(5), 'contract_performance'),
    lot_id: LOT,
    ...kg(1.8),
    cause: 'drying',
  })
  await write('custody_transfer', 'It goes to the mill, which weighs it again.', cooperative, {
    ...recordOf('custody_transfer', idOf('to the mill', 4), daysAgo(4), 'contract_performance'),
    lot_id: LOT,
    from_party: cooperative.id,
    to_party: mill.id,
    ...weighed(99),
  })
  await write('due_diligence', 'The mill filed a statement for it.', cooperative, {
    ...recordOf('due_diligence', idOf('the statement', 3), daysAgo(3), 'contract_performance'),
    lot_id: LOT,
    reference: '26UGABCDEF1234',
    verification: 'A1B2C3D4',
    filed_by: mill.id,
    filed_at: daysAgo(3),
  })
}

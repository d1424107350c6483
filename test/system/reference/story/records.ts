import { daysAgo, idOf, inDays, type Village } from '../people.ts'
import {
  CHERRY,
  CHERRY_PRICE,
  obligationOf,
  PARCHMENT,
  parchmentDelivery,
  REGION,
  shillings,
  story,
  TIN_ELSEWHERE,
  weighed,
} from '../scenario.ts'
import type { Scene } from './scene.ts'
import { SLIP } from './slip.ts'

/** What happens to Grace's coffee: one record of each type, a correction, and the same record sent twice. */

const kg = (value: number) => ({ quantity: { value, unit: 'kg' } })

export const HARVEST = idOf("Grace's harvest", 24)
export const OBLIGATION = idOf('what Grace owes', 26)
export const DELIVERY = idOf('a delivery', 10)
export const CORRECTED = idOf('the delivery, corrected', 9)
export const CONFIRMED = idOf('a delivery that she confirms', 12)
export const LOT = idOf('a lot', 7)
export const PLOT = idOf("Grace's plot", 40)
/** A delivery that was entered twice, and taken back. */
export const TAKEN_BACK = idOf('a delivery entered twice', 8)

const deliveryOf = ({ cooperative, grace }: Village, value: number, days: number) => ({
  type: 'delivery',
  occurred_at: daysAgo(days, 9),
  lawful_basis: 'special_data_consent',
  ...parchmentDelivery(grace, cooperative, value),
  obligation_id: OBLIGATION,
  location: 'Example Hills store',
})

export async function tellRecords(scene: Scene): Promise<void> {
  await tellHarvests(scene)
  await tellDeliveries(scene)
  await tellLot(scene)
}

async function tellHarvests({ village, show }: Scene): Promise<void> {
  const { cooperative, grace } = village
  await show('POST /v1/records', 'plot', 'The cooperative draws her plot on the map.', 201, {
    as: cooperative,
    body: {
      id: idOf("Grace's plot, drawn", 40),
      type: 'plot',
      occurred_at: daysAgo(40),
      lawful_basis: 'contract_performance',
      plot: PLOT,
      holder: grace.id,
      name: 'Behind the house',
      country: 'UG',
      area_ha: 1.2,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [34.201234, 1.101234],
            [34.202234, 1.101234],
            [34.202234, 1.102234],
            [34.201234, 1.102234],
            [34.201234, 1.101234],
          ],
        ],
      },
    },
  })
  await show('POST /v1/records', 'party', 'The cooperative enters a new member.', 201, {
    as: cooperative,
    body: {
      id: idOf('entry of Esther', 26),
      type: 'party',
      occurred_at: daysAgo(26, 8),
      lawful_basis: 'contract_performance',
      party: idOf('Esther', 26),
      kind: 'person',
      display_name: 'Esther Kabugho',
      member_no: 'EH-003',
      region: REGION,
    },
  })

  const harvest = {
    id: HARVEST,
    type: 'harvest',
    occurred_at: daysAgo(story.harvest.daysAgo, 17),
    occurred_at_precision: 'day',
    lawful_basis: 'consent',
    producer: grace.id,
    crop: CHERRY,
    ...kg(story.harvest.kg),
    measurement_method: 'self_reported',
    plot: { name: 'Upper terrace', geometry: { type: 'Point', coordinates: [30.08, 0.21] } },
    season: 'Main season 2026',
    evidence: [{ sha256: SLIP.sha256, media_type: 'image/jpeg' }],
  }
  await show(
    'POST /v1/records',
    'harvest',
    'A farmer writes down what she picked, and cites a picture.',
    201,
    {
      as: grace,
      body: harvest,
    },
  )
  await show('POST /v1/records', 'sent_again', 'The same again: nothing is written.', 200, {
    as: grace,
    body: harvest,
  })
  await show(
    'POST /v1/records',
    'harvest_in_tins',
    'Counted in tins; the kilograms come from a factor, which flags question.',
    201,
    {
      as: grace,
      body: {
        id: idOf('tins', 22),
        type: 'harvest',
        occurred_at: daysAgo(story.tins.elsewhere.daysAgo, 17),
        lawful_basis: 'consent',
        producer: grace.id,
        crop: CHERRY,
        quantity: { value: story.tins.elsewhere.value, unit: 'debe', label: 'tins' },
        normalized_kg: Math.round(story.tins.elsewhere.value * TIN_ELSEWHERE.factor * 100) / 100,
        conversion_id: TIN_ELSEWHERE.id,
        measurement_method: 'coop_counted',
      },
    },
  )
}

async function tellDeliveries({ village, show }: Scene): Promise<void> {
  const { cooperative, grace } = village
  await show(
    'POST /v1/records',
    'obligation',
    'What she has agreed to deliver: debt, so special_data_consent.',
    201,
    {
      as: cooperative,
      body: {
        id: OBLIGATION,
        type: 'obligation',
        occurred_at: daysAgo(story.obligation.daysAgo),
        lawful_basis: 'special_data_consent',
        ...obligationOf(grace, cooperative),
        due_at: inDays(story.obligation.dueInDays),
      },
    },
  )
  await show('POST /v1/records', 'delivery', 'The cooperative weighs and prices what she brings.', 201, {
    as: cooperative,
    body: { id: DELIVERY, ...deliveryOf(village, story.corrected.kg, 10) },
  })
  await show(
    'POST /v1/records',
    'correction',
    'The sack was weighed with its liner: a new record corrects it.',
    201,
    {
      as: cooperative,
      body: {
        id: CORRECTED,
        ...deliveryOf(village, story.corrected.toKg, 10),
        supersedes: DELIVERY,
        note: 'The sack was weighed with its liner.',
      },
    },
  )
  await show('POST /v1/records', 'delivery_confirmation', 'She confirms the version that is right.', 201, {
    as: grace,
    body: {
      id: idOf('her confirmation', 9),
      type: 'delivery_confirmation',
      occurred_at: daysAgo(9),
      delivery_id: CORRECTED,
      channel: 'ussd_pin',
    },
  })

  await cooperative.post('/v1/records', {
    id: CONFIRMED,
    ...deliveryOf(village, story.confirmedByHerself.kg, 12),
  })
  await show('POST /v1/deliveries/{id}/confirmation', 'by_phone', 'The farmer confirms with a PIN.', 201, {
    as: grace,
    path: { id: CONFIRMED },
    body: { id: idOf('her first confirmation', 12), channel: 'ussd_pin', occurred_at: daysAgo(12, 18) },
  })
  await cooperative.post('/v1/records', {
    id: TAKEN_BACK,
    ...deliveryOf(village, story.confirmedByHerself.kg, 12),
    agreed_price: shillings(story.cherry.kg * CHERRY_PRICE),
  })
  await show(
    'POST /v1/records',
    'retraction',
    'A delivery was entered twice: one is taken back, and stays.',
    201,
    {
      as: cooperative,
      body: {
        id: idOf('taken back', 8),
        type: 'retraction',
        occurred_at: daysAgo(8),
        target_id: TAKEN_BACK,
        reason: 'duplicate',
      },
    },
  )
}

async function tellLot({ village, show }: Scene): Promise<void> {
  const { cooperative, mill } = village
  await show('POST /v1/records', 'lot', 'The cooperative makes a lot of two deliveries.', 201, {
    as: cooperative,
    body: {
      id: LOT,
      type: 'lot',
      occurred_at: daysAgo(7),
      lawful_basis: 'contract_performance',
      holder: cooperative.id,
      crop: PARCHMENT,
      ...kg(101),
      inputs: [
        { record_id: CONFIRMED, kg: story.confirmedByHerself.kg },
        { record_id: CORRECTED, kg: story.corrected.toKg },
      ],
      grade: 'A',
    },
  })
  await show('POST /v1/records', 'loss', 'It dried further in the store.', 201, {
    as: cooperative,
    body: {
      id: idOf('drying', 5),
      type: 'loss',
      occurred_at: daysAgo(5),
      lawful_basis: 'contract_performance',
      lot_id: LOT,
      ...kg(1.8),
      cause: 'drying',
    },
  })
  await show('POST /v1/records', 'custody_transfer', 'It goes to the mill, which weighs it again.', 201, {
    as: cooperative,
    body: {
      id: idOf('to the mill', 4),
      type: 'custody_transfer',
      occurred_at: daysAgo(4),
      lawful_basis: 'contract_performance',
      lot_id: LOT,
      from_party: cooperative.id,
      to_party: mill.id,
      ...weighed(99),
    },
  })
  await show('POST /v1/records', 'due_diligence', 'The mill filed a statement for it.', 201, {
    as: cooperative,
    body: {
      id: idOf('the statement', 3),
      type: 'due_diligence',
      occurred_at: daysAgo(3),
      lawful_basis: 'contract_performance',
      lot_id: LOT,
      reference: '26UGABCDEF1234',
      verification: 'A1B2C3D4',
      filed_by: mill.id,
      filed_at: daysAgo(3),
    },
  })
}

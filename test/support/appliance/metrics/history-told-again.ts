import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { localTasks } from '../../../../src/tasks.ts'
import type { Actor, Appliance } from '../../appliance.ts'
import { actingFor, appended, confirm, DAY_MS, granted, harvestOf, mandate, read } from '../../flows/help.ts'

/**
 * A short history whose figures anybody can count on his fingers; each line of it says what it adds. It takes twelve days
 * and begins on an appliance that has just been founded: one record, of the cooperative by itself.
 */
export async function tellHistory(a: Appliance): Promise<void> {
  // Three records on contract_performance.
  const [grace, ben] = [await a.party('person', 'Grace'), await a.party('person', 'Ben')]
  const bank = await a.party('institution', 'Harvest Bank')
  await convert(grace)
  await deal(a, grace)
  await actFor(a, grace)
  await showAndCorrect(a, grace, bank)
  await object(grace, ben, bank)
  await askWhatIsHeld(a, grace, ben)
}

/** Kilograms under factors: 90 assumed, 73 thin, 540 published; eight records on consent and a retraction of one. */
async function convert(grace: Actor): Promise<void> {
  const converted = (crop: string, value: number, unit: string, conversion_id: string, kg?: number) => ({
    producer: grace.id,
    crop,
    quantity: { value, unit },
    conversion_id,
    ...(kg === undefined ? {} : { normalized_kg: kg }),
    lawful_basis: 'consent',
  })
  await appended(grace, 'harvest', converted('maize_grain', 2, 'debe', 'debe_maize_grain_heaped_ke', 36))
  const wrong = converted('maize_grain', 5, 'debe', 'debe_maize_grain_heaped_ke', 90)
  const { id } = await appended(grace, 'harvest', wrong)
  await appended(grace, 'harvest', {
    ...converted('maize_grain', 3, 'debe', 'debe_maize_grain_heaped_ke', 54),
    supersedes: id,
  })
  await appended(
    grace,
    'harvest',
    converted('banana_matooke', 4, 'bunch', 'bunch_banana_matooke_sample_2025', 73),
  )
  await appended(grace, 'harvest', converted('maize_grain', 6, 'bag_90kg', 'bag_90kg_maize_grain_ke', 540))
  const gone = await appended(
    grace,
    'harvest',
    converted('maize_grain', 1, 'debe', 'debe_maize_grain_heaped_ke', 18),
  )
  await appended(grace, 'retraction', { target_id: gone.id, reason: 'entered_in_error' })
  // Weighed in kilograms: no factor, so no part of this.
  await appended(grace, 'harvest', harvestOf(grace, { lawful_basis: 'consent' }))
}

/** Three financial records on special consent: an obligation, a delivery with a price and its confirmation. */
async function deal(a: Appliance, grace: Actor): Promise<void> {
  const { cooperative } = a
  await appended(grace, 'obligation', {
    kind: 'repay_loan',
    obligor: grace.id,
    obligee: cooperative.id,
    amount: { amount_minor: 500_000, currency: 'UGX' },
    lawful_basis: 'special_data_consent',
  })
  const { id } = await appended(grace, 'delivery', {
    from_party: grace.id,
    to_party: cooperative.id,
    crop: 'maize_grain',
    quantity: { value: 36, unit: 'kg' },
    agreed_price: { amount_minor: 90_000, currency: 'UGX' },
    lawful_basis: 'special_data_consent',
  })
  expect((await confirm(a, cooperative, id)).status).toBe(201)
}

/** Two mandates, one of them ended, and one record on legal_obligation that was written under the other. */
async function actFor(a: Appliance, grace: Actor): Promise<void> {
  const delegation = await mandate(a, grace, a.cooperative)
  const ended = await mandate(a, grace, a.cooperative)
  expect((await grace.post(`/v1/delegations/${ended}/revocation`)).status).toBe(201)
  await appended(a.cooperative, 'harvest', {
    ...harvestOf(grace, { lawful_basis: 'legal_obligation' }),
    ...actingFor(grace, delegation),
  })
}

/** Two records on consent that the bank was shown, and their corrections: two words owed, of which one is told. */
async function showAndCorrect(a: Appliance, grace: Actor, bank: Actor): Promise<void> {
  await granted(a, grace, bank, ['harvest'])
  for (const _ of ['first', 'second']) {
    const shown = await appended(grace, 'harvest', harvestOf(grace, { lawful_basis: 'consent' }))
    await read(bank, shown.id)
    const corrected = harvestOf(grace, { lawful_basis: 'consent', supersedes: shown.id })
    await appended(grace, 'harvest', corrected)
    a.clock.nowMs += DAY_MS
  }
  await localTasks(a.kernel).run('notifications.told', 'test', { number: 1 })
}

/** Three objections: one that stops something, one about somebody of whom nothing is held, and that again, withdrawn. */
async function object(grace: Actor, ben: Actor, bank: Actor): Promise<void> {
  const lodge = async (who: Actor): Promise<{ id: string; effect: string }> =>
    (await who.post('/v1/objections', { id: uuidv7(), channel: 'app' })).body
  expect((await lodge(grace)).effect).toBe('stopped_some')
  expect((await lodge(ben)).effect).toBe('stopped_nothing_no_records')
  const { id } = await lodge(bank)
  expect((await bank.post(`/v1/objections/${id}/withdrawal`, { channel: 'in_person' })).status).toBe(201)
}

/** Three requests: one answered at once, one after two days, and one that has waited for ten at the end. */
async function askWhatIsHeld(a: Appliance, grace: Actor, ben: Actor): Promise<void> {
  const { run } = localTasks(a.kernel)
  expect((await grace.post('/v1/subject-access-requests')).status).toBe(201)
  const atTheCounter = await run('subject-access.open', 'test', { party: grace.id })
  await run('subject-access.open', 'test', { party: ben.id })
  a.clock.nowMs += 2 * DAY_MS
  const counts = { records: 1, redactions: 0, disclosures: 0 }
  await run('subject-access.answered', 'test', { id: atTheCounter.id, counts } as never)
  a.clock.nowMs += 8 * DAY_MS
}

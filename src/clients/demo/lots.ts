import { must } from '../../base/typed.ts'
import { confirm, deliver } from './coffee.ts'
import { allKg, kg } from './figures.ts'
import { scene } from './narrator.ts'
import { PARCHMENT, PARCHMENT_PRICE, shillings, story, weighed } from './scenario.ts'
import { claim, type RecordReply } from './tale.ts'

/** The scenes about lots: inputs, drying losses, custody. */

const balanceOf = ({ derived }: RecordReply) => must(derived.mass_balance)

/** A lot of two weeks' deliveries. */
export const lot = scene('lot', 'demo.lot', async (t) => {
  const { cooperative, grace } = t.cast
  t.drawn = [
    ...t.deliveries,
    { from: grace, record: t.confirmed, kg: story.confirmedByHerself.kg },
    { from: grace, record: t.corrected, kg: story.corrected.toKg },
    { from: grace, record: t.resolvedFork, kg: story.resolvedFork.toKg },
  ]
  t.lot = await cooperative.write('lot', 7, {
    ...{ holder: cooperative.id, crop: PARCHMENT, ...weighed(story.lot.declaredKg) },
    location: 'Example Hills store',
    inputs: t.drawn.map(({ record, kg: drawnKg }) => ({ record_id: record.id, kg: drawnKg })),
  })
  const inputs = t.lot.inputs?.length ?? 0
  const { inputs_kg, declared_kg, formation_difference_kg, breached, tolerance } = balanceOf(t.lot)
  claim('the difference is within the tolerance', !breached)
  const masses = { inputs: inputs_kg, declared: declared_kg, difference: formation_difference_kg }
  t.say('demo.lot.made', { ...allKg(masses), count: inputs, tolerance: { share: tolerance } })
  return { inputs, inputs_kg, declared_kg, formation_difference_kg, breached }
})

export const custody = scene('custody', 'demo.custody', async (t) => {
  const { cooperative, mill } = t.cast
  const { driedKg, atTheMillKg } = story.lot
  const lot_id = t.lot.id
  await cooperative.write('loss', 5, { lot_id, ...weighed(driedKg), cause: 'drying' })
  const handed = { lot_id, from_party: cooperative.id, to_party: mill.id, ...weighed(atTheMillKg) }
  await cooperative.write('custody_transfer', 3, handed)
  const seen = await mill.read(t.lot)
  const { losses_kg, legs, breached } = balanceOf(seen)
  const { kg: weighed_kg, expected_kg, difference_kg } = must(legs[0])
  const { custodian, broken } = must(seen.derived.custody)
  const custodian_is_mill = custodian === mill.id
  claim('the re-weighing is within the tolerance', !breached)
  claim('the mill holds the lot', custodian_is_mill)
  const masses = { kg: weighed_kg, expected: expected_kg, difference: difference_kg }
  t.say('demo.custody.dries', { kg: kg(losses_kg) })
  t.say('demo.custody.weighed', allKg(masses))
  t.say('demo.custody.holds')
  return { losses_kg, weighed_kg, expected_kg, custodian_is_mill, broken }
})

export const sale = scene('sale', 'demo.sale', async (t) => {
  const { cooperative, mill, exporter } = t.cast
  const { soldKg } = story.lot
  const sale = { to_party: exporter.id, lot_id: t.lot.id, location: mill.name }
  const agreed_price = shillings(soldKg * PARCHMENT_PRICE * 1.2)
  const sold = await deliver(t, cooperative, { daysAgo: 2, kg: soldKg }, { ...sale, agreed_price })
  await confirm(t, exporter, sold, 1, { channel: 'app' })
  const { declared_kg, outputs_kg, remaining_kg } = balanceOf(await cooperative.read(t.lot))
  const sold_kg = sold.derived.kg
  const masses = { sold: sold_kg, declared: declared_kg, remaining: remaining_kg }
  t.say('demo.sale.sold', allKg(masses))
  return { sold_kg, outputs_kg, remaining_kg }
})

/** A small lot that stays Grace's while it is in the cooperative's store. */
export const ownLot = scene('own_lot', 'demo.ownLot', async (t) => {
  const { cooperative, grace } = t.cast
  const [{ inTheirName, author }] = t.farmers
  const { daysAgo, kg: declaredKg, driedKg, weighedKg } = story.ownLot
  const best = { holder: grace.id, crop: PARCHMENT, grade: 'Best picking', ...weighed(declaredKg) }
  const lot = await author.write('lot', daysAgo, { ...inTheirName, ...best })
  const ofLot = { ...inTheirName, lot_id: lot.id }
  await author.write('loss', daysAgo - 3, { ...ofLot, cause: 'drying', ...weighed(driedKg) })
  const handed = { from_party: grace.id, to_party: cooperative.id, ...weighed(weighedKg) }
  await author.write('custody_transfer', daysAgo - 4, { ...ofLot, ...handed })
  const seen = await grace.read(lot)
  const { declared_kg, losses_kg, legs } = balanceOf(seen)
  const weighed_kg = must(legs[0]).kg
  const custodian_is_cooperative = seen.derived.custody?.custodian === cooperative.id
  claim('the cooperative has it in custody', custodian_is_cooperative)
  const masses = { declared: declared_kg, losses: losses_kg, weighed: weighed_kg }
  t.say('demo.ownLot.kept', allKg(masses))
  t.say('demo.ownLot.custody')
  return { declared_kg, losses_kg, weighed_kg, custodian_is_cooperative }
})

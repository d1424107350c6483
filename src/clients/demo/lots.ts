import { must } from '../../base/typed.ts'
import { message } from '../../words/message.ts'
import { confirm, type Delivered, deliver } from './coffee.ts'
import { kg } from './figures.ts'
import { claim, type RecordReply } from './narrator.ts'
import type { Cast } from './people.ts'
import { PARCHMENT, PARCHMENT_PRICE, shillings, story, weighed } from './scenario.ts'

/** The steps about lots: inputs, drying losses, custody. */

const balanceOf = ({ derived }: RecordReply) => must(derived.mass_balance)

/** Makes a lot of two weeks' deliveries, which dries and goes to the mill. */
export async function makeLot({ t, cooperative, mill }: Cast, delivered: readonly Delivered[]) {
  t.begin('lot', message('demo.lot'))
  const { declaredKg, driedKg, atTheMillKg } = story.lot
  const lot = await cooperative.write('lot', 7, {
    ...{ holder: cooperative.id, crop: PARCHMENT, ...weighed(declaredKg), location: 'Example Hills store' },
    inputs: delivered.map(({ record, kg: drawn }) => ({ record_id: record.id, kg: drawn })),
  })
  const inputs = lot.inputs?.length ?? 0
  const { inputs_kg, declared_kg, formation_difference_kg, breached, tolerance } = balanceOf(lot)
  claim('the difference is within the tolerance', !breached)
  t.state(
    message('demo.lot.made', {
      count: inputs,
      inputs: kg(inputs_kg),
      declared: kg(declared_kg),
      difference: kg(formation_difference_kg),
      tolerance: { share: tolerance },
    }),
  )
  t.facts({ inputs, inputs_kg, declared_kg, formation_difference_kg, breached })

  t.begin('custody', message('demo.custody'))
  await cooperative.write('loss', 5, { lot_id: lot.id, ...weighed(driedKg), cause: 'drying' })
  const handed = { lot_id: lot.id, from_party: cooperative.id, to_party: mill.id, ...weighed(atTheMillKg) }
  await cooperative.write('custody_transfer', 3, handed)
  const seen = await mill.read(lot)
  const { losses_kg, legs, breached: isOff } = balanceOf(seen)
  const { kg: weighed_kg, expected_kg, difference_kg } = must(legs[0])
  const { custodian, broken } = must(seen.derived.custody)
  claim('the re-weighing is within the tolerance', !isOff)
  claim('the mill holds the lot', custodian === mill.id)
  t.state(
    message('demo.custody.dries', { kg: kg(losses_kg) }),
    message('demo.custody.weighed', {
      mill: mill.name,
      kg: kg(weighed_kg),
      expected: kg(expected_kg),
      difference: kg(difference_kg),
    }),
    message('demo.custody.holds', { mill: mill.name }),
  )
  t.facts({ losses_kg, weighed_kg, expected_kg, custodian_is_mill: custodian === mill.id, broken })
  return lot
}

export async function sell(cast: Cast, lot: RecordReply): Promise<void> {
  const { t, cooperative, mill, exporter } = cast
  t.begin('sale', message('demo.sale'))
  const { soldKg } = story.lot
  const sale = await deliver(
    cast,
    cooperative,
    { daysAgo: 2, kg: soldKg },
    {
      ...{ to_party: exporter.id, lot_id: lot.id, location: mill.name },
      agreed_price: shillings(soldKg * PARCHMENT_PRICE * 1.2),
    },
  )
  await confirm(cast, exporter, sale, 1, { channel: 'app' })
  const { declared_kg, outputs_kg, remaining_kg } = balanceOf(await cooperative.read(lot))
  const sold_kg = sale.derived.kg
  t.state(
    message('demo.sale.sold', {
      exporter: exporter.name,
      sold: kg(sold_kg),
      declared: kg(declared_kg),
      remaining: kg(remaining_kg),
    }),
  )
  t.facts({ sold_kg, outputs_kg, remaining_kg })
}

/** Makes a small lot that stays Grace's while it is in the cooperative's store. */
export async function keepOwnLot({ t, cooperative, farmers: [grace] }: Cast): Promise<void> {
  const { inTheirName, player, author } = grace
  t.begin('own_lot', message('demo.ownLot', { grace: player.name }))
  const { daysAgo, kg: declaredKg, driedKg, weighedKg } = story.ownLot
  const best = { holder: player.id, crop: PARCHMENT, grade: 'Best picking', ...weighed(declaredKg) }
  const lot = await author.write('lot', daysAgo, { ...inTheirName, ...best })
  const ofLot = { ...inTheirName, lot_id: lot.id }
  await author.write('loss', daysAgo - 3, { ...ofLot, cause: 'drying', ...weighed(driedKg) })
  const handed = { from_party: player.id, to_party: cooperative.id, ...weighed(weighedKg) }
  await author.write('custody_transfer', daysAgo - 4, { ...ofLot, ...handed })
  const { custody, mass_balance } = (await player.read(lot)).derived
  const { declared_kg, losses_kg, legs } = must(mass_balance)
  const weighed_kg = must(legs[0]).kg
  const custodian_is_cooperative = custody?.custodian === cooperative.id
  claim('the cooperative has it in custody', custodian_is_cooperative)
  t.state(
    message('demo.ownLot.kept', {
      declared: kg(declared_kg),
      losses: kg(losses_kg),
      weighed: kg(weighed_kg),
    }),
    message('demo.ownLot.custody'),
  )
  t.facts({ declared_kg, losses_kg, weighed_kg, custodian_is_cooperative })
}

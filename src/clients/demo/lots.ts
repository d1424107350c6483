import { must } from '../../base/typed.ts'
import { together } from '../../text/wrap.ts'
import { percent } from '../../words/english.ts'
import { confirm, type Delivered, deliver } from './coffee.ts'
import { count, kg } from './figures.ts'
import { claim, type RecordReply } from './narrator.ts'
import type { Cast } from './people.ts'
import { PARCHMENT, PARCHMENT_PRICE, shillings, story, weighed } from './scenario.ts'

/** The steps about lots: inputs, drying losses, custody. */

const balanceOf = ({ derived }: RecordReply) => must(derived.mass_balance)

/** Makes a lot of two weeks' deliveries, which dries and goes to the mill. */
export async function makeLot({ t, cooperative, mill }: Cast, delivered: readonly Delivered[]) {
  t.begin('lot', 'The deliveries become a lot')
  const { declaredKg, driedKg, atTheMillKg } = story.lot
  const lot = await cooperative.write('lot', 7, {
    ...{ holder: cooperative.id, crop: PARCHMENT, ...weighed(declaredKg), location: 'Example Hills store' },
    inputs: delivered.map(({ record, kg: drawn }) => ({ record_id: record.id, kg: drawn })),
  })
  const inputs = lot.inputs?.length ?? 0
  const { inputs_kg, declared_kg, formation_difference_kg, breached, tolerance } = balanceOf(lot)
  claim('the difference is within the tolerance', !breached)
  t.state(
    `${count(inputs, 'delivery', 'deliveries')} with ${kg(inputs_kg)} make a lot of ${kg(declared_kg)}. The difference, ${kg(formation_difference_kg)}, is within the tolerance of ${together(percent(tolerance))}.`,
  )
  t.facts({ inputs, inputs_kg, declared_kg, formation_difference_kg, breached })

  t.begin('custody', 'The lot dries, and goes to the mill')
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
    `The lot loses ${kg(losses_kg)} by drying. The loss is recorded with its cause.`,
    `The scale of ${mill.name} shows ${kg(weighed_kg)} at the gate, where ${kg(expected_kg)} were expected. The difference, ${kg(difference_kg)}, is within the tolerance.`,
    `${mill.name} now holds the lot and may read it: a receiver may read what it received.`,
  )
  t.facts({ losses_kg, weighed_kg, expected_kg, custodian_is_mill: custodian === mill.id, broken })
  return lot
}

export async function sell(cast: Cast, lot: RecordReply): Promise<void> {
  const { t, cooperative, mill, exporter } = cast
  t.begin('sale', 'Part of the lot is sold')
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
    `${exporter.name} buys ${kg(sold_kg)} and confirms the delivery. Of ${kg(declared_kg)}, ${kg(remaining_kg)} should remain.`,
  )
  t.facts({ sold_kg, outputs_kg, remaining_kg })
}

/** Makes a small lot that stays Grace's while it is in the cooperative's store. */
export async function keepOwnLot({ t, cooperative, farmers: [grace] }: Cast): Promise<void> {
  const { inTheirName, player, author } = grace
  t.begin('own_lot', `${player.name} keeps a lot of her own`)
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
    `Her best ${kg(declared_kg)} are in the cooperative's store. ${kg(losses_kg)} were lost by drying, and ${kg(weighed_kg)} were weighed at the door.`,
    'The cooperative has custody of the lot. The record is still about her.',
  )
  t.facts({ declared_kg, losses_kg, weighed_kg, custodian_is_cooperative })
}

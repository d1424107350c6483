import { claim, type MassBalance, type Player, type RecordReply } from './client.ts'
import { confirm, deliver, price, readOwn } from './deliveries.ts'
import { inTheNameOf } from './harvests.ts'
import type { Cast, Delivered, Mandates, Scene } from './scene.ts'
import { count, kg, percent } from './words.ts'
import { GRACE, LOT_SHARES, ORGANISATIONS, PARCHMENT, PARCHMENT_PRICE, story } from './world.ts'

/** Lots: inputs, drying losses, custody. */

const ON_CONTRACT = { lawful_basis: 'contract_performance' } as const
const inKg = (value: number) => ({
  quantity: { value, unit: 'kg' },
  measurement_method: 'calibrated_weighed',
})
const toTenth = (value: number) => Math.round(value * 10) / 10

/** A fortnight's deliveries become a lot, which dries, goes to the mill and is partly sold. */
export async function makeLot(
  scene: Scene,
  cast: Cast,
  delivered: readonly Delivered[],
): Promise<RecordReply> {
  const { stage, calendar } = scene
  const { cooperative, mill } = cast
  stage.begin('lot', 'The deliveries become a lot')
  const inputsKg = delivered.reduce((total, { kg: drawn }) => total + drawn, 0)
  const declaredKg = toTenth(inputsKg * LOT_SHARES.declared)
  const lot = await cooperative.append('lot', {
    holder: cooperative.id,
    crop: PARCHMENT,
    ...inKg(declaredKg),
    inputs: delivered.map(({ record, kg: drawn }) => ({ record_id: record.id, kg: drawn })),
    location: 'Example Hills store',
    occurred_at: calendar.at(7),
    ...ON_CONTRACT,
  })
  const formed = balanceOf(lot)
  claim('the difference is within the tolerance', !formed.breached)
  stage.print(
    `${count(delivered.length, 'delivery', 'deliveries')} of ${kg(formed.inputs_kg)} make a lot of ${kg(formed.declared_kg)}. The difference, ${kg(formed.formation_difference_kg)}, is within the tolerance of ${percent(formed.tolerance)}.`,
  )
  stage.facts({
    inputs: lot.inputs?.length ?? 0,
    inputs_kg: formed.inputs_kg,
    declared_kg: formed.declared_kg,
    formation_difference_kg: formed.formation_difference_kg,
    breached: formed.breached,
  })

  stage.begin('custody', 'The lot dries, and goes to the mill')
  const driedKg = toTenth(declaredKg * LOT_SHARES.dried)
  await cooperative.append('loss', {
    lot_id: lot.id,
    ...inKg(driedKg),
    cause: 'drying',
    occurred_at: calendar.at(5),
    ...ON_CONTRACT,
  })
  await cooperative.append('custody_transfer', {
    lot_id: lot.id,
    from_party: cooperative.id,
    to_party: mill.id,
    ...inKg(toTenth((declaredKg - driedKg) * LOT_SHARES.reweighed)),
    occurred_at: calendar.at(3),
    ...ON_CONTRACT,
  })
  const seen = await readOwn(mill, lot)
  const [leg] = balanceOf(seen).legs
  claim('the re-weighing is within the tolerance', !balanceOf(seen).breached)
  claim('the mill holds the lot', seen.derived.custody?.custodian === mill.id)
  stage.print(`Drying takes ${kg(balanceOf(seen).losses_kg)}. The loss is declared, with its cause.`)
  stage.print(
    `The scale of ${ORGANISATIONS.mill.name} shows ${kg(leg?.kg ?? null)} at the gate; ${kg(leg?.expected_kg ?? null)} were expected: a difference of ${kg(leg?.difference_kg ?? null)}, within the tolerance.`,
  )
  stage.print(
    `${ORGANISATIONS.mill.name} now holds the lot and may read it: a receiver may know what it received.`,
  )
  stage.facts({
    losses_kg: balanceOf(seen).losses_kg,
    weighed_kg: leg?.kg ?? null,
    expected_kg: leg?.expected_kg ?? null,
    custodian_is_mill: seen.derived.custody?.custodian === mill.id,
    broken: seen.derived.custody?.broken ?? null,
  })
  await sell(scene, cast, lot)
  return lot
}

async function sell(scene: Scene, cast: Cast, lot: RecordReply): Promise<void> {
  const { stage } = scene
  const { cooperative, exporter } = cast
  stage.begin('sale', 'Part of it is sold')
  const before = balanceOf(await readOwn(cooperative, lot))
  const soldKg = Math.floor(((before.remaining_kg ?? 0) * LOT_SHARES.sold) / 60) * 60
  const sale = await deliver(
    scene,
    cast,
    cooperative,
    { daysAgo: 2, kg: soldKg },
    {
      to_party: exporter.id,
      lot_id: lot.id,
      agreed_price: price(soldKg * PARCHMENT_PRICE * 1.2),
      location: ORGANISATIONS.mill.name,
    },
  )
  await confirm(scene, exporter, sale, 1, { channel: 'app' })
  const after = balanceOf(await readOwn(cooperative, lot))
  stage.print(
    `${ORGANISATIONS.exporter.name} takes ${kg(sale.derived.kg)} and confirms it. Of ${kg(after.declared_kg)} that leaves ${kg(after.remaining_kg)}, which should still be there.`,
  )
  stage.facts({ sold_kg: sale.derived.kg, outputs_kg: after.outputs_kg, remaining_kg: after.remaining_kg })
}

/** A small lot that stays Grace's while it is in the cooperative's store. */
export async function keepOwnLot(scene: Scene, cast: Cast, mandates: Mandates): Promise<void> {
  const { stage, calendar } = scene
  const { cooperative, grace } = cast
  stage.begin('own_lot', `${GRACE} keeps a lot of her own`)
  const { daysAgo, kg: declaredKg, driedKg, weighedKg } = story.ownLot
  const write = (type: string, day: number, fields: object) =>
    cooperative.append(type, {
      ...inTheNameOf(grace, mandates),
      ...fields,
      occurred_at: calendar.at(day),
      ...ON_CONTRACT,
    })
  const lot = await write('lot', daysAgo, {
    holder: grace.id,
    crop: PARCHMENT,
    grade: 'Best picking',
    ...inKg(declaredKg),
  })
  await write('loss', daysAgo - 3, { lot_id: lot.id, cause: 'drying', ...inKg(driedKg) })
  await write('custody_transfer', daysAgo - 4, {
    lot_id: lot.id,
    from_party: grace.id,
    to_party: cooperative.id,
    ...inKg(weighedKg),
  })
  const { custody, mass_balance: balance } = (await readOwn(grace, lot)).derived
  stage.print(
    `Her best ${kg(balance?.declared_kg ?? null)} are in the cooperative's store: ${kg(balance?.losses_kg ?? null)} dried away, ${kg(balance?.legs[0]?.kg ?? null)} were weighed at the door.`,
  )
  claim('the cooperative has it in custody', custody?.custodian === cooperative.id)
  stage.print('The cooperative has it in custody. The record stays about her.')
  stage.facts({
    declared_kg: balance?.declared_kg ?? null,
    losses_kg: balance?.losses_kg ?? null,
    weighed_kg: balance?.legs[0]?.kg ?? null,
    custodian_is_cooperative: custody?.custodian === cooperative.id,
  })
}

function balanceOf(lot: { readonly id: string; readonly derived: RecordReply['derived'] }): MassBalance {
  const balance = lot.derived.mass_balance
  if (balance === undefined) throw new Error(`no mass balance came with lot ${lot.id}`)
  return balance
}

export const readBalance = async (party: Player, lot: RecordReply): Promise<MassBalance> =>
  balanceOf(await readOwn(party, lot))

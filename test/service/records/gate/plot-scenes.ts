import { open } from './consents.ts'
import { aSquare } from './drafts.ts'
import { assert, parties } from './scenes.ts'
import { DAY, PURPOSES, type World } from './world.ts'

/** A lot of what grew on somebody's plots: named or not, and open to a third party in part or whole. */
export async function lotFromPlots(w: World): Promise<void> {
  const { random } = w
  const [farmer, dealer, reader] = parties(w)
  const plots: string[] = []
  for (const by of [farmer, random.pick([farmer, w.cooperative, dealer])]) {
    const plot = random.chance(0.2) && plots[0] !== undefined ? plots[0] : w.id()
    const stated = await assert(w, by, 'plot', {
      plot,
      holder: farmer,
      name: `P${w.records.length}x`,
      ...aSquare(random),
    })
    if (stated !== null) plots.push(plot)
  }
  await w.tick(DAY)
  const inputs: object[] = []
  for (const named of [plots.slice(0, 1), [], random.chance(0.3) ? [w.id()] : plots]) {
    const fields = {
      from_party: farmer,
      to_party: dealer,
      ...(named.length === 0 ? {} : { plot_ids: [...new Set(named)] }),
    }
    const delivery = await assert(w, random.pick([farmer, dealer]), 'delivery', fields)
    if (delivery !== null) inputs.push({ record_id: delivery.id, kg: random.pick([7, 5, 9]) })
  }
  const lot = await assert(w, dealer, 'lot', { holder: dealer, inputs })
  if (lot === null) return
  const numbers = { reference: 'R2', filed_by: dealer, filed_at: '2026-06-01T00:00:00Z' }
  await assert(w, random.pick([dealer, reader]), 'due_diligence', { lot_id: lot.id, ...numbers })
  const purpose = random.pick(PURPOSES)
  const permit = (subject: string, types: readonly string[]) =>
    open(w, { subject, grantee: reader, purpose, types, fromMs: w.nowMs, untilMs: w.nowMs + 300 * DAY })
  await permit(dealer, random.pick([['lot'], ['lot', 'due_diligence'], ['lot', 'delivery']]))
  if (random.chance(0.8)) await permit(farmer, random.pick([['plot'], ['plot', 'delivery']]))
}

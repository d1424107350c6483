import { corrected, handOver, own, predict, retract, seen } from './predicting.ts'
import { assert, grant, parties } from './scenes.ts'
import { DAY, PURPOSES, type World } from './world.ts'

/** Short stories of predictions made from losses, of which it may become known, and unknown, whom they are about. */

/** A loss, and its retraction, of a lot that comes later; then a correction says that another holds it. */
export async function lossBeforeItsLot(w: World): Promise<void> {
  const [holder, model, heir] = parties(w)
  const lotId = w.id()
  const loss = await assert(w, model, 'loss', { lot_id: lotId, cause: 'drying' })
  if (loss === null) return
  const over = await predict(w, model, [loss])
  await predict(w, model, [over.body])
  const taken = await retract(w, model, loss)
  if (taken !== null) await predict(w, model, [taken])
  const reader = w.random.pick(w.parties)
  await grant(w, holder, reader, w.random.pick(PURPOSES), ['inference'])
  await w.tick(DAY)
  const lot = await assert(w, model, 'lot', { id: lotId, holder })
  if (lot === null) return
  await predict(w, model, [over.body])
  const late = await predict(w, model, [loss])
  await predict(w, model, [late.body])
  if (w.random.chance(0.3)) return
  await w.tick(DAY)
  await corrected(w, model, lot, heir)
}

/** A lot is handed over, and its receiver says that some of it was lost. */
export async function lossOfAHandOver(w: World, holder: string, receiver: string) {
  const lot = await assert(w, holder, 'lot', { holder })
  if (lot === null) return null
  await w.tick(DAY)
  const handed = await handOver(w, lot, holder, receiver)
  const loss = await assert(w, receiver, 'loss', { lot_id: lot.id, cause: 'theft' })
  return handed === null || loss === null ? null : { lot, handed, loss }
}

/**
 * Somebody was handed a lot and lost some of it; then the hand-over is taken back, and nobody knows any longer about whom
 * the loss was, or another is said to hold the lot, and it is about both.
 */
export async function lossOfAHandOverTakenBack(w: World): Promise<void> {
  const [holder, model, reader] = parties(w)
  const told = await lossOfAHandOver(w, holder, model)
  if (told === null) return
  const { lot, handed, loss } = told
  const over = await predict(w, model, [loss])
  const above = await predict(w, model, [over.body])
  const purpose = w.random.pick(PURPOSES)
  await grant(w, holder, reader, purpose, ['inference', 'loss'])
  if (w.random.chance(0.6)) await retract(w, holder, handed)
  else await corrected(w, holder, lot, w.random.pick(w.parties))
  await predict(w, model, [above.body])
  await predict(w, model, [loss, above.body])
  await seen(w, reader, purpose, [over, above])
}

/** Somebody with no part in a lot says that some was lost; then it is handed to him, and perhaps the hand-over taken back. */
export async function lossOfWhoBecomesOwner(w: World): Promise<void> {
  const [holder, model, reader] = parties(w)
  const lot = await assert(w, holder, 'lot', { holder })
  const loss = lot && (await assert(w, model, 'loss', { lot_id: lot.id, cause: 'theft' }))
  if (!loss) return
  const over = await predict(w, model, [loss])
  await predict(w, model, [over.body, (await own(w, model)) ?? loss])
  const purpose = w.random.pick(PURPOSES)
  await grant(w, holder, reader, purpose, ['inference', 'loss'])
  const handed = await handOver(w, lot, holder, model)
  const late = await predict(w, model, [loss])
  await predict(w, model, [over.body, late.body])
  await seen(w, reader, purpose, [over, late])
  if (handed !== null && w.random.chance(0.5)) await retract(w, holder, handed)
  await seen(w, holder, purpose, [over, late])
}

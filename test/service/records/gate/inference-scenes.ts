import { isPerson } from '../../../support/records/gate/oracle.ts'
import { revokeOne } from './consents.ts'
import { objectTo } from './objections.ts'
import { inferencesAbout, KNOWN_DEEP, type OracleInference } from './oracle-inferences.ts'
import { corrected, own, predict, retract } from './predicting.ts'
import { assert, grant, parties } from './scenes.ts'
import { DAY, PURPOSES, type World } from './world.ts'

/** Short stories of predictions that chance alone tells too seldom. */

/** One objects who is known to be in a prediction, and who else is in it is not known; mostly one who is in no other. */
export async function objectedToAmongOthersUnknown(w: World): Promise<void> {
  const { random } = w
  const inNoOther = (party: string) => inferencesAbout(w, party).every(({ gap }) => gap !== null)
  const rare = w.parties.filter((party) => isPerson(w, party) && inNoOther(party))
  const subject = random.pick(rare.length > 0 ? rare : w.parties)
  const other = random.pick(w.parties)
  const model = random.pick(w.parties.filter((party) => party !== subject))
  const first = await assert(w, model, 'harvest', { producer: subject })
  const second = await assert(w, model, 'harvest', { producer: other })
  if (first === null || second === null) return
  const unknown = { id: w.id() }
  for (const lawful_basis of ['public_duty', 'medical', 'consent'] as const)
    await predict(w, model, [first, second, unknown], { lawful_basis })
  const types = random.pick([['inference'], ['inference'], ['harvest'], null])
  await objectTo(w, { lodger: subject, subject, purposes: null, types }, null)
}

/**
 * Deeper than all can be known; at the top something that is near as well, and beside it one that reaches all by short cuts.
 * At the bottom is a harvest, or a loss that turns out to be about somebody else too. Then the bottom is taken back, or
 * what is near is corrected.
 */
export async function deepPile(w: World): Promise<void> {
  const { random } = w
  const [subject, model, reader] = parties(w)
  const lot = random.chance(0.5) ? await assert(w, model, 'lot', { holder: subject }) : null
  const low = lot
    ? await assert(w, model, 'loss', { lot_id: lot.id, cause: 'drying' })
    : await assert(w, model, 'harvest', { producer: subject })
  const near = await own(w, model)
  if (low === null || near === null) return
  await grant(w, subject, reader, PURPOSES[0], ['inference'])
  let below: readonly { readonly id: string }[] = [low]
  const pile: OracleInference[] = []
  for (let deep = 1; deep <= KNOWN_DEEP + 1; deep++) {
    pile.push(await predict(w, model, below))
    below = pile.slice(-1).map(({ body }) => body)
  }
  await predict(w, model, [...below, near])
  const half = pile[KNOWN_DEEP / 2]?.body as OracleInference['body']
  await predict(w, model, [...below, half])
  if (lot !== null)
    await corrected(w, model, lot, random.pick(w.parties.filter((party) => party !== subject)))
  if (random.chance(0.4)) await retract(w, model, low)
  if (random.chance(0.7)) await assert(w, model, 'harvest', { producer: model }, null, near)
}

/** Of what they rest on one record is corrected, one is corrected twice, and one is taken back; one branch is, too. */
export async function restOnWhatChanges(w: World): Promise<void> {
  const { random } = w
  const [model, ,] = parties(w)
  const [corrected, forked, retracted] = [await own(w, model), await own(w, model), await own(w, model)]
  if (corrected === null || forked === null || retracted === null) return
  const bottom = [corrected, forked, retracted].filter(() => random.chance(0.6))
  const first = await predict(w, model, bottom.length > 0 ? bottom : [forked])
  await predict(w, model, [(await predict(w, model, [forked])).body])
  const second = await predict(w, model, [first.body, random.pick([corrected, forked])])
  await assert(w, model, 'harvest', { producer: model }, null, corrected)
  const branch = await assert(w, model, 'harvest', { producer: model }, null, forked)
  await assert(w, model, 'harvest', { producer: model }, null, forked)
  if (branch !== null && random.chance(0.4)) await retract(w, model, branch)
  if (random.chance(0.5)) await retract(w, model, retracted)
  await predict(w, model, [second.body])
}

/** What a model's party could not read is read by it later, or was read by it before: that changes nothing. */
export async function grantsComeAndGo(w: World): Promise<void> {
  const [subject, model, reader] = parties(w)
  const harvest = await assert(w, subject, 'harvest', { producer: subject })
  const mine = await own(w, model)
  if (harvest === null || mine === null) return
  const purpose = w.random.pick(PURPOSES)
  await grant(w, model, reader, purpose, ['inference'])
  const blind = await predict(w, model, [harvest, mine])
  const given = await grant(w, subject, model, w.random.pick(PURPOSES), ['harvest', 'inference'])
  await predict(w, model, [harvest, blind.body])
  const seeing = await predict(w, model, [harvest, mine])
  await grant(w, subject, reader, purpose, ['inference'])
  await w.tick(DAY)
  await revokeOne(w, given)
  await predict(w, model, [harvest, seeing.body])
}

/** Two persons let a reader see predictions about both, and one of them what these were made from; one then objects. */
export async function shownInPart(w: World): Promise<void> {
  const [one, other, model] = parties(w)
  const reader = w.random.pick(w.parties.filter((party) => ![one, other, model].includes(party)))
  const first = await assert(w, model, 'harvest', { producer: one })
  const second = await assert(w, model, 'harvest', { producer: other })
  if (first === null || second === null) return
  const basis = { lawful_basis: w.random.pick(['public_duty', 'consent', 'contract_performance'] as const) }
  const lower = await predict(w, model, [first, second], basis)
  const purpose = w.random.pick(PURPOSES)
  await predict(w, model, [lower.body, second], basis)
  await grant(w, one, reader, purpose, ['inference', 'harvest'])
  await grant(w, other, reader, purpose, ['inference'])
  const alone = await predict(w, model, [first], { lawful_basis: 'medical' })
  await predict(w, model, [alone.body, first])
  if (w.random.chance(0.5)) return
  const types = w.random.pick([['inference'], ['inference', 'lot'], null])
  await objectTo(w, { lodger: one, subject: one, purposes: w.random.pick([null, [purpose]]), types }, null)
}

/** One reads a prediction by a grant, and makes another from it. */
export async function madeFromAnothers(w: World): Promise<void> {
  const [subject, model, second] = parties(w)
  const harvest = await assert(w, model, 'harvest', { producer: subject })
  if (harvest === null) return
  const first = await predict(w, model, [harvest])
  await grant(w, subject, second, w.random.pick(PURPOSES), ['inference'])
  const above = await predict(w, second, [first.body])
  await predict(w, second, [above.body, first.body], { inference_depth: 2 })
}

/** Two persons are in a delivery: a model's party reads it where both let it for the same purpose and neither objects. */
export async function letForOnePurpose(w: World): Promise<void> {
  const { random } = w
  const [from, to, model] = parties(w)
  const delivery = await assert(w, from, 'delivery', { from_party: from, to_party: to })
  if (delivery === null) return
  const [first, second] = [PURPOSES[0], PURPOSES[1]]
  await grant(w, from, model, first, ['delivery'])
  await grant(w, to, model, second, ['delivery'])
  await predict(w, model, [delivery])
  const isForBoth = random.chance(0.7)
  if (isForBoth) await grant(w, from, model, second, ['delivery'])
  if (random.chance(0.4)) await grant(w, to, model, first, ['delivery'])
  await predict(w, model, [delivery])
  await objectTo(w, { lodger: from, subject: from, purposes: [second], types: ['delivery'] }, null)
  await predict(w, model, [delivery, delivery])
}

/** Of types that few models happen to be given. */
export async function overRareTypes(w: World): Promise<void> {
  for (const type of ['delivery_confirmation', 'obligation', 'custody_transfer', 'lot', 'retraction']) {
    const records = w.records.filter((r) => r.type === type)
    if (records.length === 0) continue
    const record = w.random.pick(records)
    await predict(w, record.asserted_by, [record])
  }
}

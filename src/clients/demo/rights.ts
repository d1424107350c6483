import { uuidv7 } from 'uuidv7'
import { fromJson, must } from '../../base/typed.ts'
import type { ObjectionView } from '../../consent/objection-shapes.ts'
import type { SubjectAccessAnswer } from '../../consent/subject-access/routes.ts'
import { parseVkey } from '../../domain/note.ts'
import { checkProof } from '../../domain/proof-file.ts'
import type { View } from '../../domain/shapes.ts'
import type { AnchorKey, AnchorRoots, InclusionProof } from '../../proofs/anchor/anchor-shapes.ts'
import type { InferenceView } from '../../records/inferences-routes.ts'
import type { Pack } from '../../records/pack/pack-tasks.ts'
import { allKg, kg } from './figures.ts'
import { scene } from './narrator.ts'
import { PARCHMENT, PURPOSE, square } from './scenario.ts'
import { type Answer, claim, type Player, type Tale } from './tale.ts'

/** The scenes about consent, objections, predictions and proofs. */

const TO_BUYERS = 'buyer_traceability'
/** What the invented model predicts. */
const EXPECTED_KG = 410
const CONFIDENCE = 0.7
const OPENED = [
  ...['party', 'harvest', 'delivery', 'delivery_confirmation'],
  ...['lot', 'custody_transfer', 'loss', 'obligation', 'payment'],
]

export const grants = scene('grants', 'demo.grants', async (t) => {
  const { bank, grace, cooperative } = t.cast
  const { length: before } = await bank.list(PURPOSE)
  await grace.open(OPENED, bank)
  const opened = await bank.list(PURPOSE)
  const { length: after } = opened
  const isCurrent = opened.every(({ derived }) => derived.standing === 'tip')
  claim('a list holds only records that count', isCurrent)
  await cooperative.open(['party', 'lot'], bank)
  const shown = await bank.read(t.lot, PURPOSE)
  const hidden = must(shown.derived.redacted?.find(({ member }) => member === 'inputs'))
  const inputs_shown = must(shown.inputs).length
  const inputs_hidden = must(hidden.count)
  const inputs = { shown: inputs_shown, hidden: inputs_hidden, kg: kg(hidden.kg) }
  const types = { list: OPENED.map((code) => ({ code })) }
  t.say('demo.grants.before', { count: before })
  t.say('demo.grants.opened', { types, count: after })
  t.say('demo.grants.lot', inputs)
  return {
    ...{ before, after, types: [...new Set(opened.map(({ type }) => type))].sort() },
    ...{ inputs_shown, inputs_hidden },
  }
})

const pathOf = (id: string, purpose = PURPOSE) => `/v1/records/${id}?purpose=${purpose}`

/** The address of a farmer's delivery. */
const deliveryOf = (t: Tale, player: Player, purpose = PURPOSE) =>
  pathOf(must(t.deliveries.find(({ from }) => from === player)).record.id, purpose)

/** Requests for withheld and for non-existent records get the same answer. */
export const refusal = scene('refusal', 'demo.refusal', async (t) => {
  const { bank, unasked } = t.cast
  const withheld = await bank.get(deliveryOf(t, unasked), 404)
  const absent = await bank.get(pathOf(uuidv7()), 404)
  const same = apartFromCorrelation(withheld) === apartFromCorrelation(absent)
  claim('the replies for a withheld and for a missing record are the same', same)
  t.say('demo.refusal.asked')
  t.quote(withheld.text, absent.text)
  t.say('demo.refusal.same')
  return { withheld: withheld.text, absent: absent.text, same }
})

/** Returns everything by which two replies could be told apart, without the correlation id and date. */
function apartFromCorrelation({ status, headers, text }: Answer<unknown>): string {
  const own = headers.get('x-correlation-id') ?? ''
  const kept = [...headers].filter(([name]) => name !== 'date')
  return JSON.stringify([status, kept, text]).replaceAll(own, '(correlation id)')
}

export const revocation = scene('revocation', 'demo.revocation', async (t) => {
  const { bank, farmer } = t.cast
  const path = deliveryOf(t, farmer)
  const grantId = await farmer.open(['delivery'], bank)
  const { status: before } = await bank.get(path)
  await farmer.post(`/v1/grants/${grantId}/revocation`, {})
  const { status: after } = await bank.get(path, 404)
  t.say('demo.revocation.revoked', { before, after })
  return { before, after }
})

/** A model's predictions are stored, and kept apart from observations. */
export const prediction = scene('prediction', 'demo.prediction', async (t) => {
  const { bank, exporter, grace } = t.cast
  await grace.open(['delivery'], exporter, TO_BUYERS)
  const predicted = async (name: string, value: number, inputs: readonly { readonly id: string }[]) => {
    const made = { id: uuidv7(), model_id: 'parchment-forecast', model_version: '3', confidence: CONFIDENCE }
    const draft = {
      ...{ ...made, inputs: inputs.map(({ id }) => id), output: { name, value, unit: 'kg' } },
      ...{ occurred_at: t.at(0, 0), lawful_basis: 'consent' },
    }
    return (await exporter.post<View<typeof InferenceView>>('/v1/inferences', draft)).body
  }
  const observed = [t.confirmed, t.corrected]
  const season = await predicted('expected_next_season', EXPECTED_KG, observed)
  const route = await predicted('expected_for_export', 390, [season])
  const path = `/v1/inferences/${season.id}?purpose=${TO_BUYERS}`
  const [{ status: hers }, { status: refused }] = [await grace.get(path), await bank.get(path, 404)]
  const ids = (await exporter.list(TO_BUYERS, '&standing=any')).map(({ id }) => id)
  const is_listed = ids.includes(season.id) || ids.includes(route.id)
  claim('nothing lists an inference', !is_listed)
  const { inference_depth: depth, flags } = route.derived
  const made = { kg: kg(EXPECTED_KG), confidence: { amount: CONFIDENCE }, flags: { examples: flags } }
  t.say('demo.prediction.made', { ...made, depth })
  t.say('demo.prediction.read', { hers, refused })
  return { depth, flags, hers, refused, is_listed }
})

/** A farmer objects to reading by a party to which he opened his records. */
export const objection = scene('objection', 'demo.objection', async (t) => {
  const { exporter, farmer } = t.cast
  await farmer.open(['delivery', 'harvest'], exporter, TO_BUYERS)
  const path = deliveryOf(t, farmer, TO_BUYERS)
  const { status: before } = await exporter.get(path)
  const lodged = { id: uuidv7(), channel: 'ussd_pin', purposes: [TO_BUYERS] }
  const { body } = await farmer.post<ObjectionView>('/v1/objections', lodged)
  const { effect, stopped, continuing, sentences } = body
  const { status: after } = await exporter.get(path, 404)
  claim('an objection takes effect', effect === 'stopped_some')
  const counted = (rows: readonly { readonly count: number }[]) =>
    rows.reduce((all, row) => all + row.count, 0)
  const exempt = counted(continuing.filter(({ why }) => why === 'exempt'))
  t.say('demo.objection.stopped', { after })
  t.quote(sentences.join(' '))
  return { before, after, effect, stopped: counted(stopped), exempt }
})

export const access = scene('subject_access', 'demo.access', async (t) => {
  const { bank, exporter, cooperative, farmer } = t.cast
  const path = '/v1/subject-access-requests'
  const { body } = await farmer.post<View<typeof SubjectAccessAnswer>>(path, {})
  const { records, disclosures, redactions } = body
  const names = new Map([bank, exporter, cooperative].map(({ id, name }) => [id, name]))
  const consented = disclosures.filter(({ grant_id }) => grant_id !== null)
  const readers = [...new Set(consented.map(({ to }) => names.get(to ?? '') ?? String(to)))]
  claim('every reader by a grant is named', readers.length === 2)
  const got = { records: records.length, times: consented.length, redactions: redactions.length }
  t.say('demo.access.got', { ...got, readers: { list: readers } })
  return { records: records.length, readers, disclosures: disclosures.length }
})

/** Proves a record to someone outside. The proof fails for a changed record. */
export const proof = scene('proof', 'demo.proof', async (t) => {
  await t.service.run('anchor.run', { newKey: false })
  const { body: key } = await t.request<AnchorKey>(null, '/v1/anchors/key', 200)
  const path = `/v1/records/${t.confirmed.id}/proof?purpose=${PURPOSE}`
  const { body: proof } = await t.cast.grace.get<View<typeof InclusionProof>>(path)
  const { tree_size, leaf_index } = proof
  const changed = { ...proof, record: { ...proof.record, note: 'another one' } }
  const [holds, forged_holds] = [proof, changed].map((one) => checkProof(one, parseVkey(key.vkey)).proved)
  claim('the proof holds', holds === true)
  claim('a changed record is detected', forged_holds === false)
  const { body } = await t.request<AnchorRoots>(null, '/v1/anchors/roots', 200)
  const { length: published_roots } = body.roots
  t.say('demo.proof.holds', { entries: tree_size, entry: leaf_index + 1 })
  t.say('demo.proof.changed', { roots: published_roots })
  return { tree_size, leaf_index, holds: true, forged_holds: false, published_roots }
})

/** The lot's pack, which its buyer files in Europe: the plots behind the lot, a summary, and proofs. */
export const pack = scene('pack', 'demo.pack', async (t) => {
  const { cooperative, exporter } = t.cast
  const lot = t.lot.id
  const growers = [...new Set(t.drawn.map(({ from }) => from))]
  await t.each('plots', growers, ({ id, name }, i) =>
    cooperative.write('plot', 2, {
      ...{ plot: uuidv7(), holder: id, name: `Garden of ${name}`, country: 'UG', crops: [PARCHMENT] },
      geometry: square(29.900001 + 0.002 * (i % 8), 0.300001 + 0.002 * Math.floor(i / 8)),
    }),
  )
  const reference = '26UGDEMO000001'
  const statement = { lot_id: lot, reference, filed_by: exporter.id, filed_at: t.at(1) }
  await cooperative.write('due_diligence', 1, statement)
  const files = new Map<string, string>()
  const textOf = (name: string): string => files.get(name) ?? ''
  for await (const { file, text } of t.service.stream('lot.pack', { lot, withPrices: false }))
    files.set(file, textOf(file) + text)
  const made = fromJson<Pack>(textOf('pack.json'))
  const { features } = fromJson<{ features: readonly object[] }>(textOf('plots-1.geojson'))
  claim('the map has a plot for each grower', features.length === growers.length)
  claim('the summary has the number of the statement', textOf('summary.txt').includes(reference))
  const { goods, kg_by, proofs } = made
  const contents = { hs: String(goods.hs), species: String(goods.scientific_name) }
  const masses = { kg: made.kg, known: kg_by.holder, unknown: kg_by.unknown }
  t.say('demo.pack.made', { plots: growers.length, files: files.size, ...contents })
  t.say('demo.pack.kg', { ...allKg(masses), records: proofs.with_price })
  return {
    ...{ plots: made.plots.in_files, files: files.size, kg: made.kg, unknown_kg: kg_by.unknown },
    ...{ complete: made.complete, faults: made.faults.length, proofs: proofs.given },
  }
})

export const lenderViewOf = ({ id }: Player) => `/v1/lender-view?subject=${id}&purpose=${PURPOSE}`

/** The view itself is shown after the tour. */
export const lenderView = scene('lender_view', 'demo.lenderView', async (t) => {
  const { bank, grace } = t.cast
  const { text } = await bank.get(lenderViewOf(grace))
  t.lenderView = text
  return { lines: text.trimEnd().split('\n').length }
})

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
import { message } from '../../words/message.ts'
import type { Delivered } from './coffee.ts'
import { kg } from './figures.ts'
import { type Answer, claim, type Player, type RecordReply } from './narrator.ts'
import type { Cast } from './people.ts'
import { PARCHMENT, PURPOSE, square } from './scenario.ts'

/** The steps about consent, objections, predictions and proofs. */

const TO_BUYERS = 'buyer_traceability'
/** What the invented model predicts. */
const EXPECTED_KG = 410
const CONFIDENCE = 0.7
const OPENED = [
  ...['party', 'harvest', 'delivery', 'delivery_confirmation'],
  ...['lot', 'custody_transfer', 'loss', 'obligation', 'payment'],
]

export async function grant({ t, bank, grace, cooperative }: Cast, lot: RecordReply): Promise<void> {
  t.begin('grants', message('demo.grants', { grace: grace.name }))
  const { length: before } = await bank.list(PURPOSE)
  await grace.open(OPENED, bank)
  const opened = await bank.list(PURPOSE)
  const isCurrent = opened.every(({ derived }) => derived.standing === 'tip')
  claim('a list holds only records that count', isCurrent)
  await cooperative.open(['party', 'lot'], bank)
  const shown = await bank.read(lot, PURPOSE)
  const hidden = must(shown.derived.redacted?.find(({ member }) => member === 'inputs'))
  const inputs_shown = must(shown.inputs).length
  const inputs_hidden = must(hidden.count)
  t.state(
    message('demo.grants.before', { bank: bank.name, count: before }),
    message('demo.grants.opened', {
      grace: grace.name,
      types: { list: OPENED.map((code) => ({ code })) },
      count: opened.length,
    }),
    message('demo.grants.lot', {
      cooperative: cooperative.name,
      grace: grace.name,
      shown: inputs_shown,
      hidden: inputs_hidden,
      kg: kg(hidden.kg),
    }),
  )
  const types = [...new Set(opened.map(({ type }) => type))].sort()
  t.facts({ before, after: opened.length, types, inputs_shown, inputs_hidden })
}

const pathOf = (id: string, purpose = PURPOSE) => `/v1/records/${id}?purpose=${purpose}`

const deliveryOf = (player: Player, delivered: readonly Delivered[]) =>
  must(delivered.find(({ from }) => from === player)).record.id

/** Requests for withheld and for non-existent records get the same answer. */
export async function refuse({ t, bank, unasked }: Cast, delivered: readonly Delivered[]): Promise<void> {
  t.begin('refusal', message('demo.refusal'))
  const withheld = await bank.get(pathOf(deliveryOf(unasked, delivered)), 404)
  const absent = await bank.get(pathOf(uuidv7()), 404)
  const same = apartFromCorrelation(withheld) === apartFromCorrelation(absent)
  claim('the replies for a withheld and for a missing record are the same', same)
  t.state(
    message('demo.refusal.asked', { bank: bank.name, unasked: unasked.name }),
    withheld.text,
    absent.text,
    message('demo.refusal.same'),
  )
  t.facts({ withheld: withheld.text, absent: absent.text, same })
}

/** Returns everything by which two replies could be told apart, without the correlation id and date. */
function apartFromCorrelation({ status, headers, text }: Answer<unknown>): string {
  const own = headers.get('x-correlation-id') ?? ''
  const kept = [...headers].filter(([name]) => name !== 'date')
  return JSON.stringify([status, kept, text]).replaceAll(own, '(correlation id)')
}

export async function revoke({ t, bank, changedMind }: Cast, delivered: readonly Delivered[]): Promise<void> {
  t.begin('revocation', message('demo.revocation'))
  const path = pathOf(deliveryOf(changedMind, delivered))
  const grantId = await changedMind.open(['delivery'], bank)
  const { status: before } = await bank.get(path)
  await changedMind.post(`/v1/grants/${grantId}/revocation`, {})
  const { status: after } = await bank.get(path, 404)
  t.state(message('demo.revocation.revoked', { farmer: changedMind.name, before, after }))
  t.facts({ before, after })
}

/** Stores a model's predictions, which are kept apart from observations. */
export async function predict({ t, bank, exporter, grace }: Cast, of: readonly RecordReply[]): Promise<void> {
  t.begin('prediction', message('demo.prediction'))
  await grace.open(['delivery'], exporter, TO_BUYERS)
  const predicted = async (name: string, value: number, inputs: readonly { readonly id: string }[]) => {
    const made = { id: uuidv7(), model_id: 'parchment-forecast', model_version: '3', confidence: CONFIDENCE }
    const draft = {
      ...{ ...made, inputs: inputs.map(({ id }) => id), output: { name, value, unit: 'kg' } },
      ...{ occurred_at: t.at(0, 0), lawful_basis: 'consent' },
    }
    return (await exporter.post<View<typeof InferenceView>>('/v1/inferences', draft)).body
  }
  const season = await predicted('expected_next_season', EXPECTED_KG, of)
  const route = await predicted('expected_for_export', 390, [season])
  const path = `/v1/inferences/${season.id}?purpose=${TO_BUYERS}`
  const [{ status: hers }, { status: refused }] = [await grace.get(path), await bank.get(path, 404)]
  const ids = (await exporter.list(TO_BUYERS, '&standing=any')).map(({ id }) => id)
  const is_listed = ids.includes(season.id) || ids.includes(route.id)
  claim('nothing lists an inference', !is_listed)
  const { inference_depth: depth, flags } = route.derived
  t.state(
    message('demo.prediction.made', {
      exporter: exporter.name,
      grace: grace.name,
      kg: kg(EXPECTED_KG),
      confidence: { amount: CONFIDENCE },
      depth,
      flags: { examples: flags },
    }),
    message('demo.prediction.read', { grace: grace.name, hers, bank: bank.name, refused }),
  )
  t.facts({ depth, flags, hers, refused, is_listed })
}

/** A farmer objects to reading by a party to which he opened his records. */
export async function object(
  { t, exporter, changedMind }: Cast,
  delivered: readonly Delivered[],
): Promise<void> {
  t.begin('objection', message('demo.objection', { farmer: changedMind.name }))
  await changedMind.open(['delivery', 'harvest'], exporter, TO_BUYERS)
  const path = pathOf(deliveryOf(changedMind, delivered), TO_BUYERS)
  const { status: before } = await exporter.get(path)
  const lodged = { id: uuidv7(), channel: 'ussd_pin', purposes: [TO_BUYERS] }
  const { effect, stopped, continuing, sentences } = (
    await changedMind.post<ObjectionView>('/v1/objections', lodged)
  ).body
  const { status: after } = await exporter.get(path, 404)
  claim('an objection takes effect', effect === 'stopped_some')
  t.state(message('demo.objection.stopped', { exporter: exporter.name, after }), sentences.join(' '))
  const counted = (rows: readonly { readonly count: number }[]) =>
    rows.reduce((all, row) => all + row.count, 0)
  const exempt = counted(continuing.filter(({ why }) => why === 'exempt'))
  t.facts({ before, after, effect, stopped: counted(stopped), exempt })
}

export async function askWhatIsHeld({ t, bank, exporter, cooperative, changedMind }: Cast): Promise<void> {
  t.begin('subject_access', message('demo.access', { farmer: changedMind.name }))
  const path = '/v1/subject-access-requests'
  const { body } = await changedMind.post<View<typeof SubjectAccessAnswer>>(path, {})
  const { records, disclosures, redactions } = body
  const names = new Map([bank, exporter, cooperative].map(({ id, name }) => [id, name]))
  const consented = disclosures.filter(({ grant_id }) => grant_id !== null)
  const readers = [...new Set(consented.map(({ to }) => names.get(to ?? '') ?? String(to)))]
  claim('every reader by a grant is named', readers.length === 2)
  t.state(
    message('demo.access.got', {
      records: records.length,
      readers: { list: readers },
      times: consented.length,
      redactions: redactions.length,
    }),
  )
  t.facts({ records: records.length, readers, disclosures: disclosures.length })
}

/** Proves a record to someone outside. The proof fails for a changed record. */
export async function prove({ t, grace }: Cast, delivery: RecordReply): Promise<void> {
  t.begin('proof', message('demo.proof'))
  await t.service.run('anchor.run', { newKey: false })
  const { body: key } = await t.request<AnchorKey>(null, '/v1/anchors/key', 200)
  const path = `/v1/records/${delivery.id}/proof?purpose=${PURPOSE}`
  const { body: proof } = await grace.get<View<typeof InclusionProof>>(path)
  const { tree_size, leaf_index } = proof
  const changed = { ...proof, record: { ...proof.record, note: 'another one' } }
  const [holds, forged_holds] = [proof, changed].map((one) => checkProof(one, parseVkey(key.vkey)).proved)
  claim('the proof holds', holds === true)
  claim('a changed record is detected', forged_holds === false)
  const { body } = await t.request<AnchorRoots>(null, '/v1/anchors/roots', 200)
  const published_roots = body.roots.length
  t.state(
    message('demo.proof.holds', { entries: tree_size, grace: grace.name, entry: leaf_index + 1 }),
    message('demo.proof.changed', { roots: published_roots }),
  )
  t.facts({ tree_size, leaf_index, holds: true, forged_holds: false, published_roots })
}

/** Makes the lot's pack, which its buyer files in Europe: the plots behind the lot, a summary, and proofs. */
export async function pack(
  { t, cooperative, exporter }: Cast,
  lot: RecordReply,
  delivered: readonly Delivered[],
) {
  t.begin('pack', message('demo.pack'))
  const growers = [...new Set(delivered.map(({ from }) => from))]
  await t.each('plots', growers, ({ id, name }, i) =>
    cooperative.write('plot', 2, {
      ...{ plot: uuidv7(), holder: id, name: `Garden of ${name}`, country: 'UG', crops: [PARCHMENT] },
      geometry: square(29.900001 + 0.002 * (i % 8), 0.300001 + 0.002 * Math.floor(i / 8)),
    }),
  )
  const reference_number = '26UGDEMO000001'
  const statement = { lot_id: lot.id, reference_number, filed_by: exporter.id, filed_at: t.at(1) }
  await cooperative.write('due_diligence', 1, statement)
  const files = new Map<string, string>()
  const textOf = (name: string): string => files.get(name) ?? ''
  for await (const { file, text } of t.service.stream('lot.pack', { lot: lot.id, withPrices: false }))
    files.set(file, textOf(file) + text)
  const made = fromJson<Pack>(textOf('pack.json'))
  const { features } = fromJson<{ features: readonly object[] }>(textOf('plots-1.geojson'))
  claim('the map has a plot for each grower', features.length === growers.length)
  claim('the summary has the number of the statement', textOf('summary.txt').includes(reference_number))
  const { goods, kg_by, proofs } = made
  t.state(
    message('demo.pack.made', {
      plots: growers.length,
      files: files.size,
      hs: String(goods.hs),
      species: String(goods.scientific_name),
    }),
    message('demo.pack.kg', {
      kg: kg(made.kg),
      known: kg(kg_by.holder),
      unknown: kg(kg_by.unknown),
      records: proofs.with_price,
    }),
  )
  t.facts({
    ...{ plots: made.plots.in_files, files: files.size, kg: made.kg, unknown_kg: kg_by.unknown },
    ...{ complete: made.complete, faults: made.faults.length, proofs: proofs.given },
  })
}

export const lenderViewOf = ({ id }: Player) => `/v1/lender-view?subject=${id}&purpose=${PURPOSE}`

/** @returns the plain-text view, as rendered for the bank */
export async function viewAsLender({ t, bank, grace }: Cast): Promise<string> {
  t.begin('lender_view', message('demo.lenderView', { bank: bank.name, grace: grace.name }))
  const { text } = await bank.get(lenderViewOf(grace))
  t.facts({ lines: text.trimEnd().split('\n').length })
  return text
}

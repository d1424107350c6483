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
import { listed } from '../../words/english.ts'
import type { Delivered } from './coffee.ts'
import { count, kg } from './figures.ts'
import { type Answer, claim, type Player, type RecordReply } from './narrator.ts'
import type { Cast } from './people.ts'
import { PARCHMENT, PURPOSE, square } from './scenario.ts'

/** The steps about consent, objections, predictions and proofs. */

const TO_BUYERS = 'buyer_traceability'
const OPENED = [
  ...['party', 'harvest', 'delivery', 'delivery_confirmation'],
  ...['lot', 'custody_transfer', 'loss', 'obligation'],
]

export async function grant({ t, bank, grace, cooperative }: Cast, lot: RecordReply): Promise<void> {
  t.begin('grants', `The bank reads what ${grace.name} opens to it`)
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
    `${bank.name} asks for everything it may read: ${count(before, 'record')} that the cooperative stored about the bank itself.`,
    `${grace.name} opens these types of records to it, for credit assessment and for half a year: ${listed(OPENED).replaceAll('_', ' ')}. The bank asks again: ${count(opened.length, 'record')}, without those in the fork.`,
    `${cooperative.name} opens its own name and its lots. In the large lot the bank sees ${grace.name}'s ${count(inputs_shown, 'delivery', 'deliveries')}. Of the other ${inputs_hidden} it sees only the number and the sum, ${kg(hidden.kg)}.`,
  )
  const types = [...new Set(opened.map(({ type }) => type))].sort()
  t.facts({ before, after: opened.length, types, inputs_shown, inputs_hidden })
}

const pathOf = (id: string, purpose = PURPOSE) => `/v1/records/${id}?purpose=${purpose}`

const deliveryOf = (player: Player, delivered: readonly Delivered[]) =>
  must(delivered.find(({ from }) => from === player)).record.id

/** Requests for withheld and for non-existent records get the same answer. */
export async function refuse({ t, bank, unasked }: Cast, delivered: readonly Delivered[]): Promise<void> {
  t.begin('refusal', 'A refusal reveals nothing')
  const withheld = await bank.get(pathOf(deliveryOf(unasked, delivered)), 404)
  const absent = await bank.get(pathOf(uuidv7()), 404)
  const same = apartFromCorrelation(withheld) === apartFromCorrelation(absent)
  claim('the replies for a withheld and for a missing record are the same', same)
  t.state(
    `${bank.name} asks for a delivery of ${unasked.name}, who opened nothing to it, and for one that does not exist:`,
    withheld.text,
    absent.text,
    'Except for the correlation id, the replies are identical, headers included. Only the audit log states the true reason.',
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
  t.begin('revocation', 'A revoked grant ends with the next read')
  const path = pathOf(deliveryOf(changedMind, delivered))
  const grantId = await changedMind.open(['delivery'], bank)
  const { status: before } = await bank.get(path)
  await changedMind.post(`/v1/grants/${grantId}/revocation`, {})
  const { status: after } = await bank.get(path, 404)
  t.state(
    `${changedMind.name} opens his deliveries, and the bank reads one: ${before}. He revokes the grant and states no reason. The next read is refused: ${after}.`,
  )
  t.facts({ before, after })
}

/** Stores a model's predictions, which are kept apart from observations. */
export async function predict({ t, bank, exporter, grace }: Cast, of: readonly RecordReply[]): Promise<void> {
  t.begin('prediction', 'Predictions of a model are kept apart from observations')
  await grace.open(['delivery'], exporter, TO_BUYERS)
  const predicted = async (name: string, value: number, inputs: readonly { readonly id: string }[]) => {
    const draft = {
      ...{
        id: uuidv7(),
        model_id: 'parchment-forecast',
        model_version: '3',
        inputs: inputs.map(({ id }) => id),
      },
      ...{
        confidence: 0.7,
        output: { name, value, unit: 'kg' },
        occurred_at: t.at(0, 0),
        lawful_basis: 'consent',
      },
    }
    return (await exporter.post<View<typeof InferenceView>>('/v1/inferences', draft)).body
  }
  const season = await predicted('expected_next_season', 410, of)
  const route = await predicted('expected_for_export', 390, [season])
  const path = `/v1/inferences/${season.id}?purpose=${TO_BUYERS}`
  const [{ status: hers }, { status: refused }] = [await grace.get(path), await bank.get(path, 404)]
  const ids = (await exporter.list(TO_BUYERS, '&standing=any')).map(({ id }) => id)
  const is_listed = ids.includes(season.id) || ids.includes(route.id)
  claim('nothing lists an inference', !is_listed)
  const { inference_depth: depth, flags } = route.derived
  t.state(
    `${exporter.name} runs a model over ${grace.name}'s deliveries, which she opened to it, and stores the prediction: 410 kg next season, with a confidence of 0.7 as the model states. Then a second model uses the first prediction. The depth of its own prediction is ${depth}, and the flag is ${flags.join(', ')}.`,
    `No list shows them. ${grace.name} may read a prediction about her by its id: ${hers}. ${bank.name} may not, although it may read her deliveries: ${refused}.`,
  )
  t.facts({ depth, flags, hers, refused, is_listed })
}

/** A farmer objects to reading by a party to which he opened his records. */
export async function object(
  { t, exporter, changedMind }: Cast,
  delivered: readonly Delivered[],
): Promise<void> {
  t.begin('objection', `${changedMind.name} objects`)
  await changedMind.open(['delivery', 'harvest'], exporter, TO_BUYERS)
  const path = pathOf(deliveryOf(changedMind, delivered), TO_BUYERS)
  const { status: before } = await exporter.get(path)
  const lodged = { id: uuidv7(), channel: 'ussd_pin', purposes: [TO_BUYERS] }
  const { effect, stopped, continuing, sentences } = (
    await changedMind.post<ObjectionView>('/v1/objections', lodged)
  ).body
  const { status: after } = await exporter.get(path, 404)
  claim('an objection takes effect', effect === 'stopped_some')
  t.state(
    `He opened his records to ${exporter.name}, and now he objects. The next read is refused: ${after}. These sentences are read out to him:`,
    sentences.join(' '),
  )
  const counted = (rows: readonly { readonly count: number }[]) =>
    rows.reduce((all, row) => all + row.count, 0)
  const exempt = counted(continuing.filter(({ why }) => why === 'exempt'))
  t.facts({ before, after, effect, stopped: counted(stopped), exempt })
}

export async function askWhatIsHeld({ t, bank, exporter, cooperative, changedMind }: Cast): Promise<void> {
  t.begin('subject_access', `${changedMind.name} asks what is held about him`)
  const path = '/v1/subject-access-requests'
  const { body } = await changedMind.post<View<typeof SubjectAccessAnswer>>(path, {})
  const { records, disclosures, redactions } = body
  const names = new Map([bank, exporter, cooperative].map(({ id, name }) => [id, name]))
  const consented = disclosures.filter(({ grant_id }) => grant_id !== null)
  const readers = [...new Set(consented.map(({ to }) => names.get(to ?? '') ?? 'another party'))]
  claim('every reader by a grant is named', readers.length === 2)
  const redacted =
    redactions.length === 0
      ? 'The answer leaves out no other person.'
      : `The answer leaves out other persons ${count(redactions.length, 'time')}, and states this.`
  t.state(
    `He gets ${count(records.length, 'record')}, his grants and objections, and the list of disclosures. By his consent, his records were disclosed to ${listed(readers)}, ${count(consented.length, 'time')}. ${redacted}`,
  )
  t.facts({ records: records.length, readers, disclosures: disclosures.length })
}

/** Proves a record to someone outside. The proof fails for a changed record. */
export async function prove({ t, grace }: Cast, delivery: RecordReply): Promise<void> {
  t.begin('proof', 'A record is proved to someone outside')
  await t.service.operator.fixRoot()
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
    `The service makes a root over all its ${count(tree_size, 'entry', 'entries')}, and signs it. ${grace.name} gets the proof of one delivery, entry ${leaf_index + 1}. Anyone who has the log's key can check the proof without this service: it holds.`,
    `If one word of the record is changed, the proof does not hold. No publisher is configured here, so ${count(published_roots, 'root')} of this log were published: nobody outside can yet detect that the whole log was rewritten.`,
  )
  t.facts({ tree_size, leaf_index, holds: true, forged_holds: false, published_roots })
}

/** Makes the lot's pack, which its buyer files in Europe: the plots behind the lot, a summary, and proofs. */
export async function pack(
  { t, cooperative, exporter }: Cast,
  lot: RecordReply,
  delivered: readonly Delivered[],
) {
  t.begin('pack', 'The lot gets a pack for its buyer in Europe')
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
  const files = await t.service.operator.pack(lot.id)
  const textOf = (name: string): string => files.get(name) ?? ''
  const made = fromJson<Pack>(textOf('pack.json'))
  const { features } = fromJson<{ features: readonly object[] }>(textOf('plots-1.geojson'))
  claim('the map has a plot for each grower', features.length === growers.length)
  claim('the summary has the number of the statement', textOf('summary.txt').includes(reference_number))
  const { goods, kg_by, proofs } = made
  t.state(
    `The cooperative enters ${count(growers.length, 'plot')} of the growers who delivered, each with its boundary. The pack of the lot has ${count(files.size, 'file')}: a map as the information system of the European Union accepts it (HS ${goods.hs}, ${goods.scientific_name}), a table, a page to read, and a proof of each record.`,
    `Of ${kg(made.kg)}, ${kg(kg_by.holder)} are from growers whose plots are all declared, and ${kg(kg_by.unknown)} from no known plot. The buyer is not shown ${count(proofs.with_price, 'record')} with a price. The number of the statement that the buyer filed is stored with the lot.`,
  )
  t.facts({
    ...{ plots: made.plots.in_files, files: files.size, kg: made.kg, unknown_kg: kg_by.unknown },
    ...{ complete: made.complete, faults: made.faults.length, proofs: proofs.given },
  })
}

export const lenderViewOf = ({ id }: Player) => `/v1/lender-view?subject=${id}&purpose=${PURPOSE}`

/** @returns the plain-text view, as rendered for the bank */
export async function viewAsLender({ t, bank, grace }: Cast): Promise<string> {
  t.begin('lender_view', `What ${bank.name} sees of ${grace.name}`)
  const { text } = await bank.get(lenderViewOf(grace))
  t.facts({ lines: text.trimEnd().split('\n').length })
  return text
}

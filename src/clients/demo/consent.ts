import { uuidv7 } from 'uuidv7'
import { claim, type Player, parsed, type RecordReply, type Reply, surprise } from './client.ts'
import { type Cast, type Delivered, farmerNamed, type Scene } from './scene.ts'
import { count, kg, listed } from './words.ts'
import { CHANGED_MIND, COOPERATIVE, GRACE, ORGANISATIONS, PURPOSE, UNASKED } from './world.ts'

/** Who may read by the subject's consent, and what everybody else sees. */

const BANK = ORGANISATIONS.bank.name
const OPENED = [
  'party',
  'harvest',
  'delivery',
  'delivery_confirmation',
  'lot',
  'custody_transfer',
  'loss',
  'obligation',
] as const

export async function grant(scene: Scene, cast: Cast, lot: RecordReply): Promise<void> {
  const { stage } = scene
  const { bank, grace, cooperative } = cast
  stage.begin('grants', `The bank reads what ${GRACE} opens to it`)
  const before = await listFor(bank)
  stage.print(
    `${BANK} asks for everything it may read: ${count(before.length, 'record')}, what the cooperative recorded about the bank itself.`,
  )
  await give(scene, grace, bank, OPENED)
  const after = await listFor(bank)
  claim(
    'a list holds what counts',
    after.every(({ derived }) => derived.standing === 'tip'),
  )
  const types = [...new Set(after.map(({ type }) => type))]
  stage.print(
    `${GRACE} grants it, for credit assessment and for half a year: ${listed(OPENED.map(inWords))}. It asks again: ${count(after.length, 'record')}, without those in the fork.`,
  )
  await give(scene, cooperative, bank, ['party', 'lot'])
  const shown = await bank.read<RecordReply>(`/v1/records/${lot.id}?purpose=${PURPOSE}`)
  const hidden = shown.derived.redacted?.find(({ member }) => member === 'inputs')
  claim('inputs of others are redacted', hidden?.count !== undefined && hidden.kg !== undefined)
  stage.print(
    `${COOPERATIVE} opens its own name and its lots. In the big lot the bank sees ${GRACE}'s ${count(shown.inputs?.length ?? 0, 'delivery', 'deliveries')}; of the other ${hidden?.count ?? 0} it sees only the count and the sum, ${kg(hidden?.kg ?? null)}.`,
  )
  stage.facts({
    before: before.length,
    after: after.length,
    types: types.sort(),
    inputs_shown: shown.inputs?.length ?? 0,
    inputs_hidden: hidden?.count ?? 0,
  })
}

/** Withheld and non-existent records get the same answer. */
export async function refuse(scene: Scene, cast: Cast, delivered: readonly Delivered[]): Promise<void> {
  const { stage } = scene
  stage.begin('refusal', 'A refusal reveals nothing')
  const theirs = deliveryOf(farmerNamed(cast, UNASKED), delivered)
  const withheld = await cast.bank.get(recordPath(theirs.id))
  const absent = await cast.bank.get(recordPath(uuidv7()))
  for (const reply of [withheld, absent]) parsed(reply, 404, 'GET /v1/records/{id}')
  stage.print(
    `${BANK} asks for a delivery of ${UNASKED}, who granted nothing, and for one that does not exist:`,
  )
  stage.print(withheld.text)
  stage.print(absent.text)
  const same = apartFromCorrelation(withheld) === apartFromCorrelation(absent)
  claim('a withheld record and a missing one look the same', same)
  stage.print(
    'Except for the correlation id, the replies are identical, headers included. Only the audit log has the true reason.',
  )
  stage.facts({ withheld: withheld.text, absent: absent.text, same })
}

/** Everything in a reply that could tell two apart, without its own correlation id and date. */
function apartFromCorrelation({ status, headers, text }: Reply): string {
  const own = headers.get('x-correlation-id') ?? ''
  const kept = [...headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`)
  return [status, ...kept, text].join('\n').replaceAll(own, '(correlation id)')
}

export async function revoke(scene: Scene, cast: Cast, delivered: readonly Delivered[]): Promise<void> {
  const { stage } = scene
  stage.begin('revocation', 'A grant ends with the next read')
  const farmer = farmerNamed(cast, CHANGED_MIND)
  const path = recordPath(deliveryOf(farmer, delivered).id)
  const grantId = await give(scene, farmer, cast.bank, ['delivery'])
  const before = await cast.bank.get(path)
  parsed(before, 200, `GET ${path}`)
  await farmer.create(`/v1/grants/${grantId}/revocation`, {})
  const after = await cast.bank.get(path)
  parsed(after, 404, `GET ${path}`)
  stage.print(
    `${CHANGED_MIND} opens his deliveries, and the bank reads one: ${before.status}. He revokes the grant without giving a reason, and the next read is: ${after.status}.`,
  )
  stage.facts({ before: before.status, after: after.status })
}

/** @returns the plain-text view, as rendered for the bank */
export async function viewAsLender(scene: Scene, cast: Cast): Promise<string> {
  const { stage } = scene
  stage.begin('lender_view', `What ${BANK} sees of ${GRACE}`)
  const view = await cast.bank.get(lenderViewPath(cast))
  if (view.status !== 200) throw surprise('GET /v1/lender-view', `${view.status}: ${view.text}`)
  stage.facts({ lines: view.text.trimEnd().split('\n').length })
  return view.text
}

export const lenderViewPath = ({ grace }: Pick<Cast, 'grace'>) =>
  `/v1/lender-view?subject=${grace.id}&purpose=${PURPOSE}`

const recordPath = (id: string) => `/v1/records/${id}?purpose=${PURPOSE}`

const inWords = (type: string) => type.replaceAll('_', ' ')

async function listFor(party: Player): Promise<RecordReply[]> {
  const { records } = await party.read<{ records: RecordReply[] }>(`/v1/records?purpose=${PURPOSE}&limit=500`)
  return records
}

async function give(scene: Scene, from: Player, to: Player, types: readonly string[]): Promise<string> {
  const id = uuidv7()
  await from.create('/v1/grants', {
    id,
    grantee: to.id,
    purpose: PURPOSE,
    record_types: types,
    expires_at: scene.calendar.at(-180, 0),
    channel: 'ussd_pin',
  })
  return id
}

function deliveryOf(farmer: Player, delivered: readonly Delivered[]): RecordReply {
  const found = delivered.find(({ from }) => from === farmer)
  if (found === undefined) throw new Error(`${farmer.name} delivered nothing`)
  return found.record
}

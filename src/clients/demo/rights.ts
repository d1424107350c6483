import { uuidv7 } from 'uuidv7'
import { must } from '../../base/typed.ts'
import type { ObjectionView } from '../../consent/objection-shapes.ts'
import type { SubjectAccessAnswer } from '../../consent/subject-access/routes.ts'
import type { View } from '../../domain/shapes.ts'
import { claim, parsed } from './client.ts'
import { type Cast, type Delivered, farmerNamed, type Scene } from './scene.ts'
import { count, listed } from './words.ts'
import { CHANGED_MIND, ORGANISATIONS } from './world.ts'

/** A farmer's rights towards those who hold his records. */

const EXPORTER = ORGANISATIONS.exporter.name
const PURPOSE = 'buyer_traceability'

export async function object(scene: Scene, cast: Cast, delivered: readonly Delivered[]): Promise<void> {
  const { stage } = scene
  stage.begin('objection', `${CHANGED_MIND} objects`)
  const farmer = farmerNamed(cast, CHANGED_MIND)
  await farmer.create('/v1/grants', {
    id: uuidv7(),
    grantee: cast.exporter.id,
    purpose: PURPOSE,
    record_types: ['delivery', 'harvest'],
    expires_at: scene.calendar.at(-180, 0),
  })
  const theirs = must(delivered.find(({ from }) => from === farmer)?.record)
  const path = `/v1/records/${theirs.id}?purpose=${PURPOSE}`
  const before = await cast.exporter.get(path)
  parsed(before, 200, `GET ${path}`)
  const objection = await farmer.create<ObjectionView>('/v1/objections', {
    id: uuidv7(),
    channel: 'ussd_pin',
    purposes: [PURPOSE],
  })
  const after = await cast.exporter.get(path)
  parsed(after, 404, `GET ${path}`)
  claim('an objection takes effect', objection.effect === 'stopped_some')
  stage.print(
    `He opened his records to ${EXPORTER}, and now he objects. The next read is: ${after.status}. This is read out to him:`,
  )
  stage.print(objection.sentences.join(' '))
  stage.facts({
    before: before.status,
    after: after.status,
    effect: objection.effect,
    stopped: sum(objection.stopped),
    exempt: sum(objection.continuing.filter(({ why }) => why === 'exempt')),
  })
}

export async function askWhatIsHeld(scene: Scene, cast: Cast): Promise<void> {
  const { stage } = scene
  stage.begin('subject_access', `${CHANGED_MIND} asks what is held about him`)
  const farmer = farmerNamed(cast, CHANGED_MIND)
  const answer = await farmer.create<View<typeof SubjectAccessAnswer>>('/v1/subject-access-requests', {})
  const names = new Map([cast.bank, cast.exporter, cast.cooperative].map(({ id, name }) => [id, name]))
  const consented = answer.disclosures.filter(({ grant_id }) => grant_id !== null)
  const readers = [...new Set(consented.map(({ to }) => names.get(to ?? '') ?? 'somebody else'))]
  claim('every reader by a grant is named', readers.length === 2)
  stage.print(
    `He gets ${count(answer.records.length, 'record')}, his grants and objections, and the list of disclosures: by his consent to ${listed(readers)}, ${count(consented.length, 'time')}. ${
      answer.redactions.length === 0
        ? 'No other person had to be left out of it.'
        : `Other persons were left out ${count(answer.redactions.length, 'time')}, which the answer states.`
    }`,
  )
  stage.facts({ records: answer.records.length, readers, disclosures: answer.disclosures.length })
}

const sum = (rows: readonly { readonly count: number }[]) => rows.reduce((all, row) => all + row.count, 0)

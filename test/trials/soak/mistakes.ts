import { plain, type Writer } from './drafts.ts'
import { type Draft, type Sent, sending } from './ledger.ts'

/** Records that are wrong on purpose, each with the refusal that it must meet; and what the service gave, sent back. */

type Mistake = (w: Writer, acknowledged: readonly Draft[]) => Sent | undefined

const refused = (w: Writer, draft: object, refusal: string): Sent =>
  sending(w.party, draft as Draft, { refusal })

const MISTAKES: readonly Mistake[] = [
  (w) => refused(w, { ...plain(w).draft, colour: 'red' }, 'schema_violation'),
  (w) => refused(w, { ...plain(w).draft, id: 'no id at all' }, 'schema_violation'),
  (w) => sending(w.party, null, { refusal: 'schema_violation' }, '7'),
  (w) => sending(w.party, null, { refusal: 'malformed_json' }, '{"id":"one","id":"two"}'),
  (w) => sending(w.party, null, { refusal: 'body_too_large' }, `{"note":"${'x'.repeat(70_000)}"}`),
  (w) =>
    refused(w, { ...plain(w, 'obligation').draft, lawful_basis: 'consent' }, 'lawful_basis_insufficient'),
  (w) => {
    const { id, occurred_at } = plain(w).draft
    const nothing = w.random.id(w.clock.nowMs())
    const retraction = { id, type: 'retraction', occurred_at, target_id: nothing, reason: 'other' }
    return refused(w, retraction, 'reference_unresolved')
  },
  (w, acknowledged) => {
    if (acknowledged.length === 0) return undefined
    const other = { ...w.random.pick(acknowledged), note: `another under its id ${w.random.below(1e6)}` }
    return refused(w, other, 'id_conflict')
  },
]

/** Something wrong; undefined where there is nothing yet to be wrong about. */
export function aMistake(w: Writer, acknowledged: readonly Draft[]): Sent | undefined {
  return w.random.pick(MISTAKES)(w, acknowledged)
}

/** A record that the feed brought, sent back as it came: its own party's is replayed, any other's names another asserter. */
export function anEcho(w: Writer, pulled: Draft): Sent {
  const expects = pulled.asserted_by === w.party ? 'replayed' : ({ refusal: 'schema_violation' } as const)
  return sending(w.party, pulled, expects)
}

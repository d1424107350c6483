import { tipsOf } from '../../domain/derived/standing.ts'
import { partyFacts } from '../../domain/party.ts'
import { ORGANISATION_KINDS } from '../../domain/shapes.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { LogState } from './state.ts'

/** Whether the party counts as a natural person from this entry on, or no longer does. */
export const changesNature = (state: LogState, party: number, seq: number): boolean =>
  isPerson(state, party, seq) !== isPerson(state, party, seq - 1)

/**
 * Returns the parties that any version in the chain of this `party` record is about or, for a retraction, in
 * the chain of its target. All versions matter: one branch changes the standing of another, and a correction
 * may be about another party.
 */
export function spokenOf(state: LogState, record: StoredRecord): number[] {
  if (record.type !== 'party' && record.type !== 'retraction') return []
  if (record.type === 'party' && record.depth === 1) return [...namedIn(state, [record])]
  const world = state.world(record.seq)
  const target = record.type === 'party' ? record : world.byId(record.body.target_id)
  if (target?.type !== 'party') return []
  return [...namedIn(state, world.chain(target.root))]
}

const namedIn = (state: LogState, versions: readonly StoredRecord[]): Set<number> =>
  new Set(
    versions
      .flatMap(({ type, body }) => (type === 'party' ? [body.party, body.same_as ?? body.party] : []))
      .map((id) => state.party(id)),
  )

/**
 * Whether the party counted as a natural person when `through` was the log's newest entry: true unless every
 * record that counts calls it an organisation (contract §1).
 */
function isPerson(state: LogState, party: number, through: number): boolean {
  const statements = state.statementsOn(party).filter(({ seq }) => seq <= through)
  // Most parties were never called an organisation, so this check is enough for them.
  if (!statements.some(({ body }) => ORGANISATION_KINDS.has(body.kind))) return true
  const world = state.world(through)
  const tips = statements.filter(({ root, id }) => tipsOf(world, root).some((tip) => tip.id === id))
  return partyFacts(
    state.partyId(party),
    state.cooperative === 0 ? '' : state.partyId(state.cooperative),
    tips.map(({ body }) => body),
  ).isNaturalPerson
}

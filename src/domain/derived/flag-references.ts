import { isInNoFigure, NAMING, ofEachType, type RecordType } from '../types/index.ts'
import type { Relation } from '../types/relations.ts'
import { custodyOf } from './custody.ts'
import { countsTowards } from './fulfilment.ts'
import { countsInLot } from './mass-balance.ts'
import { DRAWABLE, resolved } from './own.ts'
import { basesOf } from './standing.ts'
import type { Surroundings, Version, World } from './world.ts'

/** Flags about what a record points at (contract §3, §8). None may reveal whether an unreadable record exists. */

/** What a record that is named may be, by the relation. Naming a plot has a flag of its own. */
const MEANT: Partial<Record<Relation, readonly RecordType[]>> = { lot: ['lot'], fulfils: ['obligation'] }
type ReferenceMember = 'lot_id' | 'obligation_id'

/** Members of each type that name one other record, which need not be there. */
const REFERENCES = ofEachType((type) =>
  NAMING[type].flatMap(({ member, relation }) => {
    const types = MEANT[relation]
    return types === undefined
      ? []
      : [{ member: member as ReferenceMember, relation: relation as 'lot' | 'fulfils', types }]
  }),
)
/** A lot, obligation or input that a version names. */
export interface Named {
  readonly relation: 'lot' | 'fulfils' | 'input'
  /** The record that is meant; null where there is none, as far as the version's asserter may know. */
  readonly target: Version | null
}

const NOTHING: readonly Named[] = []

interface Naming {
  readonly world: World
  readonly version: Version
  readonly body: Version['body']
  readonly surroundings: Surroundings
  readonly enrolledAtMs: number | null
}

/** What a version names, each looked up once. */
export function namedBy({ world, version, body }: Naming): readonly Named[] {
  const { inputs } = body
  const references = REFERENCES[version.type]
  if (references.length === 0 && inputs === undefined) return NOTHING
  const named: Named[] = []
  for (const { member, relation, types } of references) {
    const id = body[member]
    if (id !== undefined) named.push({ relation, target: resolved(world, version, id, types) })
  }
  for (const { record_id: id } of inputs ?? [])
    named.push({ relation: 'input', target: resolved(world, version, id, DRAWABLE) })
  return named
}

/** A lot, obligation, input, device or piece of evidence named here is not found, as far as its asserter may know. */
export function hasUnresolvedReference(
  { body, surroundings, enrolledAtMs }: Naming,
  named: readonly Named[],
): boolean {
  for (const { target } of named) if (target === null) return true
  return (
    (body.device_id !== undefined && enrolledAtMs === null) ||
    body.evidence?.some(({ sha256 }) => !surroundings.isStoredEvidence(sha256, body.asserted_by)) === true
  )
}

/**
 * Is this tip left out of the figures of a lot or an obligation it names? Only where the reference resolves; it is
 * enough that one base of the chain counts it.
 */
export function isLeftOut(
  world: World,
  version: Version,
  named: readonly Named[],
  surroundings: Surroundings,
): boolean {
  // What was filed of a lot is in none of its figures, and none miss it.
  if (isInNoFigure(version.type)) return false
  const counts = (base: Version) =>
    base.type === 'lot'
      ? countsInLot(base, custodyOf(world, base), version, surroundings)
      : base.type === 'obligation' && countsTowards(base, version, surroundings)
  return named.some(
    ({ relation, target }) =>
      target !== null &&
      (relation !== 'input' || target.type === 'lot') &&
      !basesOf(world, target.root).some(counts),
  )
}

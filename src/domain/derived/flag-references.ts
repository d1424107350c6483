import { isInNoFigure, NAMING, ofEachType, type RecordType } from '../types/index.ts'
import type { Relation } from '../types/relations.ts'
import { custodyOf } from './custody.ts'
import { countsTowards } from './fulfilment.ts'
import { countsInLot } from './mass-balance.ts'
import { PAYABLE } from './money.ts'
import { DRAWABLE, resolved } from './own.ts'
import { basesOf } from './standing.ts'
import type { Surroundings, Version, World } from './world.ts'

/**
 * Flags about a record's references (contract §3, §8). None may reveal whether an unreadable record exists.
 */

/** The types that a named record may have, by relation. Plots have a flag of their own. */
export const MEANT: Partial<Record<Relation, readonly RecordType[]>> = {
  lot: ['lot'],
  fulfils: ['obligation'],
}
type ReferenceMember = 'lot_id' | 'obligation_id'

/** Members of each type that name one other record, which need not exist. */
const REFERENCES = ofEachType((type) =>
  NAMING[type].flatMap(({ member, relation }) => {
    const types = MEANT[relation]
    return types === undefined
      ? []
      : [{ member: member as ReferenceMember, relation: relation as 'lot' | 'fulfils', types }]
  }),
)
/** A lot, obligation, input or debt that a version names. */
export interface NamedRecord {
  readonly relation: 'lot' | 'fulfils' | 'input' | 'settles'
  /** The record named; null if there is none, as far as the version's asserter may know. */
  readonly target: Version | null
}

const NOTHING: readonly NamedRecord[] = []

interface Naming {
  readonly world: World
  readonly version: Version
  readonly body: Version['body']
  readonly surroundings: Surroundings
  readonly enrolledAtMs: number | null
}

/** Returns what a version names, looking up each once. */
export function namedBy({ world, version, body }: Naming): readonly NamedRecord[] {
  const { inputs, settles } = body
  const references = REFERENCES[version.type]
  if (references.length === 0 && inputs === undefined && settles === undefined) return NOTHING
  const named: NamedRecord[] = []
  for (const { member, relation, types } of references) {
    const id = body[member]
    if (id !== undefined) named.push({ relation, target: resolved(world, version, id, types) })
  }
  for (const { record_id: id } of inputs ?? [])
    named.push({ relation: 'input', target: resolved(world, version, id, DRAWABLE) })
  for (const { record_id: id } of settles ?? [])
    named.push({ relation: 'settles', target: resolved(world, version, id, PAYABLE) })
  return named
}

/**
 * Returns whether a lot, obligation, input, device or picture is not found, as far as the asserter may know.
 */
export function hasUnresolvedReference(
  { body, surroundings, enrolledAtMs }: Naming,
  named: readonly NamedRecord[],
): boolean {
  for (const { target } of named) if (target === null) return true
  return (
    (body.device_id !== undefined && enrolledAtMs === null) ||
    body.evidence?.some(({ sha256 }) => !surroundings.isStoredEvidence(sha256, body.asserted_by)) === true
  )
}

/**
 * Returns whether this tip is left out of the figures of a lot or obligation that it names. Only references
 * that resolve matter; it is enough if one base of the named chain counts the tip.
 */
export function isLeftOut(
  world: World,
  version: Version,
  named: readonly NamedRecord[],
  surroundings: Surroundings,
): boolean {
  // A due diligence statement counts in none of the lot's figures, and none is incomplete without it.
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

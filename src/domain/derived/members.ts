import { compare } from '../../base/typed.ts'
import type { RecordType } from '../types/index.ts'
import type { Transfer, Version, World } from './world.ts'

/** Questions about a version that many rules share. */

export const cropOf = (version: Version): string | undefined => version.body.crop
export const toParty = (transfer: Transfer): string => transfer.body.to_party

/** Returns the holders that the versions of a lot state; none for other types. */
export const holdersOf = (world: World, lotRoot: number): string[] =>
  world.chain(lotRoot).flatMap(({ body }) => body.holder ?? [])

/** A lot's draw on a record, in kilograms as the lot states them. */
export interface Input {
  readonly record_id: string
  readonly kg: number
}

const NO_INPUTS: readonly Input[] = []
export const inputsOf = (lot: Version): readonly Input[] => lot.body.inputs ?? NO_INPUTS

/** Returns whether the record was asserted by this party or by a delegate in its name. */
export function isAssertedByOrFor(
  { body }: { readonly body: Pick<Version['body'], 'asserted_by' | 'on_behalf_of'> },
  party: string,
): boolean {
  return body.asserted_by === party || body.on_behalf_of === party
}

/**
 * Returns whether the record was asserted under no mandate, or under one that was in force when it was received. What a
 * delegate states after its mandate ended is accepted for a while, but is nobody's word (contract §23).
 */
export const isUnderLiveMandate = (
  world: World,
  { body: { on_behalf_of, delegation_id }, receivedAtMs }: Version,
): boolean =>
  on_behalf_of === undefined || (delegation_id !== undefined && world.wasInForce(delegation_id, receivedAtMs))

/**
 * Returns the parties in whose name the record refers to records of that type: its asserter and, if the
 * delegation covers that type, the party it acts for. A delegate gains no more from its principal than the
 * delegation covers.
 */
export function speakersOn(world: World, { body }: Version, type: RecordType): readonly string[] {
  const { asserted_by, on_behalf_of, delegation_id } = body
  if (on_behalf_of === undefined || delegation_id === undefined) return [asserted_by]
  return world.mandateCovers(delegation_id, type) ? [asserted_by, on_behalf_of] : [asserted_by]
}

/** Returns the asserter and the party asserted for, whatever the delegation covers. */
export function spokenFor({ body }: Version): readonly string[] {
  return body.on_behalf_of === undefined ? [body.asserted_by] : [body.asserted_by, body.on_behalf_of]
}

/** Compares by code units, which gives the same order on every machine; ids and codes are ASCII. */
export const byId = (a: Version, b: Version): number => compare(a.id, b.id)

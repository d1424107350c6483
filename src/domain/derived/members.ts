import type { RecordType } from '../types/index.ts'
import type { Version, World } from './world.ts'

/** Members of a stored body, read with the types its schema gave them at the door. */

export const cropOf = (version: Version): string | undefined => version.body.crop as string | undefined
export const holderOf = (lot: Version): string => lot.body.holder as string
export const fromParty = (version: Version): string => version.body.from_party as string
export const toParty = (version: Version): string => version.body.to_party as string
export const lotIdOf = (version: Version): string | undefined => version.body.lot_id as string | undefined
export const obligationIdOf = (version: Version): string | undefined =>
  version.body.obligation_id as string | undefined

/** One drawing of a lot on a record, in kilograms as the lot states them. */
export interface Input {
  readonly record_id: string
  readonly kg: number
}

const NO_INPUTS: readonly Input[] = []
export const inputsOf = (lot: Version): readonly Input[] =>
  (lot.body.inputs as readonly Input[] | undefined) ?? NO_INPUTS

/** Was the record asserted by this party, or by a delegate in its name? */
export function isAssertedByOrFor(version: Version, party: string): boolean {
  return version.body.asserted_by === party || version.body.on_behalf_of === party
}

/**
 * For whom the record speaks of what is of that type: its asserter, and the party it acts for under a mandate over such
 * records. What the principal may do helps its delegate no further than the mandate goes.
 */
export function speakersOn(world: World, { body }: Version, type: RecordType): readonly string[] {
  const { asserted_by, on_behalf_of, delegation_id } = body
  if (on_behalf_of === undefined || delegation_id === undefined) return [asserted_by]
  return world.mandateCovers(delegation_id, type) ? [asserted_by, on_behalf_of] : [asserted_by]
}

/** For whom it may speak, whatever the mandate is over. */
export function spokenFor({ body }: Version): readonly string[] {
  return body.on_behalf_of === undefined ? [body.asserted_by] : [body.asserted_by, body.on_behalf_of]
}

/** Plain order of text, the same on every machine; ids and codes are ASCII. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
export const byId = (a: Version, b: Version): number => byText(a.id, b.id)

import { EXACT_KG } from '../../domain/factors.ts'
import type { ConversionRow } from '../../domain/registry.ts'
import { codeOf } from '../../text/kinds.ts'
import { AnswerFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { CounterRecord, Members } from '../record-tasks.ts'
import { type FrontOffice, factorsFor } from './read.ts'

/** The kilograms of a quantity, and their conversion factor. Without a factor there are none. */

export interface Mass {
  /** Id of the factor; null if the record has none. */
  readonly id: string | null
  readonly shown: string
}

const NONE = 'none'

/**
 * Sets `normalized_kg` and `conversion_id` where required.
 * @param given the id of the factor, or `none`; left out, that of the definition or of the old record, else the strongest
 * @param old the record being corrected; its kilograms stay unless quantity, crop or factor changes
 * @returns null if there is nothing to convert
 * @throws {AnswerFault} if the factor does not convert this quantity
 */
export async function addMass(
  office: FrontOffice,
  members: Members,
  given: string | undefined,
  old: CounterRecord | undefined,
): Promise<Mass | null> {
  const { amount, say, worded } = office.words
  const isTouched = members.quantity !== undefined || members.crop !== undefined || given !== undefined
  const quantity = members.quantity ?? old?.quantity
  if (!quantity || (old && !isTouched)) return null
  if (EXACT_KG.has(quantity.unit))
    return old?.conversion_id === undefined ? null : { id: null, shown: say('counter.massOfUnit') }
  const crop = members.crop ?? old?.crop
  const factors = await factorsFor(office, quantity.unit, crop)
  const isSameUnit = old?.quantity?.unit === quantity.unit
  const usual = factors.find(({ id }) => isSameUnit && id === old?.conversion_id)?.id
  // A factor by definition, such as that of the pound, need not be given.
  const byDefinition = factors.find(({ kind }) => kind === 'definitional')?.id
  const id = given ?? byDefinition ?? usual ?? factors[0]?.id ?? NONE
  if (id === NONE) return { id: null, shown: say('counter.noMass') }
  const factor = factors.find((f) => f.id === id)
  if (!factor) throw wrongFactor(quantity.unit, factors)
  const kg = Math.round(quantity.value * factor.factor * 1e6) / 1e6
  members.normalized_kg = kg
  members.conversion_id = factor.id
  return { id: factor.id, shown: `${amount(kg)} (${factor.id}, ${worded(codeOf(factor.kind))})` }
}

function wrongFactor(unit: string, factors: readonly ConversionRow[]): AnswerFault {
  return new AnswerFault(
    message('counter.wrongFactor', { unit }),
    factors.length === 0
      ? message('counter.noFactors')
      : message('counter.theseFactors', { factors: factors.map((f) => f.id).join(', ') }),
  )
}

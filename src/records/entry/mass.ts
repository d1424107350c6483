import type { Asker, Fallback } from '../../cli/ask.ts'
import { note } from '../../cli/print.ts'
import { codeOf } from '../../text/kinds.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { CounterRecord, Members } from '../record-tasks.ts'
import { type Factor, type FrontOffice, factorsFor } from './read.ts'

/** The kilograms of a quantity, and their conversion factor. Without a factor there are none. */

export interface Mass {
  /** Id of the factor; null if the record has none. */
  readonly id: string | null
  readonly shown: string
}

const EXACT = ['kg', 'g', 't']
const NONE = 'none'

/**
 * Sets `normalized_kg` and `conversion_id` where required.
 * @param old the record being corrected; its kilograms stay unless quantity, crop or factor changes
 * @returns null if there is nothing to convert
 */
export async function addMass(
  office: FrontOffice,
  members: Members,
  given: string | undefined,
  asker: Asker | null,
  old: CounterRecord | undefined,
  last: Fallback | undefined,
): Promise<Mass | null> {
  const { amount, say, worded } = office.words
  const isTouched = members.quantity !== undefined || members.crop !== undefined || given !== undefined
  const quantity = members.quantity ?? old?.quantity
  if (!quantity || (old && !isTouched)) return null
  if (EXACT.includes(quantity.unit))
    return old?.conversion_id === undefined ? null : { id: null, shown: say('counter.massOfUnit') }
  const crop = members.crop ?? old?.crop
  const factors = await factorsFor(office, quantity.unit, crop)
  const isSameUnit = old?.quantity?.unit === quantity.unit
  const before = last?.text ?? (isSameUnit ? old?.conversion_id : undefined)
  const usual = factors.find(({ id }) => id === before)?.id
  // A factor by definition, such as that of the pound, needs no question.
  const byDefinition = factors.find(({ kind }) => kind === 'definitional')?.id
  const id =
    given ??
    byDefinition ??
    (asker && factors.length > 0
      ? await choose(office.words, asker, quantity.unit, factors, usual)
      : (usual ?? NONE))
  if (id === NONE) return { id: null, shown: say('counter.noMass') }
  const factor = factors.find((f) => f.id === id)
  if (!factor) throw wrongFactor(id, quantity.unit, factors)
  const kg = Math.round(quantity.value * factor.factor * 1e6) / 1e6
  members.normalized_kg = kg
  members.conversion_id = factor.id
  return { id: factor.id, shown: `${amount(kg)} (${factor.id}, ${worded(codeOf(factor.kind))})` }
}

function choose(
  { amount, say, worded }: Words,
  asker: Asker,
  unit: string,
  factors: readonly Factor[],
  usual: string | undefined,
): Promise<string> {
  note(say('counter.howManyKg', { unit }))
  const choices = [
    ...factors.map((f) => ({
      word: f.id,
      shown: `${amount(f.factor)} kg, ${worded(codeOf(f.kind))} (${f.id})`,
    })),
    { word: NONE, shown: say('counter.withoutKg') },
  ]
  const text = usual ?? factors[0]?.id ?? NONE
  const number = choices.findIndex(({ word }) => word === text) + 1
  return asker.choice(say('counter.whichFactor'), choices, { text, shown: String(number) })
}

function wrongFactor(id: string, unit: string, factors: readonly Factor[]): OperatorFault {
  return new OperatorFault(
    message('counter.wrongFactor', { id, unit }),
    factors.length === 0
      ? message('counter.noFactors')
      : message('counter.theseFactors', { factors: factors.map((f) => f.id).join(', ') }),
    2,
  )
}

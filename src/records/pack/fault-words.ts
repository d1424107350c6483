import type { Words } from '../../words/words.ts'

/** What is wrong with an origin or a plot, and what to do about it, for the buyer's summary. */
interface FaultWords {
  readonly means: string
  readonly remedy: string
}

/** Returns the words for a fault. A code without words is shown as it is. */
export function faultWords({ say, sayIfKnown }: Words, code: string): FaultWords {
  const means = sayIfKnown(`pack.fault.${code}`)
  const remedy = sayIfKnown(`pack.fault.${code}.remedy`)
  return means === null || remedy === null
    ? { means: say('pack.otherFault', { code }), remedy: say('pack.otherFault.remedy') }
    : { means, remedy }
}

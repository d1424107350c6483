import { OperatorFault, withRemedy } from '../words/fault.ts'
import { NoteFault, parseVkey, type Vkey } from './note.ts'

/**
 * Returns the verifier key of the witness in the settings.
 * @throws {OperatorFault} if the text is no verifier key
 */
export function witnessKey(text: string): Vkey {
  try {
    return parseVkey(text)
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error
    throw new OperatorFault(...withRemedy('anchor.badWitnessKey', { why: error.what }), 2)
  }
}

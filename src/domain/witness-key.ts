import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'
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
    throw new OperatorFault(
      message('anchor.badWitnessKey', { why: error.what }),
      message('anchor.badWitnessKey.remedy'),
      2,
    )
  }
}

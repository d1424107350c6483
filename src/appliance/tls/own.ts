import { readFileSync } from 'node:fs'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import type { Config } from '../../config/config.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type ServingPair, servingPair } from './pair.ts'

/**
 * Reads the operator's own certificate and its key from their paths.
 * @throws {OperatorFault} when they cannot be read or do not match, for example while one of them is being
 *   replaced
 */
export function readOwnPair({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>): ServingPair {
  const [chain, key] = [readPem(tlsCert), readPem(tlsKey)]
  try {
    return servingPair(key, chain)
  } catch (error) {
    throw new OperatorFault(
      `${tlsCert} and ${tlsKey} are not a matching certificate and key (${errorCode(error) ?? errorMessage(error)}).`,
      'Set --tls-cert to a certificate in PEM form, and --tls-key to its key without a passphrase.',
    )
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorFault(
      `${file} cannot be read (${errorCode(error)}).`,
      'Set --tls-cert and --tls-key to the paths of PEM files that this user may read.',
    )
  }
}

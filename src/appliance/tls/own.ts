import { readFileSync } from 'node:fs'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import type { Config } from '../../config/config.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
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
      ...withRemedy('tls.noPair', {
        certificate: tlsCert,
        key: tlsKey,
        error: errorCode(error) ?? errorMessage(error),
      }),
    )
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorFault(...withRemedy('tls.cannotRead', { path: file, error: String(errorCode(error)) }))
  }
}

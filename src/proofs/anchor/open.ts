import { kindWords } from '../../base/error-kinds.ts'
import { readRegular } from '../../base/read-regular.ts'
import { publisherPlace } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { type Policy, PolicyFault, parsePolicy } from '../../domain/tlog-policy.ts'
import { witnessKey } from '../../domain/witness-key.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { FolderPublisher } from './folder-publisher.ts'
import type { Publisher } from './publisher.ts'
import { WitnessPublisher } from './witness-publisher.ts'
import { WitnessesPublisher } from './witnesses-publisher.ts'

/**
 * Returns the publisher that the settings name; null without one.
 * @throws {OperatorFault} when the witness's key is malformed, or the policy cannot be read or names no address
 */
export function openPublisher({ anchorPublisher, anchorPublisherKey }: Config): Publisher | null {
  const place = publisherPlace(anchorPublisher)
  if (place === null) return null
  if (place.kind === 'folder') return new FolderPublisher(place.path)
  if (place.kind === 'witness') return new WitnessPublisher(place.url, witnessKey(anchorPublisherKey))
  const policy = policyIn(place.path)
  if (policy.witnesses.some(({ url }) => url !== null)) return new WitnessesPublisher(policy)
  throw new OperatorFault(...withRemedy('anchor.policyWithoutAddress', null, { file: place.path }), 2)
}

/** @throws {OperatorFault} when the file cannot be read or is no policy */
export function policyIn(file: string): Policy {
  try {
    return parsePolicy(readRegular(file))
  } catch (error) {
    const why = error instanceof PolicyFault ? error.what : kindWords(error)
    throw new OperatorFault(...withRemedy('anchor.badPolicy', { file, why }), 2)
  }
}

import { kindWords } from '../../base/error-kinds.ts'
import { readRegular } from '../../base/read-regular.ts'
import { publisherPlace } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { type Policy, PolicyFault, parsePolicy } from '../../domain/tlog-policy.ts'
import { witnessKey } from '../../domain/witness-key.ts'
import { message } from '../../words/message.ts'
import { FolderPublisher } from './folder-publisher.ts'
import { PublicationFault, type Publisher } from './publisher.ts'
import { WitnessPublisher } from './witness-publisher.ts'
import { WitnessesPublisher } from './witnesses-publisher.ts'

/**
 * Returns the publisher that the settings name; null without one.
 * @throws {OperatorFault} when the witness's key is malformed
 */
export function openPublisher({ anchorPublisher, anchorPublisherKey }: Config): Publisher | null {
  const place = publisherPlace(anchorPublisher)
  if (place === null) return null
  if (place.kind === 'folder') return new FolderPublisher(place.path)
  if (place.kind === 'witness') return new WitnessPublisher(place.url, witnessKey(anchorPublisherKey))
  return new WitnessesPublisher(place.path, () => policyIn(place.path))
}

/** Returns a policy; if the file cannot be read, is none or names no witness with an address, why. */
export function policyIn(file: string): Policy | PublicationFault {
  try {
    const policy = parsePolicy(readRegular(file))
    if (policy.witnesses.some(({ url }) => url !== null)) return policy
    throw new PolicyFault(message('anchor.policyWithoutAddress'))
  } catch (error) {
    const why = error instanceof PolicyFault ? error.what : kindWords(error)
    return new PublicationFault(message('anchor.badPolicy', { file, why }))
  }
}

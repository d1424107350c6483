import { publisherPlace } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { witnessKey } from '../../domain/witness-key.ts'
import { FolderPublisher } from './folder-publisher.ts'
import type { Publisher } from './publisher.ts'
import { WitnessPublisher } from './witness-publisher.ts'

/**
 * Returns the publisher that the settings name; null without one.
 * @throws {OperatorFault} when the witness's key is malformed
 */
export function openPublisher({ anchorPublisher, anchorPublisherKey }: Config): Publisher | null {
  const place = publisherPlace(anchorPublisher)
  if (place === null) return null
  if (place.kind === 'folder') return new FolderPublisher(place.path)
  return new WitnessPublisher(place.url, witnessKey(anchorPublisherKey))
}

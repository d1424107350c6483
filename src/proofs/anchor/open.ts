import { publisherPlace } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { witnessKey } from '../../domain/witness-key.ts'
import { FolderPublisher } from './folder-publisher.ts'
import type { Publisher } from './publisher.ts'
import { WitnessPublisher } from './witness-publisher.ts'

/**
 * The publisher that the settings name, or null: none is, unless somebody names one.
 * @throws {OperatorFault} when the key it is to sign with is none
 */
export function openPublisher({ anchorPublisher, anchorPublisherKey }: Config): Publisher | null {
  const place = publisherPlace(anchorPublisher)
  if (place === null) return null
  if (place.kind === 'folder') return new FolderPublisher(place.path)
  return new WitnessPublisher(place.url, witnessKey(anchorPublisherKey))
}

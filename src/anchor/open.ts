import type { Config } from '../config.ts'
import { NoteFault } from '../domain/note.ts'
import { publisherPlace } from '../places.ts'
import { OperatorFault } from '../problem.ts'
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
  try {
    return new WitnessPublisher(place.url, anchorPublisherKey)
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error
    throw new OperatorFault(
      `GRANARY_ANCHOR_PUBLISHER_KEY is no verifier key: ${error.message}`,
      'Copy it whole from whoever runs the witness; it is written as name+digits+base64.',
      2,
    )
  }
}

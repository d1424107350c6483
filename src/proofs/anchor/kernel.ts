import { dataFiles } from '../../config/config.ts'
import type { ConsentKernel } from '../../consent/kernel.ts'
import type { BaseKernel } from '../../registry/kernel.ts'
import { AnchorService } from './anchor-service.ts'
import { LogKey } from './log-key.ts'
import { openPublisher } from './open.ts'
import { Sending } from './sending.ts'

/** What tasks on the log's roots may use. */
export interface AnchorKernel extends ConsentKernel {
  readonly anchors: AnchorService
  readonly anchorKey: LogKey
  readonly sending: Sending
}

export function makeAnchors({ store, config }: BaseKernel) {
  const anchorKey = new LogKey(store, dataFiles(config.data).anchorKey)
  const publisher = openPublisher(config)
  const anchors = new AnchorService(store, anchorKey, publisher !== null)
  return { anchorKey, anchors, sending: new Sending(store, publisher) }
}

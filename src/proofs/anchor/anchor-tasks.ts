import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import type { Told } from '../../words/fault.ts'
import { anchorFaults } from './faults.ts'
import type { AnchorKernel } from './kernel.ts'
import { PublicationFault } from './publisher.ts'

/** Most batches in one answer: over a year of daily ones. */
const SHOWN = 400

export const anchorTasks = tasksOn<AnchorKernel>()({
  /** Returns the state of the log's roots. */
  'anchor.status': (kernel, _operator, args: { readonly count: number }) => {
    const { anchors, sending, store } = kernel
    return {
      ...anchors.key(),
      log_entries: store.log.size,
      publisher: sending.publisher?.words ?? null,
      batches: anchors.batches(Math.min(args.count, SHOWN)),
    }
  },
})

export const longAnchorTasks = tasksOn<AnchorKernel>()({
  /** Fixes a root now, and publishes it if possible. */
  'anchor.run': async (kernel, operator, args: { readonly newKey: boolean }) => {
    const { anchors, anchorKey, sending, store } = kernel
    const isMade = await store.writer.submit(() => {
      if (args.newKey) anchorKey.renew(operator)
      const batch = anchors.makeBatch()
      noteAct(store, { credential: null, operator }, 'anchor_run', batch === null ? {} : { batch: batch.n })
      return batch !== null
    })
    const sent = await sending.send(true)
    const [newest] = await store.writer.submit(() => anchors.batches(1))
    return {
      made: isMade,
      batch: newest ?? null,
      publisher: sending.publisher?.words ?? null,
      reason: typeof sent === 'object' ? sent.what : null,
    }
  },
  /** Compares every root with the current tree, and the newest published one with the publisher's copy. */
  'anchor.verify': async (kernel) => {
    const { store, sending } = kernel
    const { batches, faults } = await anchorFaults(store)
    const publisher = sending.publisher?.words ?? null
    try {
      const compared = await sending.compare()
      return { batches, faults: faults as Told[], publisher, compared: compared?.treeSize ?? null }
    } catch (error) {
      if (!(error instanceof PublicationFault)) throw error
      return { batches, faults: [...faults, error.what], publisher, compared: null }
    }
  },
})

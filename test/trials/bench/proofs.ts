import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { prepare } from '../../../src/domain/draft-shape.ts'
import { chance } from '../../support/records/gate/random.ts'
import { serveTasks } from './children.ts'
import { median } from './measure.ts'
import { Season } from './records.ts'

/** What the tree costs whoever asks for a proof or a root. In a process of its own. */

export interface TreeTimes {
  readonly proofUs: number
  readonly rootMs: number
}

const BATCH = 500
const PROOFS = 2_000
const A_DAY = 10_000

async function times(data: string): Promise<TreeTimes> {
  const kernel = openKernel(readConfig({ data, logLevel: 'error', minFreeBytes: '0' }, {}))
  try {
    const { anchors, intake, ports, store } = kernel
    await ports.submit(() => anchors.makeBatch())
    const party = store.appliance.cooperative as number
    const partyId = store.parties.id(party)
    const cast = { cooperative: partyId, buyer: partyId, farmers: [partyId] }
    const season = new Season(cast, chance(5), false)
    for (let done = 0; done < A_DAY; done += BATCH) {
      const drafts = Array.from({ length: BATCH }, () => prepare(season.next(Date.now())))
      const author = { party, partyId, credential: null, operator: 'bench' }
      await ports.submit(() => intake.appendAll(author, drafts))
    }
    const begunAt = performance.now()
    await ports.submit(() => anchors.makeBatch())
    const rootMs = performance.now() - begunAt
    const random = chance(3)
    const proofs = Array.from({ length: PROOFS }, () => {
      const seq = 1 + Math.floor(random() * store.log.size)
      const startedAt = performance.now()
      anchors.inclusion(seq)
      return performance.now() - startedAt
    })
    return { proofUs: 1_000 * median(proofs), rootMs }
  } finally {
    kernel.close()
  }
}

export const proofsRole = (): void => serveTasks({ times })

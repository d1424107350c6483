import { join } from 'node:path'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { type Kernel, openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { prepare } from '../../../src/domain/draft-shape.ts'
import { serveTasks } from './children.ts'
import { median } from './measure.ts'
import { chance, Season } from './records.ts'

/** What the tree costs whoever appends, and whoever asks for a proof or a root. In a process of its own. */

export interface TreeTimes {
  /** One batch of 500, with the tree and without. */
  readonly batchMs: number
  readonly bareBatchMs: number
  readonly proofUs: number
  readonly rootMs: number
}

const BATCH = 500
const ROUNDS = 60
const PROOFS = 2_000
const A_DAY = 10_000

async function times({ data, folder }: { data: string; folder: string }): Promise<TreeTimes> {
  const [batchMs, bareBatchMs] = await appending(folder)
  const kernel = opened(data)
  try {
    const { anchors, ports, store } = kernel
    await ports.submit(() => anchors.makeBatch())
    const append = appender(kernel)
    for (let done = 0; done < A_DAY; done += BATCH) await append()
    const rootMs = await timed(() => ports.submit(() => anchors.makeBatch()))
    const random = chance(3)
    const proofs = Array.from({ length: PROOFS }, () => {
      const seq = 1 + Math.floor(random() * store.log.size)
      const startedAt = performance.now()
      anchors.inclusion(seq)
      return performance.now() - startedAt
    })
    return { batchMs, bareBatchMs, proofUs: 1_000 * median(proofs), rootMs }
  } finally {
    kernel.close()
  }
}

/** In turns, so that a noisy machine disturbs both alike. */
async function appending(folder: string): Promise<[number, number]> {
  const kernels = ['with', 'without'].map((name) => opened(join(folder, `tree-${name}`)))
  const [, bare] = kernels as [Kernel, Kernel]
  for (const kernel of kernels)
    await kernel.ports.submit(() => foundCooperative(kernel, 'bench', 'Bench Cooperative'))
  bare.store.tree.add = () => {}
  const appenders = kernels.map(appender)
  const taken: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0])
      taken[which]?.push(await timed(appenders[which] as () => Promise<unknown>))
  for (const kernel of kernels) kernel.close()
  return [median(taken[0] as number[]), median(taken[1] as number[])]
}

const opened = (data: string): Kernel =>
  openKernel(readConfig({ data, logLevel: 'error', minFreeBytes: '0' }, {}), { create: true })

/** Appends a batch of 500 of the cooperative's own. */
function appender({ store, ports, intake }: Kernel): () => Promise<unknown> {
  const party = store.appliance.cooperative as number
  const partyId = store.parties.id(party)
  const author = { party, partyId, credential: null, operator: 'bench' }
  const cast = { cooperative: partyId, buyer: partyId, farmers: [partyId] }
  const season = new Season(cast, chance(5), false)
  return () => {
    const drafts = Array.from({ length: BATCH }, () => season.next(Date.now()))
    return ports.submit(() => intake.appendAll(author, drafts.map(prepare)))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export const proofsRole = (): void => serveTasks({ times })

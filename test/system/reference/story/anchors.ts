import { daysAgo, idOf, PURPOSE, recordOf, type Village } from '../people.ts'
import type { Scene } from '../scene.ts'

/** A farmer's record is anchored, and she takes the proof of it to whoever wants one. */

const RECORD = idOf('a harvest to be proved', 1)
const PROOF = 'GET /v1/records/{id}/proof'
const asked = ({ grace }: Village) => ({ as: grace, path: { id: RECORD }, query: { purpose: PURPOSE } })

export async function tellAnchors(scene: Scene): Promise<void> {
  const { village, samples, show, refuse, refuseToo, done } = scene
  const { grace, bank } = village
  const { appliance } = village.a.kernel.store
  samples.say(appliance.incarnation.toString('hex'), 'a5'.repeat(16))
  const bring = (name: string) =>
    done('POST /v1/records', {
      as: grace,
      body: {
        ...recordOf('harvest', idOf(name, 1), daysAgo(1), 'contract_performance'),
        producer: grace.id,
        crop: 'coffee_fresh_cherry',
        quantity: { value: 120, unit: 'kg' },
      },
    })
  await bring('a harvest to be proved')
  await show('GET /v1/anchors/key', 'key', 'The key, to be kept from the first day on.')
  await refuse('not_anchored', 'The day’s root is not fixed yet.', PROOF, asked(village))
  const earlier = await publish(village)
  await bring('another harvest')
  const later = await publish(village)
  await show('GET /v1/anchors/roots', 'newest', 'The newest root that was published.', {
    query: { limit: '1' },
  })
  await show(PROOF, 'harvest', 'The harvest, and the proof that it stands in the log.', asked(village))
  const consistency = 'GET /v1/anchors/consistency'
  const sizes = { from: String(earlier), to: String(later) }
  await show(consistency, 'two_days', 'The tree of one day is the beginning of that of the next.', {
    as: bank,
    query: sizes,
  })
  await refuseToo('not_found', consistency, { query: { ...sizes, to: String(later + 1) } })
}

/** @returns entries that the root is over */
async function publish({ a }: Village): Promise<number> {
  const { anchors, sending, ports } = a.kernel
  const batch = await ports.submit(() => anchors.makeBatch())
  await sending.send(true)
  return batch?.treeSize as number
}

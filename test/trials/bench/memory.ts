import { chance } from '../../support/records/gate/random.ts'
import { forgetHighest, memoryOf, serving } from './children.ts'
import { batches, registerDevice } from './devices.ts'
import type { Figure } from './figure.ts'
import { Connections, type Source } from './load.ts'
import { reads } from './requests.ts'
import type { Seeded } from './seed.ts'

/** What the largest batch takes for a while, beyond what the service takes when it has nothing to do. */

const LARGEST_BATCH = 1_000
const TIMES = 5
const IDLE_MS = 3_000

/** @param data a folder that no service runs on */
export async function batchMemoryFigures(
  { data, seeded }: { readonly data: string; readonly seeded: Seeded },
  say: (text: string) => void,
): Promise<Figure[]> {
  say(`memory of a batch of ${LARGEST_BATCH}`)
  const service = await serving(data)
  try {
    const token = await registerDevice(service.port, seeded.cooperativeToken)
    const bringing = (records: number, seed: number) =>
      batches({ cast: seeded.cast, tokens: [token], records, random: chance(seed) })
    const largest = bringing(LARGEST_BATCH, 52)
    await once(service.port, bringing(1, 51))
    await once(service.port, reads(['/v1/sync/changes?limit=1'], token))
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const idle = memoryOf(service.pid).now
    forgetHighest(service.pid)
    for (let i = 0; i < TIMES; i++) await once(service.port, largest)
    return [
      {
        name: `memory above idle, highest, for ${TIMES} batches of ${LARGEST_BATCH.toLocaleString('en-GB')} records`,
        value: { amount: memoryOf(service.pid).highest - idle, unit: 'mib' },
        aim: { atMost: 60 },
      },
    ]
  } finally {
    await service.end('SIGTERM')
  }
}

/** @throws {Error} when it is not answered as expected */
async function once(port: number, source: Source): Promise<void> {
  const line = await Connections.open(port, 1)
  try {
    await line.run(source, 0)
  } finally {
    line.close()
  }
}

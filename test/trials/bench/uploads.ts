import { setTimeout } from 'node:timers/promises'
import { largePicture } from '../../support/evidence/large-picture.ts'
import { type Answered, type Asked, Line } from '../common/line.ts'
import { begin, carryOn } from '../common/uploading.ts'
import { memoryOf, processorSeconds, serving } from './children.ts'
import type { Figure } from './figure.ts'
import { median } from './measure.ts'

/** The largest picture, from a client on the same machine into the folder. */

const PICTURE_BYTES = 20 * 2 ** 20
const IDLE_MS = 3_000

/** @param data a folder that no service runs on */
export async function uploadFigures(
  { data, token, rounds }: { readonly data: string; readonly token: string; readonly rounds: number },
  say: (text: string) => void,
): Promise<Figure[]> {
  say('uploading pictures of 20 MiB')
  const service = await serving(data)
  const line = new Line(service.port)
  const ask = async (asked: Asked): Promise<Answered> => {
    const reply = await line.ask(asked)
    if (reply.kind !== 'answered' || reply.status >= 300) throw new Error(`upload: ${JSON.stringify(reply)}`)
    return reply
  }
  try {
    await setTimeout(IDLE_MS)
    const idle = memoryOf(service.pid).now
    const upload = async () => {
      const before = processorSeconds(service.pid)
      const begun = await begin({ ask }, token, largePicture(PICTURE_BYTES))
      if (begun === null || !(await carryOn({ ask }, begun, PICTURE_BYTES)) || begun.storedSha256 === null)
        throw new Error('an upload was not kept')
      return 1_000 * (processorSeconds(service.pid) - before)
    }
    await upload()
    const { highest } = memoryOf(service.pid)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await upload())
    return [
      {
        name: 'an upload of 20 MiB to the folder, processor time',
        value: { amount: median(times), unit: 'ms' },
      },
      {
        name: 'memory above idle, highest, for an upload of 20 MiB',
        value: { amount: highest - idle, unit: 'mib' },
        aim: { atMost: 60 },
      },
    ]
  } finally {
    line.close()
    await service.end('SIGTERM')
  }
}

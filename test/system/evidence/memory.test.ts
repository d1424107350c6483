import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { largePicture } from '../../support/evidence/large-picture.ts'
import { aPicture } from '../../support/evidence/scene.ts'
import { ByHand } from '../../support/evidence/uploading.ts'
import { Service } from './service.ts'

/** The largest picture does not need much of a small server's memory, nor do many at once. */

const MIB = 2 ** 20

let service: Service
let picture: Buffer
beforeAll(async () => {
  service = await Service.bundled()
  await service.start()
  picture = largePicture(20 * MIB)
})
afterAll(() => service.remove())

const resident = (name: 'VmRSS' | 'VmHWM') =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1],
  ) / 1024

test.skipIf(process.platform !== 'linux')(
  '20 MiB take less than 60 MiB above idle, and four times as many at once less than 120',
  async () => {
    const hand = new ByHand(service.port, service.token)
    await hand.sent(await aPicture())
    await wait(1_000)
    const idleMib = resident('VmRSS')
    expect((await hand.sent(picture)).status).toBe(204)
    expect(resident('VmHWM') - idleMib).toBeLessThan(60)
    const all = await Promise.all([1, 2, 3, 4].map(() => hand.sent(picture)))
    expect(all.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(resident('VmHWM') - idleMib).toBeLessThan(120)
  },
)

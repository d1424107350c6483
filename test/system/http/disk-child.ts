import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { makeServer, openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'

/**
 * A service on a disk of its own that fills up or hangs, in a namespace where this process may mount. Started by
 * disks.test.ts; what it saw goes to stdout as one JSON document.
 */
const [story, disk] = process.argv.slice(2) as ['full' | 'hung', string]
const MIB = 2 ** 20
/** Answers of readiness are believed for a second, and those of the object store for five. */
const BELIEVED_MS = 1_100
const STORE_BELIEVED_MS = 5_100

const data = join(disk, 'data')
const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {}), { create: true })
const app = await makeServer(kernel)
const { credential, cooperative } = await kernel.ports.submit(() =>
  foundCooperative(kernel, 'test', 'Test Cooperative'),
)

const parts = async () => {
  const answer = await app.inject('/v1/ready')
  return { status: answer.statusCode, ...answer.json().parts }
}
const partsAnew = () => wait(BELIEVED_MS).then(parts)
const health = async () => (await app.inject('/v1/health')).statusCode
const write = async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/records',
    headers: { authorization: `Bearer ${credential}` },
    payload: {
      id: uuidv7(),
      type: 'harvest',
      occurred_at: new Date().toISOString(),
      lawful_basis: 'consent',
      producer: cooperative,
      crop: 'maize_grain',
      quantity: { value: 1, unit: 'kg' },
      note: 'x'.repeat(2_000),
    },
  })
  return answer.statusCode
}

const filler = join(disk, 'filler')
function fill(): void {
  const file = openSync(filler, 'w')
  try {
    for (const size of [MIB, 4_096]) {
      const piece = Buffer.alloc(size)
      try {
        for (;;) writeSync(file, piece)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
}
const makeRoom = () => rmSync(filler)

async function writeUntilRefused(): Promise<number> {
  for (let n = 0; n < 2_000; n++) {
    const status = await write()
    if (status !== 201) return status
  }
  return 201
}

const STORIES = {
  full: async () => {
    fill()
    const refused = await writeUntilRefused()
    const filled = await partsAnew()
    // Each probe is an empty transaction, and so is a record that is here already or makes no sense.
    const probed = [await partsAnew(), await partsAnew()]
    makeRoom()
    const roomy = await partsAnew()
    return {
      refused,
      filled,
      probed,
      roomy,
      write: await write(),
      after: await parts(),
      health: await health(),
    }
  },
  hung: async () => {
    const before = await parts()
    // A file system whose server says nothing: whoever asks it of anything waits.
    const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
    const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'hung', data], {
      stdio: ['ignore', 'inherit', 'inherit', 3],
    })
    if (mounted.status !== 0) throw new Error('it could not be mounted')
    await wait(STORE_BELIEVED_MS)
    const asked = await Promise.all([parts(), parts(), parts(), health()])
    const again = await parts()
    // Each call that hangs holds one of four threads.
    const threadIsLeft = await Promise.race([
      stat('/').then(() => true),
      wait(120_000, false, { ref: false }),
    ])
    closeSync(3)
    const broken = await partsAnew()
    spawnSync('umount', ['-l', data])
    return { before, asked, again, threadIsLeft, broken, after: await partsAnew(), write: await write() }
  },
}

console.log(JSON.stringify(await STORIES[story]()))
await app.close()
kernel.close()

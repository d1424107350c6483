import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dataFiles } from '../../src/config.ts'
import { doctorTasks } from '../../src/operator/doctor.ts'
import { localTasks } from '../../src/operator/tasks.ts'
import { answering, type Broken } from '../objects/broken-servers.ts'
import { type Appliance, makeAppliance } from '../support/appliance.ts'

/** What the doctor finds where something is wrong. */

let a: Appliance
let server: Broken | undefined
afterEach(async () => {
  await a.close()
  await server?.close()
  server = undefined
})

const examined = async () => {
  const { checks, healthy } = await doctorTasks.doctor(a.kernel, 'test', {})
  const found = checks.filter(({ finding }) => finding !== null)
  return { checks, healthy, found, numbers: found.map(({ number }) => number) }
}

test('a bucket without room is named by checks 4 and 5, with what to do, and by readiness', async () => {
  server = await answering((request, response) => {
    // It lets nobody in without a key, and takes nothing from whoever has one.
    response.statusCode = request.headers.authorization === undefined ? 403 : 507
    response.end()
  })
  a = await makeAppliance({
    objectStore: 's3://pictures',
    s3Endpoint: `http://127.0.0.1:${server.port}`,
    s3AccessKey: 'key',
    s3SecretKey: 'secret',
  })
  const { found, numbers, healthy } = await examined()
  expect([numbers, healthy]).toEqual([[4, 5], false])
  for (const { finding, remedy } of found) {
    expect(finding).toMatch(/^No room is left in the bucket pictures at http:.*\.$/)
    expect(remedy).toMatch(/Free space in the bucket pictures/)
  }
  const { parts } = (await a.app.inject('/v1/ready')).json()
  expect(parts.object_store).toBe('full; pictures are not taken')
})

test('a check that fails unforeseen is a finding, and the others are made', async () => {
  a = await makeAppliance()
  const before = await examined()
  rmSync(dataFiles(a.kernel.config.data).database)
  const { checks, found, numbers } = await examined()
  expect(checks).toHaveLength(8)
  expect(numbers).toEqual([1, ...before.numbers])
  expect(found[0]).toMatchObject({
    finding: expect.stringMatching(/^That could not be looked at: ENOENT/),
    remedy: expect.stringMatching(/./),
  })
})

test('a clock behind the newest entry is named with both times, and one that was set right by a second is not', async () => {
  a = await makeAppliance()
  const before = (await examined()).numbers
  a.clock.nowMs -= 1_000
  expect((await examined()).numbers).toEqual(before)
  a.clock.nowMs -= 86_400_000
  const { found, numbers } = await examined()
  expect(numbers).toEqual([...before, 7])
  expect(found.at(-1)?.finding).toContain(new Date(a.kernel.store.writer.newestMs).toISOString())
  expect(found.at(-1)?.finding).toContain(new Date(a.clock.nowMs).toISOString())
})

test('check 8: backups on the disk of the data, and a newest one that is old, with its age', async () => {
  a = await makeAppliance({ backupStore: `file:${join(tmpdir(), 'granary-not-there')}` })
  const sameDisk = (await examined()).found.find(({ number }) => number === 8)
  expect(sameDisk?.finding).toMatch(/lies on the same disk as the data.*There is none yet\.$/)
  const { data } = a.kernel.config
  await a.close()
  expect(existsSync(data)).toBe(false)

  a = await makeAppliance({
    backupStore: 's3://backups',
    s3Endpoint: 'http://127.0.0.1:9',
    s3AccessKey: 'k',
    s3SecretKey: 's',
  })
  const tasks = localTasks(a.kernel)
  await tasks.run('backup.key', 'test', { recipient: 'age1', replace: false })
  expect((await examined()).numbers).not.toContain(8)
  const made = { id: 'x', made_at: '', bytes: 1, sent_bytes: 1, entries: 1, evidence: 0, evidence_missing: 0 }
  await tasks.run('backup.end', 'test', {
    begunAtMs: a.clock.nowMs,
    place: 's3://backups',
    made,
    reason: null,
  })
  expect((await examined()).numbers).not.toContain(8)
  a.clock.nowMs += 50 * 3_600_000
  const old = (await examined()).found.find(({ number }) => number === 8)
  expect(old?.finding).toBe('The newest is 50 hours old. One is due every 24h.')
})

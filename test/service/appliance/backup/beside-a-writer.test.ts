import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Scratch } from '../../../../src/appliance/backup/scratch.ts'
import { dataFiles } from '../../../../src/config/config.ts'
import {
  backed,
  create,
  fill,
  kernelOf,
  restoredCopy,
  told,
  verify,
} from '../../../support/appliance/backup/help.ts'
import { cli, json, served } from '../../../support/command.ts'
import { auditFaults } from '../../../support/store/audit-faults.ts'
import { leafFaults } from '../../../support/store/leaf-faults.ts'

test('while the service writes: what is restored is the log as it stood at one instant, and the service goes on', async () => {
  const b = await backed()
  await fill(b.data, 4_000, 2_000)
  const service = await served(b.data)
  const { ports, store } = service.kernel
  let isOver = false
  let written = 0
  const writing = (async () => {
    while (!isOver) {
      await ports.submit(() => {
        const id = uuidv7()
        store.acts.append('clock_confirmation', id, store.writer.nowMs, { id, text: 'x'.repeat(500) })
        store.audit.append(store.writer.nowMs, { credential: null, action: 'test', outcome: 'done' })
      })
      written++
    }
  })()
  const made = []
  try {
    for (let i = 0; i < 3; i++) made.push(await create(b))
  } finally {
    isOver = true
    await writing
    await service.stop()
  }
  expect(made.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(written).toBeGreaterThan(100)
  const all = told(b.data)
  for (const { id, entries } of made) {
    expect(entries).toBeLessThan(all.log.length)
    const into = await restoredCopy(b, '--id', id)
    const there = told(into)
    expect(there.log.slice(0, entries)).toEqual(all.log.slice(0, entries))
    const audited = there.audit.length - 1
    expect(there.audit.slice(0, audited)).toEqual(all.audit.slice(0, audited))
    const kernel = kernelOf(into)
    expect([leafFaults(kernel.store.db), auditFaults(kernel.store.db)]).toEqual([[], []])
    kernel.close()
  }
  expect(await verify(b, true)).toMatchObject({ code: 0, faults: [] })
})

test('metrics and status tell of it', async () => {
  const b = await backed()
  const begunMs = Date.now()
  vi.stubEnv('GRANARY_BACKUP_STORE', b.place)
  onTestFinished(() => void vi.unstubAllEnvs())
  const service = await served(b.data)
  try {
    const scraped = async () => (await (await fetch(`${service.url}/v1/metrics`)).text()).split('\n')
    const status = await json('status', '--data', b.data)
    expect(status.backups).toMatchObject({ place: null, newest: null })
    const made = await json('backup', 'create', '--data', b.data)
    expect(made.code).toBe(0)
    expect((await json('status', '--data', b.data)).backups.newest).toMatchObject({ id: made.id })
    const age = (await scraped()).find((line) => line.startsWith('granary_backup_age_seconds '))
    expect(begunMs + 1_000 * Number(age?.split(' ')[1])).toBeLessThanOrEqual(Date.now())
  } finally {
    await service.stop()
  }
  const kernel = kernelOf(b.data, { backupStore: b.place })
  expect(kernel.ports.backups()).toMatchObject({ isConfigured: true })
  kernel.close()
  const off = kernelOf(b.data, { backupStore: b.place, backupEvery: 'off' })
  expect(off.ports.backups()).toMatchObject({ isConfigured: false })
  off.close()
})

test('two programs never work on backups at once: one is refused, and a backup waits', async () => {
  const b = await backed()
  const { backup } = dataFiles(b.data)
  const other = new Scratch(backup)
  const refused = await json('backup', 'prune', '--from', b.place, '--keep-days', '1', '--data', b.data)
  expect([refused.code, refused.error.message]).toEqual([
    1,
    expect.stringContaining('Another program is making'),
  ])
  other.close()
  const holds = `
    const { parentPort, workerData } = require('node:worker_threads')
    const db = new (require('better-sqlite3'))(workerData)
    db.exec('BEGIN EXCLUSIVE')
    parentPort.postMessage('held')
    // Longer than the command needs on a busy machine until it asks for the lock.
    setTimeout(() => db.close(), 5000)`
  await once(new Worker(holds, { eval: true, workerData: join(backup, 'lock') }), 'message')
  const made = await cli('backup', 'create', '--to', b.place, '--data', b.data)
  expect([made.code, made.err]).toEqual([
    0,
    expect.stringContaining('This one waits up to 60 seconds for it.'),
  ])
})

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeServer, openKernel } from '../../../../src/assemble.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { daysAgo, idOf, recordOf, type Village } from '../people.ts'
import type { House } from '../recorder.ts'
import type { Scene } from '../scene.ts'

/** A folder is copied, the service goes on, and the copy is put in its place: a phone knows more than the service. */
export async function refuseAfterRestoring({ village, refuse, done }: Scene): Promise<void> {
  const { a, moses } = village
  const copy = mkdtempSync(join(tmpdir(), 'copy-'))
  await done('GET /v1/sync/changes', { as: moses })
  cpSync(a.kernel.config.data, copy, { recursive: true })
  await done('POST /v1/records', {
    as: moses,
    body: {
      ...recordOf('harvest', idOf('written after the copy'), daysAgo(1), 'consent'),
      producer: moses.id,
      crop: 'coffee_arabica_fresh_cherry',
      quantity: { value: 90, unit: 'kg' },
    },
  })
  const { body } = await done('GET /v1/sync/changes', { as: moses })
  const kernel = openKernel({ ...a.kernel.config, data: copy }, { clock: () => a.clock.nowMs })
  const app = await makeServer(kernel)
  await refuse(
    'restored_from_backup',
    'The service knows less than this cursor: go on from the one it gives, and send what it may have lost.',
    'GET /v1/sync/changes',
    { as: moses, query: { since: body.cursor } },
    { app, clock: a.clock },
  )
  await app.close()
  kernel.close()
  rmSync(copy, { recursive: true })

  const suspended = await suspendedHouse(village)
  await refuse(
    'suspended_after_restore',
    'The operator has not yet entered again what ended since the backup. Ask again later, with the same token.',
    'GET /v1/sync/changes',
    { as: moses },
    suspended,
  )
  await suspended.close()
}

/** The village as it is after a restore, before the operator has confirmed it. */
export async function suspendedHouse({ a }: Village): Promise<House & { close(): Promise<void> }> {
  const copy = mkdtempSync(join(tmpdir(), 'restored-'))
  cpSync(a.kernel.config.data, copy, { recursive: true })
  const kernel = openKernel({ ...a.kernel.config, data: copy }, { clock: () => a.clock.nowMs })
  const restore = { backup: '20260628t071500z-0123abcd', madeAtMs: a.clock.nowMs }
  await localTasks(kernel).run('backup.restored', 'test', restore)
  const app = await makeServer(kernel)
  const close = async () => {
    await app.close()
    kernel.close()
    rmSync(copy, { recursive: true })
  }
  return { app, clock: a.clock, close }
}

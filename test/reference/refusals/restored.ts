import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeServer, openKernel } from '../../../src/assemble.ts'
import { daysAgo, idOf } from '../people.ts'
import type { Refusing } from './scene.ts'

/** A folder is copied, the service goes on, and the copy is put in its place: a phone knows more than the service. */
export async function refuseAfterRestoring({ village, refuse, done }: Refusing): Promise<void> {
  const { a, moses } = village
  const copy = mkdtempSync(join(tmpdir(), 'granary-test-copy-'))
  await done('GET /v1/sync/changes', { as: moses })
  cpSync(a.kernel.config.data, copy, { recursive: true })
  await done('POST /v1/records', {
    as: moses,
    body: {
      id: idOf('written after the copy'),
      type: 'harvest',
      occurred_at: daysAgo(1),
      lawful_basis: 'consent',
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
}

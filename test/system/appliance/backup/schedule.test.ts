import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { TICKET_VARIABLE } from '../../../../src/cli/tickets.ts'
import {
  type Backed,
  backed,
  fill,
  manifestsIn,
  otherDisk,
  verify,
} from '../../../support/appliance/backup/help.ts'
import { type Bundled, bundled } from '../../../support/bundled.ts'
import { withSettings } from '../../../support/child-programs.ts'
import { json } from '../../../support/command.ts'
import { begun } from '../../../support/heard.ts'
import { soon } from '../../../support/soon.ts'

/** The service makes backups by itself. */

let command: Bundled
beforeAll(async () => {
  command = await bundled('src/main.ts')
})

function serve(b: Backed, more: Record<string, string> = {}) {
  const args = ['serve', '--data', b.data, '--listen', '127.0.0.1:0']
  const env = {
    ...process.env,
    GRANARY_MIN_FREE_BYTES: '0',
    GRANARY_BACKUP_STORE: b.place,
    GRANARY_BACKUP_EVERY: '6h',
    ...more,
  }
  return begun(process.execPath, [command.program, ...args], { env })
}

const made = (b: Backed): number =>
  existsSync(join(b.placeFolder, 'backups', 'manifests')) ? manifestsIn(b).length : 0

/** A place on the disk of the data is refused to the service, so these need another. */
const needsDisk = test.skipIf(otherDisk === null)

needsDisk('one that is due is made at once, told in the log, and no other before the time', async () => {
  const b = await backed(otherDisk ?? undefined)
  const first = serve(b)
  await first.says(/a backup was made/)
  expect(made(b)).toBe(1)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const second = serve(b)
  await second.says(/answers at/)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  second.child.kill('SIGTERM')
  await second.ended
  expect(made(b)).toBe(1)
  expect(await verify(b, true)).toMatchObject({ code: 0, faults: [] })
})

test('no backup is begun on the disk of the data while nobody looks on, and the log and status say why', async () => {
  const b = await backed()
  const service = serve(b)
  await service.says(/a backup failed/)
  const text = service.said.out + service.said.err
  expect(text).toContain('backups: ')
  expect(text).toContain('Mount the right disk')
  expect(existsSync(b.placeFolder)).toBe(false)
  const { backups } = await json('status', '--data', b.data)
  expect(backups.last_failure.reason).toContain('is on the same disk as the data')
  expect(backups.caution).toContain('is on the same disk')
  service.child.kill('SIGTERM')
  await service.ended
})

const isAtWork = (b: Backed) => existsSync(join(b.data, 'backup', 'work'))

/** Ends a service while it makes a backup. @returns how it ended */
async function endedInTheMidst(signal: NodeJS.Signals): Promise<{ b: Backed; code: number | string }> {
  for (;;) {
    const b = await backed(otherDisk ?? undefined)
    await fill(b.data, 8_000, 4_000)
    const service = serve(b)
    await service.soon(() => expect(isAtWork(b) || made(b) > 0).toBe(true), 5)
    service.child.kill(signal)
    const code = await service.ended
    if (made(b) === 0) return { b, code }
    // This program was kept waiting until the backup was there: another try.
  }
}

needsDisk('a service that stops in the midst of one stops it too, and the next one goes on', async () => {
  const { b, code } = await endedInTheMidst('SIGTERM')
  expect(code).toBe(0)
  expect(isAtWork(b)).toBe(false)
  const next = serve(b)
  await next.soon(() => expect(made(b)).toBe(1))
  await next.says(/a backup was made/)
  next.child.kill('SIGTERM')
  await next.ended
})

needsDisk('a service that is killed takes the one it was making with it', async () => {
  const { b } = await endedInTheMidst('SIGKILL')
  await soon(() => expect(isAtWork(b)).toBe(false))
  expect(made(b)).toBe(0)
})

test.each([
  ['by the schedule', ['--scheduled'], {}],
  ['at the office page', [], { [TICKET_VARIABLE]: 'x' }],
])(
  'one begun %s whose service has gone leaves the folder to the next service',
  async (_where, flags, ticket) => {
    const b = await backed()
    const args = ['backup', 'create', ...flags, '--data', b.data, '--to', b.place]
    const env = withSettings(ticket)
    const run = begun(process.execPath, [command.program, ...args], { env })
    await run.says(/The service is not running/)
    expect(await run.ended).toBe(1)
    expect(made(b)).toBe(0)
    expect((await json('status', '--data', b.data)).backups).toMatchObject({
      newest: null,
      last_failure: null,
    })
  },
)

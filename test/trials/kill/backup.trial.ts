import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import {
  addPicture,
  type Backed,
  backed,
  create,
  fill,
  folder,
  kernelOf,
  restore,
  told,
  verify,
} from '../../support/appliance/backup/help.ts'
import { type Bundled, bundled } from '../../support/bundled.ts'
import { json } from '../../support/command.ts'
import { filesBelow } from '../../support/files-below.ts'

/** A command that is killed wherever it stands leaves nothing that could be taken for whole. */

const KILLS = 5

let command: Bundled
let b: Backed
beforeAll(async () => {
  command = await bundled('src/main.ts')
  b = await backed()
  // Long enough to store that some kills fall into it.
  await fill(b.data, 12_000, 3_000)
  for (let i = 0; i < 40; i++) await addPicture(b.data, Buffer.alloc(20_000, `picture ${i}`))
})

/** Bytes of all files below a folder whose names end so. The killed program may be renaming them meanwhile. */
const bytesBelow = (path: string, ending = ''): number =>
  filesBelow(path)
    .filter((file) => file.endsWith(ending))
    .reduce((bytes, file) => bytes + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

/**
 * Runs a command and kills it as soon as it has come so far, which does not hang on how fast the machine is.
 * @param progress bytes of what it writes down
 * @returns whether it was killed before it ended by itself
 */
async function runAndKill(args: readonly string[], progress: () => number, at: number): Promise<boolean> {
  const child = spawn(process.execPath, [command.program, ...args], {
    stdio: 'ignore',
    env: { ...process.env, GRANARY_MIN_FREE_BYTES: '0' },
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  )
  while (child.exitCode === null && progress() < at) await wait(5)
  child.kill('SIGKILL')
  return (await ended) === 'SIGKILL'
}

/** How far a command comes when it is left alone; kills are spread over that. */
async function wholeOf(args: readonly string[], progress: () => number): Promise<number> {
  expect(await runAndKill(args, () => 0, 1)).toBe(false)
  return progress()
}

test(`create, killed ${KILLS} times: whole backups or none, and it goes on where it was`, async () => {
  const args = ['backup', 'create', '--data', b.data, '--to']
  // What is stored for good, of this place and of the other.
  const stored = () => bytesBelow(join(b.data, 'backup'), '.catalogue')
  const whole = await wholeOf([...args, `file:${join(folder(), 'elsewhere')}`], stored)
  let kills = 0
  for (let i = 1; i <= KILLS; i++) {
    const wasKilled = await runAndKill([...args, b.place], stored, (1 + (i - 1) / KILLS) * whole)
    kills += Number(wasKilled)
    if (!existsSync(b.placeFolder)) continue
    const { backups } = await json('backup', 'list', '--data', b.data, '--from', b.place)
    expect(backups.filter(({ fault }: { fault: string | null }) => fault !== null)).toEqual([])
    for (const { id } of backups) expect(await verify(b, false, id)).toMatchObject({ code: 0, faults: [] })
  }
  expect(kills, 'it was never killed in the midst').toBeGreaterThan(KILLS / 4)
  const made = await create(b)
  expect(made.code).toBe(0)
  // How far the last kill let it come is the machine's to say.
  expect(made.sent_bytes, 'nearly all of it was sent again').toBeLessThan(0.8 * made.bytes)
  expect(await verify(b, true)).toMatchObject({ code: 0, id: made.id, faults: [] })
  expect(readdirSync(join(b.data, 'backup')).filter((name) => name === 'work')).toEqual([])
})

test(`restore, killed ${KILLS} times: never a folder that looks whole, and it begins anew`, async () => {
  const made = await create(b)
  const args = ['backup', 'restore', '--from', b.place, '--identity', b.identity, '--data']
  const elsewhere = join(folder(), 'elsewhere')
  const whole = await wholeOf([...args, elsewhere], () => bytesBelow(elsewhere))
  let kills = 0
  const seen = new Set<string>()
  for (let i = 1; i <= KILLS; i++) {
    const into = join(folder(), 'data')
    const wasKilled = await runAndKill([...args, into], () => bytesBelow(into), ((i - 1) / KILLS) * whole)
    if (!wasKilled) continue
    kills++
    if (existsSync(join(into, 'restoring'))) {
      seen.add('half')
      // Nor is a new one made in it.
      expect(() => kernelOf(into)).toThrow('was started but not finished')
      expect((await json('init', '--name', 'Another', '--data', into)).code).toBe(1)
    } else seen.add('nothing')
    expect(await restore(b, into)).toMatchObject({ code: 0, entries: made.entries })
    expect(existsSync(join(into, 'restoring'))).toBe(false)
    const kernel = kernelOf(into)
    expect(kernel.ports.isSuspended()).toBe(true)
    kernel.close()
    rmSync(into, { recursive: true })
  }
  expect(kills, 'it was never killed in the midst').toBeGreaterThan(KILLS / 4)
  expect([...seen]).toContain('half')
  const into = join(folder(), 'data')
  await restore(b, into)
  expect(told(into).log.slice(0, made.entries)).toEqual(told(b.data).log.slice(0, made.entries))
})

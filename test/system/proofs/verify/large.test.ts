import { spawn } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { beforeAll, expect, test } from 'vitest'
import { foundCooperative } from '../../../../src/appliance/found.ts'
import { openKernel } from '../../../../src/assemble.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { type Bundled, bundled } from '../../../support/bundled.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { withoutGuards } from '../../../support/proofs/verify/scene.ts'

/** A log that is worth several threads, looked at by the program as it is built. */

const ENTRIES = 22_000
const CHARACTERS = 5_000
/** A program needs some 20 MB of heap by itself, and as much again for what is not yet collected; the texts of all entries have 110. */
const HEAP_MB = 80

let child: Bundled
let data: string
beforeAll(async () => {
  child = await bundled('src/main.ts')
  data = temporaryFolder()
  await fill()
})
async function fill(): Promise<void> {
  const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {}), { create: true })
  const { store, ports } = kernel
  await ports.submit(() => foundCooperative(kernel, 'test', 'Cooperative'))
  while (store.log.size < ENTRIES)
    await ports.submit(() => {
      for (let i = 0; i < 2_000; i++) {
        const id = uuidv7()
        const row = { id: `u${store.log.size}`, name: 'x'.repeat(CHARACTERS) }
        const act = { id, kind: 'units', row, received_at: new Date(store.writer.nowMs).toISOString() }
        store.acts.append('registry_row', id, store.writer.nowMs, act)
      }
    })
  kernel.close()
}

interface Ran {
  readonly code: number | NodeJS.Signals | null
  readonly out: string
}

function start() {
  const running = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, child.program, 'verify', '--data', data, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let out = ''
  running.stdout.on('data', (more) => {
    out += more
  })
  const ran = new Promise<Ran>((resolve) =>
    running.once('close', (code, signal) => resolve({ code: signal ?? code, out })),
  )
  return { running, ran }
}

/** Interrupts a run as soon as it reads the database. */
async function interrupted(): Promise<Ran> {
  const { running, ran } = start()
  const isReading = () => {
    try {
      const files = `/proc/${running.pid}/fd`
      return readdirSync(files).some((file) => readlinkSync(join(files, file)).endsWith('granary.db'))
    } catch {
      // A file that it has just closed, or a run that has just ended.
      return false
    }
  }
  while (running.exitCode === null && !isReading()) await new Promise((resolve) => setTimeout(resolve, 1))
  running.kill('SIGINT')
  return await ran
}

test('interrupted, it leaves everything as it was; several threads, in little memory, find what was altered, and nothing else', async () => {
  let ended = await interrupted()
  // Where this program was kept waiting, that one was over before it could be interrupted.
  while (ended.code === 0) ended = await interrupted()
  expect(ended).toEqual({ code: 'SIGINT', out: '' })
  const db = new Database(join(data, 'granary.db'))
  withoutGuards(db, () => {
    db.exec('UPDATE entry SET salt = zeroblob(32) WHERE seq = 10000')
    db.exec("UPDATE registry_row SET id = 'other' WHERE seq = 20000")
  })
  db.close()
  const { code, out } = await start().ran
  expect(code).toBe(1)
  const { faults, unchecked } = JSON.parse(out) as {
    faults: { kind: string; where: string }[]
    unchecked: string[]
  }
  expect(unchecked).toEqual([])
  expect(faults.map(({ kind, where }) => `${kind} ${where.replace(/[0-9a-f]{8}-[0-9a-f-]+ /, '')}`)).toEqual([
    'subtree_differs entries 9985 to 10016',
    'act_row_differs registry row (entry 20000)',
  ])
})

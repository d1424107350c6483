import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import type { TrialRun } from '../common/suite.ts'
import { Watch } from '../common/watch.ts'
import { PURPOSE } from '../common/workload.ts'
import { Held } from './held.ts'

/** Clients that take connections and do not use them, ask and do not read: others are answered, and memory stays bounded. */

const MIB = 2 ** 20
/** Addresses of this machine that count as callers like any other. */
const CROWD = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 2}`)
const BYSTANDER = '127.0.0.99'
const OPEN_FILES = 400
const PARTIAL = 600
const CONTRACTS = 1_000
/** On one connection: one of them the system itself may take. */
const TOGETHER = 8
const LISTS = 60
const LOTS = 500
const ASKED = 40
/** What a service may take besides: sockets, pages of the database, and what the engine has not given back yet. */
const BESIDE_MIB = 128
const UNREAD_MIB = 64
/** After this, what is being cut off is cut off, and the log was told. */
const SETTLED_MS = 2_500
const PATIENCE_MS = 5_000
/** Hundredths of a second of processor time in a second: what a service at rest takes at most. */
const REST_TICKS = 10

export async function sockets(trial: TrialRun): Promise<null> {
  const watch = new Watch(trial.program, trial.folder)
  const settings = {
    GRANARY_LOG_LEVEL: 'warn',
    GRANARY_MAX_UNREAD_BYTES: String(UNREAD_MIB * MIB),
    ...watch.environment,
  }
  const served = await Served.at(trial.program, join(trial.folder, 'data'), settings)
  try {
    const scene = await prepare(trial, served)
    scene.line.close()
    await unread(scene, watch)
    await served.end('SIGTERM')
    served.openFiles = OPEN_FILES
    await served.start()
    await partial(scene)
    await served.end('SIGTERM')
    for (const complaint of served.complaints) trial.faults.add('the service complained', complaint)
  } finally {
    await served.end('SIGKILL')
  }
  return null
}

/** Under a low limit of open files, more requests that are never finished than there are places. */
async function partial({ served, tally, faults, say }: Scene): Promise<void> {
  const held = new Held(served.port)
  await held.take(PARTIAL / 2, CROWD, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n')
  await held.take(
    PARTIAL / 2,
    CROWD,
    'POST /v1/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  )
  await pause(SETTLED_MS)
  tally.add('partial requests', PARTIAL)
  const open = readdirSync(`/proc/${served.pid}/fd`).length
  tally.add('files and connections open', open)
  if (open > (OPEN_FILES * 3) / 4) faults.add('too many connections are held', `${open} open`)
  let answered = 0
  for (let i = 0; i < ASKED; i++) {
    const from = i % 2 === 0 ? BYSTANDER : '127.0.0.1'
    if ((await ask(served.port, '/v1/ready', {}, from)) === 200) answered++
  }
  tally.add('others answered', answered)
  if (answered < ASKED) faults.add('others are kept out', `${answered} of ${ASKED} were answered`)
  const { out } = await served.command('doctor')
  const check = (JSON.parse(out) as { checks: { number: number; standing: string }[] }).checks.find(
    ({ number }) => number === 17,
  )
  if (check?.standing !== 'caution') faults.add('the doctor does not see it', String(check?.standing))
  if (!served.said.includes('were in use')) faults.add('the log does not tell of it', served.said)
  held.end()
  say(`${answered} of ${ASKED} answered beside ${PARTIAL} partial requests`)
}

/** Contracts and long lists that are asked for and not read. */
async function unread(scene: Scene, watch: Watch): Promise<void> {
  const { served, farmers, tally, faults, say } = scene
  const [farmer] = farmers as [Scene['lender']]
  await fill(scene, farmer)
  const list = `/v1/records?purpose=${PURPOSE}&type=lot&limit=${LOTS}`
  const authorization = `Bearer ${farmer.token}`
  const bytes = await lengthOf(served.port, list, { authorization })
  tally.add('MiB of a list', Math.round(bytes / MIB))
  const attacks = [
    ['contracts', CONTRACTS, 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(TOGETHER), BESIDE_MIB],
    [
      'lists',
      LISTS,
      `GET ${list} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`,
      // Text that is not all Latin takes two bytes a letter while a page is made, and once more when it is put together; what was refused is garbage.
      BESIDE_MIB + 6 * UNREAD_MIB,
    ],
  ] as const
  for (const [what, count, text, mayGrowMib] of attacks) {
    const before = await watch.look()
    const held = new Held(served.port)
    await held.take(count, CROWD, text)
    await atRest(served.pid)
    const after = await watch.look()
    // Of the whole process: what is being written to a socket stands outside the engine's own memory.
    const grownMib = Math.round((after.rss - before.rss) / MIB)
    tally.add(`unread ${what}`, count)
    tally.add(`unread ${what}, MiB more`, Math.max(0, grownMib))
    if (grownMib > mayGrowMib) faults.add('unread replies are kept', `${what}: ${grownMib} MiB more`)
    if ((await ask(served.port, '/v1/ready', {}, BYSTANDER)) !== 200)
      faults.add('others are kept out', `beside unread ${what}`)
    held.end()
    say(`${count} unread ${what}: ${grownMib} MiB more`)
  }
}

/** Has done all that it can for clients that do not read: its processor time no longer grows. */
async function atRest(pid: number): Promise<void> {
  const ticks = () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (user as number) + (system as number)
  }
  let before = -REST_TICKS
  for (let i = 0; i < 60 && ticks() - before > REST_TICKS; i++) {
    before = ticks()
    await pause(1_000)
  }
}

/** Lots that are as long as lots can be. */
async function fill({ served, faults }: Scene, { id, token }: Scene['lender']): Promise<void> {
  const note = '\u{1F33E}'.repeat(1_900)
  for (let done = 0; done < LOTS; done += 100) {
    const records = Array.from({ length: 100 }, () => ({
      id: uuidv7(),
      type: 'lot',
      occurred_at: new Date().toISOString(),
      lawful_basis: 'contract_performance',
      holder: id,
      crop: 'coffee_green',
      quantity: { value: 100, unit: 'kg' },
      inputs: Array.from({ length: 256 }, () => ({ record_id: uuidv7(), kg: 0.1 })),
      note,
    }))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const status = await ask(
      served.port,
      '/v1/sync/outbox',
      headers,
      '127.0.0.1',
      JSON.stringify({ records }),
    )
    if (status !== 200) faults.add('the lots were not taken', String(status))
  }
}

/** @returns the status, or null when no answer comes */
function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  localAddress: string,
  body?: string,
): Promise<number | null> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST'
    const timeout = body === undefined ? PATIENCE_MS : 12 * PATIENCE_MS
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers,
      localAddress,
      timeout,
      agent: false,
    })
    sent.once('response', (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? null))
    })
    sent.once('timeout', () => sent.destroy())
    sent.once('error', () => resolve(null))
    sent.end(body)
  })
}

function lengthOf(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, async (answer) => {
      let bytes = 0
      for await (const piece of answer) bytes += (piece as Buffer).length
      resolve(bytes)
    })
      .once('error', reject)
      .end()
  })
}

/** What the line of figures tells. */
export const SOCKETS_FIGURES: readonly string[] = [
  ...['partial requests', 'files and connections open', 'others answered', 'MiB of a list'],
  ...['contracts', 'lists'].flatMap((what) => [`unread ${what}`, `unread ${what}, MiB more`]),
]

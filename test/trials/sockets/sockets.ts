import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { asked, CROWD } from '../common/crowd.ts'
import { atRest, Held } from '../common/held.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import type { TrialRun } from '../common/suite.ts'
import { Watch } from '../common/watch.ts'
import { PURPOSE } from '../common/workload.ts'

/** Clients that take connections and do not use them, ask and do not read: others are answered, and memory stays bounded. */

const MIB = 2 ** 20
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
    if ((await ready(served.port, from)) === 200) answered++
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
  const question = { path: list, headers: { authorization }, timeout: 12 * PATIENCE_MS }
  const { status, bytes } = await asked(served.port, question)
  if (status !== 200) faults.add('the list is not answered', String(status))
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
    if ((await ready(served.port, BYSTANDER)) !== 200)
      faults.add('others are kept out', `beside unread ${what}`)
    held.end()
    say(`${count} unread ${what}: ${grownMib} MiB more`)
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
    const { status, text } = await asked(served.port, {
      ...{ path: '/v1/sync/outbox', timeout: 12 * PATIENCE_MS, body: JSON.stringify({ records }) },
      headers: { authorization: `Bearer ${token}` },
    })
    if (status !== 200 || text.includes('rejected'))
      faults.add('the lots were not taken', `${status} ${text.slice(0, 300)}`)
  }
}

/** @returns the status; 0 if no answer comes */
const ready = async (port: number, localAddress: string): Promise<number> =>
  (await asked(port, { path: '/v1/ready', localAddress, timeout: PATIENCE_MS })).status

/** What the line of figures tells. */
export const SOCKETS_FIGURES: readonly string[] = [
  ...['partial requests', 'files and connections open', 'others answered', 'MiB of a list'],
  ...['contracts', 'lists'].flatMap((what) => [`unread ${what}`, `unread ${what}, MiB more`]),
]

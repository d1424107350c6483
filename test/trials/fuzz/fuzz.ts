import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase } from '../../../src/store/file/open.ts'
import { checkFile } from '../common/check.ts'
import { Memory } from '../common/memory.ts'
import { Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { type Look, Watch } from '../common/watch.ts'
import { Blame } from './blame.ts'
import { readContract } from './contract.ts'
import { Driver } from './driver.ts'
import { faultsOf } from './judge.ts'
import { Requests } from './requests.ts'
import { sendAlone } from './rough.ts'
import { settled } from './settling.ts'
import { Stalls } from './stalls.ts'
import { beyond, Villages, villageOf } from './villages.ts'

/** Requests by the hundred thousand, right, nearly right and wrong: none may harm the service or be answered amiss. */

export interface FuzzOptions {
  /** Number of the first request, and how many there are. */
  readonly from: number
  readonly requests: number
  /** Others are at work on this machine, so that nothing can be said of time. */
  readonly mayStall?: boolean
}

const LOOK_MS = 5_000
/** The numbers of a run are lifted where they would only stop it; a refusal is kept back as it is always. */
const SETTINGS = {
  GRANARY_REFUSAL_MS: '5',
  GRANARY_REGISTRY_PER_MINUTE: '1000000000',
  GRANARY_MAX_DEVICES: '100000',
}

export async function fuzz(trial: TrialRun, options: FuzzOptions): Promise<null> {
  const { program, folder, faults } = trial
  const watch = new Watch(program, folder)
  const served = await Served.at(program, join(folder, 'data'), { ...SETTINGS, ...watch.environment })
  try {
    const { cooperative, credential } = await served.document('init', '--name', 'Fuzz Cooperative')
    await served.start()
    await run(trial, options, served, watch, { id: cooperative, token: credential })
    const ready = Buffer.from('GET /v1/ready HTTP/1.1\r\nHost: granary\r\nConnection: close\r\n\r\n')
    const { answers } = await sendAlone(served.port, ready)
    if (answers[0]?.status !== 200)
      faults.add('the service is not ready in the end', String(answers[0]?.body ?? 'no answer'))
    await served.end('SIGTERM')
    for (const complaint of served.complaints) faults.add('the service complained', complaint)
    lookAtFile(served, trial)
  } finally {
    await served.end('SIGKILL')
  }
  return null
}

async function run(
  { program, seed, folder, tally, faults, say }: TrialRun,
  { from, requests: count, mayStall }: FuzzOptions,
  served: Served,
  watch: Watch,
  cooperative: { readonly id: string; readonly token: string },
): Promise<void> {
  const { port } = served
  const contract = readContract(join(dirname(program), '..', 'openapi.json'))
  const settlement = { served, contract, seed, cooperative, beganMs: Date.now() }
  const villages = new Villages((village) => settled(settlement, village))
  say('peopling the service')
  await villages.at(from)
  const requests = new Requests(contract, seed)
  const [memory, stalls, blame] = [new Memory(faults, tally), new Stalls(), new Blame(faults, seed)]
  const database = join(served.data, 'granary.db')
  let longestWorkMs = 0
  // What came until now, its start above all, is no doing of the requests.
  memory.add(withoutPages(await watch.look(), database))
  const watched = new Stopwatch()
  const isOver = () => !served.isRunning
  const driver = new Driver({
    port,
    requests,
    isOver,
    tally,
    judge: (request, answer) => {
      for (const fault of faultsOf(request, answer, contract, folder))
        blame.add(fault, request, `${answer.status} ${answer.body.toString('utf8').slice(0, 300)}`)
    },
    wrong: (fault, request) => blame.add(fault, request, ''),
  })
  const note = (look: Look) => {
    memory.add(withoutPages(look, database))
    stalls.add(look)
    longestWorkMs = Math.max(longestWorkMs, look.longestWorkMs)
  }
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      if (!served.isRunning) return
      note(await watch.look())
      say(`${driver.answered} answered, ${Math.round(driver.answered / watched.seconds)} a second`)
    }
  })()
  const driving = async () => {
    for (let number = from; number < from + count && !isOver(); number = beyond(villageOf(number))) {
      const end = Math.min(beyond(villageOf(number)), from + count)
      const world = await villages.at(number)
      // The next one is peopled meanwhile.
      if (end < from + count) void villages.at(end)
      await driver.run(world, number, end)
    }
  }
  await driving().finally(() => {
    isDone = true
  })
  tally.add('requests', driver.answered)
  tally.add('requests a second', Math.round(driver.answered / watched.seconds))
  await watching
  if (served.isRunning) note(await watch.look())
  memory.judge()
  tally.add('longest turn of the loop, ms', Math.round(longestWorkMs))
  const made = async (number: number) => requests.make(number, await villages.at(number))
  if (mayStall !== true) await stalls.judge({ watch, port, faults, tally, blame, say, made })
  await blame.again(port, contract, folder)
}

/** Of the writing connection (`CACHE_KIB` of src/store/file/open.ts). */
const PAGE_CACHE_BYTES = 64 * 2 ** 20

/** A look without the pages of the file that SQLite keeps: while the file is young they grow with it, up to a bound. */
const withoutPages = (look: Look, database: string): Look => ({
  ...look,
  rss: look.rss - Math.min(PAGE_CACHE_BYTES, statSync(database).size),
})

function lookAtFile(served: Served, { faults, tally }: TrialRun): void {
  const db = openDatabase(join(served.data, 'granary.db'), { readonly: true })
  try {
    checkFile(db, faults)
    const count = db.prepare<[], number>('SELECT count(*) FROM entry WHERE kind < 31').pluck().get()
    tally.add('records stored', count)
  } finally {
    db.close()
  }
}

/** What the line of figures tells. */
export const FUZZ_FIGURES: readonly string[] = [
  ...['requests', 'requests a second', 'records stored', 'longest turn of the loop, ms', 'long turns'],
  ...['longest wait for the disk, ms', 'heapUsed MiB before', 'heapUsed MiB', 'rss MiB before', 'rss MiB'],
]

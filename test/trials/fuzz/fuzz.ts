import { join } from 'node:path'
import { openDatabase } from '../../../src/store/file/open.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'
import { leafFaults } from '../../support/store/leaf-faults.ts'
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
import { Vitals, withoutPages } from './vitals.ts'

/** Requests by the hundred thousand, right, nearly right and wrong: none may harm the service or be answered amiss. */

export interface FuzzOptions extends TrialRun {
  /** Path of openapi.json. */
  readonly contract: string
  /** Number of the first request, and how many there are at most. */
  readonly from: number
  readonly count: number
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

/** @returns requests answered a second */
export async function fuzz(options: FuzzOptions): Promise<number> {
  const { program, folder, faults } = options
  const watch = new Watch(program, folder)
  const served = await Served.at(program, join(folder, 'data'), { ...SETTINGS, ...watch.environment })
  try {
    const { code, out, err } = await served.command('init', '--name', 'Fuzz Cooperative')
    if (code !== 0) throw new Error(`the folder cannot be set up: ${err}`)
    const { cooperative, credential } = JSON.parse(out) as { cooperative: string; credential: string }
    await served.start()
    const perSecond = await run(options, served, watch, { id: cooperative, token: credential })
    const ready = Buffer.from('GET /v1/ready HTTP/1.1\r\nHost: granary\r\nConnection: close\r\n\r\n')
    const { answers } = await sendAlone(served.port, ready)
    if (answers[0]?.status !== 200)
      faults.add('the service is not ready in the end', String(answers[0]?.body ?? 'no answer'))
    await served.end('SIGTERM')
    for (const complaint of served.complaints) faults.add('the service complained', complaint)
    checkFile(served, options)
    return perSecond
  } finally {
    await served.end('SIGKILL')
  }
}

async function run(
  options: FuzzOptions,
  served: Served,
  watch: Watch,
  cooperative: { readonly id: string; readonly token: string },
): Promise<number> {
  const { from, count, seconds, seed, folder, tally, faults, say } = options
  const { port } = served
  const contract = readContract(options.contract)
  const settlement = { served, contract, seed, cooperative, beganMs: Date.now() }
  const villages = new Villages((village) => settled(settlement, village))
  say('peopling the service')
  await villages.at(from)
  const requests = new Requests(contract, seed)
  const [memory, stalls, blame] = [new Memory(faults, tally), new Stalls(), new Blame(faults, seed)]
  const database = join(served.data, 'granary.db')
  const before = await watch.look()
  const vitals = new Vitals(before)
  memory.add(withoutPages(before, database))
  const watched = new Stopwatch()
  const isOver = () => watched.seconds > seconds || !served.isRunning
  const driver = new Driver({
    port,
    requests,
    isOver,
    tally,
    judge: (request, answer) => {
      tally.add(`kind: ${request.kind.slice(request.kind.indexOf(', ') + 2)}`)
      for (const fault of faultsOf(request, answer, contract, folder))
        blame.add(fault, request, `${answer.status} ${answer.body.toString('utf8').slice(0, 300)}`)
    },
    wrong: (fault, request) => blame.add(fault, request, ''),
  })
  const note = (look: Look) => {
    memory.add(withoutPages(look, database))
    stalls.add(look)
    vitals.add(look)
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
  const perSecond = driver.answered / watched.seconds
  tally.add('requests', driver.answered)
  await watching
  if (served.isRunning) note(await watch.look())
  memory.judge()
  vitals.tell(tally)
  const made = async (number: number) => requests.make(number, await villages.at(number))
  if (options.mayStall !== true) await stalls.judge({ watch, port, faults, tally, blame, say, made })
  await blame.again(port, contract, folder)
  return perSecond
}

function checkFile(served: Served, { faults, tally }: TrialRun): void {
  const db = openDatabase(join(served.data, 'granary.db'), { readonly: true })
  try {
    for (const fault of leafFaults(db)) faults.add('the log does not verify', fault)
    for (const fault of auditFaults(db)) faults.add('the audit log does not verify', fault)
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') faults.add('the file is damaged', String(integrity))
    tally.add(
      'records stored',
      db.prepare('SELECT count(*) FROM entry WHERE kind < 31').pluck().get() as number,
    )
  } finally {
    db.close()
  }
}

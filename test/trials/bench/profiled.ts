import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Service } from './children.ts'
import { batches, registerDevice } from './devices.ts'
import type { Source } from './load.ts'
import type { Plan } from './measure.ts'
import type { Part } from './options.ts'
import { overHttp } from './probes.ts'
import { hottest, monotonicUs, readableBundle, type Window } from './profile.ts'
import { chance } from './records.ts'
import type { WorkProfile } from './report.ts'
import { reads, recordPath, writes } from './requests.ts'
import { say } from './say.ts'
import type { Side } from './scale.ts'
import { walkFeed } from './walks.ts'
import { listPath } from './work.ts'

/** A further run of the server under `--cpu-prof`, cut into one window for each kind of work. */

const HOT_FUNCTIONS = 15
const MANY = 64
const BATCH = 500

interface Work {
  readonly name: string
  readonly connections: number
  readonly source: Source
}

export async function profiled(
  side: Side,
  wants: (part: Part) => boolean,
  plan: Plan,
  folder: string,
): Promise<WorkProfile[]> {
  const profiles = join(folder, 'profiles')
  mkdirSync(profiles)
  const program = readableBundle()
  const service = await Service.start(side.data, { profiling: { program, folder: profiles } })
  const windows: Window[] = []
  const works = [
    ...(wants('work') ? everydayWorks(side) : []),
    ...(wants('sync') ? await deviceWorks(side, service.port) : []),
  ]
  for (const { name, connections, source } of works) {
    say(`profiling ${name}`)
    const probe = overHttp(service.port, service.pid, connections, source)
    await probe(plan.warmUpMs)
    const fromUs = monotonicUs()
    const { sample } = await probe(plan.seconds * 1000)
    windows.push({ name, fromUs, toUs: monotonicUs(), requests: sample.count })
  }
  await service.stop()
  const hot = (window: Window) => hottest(profiles, program, window, HOT_FUNCTIONS)
  return windows.map((window) => ({
    work: window.name,
    requests: window.requests,
    hottest: hot(window),
  }))
}

function everydayWorks({ seeded }: Side): Work[] {
  const { cooperativeToken, lenderToken, cast } = seeded
  const works: [string, Source][] = [
    ['GET as owner', reads(seeded.anywhere.map(recordPath), cooperativeToken)],
    ['GET by a grant', reads(seeded.granted.map(recordPath), lenderToken)],
    ['list of 100', reads([listPath], cooperativeToken)],
    ['POST', writes('/v1/records', cast, cooperativeToken)],
  ]
  return works.map(([name, source]) => ({ name, connections: MANY, source }))
}

async function deviceWorks({ seeded }: Side, port: number): Promise<Work[]> {
  const { cast, cooperativeToken } = seeded
  const feed = await walkFeed(port, cooperativeToken)
  const token = await registerDevice(port, cooperativeToken)
  const brought = batches({ cast, tokens: [token], records: BATCH, random: chance(61) })
  return [
    { name: 'change feed, 500 a page', connections: 1, source: reads(feed.paths, cooperativeToken) },
    { name: `batch of ${BATCH}`, connections: 1, source: brought },
  ]
}

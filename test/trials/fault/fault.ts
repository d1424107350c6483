import { type Random, seeded } from '../../support/records/gate/random.ts'
import type { Upload } from '../common/account.ts'
import { check } from '../common/check.ts'
import { noteAcknowledged } from '../common/figures.ts'
import { PeopleAtWork } from '../common/people-at-work.ts'
import { aPicture } from '../common/picture.ts'
import { isReady, readyWithin } from '../common/readiness.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { isInOwnNamespace } from '../common/system.ts'
import { begin, carryOn } from '../common/uploading.ts'
import { verify } from '../common/verified.ts'
import { pause } from '../soak/stop.ts'
import { FILLED, FREE_SPACE_MS, type Harm, INJECTED } from './harms.ts'
import { Places } from './places.ts'
import { whyNoTracing } from './tracer.ts'
import { refusesAnUnsureFolder } from './unsure-folder.ts'

/** Harm lasts so long, at least and at most, milliseconds. */
const HARM_MS = [300, 1_200] as const
/** By then the service is ready again: the object store is believed to be down for five seconds. */
const READY_MS = 15_000
/** After so many rounds on the same disks there is room on them no more. */
const ROUNDS_ON_DISKS = 12
/** Of a hundred rounds, after so many the service is killed and started again. */
const KILLED_PERCENT = 30

/**
 * Disks that are full and disks that fail, once and from then on: the service answers 503 and 507 meanwhile, never ends,
 * says that it is not ready, goes on by itself afterwards, and nothing that it acknowledged is missing.
 */
export async function fault(trial: TrialRun): Promise<string | null> {
  if (!isInOwnNamespace()) return 'this user may not mount'
  const reason = await whyNoTracing(trial.folder)
  if (reason !== null) trial.say(`disks are only filled, calls do not fail: ${reason}`)
  const random = seeded(trial.seed * 1_000 + 2)
  const harms = random.shuffled(reason === null ? [...FILLED, ...INJECTED] : FILLED)
  const watch = new Stopwatch()
  for (let n = 0; watch.seconds < trial.seconds && trial.faults.count === 0; n++) {
    const places = new Places(trial.folder, `disks-${n}`)
    const served = await Served.at(trial.program, places.data)
    const scene = await prepare(trial, served)
    const turn = (i: number) => harms[(n * ROUNDS_ON_DISKS + i) % harms.length] as Harm
    const rounds = Array.from({ length: ROUNDS_ON_DISKS }, (_, i) => turn(i))
    await onTheseDisks(scene, places, rounds, random, watch)
    if (reason === null) refusesAnUnsureFolder(scene)
    if (trial.faults.count === 0) places.unmount()
  }
  return null
}

async function onTheseDisks(
  scene: Scene,
  places: Places,
  harms: readonly Harm[],
  random: Random,
  watch: Stopwatch,
): Promise<void> {
  const { served, tally, faults, account, say } = scene
  const people = new PeopleAtWork(scene)
  for (const harm of harms) {
    await round(scene, places, people, harm, random)
    if (random.below(100) < KILLED_PERCENT) {
      await served.end('SIGKILL')
      check(scene)
      await served.start()
      tally.add('restarts')
    }
    tally.add('rounds')
    noteAcknowledged(tally, account)
    say(`${harm.name}: ${account.size} acknowledged on these disks, ${faults.count} faults`)
    if (watch.seconds > scene.seconds || faults.count > 0) break
  }
  await startOnAFullDisk(scene, places, people, random)
  await served.end('SIGTERM')
  for (const complaint of served.complaints) faults.add('the service complained', complaint)
  check(scene)
  await verify(scene)
}

async function round(
  scene: Scene,
  places: Places,
  people: PeopleAtWork,
  harm: Harm,
  random: Random,
): Promise<void> {
  const { served, tally, faults } = scene
  const open = await anUpload(scene, people, random)
  people.start()
  people.workload.isHarmed = true
  const upload = open.path.slice('/v1/uploads/'.length)
  const end = await harm.begin({ places, pid: served.pid, folder: scene.folder, upload, random })
  const [least, most] = HARM_MS
  await Promise.all([
    pause(least + random.below(most - least)),
    carryOn(people.workload, open, open.picture.length >> 1),
  ])
  if (harm.isFelt && (await isReady(scene))) faults.add('the service calls itself ready', harm.name)
  const seen = await end()
  tally.add('injected', seen.failed)
  if (seen.failed === 0) tally.add('rounds without harm')
  for (const fault of seen.faults) faults.add('a failed sync was taken for done', `${harm.name}: ${fault}`)
  await people.stop()
  await pause(harm.lingersMs)
  people.workload.isHarmed = false
  if (!served.isRunning) throw new Error(`${harm.name}: the service has ended: ${served.said}`)
  await people.workload.record()
  await readyWithin(scene, READY_MS, harm.name)
  await people.settle()
}

/** It starts, or tells in a sentence why it cannot; and with some room it starts in any case. */
async function startOnAFullDisk(
  { served, tally, faults }: Scene,
  places: Places,
  people: PeopleAtWork,
  random: Random,
): Promise<void> {
  await served.end(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL')
  const makeRoom = places.fill('data')
  people.workload.isHarmed = true
  try {
    await served.start()
    tally.add('starts on a full disk')
    await people.workload.record()
  } catch (error) {
    const { message } = error as Error
    if (!message.includes('The disk is full.')) faults.add('a start that failed is not explained', message)
    tally.add('starts refused')
  }
  makeRoom()
  await pause(FREE_SPACE_MS)
  people.workload.isHarmed = false
  if (!served.isRunning) await served.start()
  await people.settle()
}

/** Begun, and half of it sent. */
async function anUpload(scene: Scene, { workload }: PeopleAtWork, random: Random): Promise<Upload> {
  const picture = aPicture(random, 200)
  const upload = await begin(workload, scene.lender.token, picture)
  if (upload === null) throw new Error('an upload cannot be begun')
  scene.account.uploads.push(upload)
  await carryOn(workload, upload, picture.length >> 2)
  return upload
}

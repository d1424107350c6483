import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seeded } from '../../support/records/gate/random.ts'
import { check } from '../common/check.ts'
import { noteAcknowledged } from '../common/figures.ts'
import { readyWithin } from '../common/readiness.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { verify } from '../common/verified.ts'
import { Workload } from '../common/workload.ts'
import { pause } from '../soak/stop.ts'
import { backups, type Others } from './backups.ts'
import { bucketPlace } from './bucket.ts'
import { folderPlace } from './folder.ts'
import type { Harm, Place } from './harm.ts'
import { Pictures } from './pictures.ts'

/**
 * Object stores that refuse, hang, lie and lose: pictures wait and are told so, records go on, nothing acknowledged is
 * lost, and all goes on by itself when the store is back.
 */

/** Longer than a silent store is waited for, so that a picture is seen to be turned away. */
const HARM_MS = 28_000
/** Harms that show at once. */
const QUICK_HARM_MS = 4_000
/** What a store that is back may take: it is believed to be down for five seconds. */
const RECOVERED_MS = 20_000
const SENDERS = 3
const REST_MS = 50
/** Nobody who writes a record waits for the object store. */
const RECORD_MS = 2_000
const FETCHED_A_ROUND = 12

const PLACES = [
  ['folder', folderPlace],
  ['bucket', bucketPlace],
] as const

export interface StoreOptions {
  /** So long each harm lasts at most, milliseconds. */
  readonly harmMs?: number
  /** Which are left out. */
  readonly without?: (harm: Harm) => boolean
  readonly withoutBackups?: boolean
  readonly withoutBucket?: boolean
}

export async function store(trial: TrialRun, options: StoreOptions = {}): Promise<null> {
  const watch = new Stopwatch()
  for (let turn = 0; turn === 0 || (watch.seconds < trial.seconds && trial.faults.count === 0); turn++)
    for (const [name, makePlace] of PLACES) {
      if (name === 'bucket' && options.withoutBucket === true) continue
      const folder = join(trial.folder, `${name}-${turn}`)
      mkdirSync(folder)
      const place = await makePlace(folder)
      try {
        await at(place, folder, trial, options)
      } finally {
        await place.close()
      }
    }
  return null
}

async function at(place: Place, folder: string, trial: TrialRun, options: StoreOptions): Promise<void> {
  const { faults, tally, say } = trial
  const served = await Served.at(trial.program, join(folder, 'data'), place.settings)
  try {
    const scene = await prepare(trial, served)
    const people = new People(scene, place)
    people.start()
    if (!place.isAlwaysDown) await people.recovered('its start')
    for (const harm of place.harms.filter((one) => options.without?.(one) !== true)) {
      await round(harm, place, people, options)
      tally.add('harms')
      say(`${place.name}: ${harm.name}; ${people.pictures.kept.length} pictures kept, ${faults.count} faults`)
      if (faults.count > 0) break
    }
    if (place.backupsTo !== null && options.withoutBackups !== true)
      await backups(scene, place, place.backupsTo, folder, people)
    await people.stop()
    if (!place.isAlwaysDown) for (const upload of people.pictures.kept) await people.mustFetch(upload)
    people.pictures.close()
    scene.line.close()
    await served.end('SIGTERM')
    for (const complaint of served.complaints) faults.add('the service complained', complaint)
    noteAcknowledged(tally, scene.account)
    check(scene)
    await verify(scene)
  } finally {
    await served.end('SIGKILL')
  }
}

async function round(
  harm: Harm,
  place: Place,
  people: People,
  { harmMs = HARM_MS }: StoreOptions,
): Promise<void> {
  people.harmed(true)
  harm.begin()
  await pause(Math.min(harmMs, harm.name.endsWith('hangs') ? HARM_MS : QUICK_HARM_MS))
  harm.end()
  if (!place.isAlwaysDown) await people.recovered(harm.name)
}

/** Those who send pictures, those who fetch them, and those who write records meanwhile. */
class People implements Others {
  readonly pictures: Pictures
  readonly #scene: Scene
  readonly #workload: Workload
  #isStopped = false
  #works: Promise<unknown> = Promise.resolve()

  constructor(scene: Scene, { isAlwaysDown }: Place) {
    this.#scene = scene
    this.pictures = new Pictures(scene, seeded(scene.seed * 1_000 + 21))
    this.pictures.isHarmed = isAlwaysDown
    this.#workload = new Workload(scene, seeded(scene.seed * 1_000 + 22))
  }

  start(): void {
    const again = async (work: () => Promise<unknown>) => {
      while (!this.#isStopped) {
        await work()
        await pause(REST_MS)
      }
    }
    const sending = Array.from({ length: SENDERS }, () => again(() => this.pictures.send()))
    this.#works = Promise.all([
      ...sending,
      again(() => this.pictures.fetch()),
      again(() => this.#write()),
      again(() => this.#workload.batch()),
    ]).catch((error: Error) =>
      this.#scene.faults.add('what was acknowledged is not there', String(error.stack)),
    )
  }

  harmed(isHarmed: boolean): void {
    this.pictures.isHarmed = isHarmed
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#works
  }

  /** All is well again by itself: new pictures are taken, those that waited are finished, old ones are fetched. */
  async recovered(from: string): Promise<void> {
    const { faults, tally } = this.#scene
    await readyWithin(this.#scene, RECOVERED_MS, from)
    const watch = new Stopwatch()
    const before = this.pictures.kept.length
    while (this.pictures.kept.length < before + SENDERS && watch.ms < RECOVERED_MS) await pause(REST_MS)
    if (this.pictures.kept.length < before + SENDERS)
      faults.add('pictures are not taken again', `after ${from}; ${this.pictures.open} wait`)
    // What was asked while it was harmed is answered by now.
    this.pictures.isHarmed = false
    tally.add('longest recovery, ms', Math.max(0, Math.round(watch.ms) - tally.of('longest recovery, ms')))
    for (const upload of this.pictures.kept.slice(-FETCHED_A_ROUND)) await this.mustFetch(upload)
  }

  async mustFetch(upload: Parameters<Pictures['fetch']>[0]): Promise<void> {
    if (!(await this.pictures.fetch(upload)))
      this.#scene.faults.add('an acknowledged picture is not there', String(upload?.storedSha256))
  }

  async #write(): Promise<void> {
    const watch = new Stopwatch()
    await this.#workload.record()
    if (watch.ms > RECORD_MS)
      this.#scene.faults.add('a record waited for the object store', `${watch.ms.toFixed(0)} ms`)
  }
}

/** What the line of figures tells. */
export const STORE_FIGURES = [
  ...[
    'harms',
    'pictures acknowledged',
    'pictures fetched',
    'longest recovery, ms',
    'acknowledged',
    'missing',
  ],
] as const

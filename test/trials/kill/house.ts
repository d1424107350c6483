import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Random, seeded } from '../../support/records/gate/random.ts'
import { check } from '../common/check.ts'
import { PeopleAtWork } from '../common/people-at-work.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { type Commanded, Served } from '../common/served.ts'
import type { TrialRun } from '../common/suite.ts'

/** From the start of a command to where it is killed, at most; half as long each time that it ended before. */
const COMMAND_MS = 1_500

/** A served cooperative that publishes its roots and makes backups, and people at work in it. */
export class House {
  readonly scene: Scene
  readonly people: PeopleAtWork
  readonly random: Random
  /** Where roots are published. */
  readonly published: string
  /** What opens its backups. */
  readonly identity: string
  /** Folders made beside it. */
  readonly beside: string

  private constructor(scene: Scene, random: Random, folder: string, identity: string) {
    this.scene = scene
    this.random = random
    this.people = new PeopleAtWork(scene)
    this.published = join(folder, 'published')
    this.beside = join(folder, 'beside')
    this.identity = identity
  }

  static async built(trial: TrialRun, random: Random, name: string): Promise<House> {
    const folder = join(trial.folder, name)
    for (const part of ['published', 'beside']) mkdirSync(join(folder, part), { recursive: true })
    const served = await Served.at(trial.program, join(folder, 'data'), {
      GRANARY_ANCHOR_PUBLISHER: `folder:${join(folder, 'published')}`,
      GRANARY_BACKUP_STORE: `file:${join(folder, 'backups')}`,
      GRANARY_BACKUP_EVERY: 'off',
    })
    const scene = await prepare(trial, served)
    const { identity } = await served.document('backup', 'key')
    return new House(scene, random, folder, identity)
  }

  /** Runs a command that must succeed, maybe with something owed. @returns what it printed */
  // biome-ignore lint/suspicious/noExplicitAny: documents are whatever the command says; the suite asserts on them
  async must(served: Served, codes: readonly number[], ...words: readonly string[]): Promise<any> {
    const done: Commanded = await served.command(...words)
    if (codes.includes(done.code as number)) return JSON.parse(done.out)
    this.scene.faults.add(
      `granary ${words[0]} ${words[1] ?? ''} failed`,
      `${done.code}: ${done.out}${done.err}`,
    )
    return null
  }

  /** Kills a command wherever it stands, beside the service or without it. Where it came too late, it tries again. */
  async killCommand(...words: readonly string[]): Promise<void> {
    // Of its own, since others draw meanwhile.
    const random = seeded(this.random.below(2 ** 32))
    for (let withinMs = COMMAND_MS; ; withinMs /= 2)
      if (this.note(await this.scene.served.commandKilled(random.below(withinMs), ...words))) return
  }

  /** @returns whether the command was killed; else it ended before its time */
  note({ code }: Commanded): boolean {
    this.scene.tally.add(code === null ? 'kills' : 'came too late')
    return code === null
  }

  /** Nothing is harmed any more: the service runs, and what was not acknowledged is sent again. */
  async mend(): Promise<void> {
    const { served } = this.scene
    if (!served.isRunning) await served.start()
    this.people.workload.isHarmed = false
    await this.people.settle()
  }

  /** Ends the service at once, wherever it stands, and looks at what it left. */
  async killService(): Promise<void> {
    this.people.workload.isHarmed = true
    await this.scene.served.end('SIGKILL')
    await this.people.stop()
    this.scene.tally.add('kills')
    check(this.scene)
  }

  /** In order, to be looked at as a whole. */
  async close(): Promise<void> {
    const { served, faults } = this.scene
    // Whoever verifies has something from outside to compare with.
    await this.must(served, [0], 'anchor', 'run')
    await served.end('SIGTERM')
    check(this.scene)
    await this.must(served, [0], 'anchor', 'verify')
    await this.must(served, [0], 'verify')
    for (const complaint of served.complaints) faults.add('the service complained', complaint)
    if (faults.count === 0) rmSync(join(this.beside, '..'), { recursive: true, force: true })
  }
}

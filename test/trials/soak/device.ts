import { type Random, seeded } from '../../support/records/gate/random.ts'
import { DeviceClock } from './clock.ts'
import type { Writer } from './drafts.ts'
import { Feed } from './feed.ts'
import type { Draft } from './ledger.ts'
import { type Ask, Link, type Reply } from './link.ts'
import { Memory } from './memory.ts'
import type { Plan } from './people.ts'
import type { Scene } from './scene.ts'
import { Sender } from './sender.ts'
import { pause } from './stop.ts'

interface Token {
  readonly text: string
  /** When somebody began to end it, and when it was said to have ended. */
  endingMs: number | null
  endedMs: number | null
}

const PAGE_SIZES = [1, 20, 100, 100, 500]
/** Without a signal a device rests so many times as long. */
const AWAY = 8
const TURNED_AWAY_MS = 300

/** Each device has three sources of chance, so that what one meets does not change what another does. */
const seedOf = (seed: number, device: number, part: number) => seed * 1_000 + 10 * device + part

/** A phone: it writes, sends, pulls, loses its connection and its clock, and is shut out and let in again. */
export class Device {
  readonly id: string
  readonly party: string
  readonly plan: Plan
  readonly writer: Writer
  readonly sender: Sender
  readonly feeds: readonly Feed[]
  readonly #scene: Scene
  readonly #link: Link
  readonly #random: Random
  readonly #pulling: Random
  #pulled: Draft | undefined
  #token: Token | null = null

  constructor(scene: Scene, plan: Plan, number: number) {
    const random = seeded(seedOf(scene.seed, number, 0))
    const clock = new DeviceClock(random, number % 2 === 0)
    const memory = new Memory()
    this.id = random.id(clock.nowMs())
    this.party = plan.party.id
    this.plan = plan
    this.#scene = scene
    this.#random = random
    this.#pulling = seeded(seedOf(scene.seed, number, 1))
    this.#link = new Link(scene.service.port, seeded(seedOf(scene.seed, number, 2)), scene.tally)
    this.writer = {
      party: this.party,
      deviceId: this.id,
      random,
      clock,
      memory,
      hearsay: scene.hearsay,
      people: scene.cast.people,
      mandates: scene.cast.mandates.filter(({ delegate }) => delegate === this.party),
    }
    this.sender = new Sender(this, scene, random)
    this.feeds = plan.purposes.map(
      (purpose) =>
        new Feed(purpose, this.get, scene, this.name, (record) => {
          memory.note(record)
          this.#pulled = record
        }),
    )
  }

  get name(): string {
    return `${this.plan.party.name}'s device ${this.id}`
  }

  somethingPulled(): Draft | undefined {
    return this.#pulled
  }

  /** Writes and sends, and pulls beside it, until the soak is over. */
  async live(): Promise<void> {
    await Promise.all([this.#push(), this.#pull()])
  }

  calmDown(): void {
    this.#link.isCalm = true
  }

  close(): void {
    this.#link.close()
  }

  async #push(): Promise<void> {
    const { stop, restMs } = this.#scene
    while (!stop.isSet) {
      const isAway = this.#random.chance(0.02)
      this.sender.write(isAway)
      await stop.sleep(this.#random.below(isAway ? AWAY * restMs : restMs))
      await this.sender.sendSome()
    }
  }

  async #pull(): Promise<void> {
    const { stop, restMs } = this.#scene
    const random = this.#pulling
    while (!stop.isSet) {
      const feed = random.pick(this.feeds)
      const limit = random.pick(PAGE_SIZES)
      for (let pages = 1 + random.below(20); pages > 0 && !stop.isSet; pages--)
        if ((await feed.pull(limit)) !== 'more') break
      await stop.sleep(random.below(random.chance(0.05) ? AWAY * restMs : restMs))
    }
  }

  get: (path: string) => Promise<Reply> = (path) => this.ask({ method: 'GET', path })

  /** As this device. What it was turned away with (too busy, shut out) it takes for an answer that was lost. */
  async ask(ask: Omit<Ask, 'token'>): Promise<Reply> {
    const { tally, faults } = this.#scene
    const token = this.#token as Token
    const begunMs = Date.now()
    const reply = await this.#link.ask({ ...ask, token: token.text })
    if (!reply.answered) {
      if (reply.hung) faults.add('a request was left hanging', `${this.name}: ${ask.path}`)
      await pause(this.#random.below(TURNED_AWAY_MS))
      return reply
    }
    if (reply.status === 401 || reply.status === 503) {
      tally.add(reply.status === 401 ? 'shut out' : 'turned away: busy')
      if (reply.status === 401 && token.endingMs === null)
        faults.add('a device was shut out whose token nobody ended', this.name)
      if (reply.status === 401 && this.#link.isCalm) throw new Error(`${this.name} is shut out for good`)
      await pause(TURNED_AWAY_MS)
      // A batch is appended in slices: if the token or the service ends midway, its first records are there.
      const wasOver = reply.status === 401 && token.endedMs !== null && begunMs > token.endedMs
      return { answered: false, mayHaveArrived: !wasOver, hung: false }
    }
    if (token.endedMs !== null && begunMs > token.endedMs)
      faults.add('a token was good after it had been ended', `${this.name}: ${reply.status}`)
    return reply
  }

  /** From the moment somebody sets about shutting it out, it may be turned away. */
  noteEnding(): void {
    if (this.#token) this.#token.endingMs ??= Date.now()
  }

  noteEnded(): void {
    if (this.#token) this.#token.endedMs ??= Date.now()
  }

  /** Registers with a code, again and again until the token has come. */
  async register(code: string): Promise<void> {
    this.noteEnding()
    const body = Buffer.from(
      JSON.stringify({ id: this.id, name: `Phone ${this.id.slice(-4)}`, platform: 'Soak 1' }),
    )
    for (;;) {
      const headers = { 'content-type': 'application/json' }
      const reply = await this.#link.ask({ method: 'POST', path: '/v1/devices', token: code, body, headers })
      if (reply.answered && reply.status === 201) {
        this.noteEnded()
        this.#token = { text: reply.body.token, endingMs: null, endedMs: null }
        return
      }
      if (reply.answered && reply.status !== 503) {
        this.#scene.faults.add(
          'a good code did not let a device in',
          `${reply.status} ${JSON.stringify(reply.body)}`,
        )
        throw new Error(`${this.name} cannot register: ${JSON.stringify(reply.body)}`)
      }
      await pause(TURNED_AWAY_MS)
    }
  }
}

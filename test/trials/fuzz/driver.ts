import type { Tally } from '../soak/tally.ts'
import { type Answer, Line } from './line.ts'
import type { Request, Requests } from './requests.ts'
import { sendAlone } from './rough.ts'
import type { World } from './world.ts'

/** Sends requests over several connections, several at once on each, and gives every answer to a judge. */

export interface DriverOptions {
  readonly port: number
  readonly requests: Requests
  /** Told that there is no more time. */
  readonly isOver: () => boolean
  readonly tally: Tally
  readonly judge: (request: Request, answer: Answer) => void
  readonly wrong: (kind: string, request: Request) => void
}

/** As many at once as a busy cooperative sends: the loop must not be long for their number alone. */
const CONNECTIONS = 8
const AT_ONCE = 3
const TRIES = 3
/** Uploads that were begun, of which requests to come name some. */
const UPLOADS_KEPT = 64

/** Requests about one village, of which the next is taken by whoever has nothing to do. */
interface Stretch {
  readonly world: World
  readonly end: number
  next: number
}

export class Driver {
  readonly #options: DriverOptions
  #answered = 0

  constructor(options: DriverOptions) {
    this.#options = options
  }

  get answered(): number {
    return this.#answered
  }

  /**
   * Sends the requests of a village.
   * @param end number of the first one that is not sent any more
   * @throws {Error} when nobody takes connections any more
   */
  async run(world: World, from: number, end: number): Promise<void> {
    const stretch: Stretch = { world, next: from, end }
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#keepBusy(stretch)))
  }

  async #keepBusy(stretch: Stretch): Promise<void> {
    const held: { line: Line | null } = { line: null }
    const worker = async () => {
      for (let request = this.#take(stretch); request !== null; request = this.#take(stretch))
        await (request.isRough
          ? this.#alone(request)
          : this.#together(request, held, (answer) => this.#note(request, answer, stretch.world)))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    held.line?.close()
  }

  #take(stretch: Stretch): Request | null {
    const { isOver, requests } = this.#options
    if (stretch.next >= stretch.end || isOver()) return null
    return requests.make(stretch.next++, stretch.world)
  }

  async #together(
    request: Request,
    held: { line: Line | null },
    note: (answer: Answer) => void,
  ): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (held.line === null || !held.line.isOpen) held.line = await Line.open(this.#options.port)
      const { line } = held
      const answer = await new Promise<Answer | null>((settle) => line.send(request, settle))
      if (answer !== null) {
        note(answer)
        return
      }
      if (line.fault !== null) {
        this.#options.wrong(line.fault, request)
        return
      }
    }
    // Whoever shares a connection with one that ends it is sent again; three times in a row is no accident.
    this.#options.tally.add('never answered')
    const { answers } = await sendAlone(this.#options.port, request.bytes)
    if (answers[0] === undefined) this.#options.wrong('a well-framed request got no answer', request)
    else note(answers[0])
  }

  async #alone(request: Request): Promise<void> {
    const { answers, fault } = await sendAlone(this.#options.port, request.bytes, request.number % 4 === 0)
    if (fault !== null) this.#options.wrong(fault, request)
    this.#options.tally.add('broken requests')
    this.#answered++
    for (const answer of answers) this.#options.judge(request, answer)
  }

  #note(request: Request, answer: Answer, world: World): void {
    this.#answered++
    const { tally, judge } = this.#options
    tally.add(`answer: ${answer.status}`)
    const place = answer.headers.get('location')
    if (answer.status === 201 && place?.startsWith('/v1/uploads/')) {
      const uploads = world.uploads as string[]
      uploads[Math.min(uploads.length, request.number % UPLOADS_KEPT)] = place.slice('/v1/uploads/'.length)
    }
    judge(request, answer)
  }
}

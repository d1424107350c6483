import { createHash } from 'node:crypto'
import type { Random } from '../../support/records/gate/random.ts'
import type { Upload } from '../common/account.ts'
import { type Answered, type Asked, Line, type Reply } from '../common/line.ts'
import { aPicture } from '../common/picture.ts'
import type { Person, Scene } from '../common/scene.ts'
import { begin, carryOn } from '../common/uploading.ts'
import { harvestOf, PURPOSE } from '../common/workload.ts'

/** Somebody who sends pictures and fetches them again, whatever the object store does. */

/** Sides in pixels. */
const SIDES = [30, 120, 300] as const
/** Longer than a silent store is waited for: 25 s. */
const PATIENCE_MS = 45_000
const TURNED_AWAY = [503, 507]

export class Pictures {
  readonly #scene: Scene
  readonly #random: Random
  readonly #line: Line
  /** Acknowledged as a whole, and cited by a record. */
  readonly kept: Upload[] = []
  /** Begun, and to be gone on with. */
  #open: Upload[] = []
  /** The store is harmed, so that it may be said to be unavailable. */
  isHarmed = false

  constructor(scene: Scene, random: Random) {
    this.#scene = scene
    this.#random = random
    this.#line = new Line(scene.served.port, PATIENCE_MS)
  }

  get open(): number {
    return this.#open.length
  }

  close(): void {
    this.#line.close()
  }

  /** Sends a new picture, or goes on with one that waits. */
  async send(): Promise<void> {
    const waiting = this.#open.shift()
    const upload =
      waiting ?? (await begin(this, this.#farmer.token, aPicture(this.#random, this.#random.pick(SIDES))))
    if (upload === null) return
    await carryOn(this, upload, upload.picture.length)
    if (upload.storedSha256 === null) {
      this.#open.push(upload)
      return
    }
    this.#scene.tally.add('pictures acknowledged')
    await this.#cite(upload)
    this.kept.push(upload)
  }

  /** Fetches some picture that was acknowledged. It comes whole and right, or it does not come as a whole. */
  async fetch(upload: Upload | undefined = this.#random.pick(this.kept)): Promise<boolean> {
    if (upload === undefined) return false
    const wasHarmed = this.isHarmed
    const { tally, faults, served } = this.#scene
    const address = `http://127.0.0.1:${served.port}/v1/evidence/${upload.capturedSha256}?purpose=${PURPOSE}`
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${upload.token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (reply) => ({ reply, bytes: Buffer.from(await reply.arrayBuffer()) }))
      .catch((error: Error) => (error.name === 'TimeoutError' ? 'hung' : 'lost'))
    if (typeof answer === 'string') {
      this.#judge('a picture is fetched', { kind: answer as 'hung' | 'lost' }, wasHarmed)
      return false
    }
    const { reply, bytes } = answer
    if (reply.status !== 200) {
      const headers = Object.fromEntries(reply.headers)
      const text = bytes.toString()
      this.#judge(
        'a picture is fetched',
        { kind: 'answered', status: reply.status, headers, text, body: null },
        wasHarmed,
      )
      return false
    }
    tally.add('pictures fetched')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (sha256 !== upload.storedSha256)
      faults.add('a picture came back otherwise than it was kept', `${upload.storedSha256}, as ${sha256}`)
    return true
  }

  /** @returns null for an answer that says it is not done */
  async ask(asked: Asked, wanted: readonly number[]): Promise<Answered | null> {
    const wasHarmed = this.isHarmed
    const reply = await this.#line.ask(asked)
    if (reply.kind === 'answered' && wanted.includes(reply.status)) {
      this.#scene.tally.add(`answer: ${reply.status}`)
      return reply
    }
    this.#judge(`${asked.method} ${asked.path.slice(0, 20)}`, reply, wasHarmed)
    return null
  }

  get #farmer(): Person {
    return this.#random.pick(this.#scene.farmers)
  }

  #judge(what: string, reply: Reply, wasHarmed: boolean): void {
    const { tally, faults } = this.#scene
    tally.add(`answer: ${reply.kind === 'answered' ? reply.status : reply.kind}`)
    const wrong = faultOf(reply, wasHarmed || this.isHarmed)
    const said = reply.kind === 'answered' ? `${reply.status} ${reply.text}` : reply.kind
    if (wrong !== null) faults.add(wrong, `${what}: ${said}`)
  }

  /** Nobody may fetch a picture that no record cites. */
  async #cite({ token, capturedSha256 }: Upload): Promise<void> {
    const { farmers, line, faults } = this.#scene
    const farmer = farmers.find((one) => one.token === token) as Person
    const evidence = [{ sha256: capturedSha256, media_type: 'image/png' }]
    const json = harvestOf(this.#random.id(Date.now()), farmer.id, Date.now(), { evidence })
    const reply = await line.ask({ method: 'POST', path: '/v1/records', token, json })
    if (reply.kind !== 'answered' || reply.status !== 201)
      faults.add('a record was not taken while the object store is harmed', JSON.stringify(reply))
  }
}

function faultOf(reply: Reply, isHarmed: boolean): string | null {
  if (reply.kind === 'hung') return 'a picture got no answer'
  if (!isHarmed) return 'an answer that a sound store does not give'
  // The head of a picture had left already when its store failed.
  if (reply.kind !== 'answered') return null
  if (reply.status === 423) return null
  if (!TURNED_AWAY.includes(reply.status)) return 'a harmed store is told as something else'
  return Number(reply.headers['retry-after']) > 0 || reply.status === 507 ? null : '503 without Retry-After'
}

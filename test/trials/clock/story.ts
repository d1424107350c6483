import { join } from 'node:path'
import { remoteTasks } from '../../../src/cli/socket.ts'
import type { Random } from '../../support/records/gate/random.ts'
import type { Upload } from '../common/account.ts'
import type { Answered } from '../common/line.ts'
import { aPicture } from '../common/picture.ts'
import type { Person, Scene } from '../common/scene.ts'
import { begin } from '../common/uploading.ts'
import { harvestOf, type Workload } from '../common/workload.ts'
import type { FakedTime } from './faked-time.ts'

/** What ends by itself, or was ended, before the clock jumps; and what of it must hold after every jump. */

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
/** So near to its end a thing may be over or not. */
const NEAR_MS = 20_000
/** No window in which requests are counted is longer. */
const WINDOW_SECONDS = 60
const LIE_YEARS = 15
/** Tokens that a code gives one device while none of them was used. */
const TOKENS_OF_A_CODE = 10

const OPEN = 'buyer_traceability'
const REVOKED = 'cooperative_management'

export class Story {
  readonly #scene: Scene
  readonly #workload: Workload
  readonly #time: FakedTime
  readonly #random: Random
  readonly #grantEndsMs: number
  readonly #credentialEndsMs: number
  readonly #codeEndsMs: number
  readonly #uploadEndsMs: number
  readonly #record: string
  #credential = ''
  #code = ''
  readonly #device: string
  #tokens = 0
  #upload: Upload | null = null
  #cursor: string | null = null
  readonly #pulled = new Set<string>()
  #newestReceiptMs = 0

  constructor(scene: Scene, workload: Workload, time: FakedTime, random: Random) {
    this.#scene = scene
    this.#workload = workload
    this.#time = time
    this.#random = random
    this.#record = random.id(time.nowMs)
    this.#device = random.id(time.nowMs)
    this.#grantEndsMs = time.nowMs + YEAR_MS
    this.#credentialEndsMs = time.nowMs + HOUR_MS
    this.#codeEndsMs = time.nowMs + 24 * HOUR_MS
    this.#uploadEndsMs = time.nowMs + 48 * HOUR_MS
  }

  get #farmer(): Person {
    return this.#scene.farmers[0] as Person
  }

  async begin(): Promise<void> {
    const { served, lender } = this.#scene
    const farmer = this.#farmer
    const tasks = remoteTasks(join(served.data, 'granary.sock'))
    await this.#write(this.#record, this.#time.nowMs)
    for (const purpose of [OPEN, REVOKED]) {
      const id = this.#random.id(this.#time.nowMs)
      const expires_at = new Date(this.#grantEndsMs).toISOString()
      const grant = { id, grantee: lender.id, purpose, record_types: ['harvest'], expires_at }
      await this.#insist('/v1/grants', farmer.token, grant)
      if (purpose === REVOKED) await this.#insist(`/v1/grants/${id}/revocation`, farmer.token, {})
    }
    const issued = await tasks.run('credential.issue', 'trial', {
      party: farmer.id,
      kind: 'reader',
      expiresAtMs: this.#credentialEndsMs,
    })
    this.#credential = issued.token
    const enrolled = await tasks.run('device.enrol', 'trial', {
      party: farmer.id,
      lifeMs: 24 * HOUR_MS,
      sinceMs: null,
    })
    this.#code = enrolled.enrolment_code
    this.#upload = await begin(this.#workload, lender.token, aPicture(this.#random, 50))
    await this.holds()
  }

  /** Everything that must hold whatever the clock did. The service has committed something since it jumped last. */
  async holds(): Promise<void> {
    const farmer = this.#farmer
    await this.#endsHold()
    await this.#register()
    await this.#windowsEnd()
    await this.#lies()
    await this.pull(farmer.token)
  }

  /** The same while the clock is in doubt: readers are answered at the time that was trusted last, and writers refused. */
  async holdsInDoubt(): Promise<void> {
    const farmer = this.#farmer
    await this.#endsHold()
    await this.#windowsEnd()
    await this.pull(farmer.token)
    const answer = await this.#ask(
      'POST',
      '/v1/records',
      farmer.token,
      harvestOf(this.#random.id(0), farmer.id, 0),
    )
    if (answer?.status !== 503 || answer.body.code !== 'clock_in_doubt')
      this.#fault('something is written with a clock in doubt', answer)
  }

  async #endsHold(): Promise<void> {
    const { lender } = this.#scene
    const read = (purpose: string) => `/v1/records/${this.#record}?purpose=${purpose}`
    const opened = await this.#ask('GET', read(OPEN), lender.token)
    this.#judge('a grant', this.#grantEndsMs, [200], [404], opened)
    this.#judge('a revoked grant', 0, [], [404], await this.#ask('GET', read(REVOKED), lender.token))
    const issued = await this.#ask('GET', read(OPEN), this.#credential)
    this.#judge('a credential', this.#credentialEndsMs, [200], [401, 429], issued)
    if (!this.#upload) return
    const tus = { 'tus-resumable': '1.0.0' }
    const upload = await this.#ask('HEAD', this.#upload.path, lender.token, undefined, tus)
    this.#judge('an upload', this.#uploadEndsMs, [200], [404], upload)
  }

  /** A feed that was pulled before goes on, and has everything in the end. */
  async pull(token: string): Promise<void> {
    for (;;) {
      const since = this.#cursor === null ? '' : `&since=${this.#cursor}`
      const answer = await this.#ask('GET', `/v1/sync/changes?limit=500${since}`, token)
      if (answer?.status !== 200) return this.#fault('a cursor does not go on', answer)
      for (const { id } of answer.body.changes as { id: string }[]) this.#pulled.add(id)
      this.#cursor = answer.body.cursor as string
      if (!answer.body.has_more) return
    }
  }

  /** After the last pull. */
  checkPulled(): void {
    const { account, farmers, faults } = this.#scene
    for (const { id, producer } of account.recordList)
      if (producer === farmers[0]?.id && !this.#pulled.has(id))
        faults.add('the change feed left a record out', id)
  }

  /** A device whose clock lies writes when it believes to live; what the service says of the time does not follow it. */
  async #lies(): Promise<void> {
    const lieMs = (this.#random.below(2_001) / 1_000 - 1) * LIE_YEARS * YEAR_MS
    const saidMs = Math.round(this.#time.nowMs + lieMs)
    const answer = await this.#write(this.#random.id(saidMs), saidMs)
    if (answer === null) return
    const receivedMs = Date.parse(answer.body.received_at)
    const { highestMs } = this.#time
    if (receivedMs < this.#newestReceiptMs) this.#fault('a time of receipt goes back', answer)
    if (Math.abs(receivedMs - highestMs) > NEAR_MS)
      this.#fault(`a receipt is not at the latest time ever seen (${highestMs})`, answer)
    this.#newestReceiptMs = receivedMs
  }

  async #write(id: string, atMs: number): Promise<Answered | null> {
    const farmer = this.#farmer
    return this.#insist('/v1/records', farmer.token, harvestOf(id, farmer.id, atMs))
  }

  /** Whoever was turned away for too many requests is let in soon, whatever the clock did meanwhile. */
  async #windowsEnd(): Promise<void> {
    const { farmers } = this.#scene
    for (let n = 0; n < 12; n++) {
      const wrong = await this.#ask('GET', '/v1/sync/changes', 'gry_wrong')
      if (wrong && wrong.status !== 401) this.#mustEndSoon(wrong)
      const registry = await this.#ask('GET', '/v1/registry')
      if (registry && registry.status !== 200) this.#mustEndSoon(registry)
    }
    const right = await this.#ask('GET', '/v1/sync/changes?limit=1', farmers[1]?.token as string)
    if (right?.status !== 200) this.#fault('a right token is turned away', right)
    const metrics = await this.#ask('GET', '/v1/metrics')
    if (metrics?.status !== 200) this.#fault('metrics cannot be told', metrics)
  }

  #mustEndSoon(answer: Answered): void {
    const seconds = Number(answer.headers['retry-after'])
    if (answer.status !== 429 || !(seconds >= 1 && seconds <= WINDOW_SECONDS))
      this.#fault(`somebody is shut out for ${seconds} s`, answer)
  }

  /** The same code and device as often as they are wanted, until the code has ended. */
  async #register(): Promise<void> {
    if (this.#tokens === TOKENS_OF_A_CODE) return
    const answer = await this.#ask('POST', '/v1/devices', this.#code, {
      id: this.#device,
      name: 'A telephone',
    })
    if (answer?.status === 201) this.#tokens++
    this.#judge('an enrolment code', this.#codeEndsMs, [200, 201], [401, 429], answer)
  }

  #judge(
    what: string,
    endsMs: number,
    before: readonly number[],
    after: readonly number[],
    answer: Answered | null,
  ): void {
    const { highestMs } = this.#time
    if (Math.abs(highestMs - endsMs) < NEAR_MS) return
    const isOver = highestMs > endsMs
    if (!answer || !(isOver ? after : before).includes(answer.status))
      this.#fault(`${what} that ${isOver ? 'ended is alive' : 'has not ended is over'}`, answer)
  }

  async #insist(path: string, token: string, json: object): Promise<Answered | null> {
    const answer = await this.#ask('POST', path, token, json)
    if (answer && [200, 201].includes(answer.status)) return answer
    this.#fault('what should be taken is not', answer)
    return null
  }

  async #ask(
    method: 'GET' | 'POST' | 'HEAD',
    path: string,
    token?: string,
    json?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered | null> {
    const { line, tally } = this.#scene
    const reply = await line.ask({
      method,
      path,
      headers,
      ...(token === undefined ? {} : { token }),
      ...(json === undefined ? {} : { json }),
    })
    tally.add(`answer: ${reply.kind === 'answered' ? reply.status : reply.kind}`)
    return reply.kind === 'answered' ? reply : null
  }

  #fault(kind: string, answer: Answered | null | undefined): void {
    const at = `clock ${new Date(this.#time.nowMs).toISOString()}, latest ${new Date(this.#time.highestMs).toISOString()}`
    this.#scene.faults.add(kind, `${at}: ${answer ? `${answer.status} ${answer.text}` : 'no answer'}`)
  }
}

import type { Random } from '../../support/records/gate/random.ts'
import type { Batch, Doubtful, Draft } from './account.ts'
import type { Answered, Asked, Reply } from './line.ts'
import { aPicture } from './picture.ts'
import type { Person, Scene } from './scene.ts'
import { begin, carryOn } from './uploading.ts'

/** What people do to the service, one action at a time, and what it must answer. */

export const PURPOSE = 'credit_assessment'
/** Later than any clock jumps. */
const FAR = '9000-01-01T00:00:00.000Z'
const MOST_IN_BATCH = 40
/** Fewer than the service allows one party. */
const MOST_GRANTS = 100
/** Sides of pictures in pixels: some fit a page of the disk, some do not fit a piece of the network. */
const SIDES = [40, 150, 400] as const

export class Workload {
  readonly #scene: Scene
  readonly #random: Random
  /** Grants that are not taken back, by their subject. */
  readonly #grants: { readonly id: string; readonly subject: Person }[] = []
  /** The service is being harmed: it may answer 503 and 507, and connections may break. */
  isHarmed = false
  /** By what clock records happened, milliseconds since 1970. */
  clock: () => number = Date.now

  constructor(scene: Scene, random: Random) {
    this.#scene = scene
    this.#random = random
  }

  /** Some action. Whatever the answer, it is counted and judged. */
  async some(): Promise<void> {
    const at = this.#random.below(100)
    if (at < 45) await this.record()
    else if (at < 65) await this.batch()
    else if (at < 75) await this.grant()
    else if (at < 80) await this.revoke()
    else if (at < 84) await this.object()
    else if (at < 94) await this.read()
    else await this.upload()
  }

  async record(): Promise<void> {
    const farmer = this.#farmer()
    const draft = this.#harvest(farmer)
    await this.send({
      path: '/v1/records',
      token: farmer.token,
      json: draft,
      settle: () => this.#scene.account.acknowledge([draft]),
    })
  }

  async batch(records = 2 + this.#random.below(MOST_IN_BATCH - 1)): Promise<void> {
    const farmer = this.#farmer()
    const drafts = Array.from({ length: records }, () => this.#harvest(farmer))
    const batch: Batch = { drafts, token: farmer.token, isAcknowledged: false }
    this.#scene.account.batches.push(batch)
    await this.sendBatch(batch)
  }

  async grant(): Promise<void> {
    if (this.#grants.length >= MOST_GRANTS) return this.revoke()
    const { lender, account } = this.#scene
    const subject = this.#farmer()
    const id = this.#random.id(this.clock())
    await this.send({
      path: '/v1/grants',
      token: subject.token,
      json: {
        id,
        grantee: lender.id,
        purpose: PURPOSE,
        record_types: ['harvest'],
        expires_at: FAR,
      },
      settle: () => {
        account.acts.add(id)
        this.#grants.push({ id, subject })
      },
    })
  }

  async revoke(): Promise<void> {
    const grant = this.#grants.shift()
    if (grant === undefined) return
    const id = this.#random.id(this.clock())
    await this.send({
      path: `/v1/grants/${grant.id}/revocation`,
      token: grant.subject.token,
      json: { id },
      settle: () => this.#scene.account.acts.add(id),
    })
  }

  async object(): Promise<void> {
    const { account } = this.#scene
    const { token } = this.#farmer()
    const [id, withdrawal] = [this.#random.id(this.clock()), this.#random.id(this.clock())]
    const isLodged = await this.send({
      path: '/v1/objections',
      token,
      json: { id, channel: 'app', record_types: ['loss'] },
      settle: () => account.acts.add(id),
    })
    if (isLodged)
      await this.send({
        path: `/v1/objections/${id}/withdrawal`,
        token,
        json: { id: withdrawal, channel: 'written' },
        settle: () => account.acts.add(withdrawal),
      })
  }

  /** An acknowledged record is there for whoever wrote it. */
  async read(): Promise<void> {
    const { account } = this.#scene
    if (account.recordList.length === 0) return
    const draft = this.#random.pick(account.recordList)
    const writer = this.#scene.farmers.find(({ id }) => id === draft.producer) as Person
    const path = `/v1/records/${draft.id}?purpose=${PURPOSE}`
    const answer = await this.ask({ method: 'GET', path, token: writer.token }, [200])
    if (answer === null) return
    account.disclosures++
    if (answer.body?.note !== draft.note)
      this.#scene.faults.add('a record came back otherwise than it was sent', `${draft.id}: ${answer.text}`)
  }

  async upload(): Promise<void> {
    const picture = aPicture(this.#random, this.#random.pick(SIDES))
    const upload = await begin(this, this.#farmer().token, picture)
    if (upload === null) return
    this.#scene.account.uploads.push(upload)
    const parts = 1 + this.#random.below(3)
    for (let part = 0; part < parts; part++)
      if (!(await carryOn(this, upload, Math.ceil(picture.length / parts)))) return
  }

  /** @returns whether it was acknowledged; else it is kept, to be sent again */
  async send(doubtful: Doubtful): Promise<boolean> {
    const { path, token, json, settle } = doubtful
    const { account } = this.#scene
    account.doubtful.add(doubtful)
    const answer = await this.ask({ method: 'POST', path, token, json }, [200, 201])
    if (answer === null) return false
    account.doubtful.delete(doubtful)
    settle()
    return true
  }

  async sendBatch(batch: Batch): Promise<void> {
    const { drafts, token } = batch
    const { faults, account } = this.#scene
    const asked = { method: 'POST', path: '/v1/sync/outbox', token, json: { records: drafts } } as const
    const answer = await this.ask(asked, [200])
    if (answer === null) return
    const results = answer.body.results as { id: string; status: string }[]
    const taken = drafts.filter((_, i) => ['accepted', 'replayed'].includes(results[i]?.status as string))
    account.acknowledge(taken)
    batch.isAcknowledged = taken.length === drafts.length
    if (!batch.isAcknowledged) faults.add('a good record of a batch was refused', answer.text)
  }

  /**
   * Asks, and counts and judges what comes.
   * @param wanted the statuses that say it is done
   * @returns null for an answer that says it is not, where such a one may come now
   */
  async ask(asked: Asked, wanted: readonly number[]): Promise<Answered | null> {
    const { line, tally, faults } = this.#scene
    const wasHarmed = this.isHarmed
    const reply = await line.ask(asked)
    tally.add(`answer: ${reply.kind === 'answered' ? reply.status : reply.kind}`)
    if (reply.kind === 'answered' && wanted.includes(reply.status)) return reply
    const what = `${asked.method} ${asked.path.replace(/[0-9a-f-]{36}/g, '…')}`
    const said = `${what}: ${reply.kind === 'answered' ? `${reply.status} ${reply.text}` : reply.kind}`
    if (reply.kind === 'hung') faults.add('a request got no answer', said)
    else if (isBusy(asked, reply)) return null
    else if (!(wasHarmed || this.isHarmed)) faults.add('an answer that a sound service does not give', said)
    else if (!mayBeOfAHarmedOne(reply)) faults.add('a harmed service may answer 503 and 507 only', said)
    return null
  }

  #farmer(): Person {
    return this.#random.pick(this.#scene.farmers)
  }

  #harvest({ id }: Person): Draft {
    const note = 'x'.repeat(1 + this.#random.below(2_000))
    const nowMs = this.clock()
    return harvestOf(this.#random.id(nowMs), id, nowMs, { note })
  }
}

export const harvestOf = (id: string, producer: string, atMs: number, more: object = {}): Draft => ({
  id,
  type: 'harvest',
  occurred_at: new Date(atMs).toISOString(),
  lawful_basis: 'consent',
  producer,
  crop: 'coffee_fresh_cherry',
  quantity: { value: 1, unit: 'kg' },
  ...more,
})

/** 423 is a busy upload: what HEAD says of one that cannot be finished now. */
const mayBeOfAHarmedOne = (reply: Reply): boolean =>
  reply.kind === 'lost' || (reply.kind === 'answered' && [423, 503, 507].includes(reply.status))

/** Of one credential two batches are taken at once. */
const isBusy = ({ path }: Asked, reply: Reply): boolean =>
  path === '/v1/sync/outbox' && reply.kind === 'answered' && reply.status === 503

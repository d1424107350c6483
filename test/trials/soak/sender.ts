import { gzipSync } from 'node:zlib'
import type { Random } from '../../support/records/gate/random.ts'
import type { Device } from './device.ts'
import { plain, writtenBy } from './drafts.ts'
import { type Draft, type Result, type Sent, sending } from './ledger.ts'
import { aMistake, anEcho } from './mistakes.ts'
import type { Scene } from './scene.ts'

/** A device's outbox: what was not acknowledged yet, sent again and again in batches of every kind until it is. */

const MOST_IN_A_BATCH = 300
/** A device that was long away stops writing here, as a phone would when it is full. */
const FULL_OUTBOX = 1_500
/** A record is given up when what it acts on has not come after so many tries. */
const TRIES = 3
const KEPT_ACKNOWLEDGED = 50

export class Sender {
  readonly #device: Device
  readonly #scene: Scene
  readonly #random: Random
  readonly #outbox = new Set<Sent>()
  readonly #tries = new Map<Sent, number>()
  /** Refused or not answered, and once in a batch whose answer was lost: that one may have been taken all the same. */
  readonly #doubtful = new Set<Sent>()
  /** The latest, to be sent again under their ids with other words. */
  readonly #acknowledged: Draft[] = []
  /** Results that the device has seen, and records of batches whose answer it has not. */
  readonly seen = { accepted: 0, replayed: 0, rejected: 0, unknown: 0 }

  constructor(device: Device, scene: Scene, random: Random) {
    this.#device = device
    this.#scene = scene
    this.#random = random
  }

  get waiting(): number {
    return this.#outbox.size
  }

  /** Writes some records: many while there is no signal, seldom as many as a batch may hold. */
  write(isAway: boolean): void {
    const random = this.#random
    const count = random.below(random.chance(0.004) ? MOST_IN_A_BATCH : isAway ? 60 : 3)
    for (let i = 0; i < count && this.#outbox.size < FULL_OUTBOX; i++) {
      const { draft, expects } = writtenBy(this.#device.writer)
      this.#put(sending(this.#device.party, draft, expects))
    }
    if (random.chance(0.15)) this.#put(aMistake(this.#device.writer, this.#acknowledged))
    const pulled = random.chance(0.1) ? this.#device.somethingPulled() : undefined
    if (pulled) this.#put(anEcho(this.#device.writer, pulled))
  }

  #put(sent: Sent | undefined): void {
    if (!sent) return
    this.#scene.ledger.add(sent)
    this.#outbox.add(sent)
  }

  /** Sends a batch of what waits: in any order, some twice, or the whole of it twice at once. */
  async sendSome(): Promise<void> {
    const random = this.#random
    if (random.chance(0.02)) return this.#sendBroken()
    const batch = this.#someBatch()
    if (batch.length === 0) return
    if (!random.chance(0.08)) return this.#send(batch)
    this.#scene.tally.add('batches sent twice at once')
    await Promise.all([this.#send(batch), this.#send(batch)])
  }

  /** Until nothing waits and nothing is in doubt; to be called when no old request can be under way any more. */
  async drain(): Promise<void> {
    for (const sent of this.#doubtful) this.#outbox.add(sent)
    while (this.#outbox.size > 0) await this.#send([...this.#outbox].slice(0, MOST_IN_A_BATCH))
  }

  #someBatch(): Sent[] {
    const random = this.#random
    const most = 1 + random.below(random.chance(0.2) ? MOST_IN_A_BATCH : 25)
    const waiting = [...this.#outbox]
    const inOrder = random.chance(0.4)
    const batch = (inOrder ? waiting : random.shuffled(waiting)).slice(0, most)
    if (batch.length > 0 && batch.length < MOST_IN_A_BATCH && random.chance(0.15))
      batch.splice(random.below(batch.length + 1), 0, random.pick(batch))
    return batch
  }

  async #send(batch: readonly Sent[]): Promise<void> {
    const { ledger, tally, faults, onBatch } = this.#scene
    const { seen } = this
    tally.add('batches')
    for (const call of onBatch) call()
    onBatch.clear()
    for (const sent of batch) sent.reached++
    const begunMs = Date.now()
    const reply = await this.#post(`{"records":[${batch.map(({ text }) => text).join(',')}]}`)
    if (!reply.answered) {
      if (reply.mayHaveArrived) seen.unknown += batch.length
      for (const sent of batch) {
        if (reply.mayHaveArrived) this.#doubtful.add(sent)
        else sent.reached--
        this.#outbox.add(sent)
      }
      return
    }
    const results: unknown = reply.body?.results
    if (reply.status !== 200 || !Array.isArray(results) || results.length !== batch.length) {
      const text = JSON.stringify(reply.body)?.slice(0, 300)
      faults.add('a batch was not answered with one result for each record', `${reply.status} ${text}`)
      // Else it would be sent for ever.
      for (const sent of batch) this.#outbox.delete(sent)
      return
    }
    for (const [i, sent] of batch.entries()) {
      const { id, status, problem } = results[i]
      if (id !== sent.calledBack)
        faults.add('results do not stand in the order of the batch', `${id} for ${sent.calledBack}`)
      const result: Result = { status, code: problem?.code ?? null }
      seen[result.status]++
      ledger.settle(sent, result, begunMs)
      this.#settled(sent, result)
    }
  }

  #settled(sent: Sent, { status, code }: Result): void {
    const tries = (this.#tries.get(sent) ?? 0) + 1
    const mayYetBeTaken =
      code === 'reference_unresolved' &&
      sent.expects === 'acting' &&
      tries < TRIES &&
      this.#awaits(sent.draft)
    if (mayYetBeTaken) {
      this.#tries.set(sent, tries)
      this.#outbox.add(sent)
      return
    }
    this.#tries.delete(sent)
    this.#outbox.delete(sent)
    if (status !== 'rejected') this.#doubtful.delete(sent)
    if (status !== 'accepted' || !sent.draft) return
    this.#acknowledged.push(sent.draft)
    if (this.#acknowledged.length > KEPT_ACKNOWLEDGED) this.#acknowledged.shift()
  }

  #awaits(draft: Draft | null): boolean {
    return this.#scene.ledger.mayCome(draft?.supersedes ?? draft?.target_id ?? draft?.delivery_id)
  }

  /** A batch whose last letters are missing: none of it may be taken. Its records are never sent otherwise. */
  async #sendBroken(): Promise<void> {
    const { ledger, tally, faults } = this.#scene
    const { writer, party } = this.#device
    const texts = Array.from({ length: 1 + this.#random.below(5) }, () => {
      const sent = sending(party, plain(writer).draft, 'nothing')
      ledger.add(sent)
      return sent.text
    })
    tally.add('broken batches')
    const reply = await this.#post(`{"records":[${texts.join(',')}`)
    if (reply.answered && reply.body?.code !== 'malformed_json')
      faults.add('a broken batch was not refused', `${reply.status} ${JSON.stringify(reply.body)}`)
  }

  #post(text: string) {
    const body = Buffer.from(text)
    const isPacked = this.#random.chance(0.3)
    return this.#device.ask({
      method: 'POST',
      path: '/v1/sync/outbox',
      body: isPacked ? gzipSync(body, { level: 1 }) : body,
      headers: { 'content-type': 'application/json', ...(isPacked ? { 'content-encoding': 'gzip' } : {}) },
    })
  }
}

import { type Random, seeded } from '../../support/records/gate/random.ts'
import type { Draft } from '../common/account.ts'
import type { Scene } from '../common/scene.ts'
import { harvestOf, PURPOSE, Workload } from '../common/workload.ts'
import { Paced } from './paced.ts'

/** A busy day: who does what to the service, and how often. */

export interface Rates {
  /** Records written one at a time. */
  readonly writes: number
  readonly batches: number
  readonly pictures: number
  /** Of one record by who wrote it, or who was granted it. */
  readonly reads: number
  readonly pages: number
  readonly pulls: number
  readonly views: number
  readonly scrapes: number
}

/** A second. A hundred writes are those of a cooperative with ten thousand members on its busiest day. */
export const BUSY: Rates = {
  writes: 100,
  batches: 0.5,
  pictures: 1,
  reads: 40,
  pages: 4,
  pulls: 4,
  views: 0.2,
  scrapes: 1,
}

/** Records that may be read: the latest. */
const KNOWN = 2_000
const PAGE = 100

export class Work {
  readonly #scene: Scene
  readonly #random: Random
  readonly #workload: Workload
  readonly #known: Draft[] = []
  /** Where the lender and the cooperative stand in their feeds. */
  readonly #cursors = new Map<string, string>()

  constructor(scene: Scene) {
    this.#scene = scene
    this.#random = seeded(scene.seed * 1_000 + 11)
    this.#workload = new Workload(scene, seeded(scene.seed * 1_000 + 12))
  }

  paces(rates: Rates): Paced[] {
    return [
      new Paced('writes', rates.writes, () => this.#write()),
      new Paced('batches', rates.batches, () => this.#workload.batch()),
      new Paced('pictures', rates.pictures, () => this.#workload.upload()),
      new Paced('reads', rates.reads, () => this.#read()),
      new Paced('pages', rates.pages, () => this.#page()),
      new Paced('pulls', rates.pulls, () => this.#pull()),
      new Paced('lender views', rates.views, () => this.#view()),
      new Paced('scrapes', rates.scrapes, () => this.#scrape()),
    ]
  }

  /** Until everybody has granted the lender something there is nothing to read. */
  async begin(): Promise<void> {
    for (let i = 0; i < 20; i++) await this.#workload.grant()
    for (let i = 0; i < 20; i++) await this.#write()
  }

  async #write(): Promise<void> {
    const { farmers, account } = this.#scene
    const farmer = this.#random.pick(farmers)
    const note = `brought in ${this.#random.below(1_000_000)} steps`
    const draft = harvestOf(this.#random.id(Date.now()), farmer.id, Date.now(), { note })
    await this.#workload.send({
      path: '/v1/records',
      token: farmer.token,
      json: draft,
      settle: () => {
        account.acknowledge([draft])
        this.#known[account.records.size % KNOWN] = draft
      },
    })
  }

  async #read(): Promise<void> {
    const { farmers, lender, account } = this.#scene
    const draft = this.#random.pick(this.#known)
    if (draft === undefined) return
    const isOwn = this.#random.chance(0.5)
    const token = isOwn ? farmers.find(({ id }) => id === draft.producer)?.token : lender.token
    const path = `/v1/records/${draft.id}?purpose=${PURPOSE}`
    const answer = await this.#workload.ask({ method: 'GET', path, token: token as string }, [200])
    if (answer !== null) account.disclosures++
  }

  #page() {
    const { lender } = this.#scene
    const path = `/v1/records?purpose=${PURPOSE}&type=harvest&limit=${PAGE}`
    return this.#workload.ask({ method: 'GET', path, token: lender.token }, [200])
  }

  async #pull(): Promise<void> {
    const { lender, cooperative } = this.#scene
    const { token } = this.#random.pick([lender, cooperative])
    const cursor = this.#cursors.get(token)
    const since = cursor === undefined ? '' : `&since=${cursor}`
    const path = `/v1/sync/changes?purpose=${PURPOSE}&limit=500${since}`
    const answer = await this.#workload.ask({ method: 'GET', path, token }, [200])
    if (answer !== null) this.#cursors.set(token, answer.body.cursor)
  }

  #view() {
    const { farmers, lender } = this.#scene
    const path = `/v1/lender-view?subject=${this.#random.pick(farmers).id}&purpose=${PURPOSE}`
    return this.#workload.ask({ method: 'GET', path, token: lender.token }, [200])
  }

  #scrape() {
    return this.#workload.ask({ method: 'GET', path: '/v1/metrics' }, [200])
  }
}

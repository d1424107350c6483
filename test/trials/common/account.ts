/** Everything that the service acknowledged, and what it may or may not have done: the account it is held against. */

export type Draft = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string }

/** Records sent together, of which all are stored or none is. */
export interface Batch {
  readonly drafts: readonly Draft[]
  /** Whose token sends it. */
  readonly token: string
  isAcknowledged: boolean
}

/** One record, or one act of consent, by the request that makes it: safe to send again as long as it is open. */
export interface Doubtful {
  readonly path: string
  readonly token: string
  readonly json: Readonly<Record<string, unknown>> & { readonly id: string }
  /** What is then acknowledged. */
  readonly settle: () => void
}

export interface Upload {
  /** Address of the upload, as it was acknowledged. */
  readonly path: string
  readonly token: string
  readonly picture: Buffer
  readonly capturedSha256: string
  /** Bytes that were acknowledged. */
  offset: number
  /** Once it was acknowledged as a whole. */
  storedSha256: string | null
  /** The power was cut meanwhile: bytes that were not acknowledged may have come to the disk otherwise than they were sent. */
  wasCut: boolean
  /** It was refused for such bytes; whoever sent it begins anew. */
  isGone: boolean
}

export class Account {
  readonly records = new Map<string, Draft>()
  /** The same in a list, to pick from. */
  readonly recordList: Draft[] = []
  /** Ids of grants, objections and their ends. */
  readonly acts = new Set<string>()
  readonly batches: Batch[] = []
  readonly uploads: Upload[] = []
  readonly doubtful = new Set<Doubtful>()
  /** Single reads that were answered with a record. */
  disclosures = 0

  acknowledge(drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (!this.records.has(draft.id)) this.recordList.push(draft)
      this.records.set(draft.id, draft)
    }
  }

  /** How much of it is in the figures. */
  noted = 0

  /** Everything acknowledged, counted. */
  get size(): number {
    const whole = this.uploads.filter(({ storedSha256 }) => storedSha256 !== null).length
    return this.records.size + this.acts.size + whole
  }
}

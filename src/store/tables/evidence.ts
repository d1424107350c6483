import type { Db } from '../file/open.ts'

/** A picture that a party uploaded (contract §11). Hashes are 64 lower-case hex digits. */
export interface EvidenceRow {
  /** Seq of the act of the first upload. */
  readonly seq: number
  readonly party: number
  /** Hash of the bytes as received. */
  readonly capturedSha256: string
  /** Hash of the bytes as stored. */
  readonly storedSha256: string
  readonly mediaType: string
  readonly capturedBytes: number
  readonly storedBytes: number
}

const EVIDENCE = `SELECT seq, party, lower(hex(captured_sha256)) AS capturedSha256,
  lower(hex(stored_sha256)) AS storedSha256, media_type AS mediaType, captured_bytes AS capturedBytes,
  stored_bytes AS storedBytes FROM evidence`

/**
 * Which party uploaded which picture, and which records cite it. Each upload is an act, but uploads of the
 * same bytes by the same party share one row here, so that repetition does not slow down lookups.
 */
export class Evidence {
  readonly #any
  readonly #named
  readonly #isOfParty
  readonly #citing

  constructor(db: Db) {
    this.#any = db.prepare<[], number>('SELECT 1 FROM evidence LIMIT 1').pluck()
    this.#named = db.prepare<[Buffer, Buffer], EvidenceRow>(
      `${EVIDENCE} WHERE captured_sha256 = ? OR stored_sha256 = ? ORDER BY seq`,
    )
    this.#isOfParty = db
      .prepare<[{ sha256: Buffer; party: number }], number>(
        `SELECT 1 FROM evidence
         WHERE (captured_sha256 = :sha256 AND party = :party) OR (stored_sha256 = :sha256 AND party = :party)`,
      )
      .pluck()
    this.#citing = db
      .prepare<[Buffer, number, number, number], number>(
        'SELECT seq FROM evidence_citation WHERE sha256 = ? AND asserted_by = ? AND seq > ? ORDER BY seq LIMIT ?',
      )
      .pluck()
  }

  /** Whether no picture was ever uploaded. */
  get isEmpty(): boolean {
    return this.#any.get() === undefined
  }

  /** Pictures with this hash as captured or stored, one per party and pair of hashes, in order of upload. */
  named(sha256: string): EvidenceRow[] {
    const hash = hashBytes(sha256)
    return this.#named.all(hash, hash)
  }

  /** Whether the party itself uploaded a picture with this hash, as captured or as stored. */
  isOfParty(sha256: string, party: number): boolean {
    return this.#isOfParty.get({ sha256: hashBytes(sha256), party }) !== undefined
  }

  /** Seqs of records by this asserter that cite the hash, after an entry. */
  citing(sha256: string, assertedBy: number, afterSeq: number, count: number): number[] {
    return this.#citing.all(hashBytes(sha256), assertedBy, afterSeq, count)
  }
}

const hashBytes = (sha256: string): Buffer => Buffer.from(sha256, 'hex')

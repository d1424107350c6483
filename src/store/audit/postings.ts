import { must } from '../../base/typed.ts'
import { VarintReader, VarintWriter } from './varints.ts'

/** The format of the rows of the audit log's index. */

/** Kinds of index entries, each with the meaning of `about`. The numbers are stored and permanent. */
export const INDEXED = {
  /** Disclosures; `about` is one of `aboutKeys`. */
  shown: 1,
  /** Refusals to disclose; `about` is one of `aboutKeys`. */
  refused: 2,
  /** All uses of a credential; `about` is its seq, or 0 for the operator or no credential. */
  credential: 3,
  /** Every refusal; `about` is 0. */
  refusals: 4,
  /** Each pair of record and credential in `shown`, once per chunk, if that is much shorter than `shown`. */
  readers: 5,
  /** Acts, done or refused, and lookups by an operator that concern a party; `about` is its number. */
  acts: 6,
} as const
export type PostingKind = (typeof INDEXED)[keyof typeof INDEXED]

/** The part of an audit entry that concerns one key. */
export interface Posting {
  readonly n: number
  /** Seq of the credential used; 0 for the operator, or if none was used. */
  readonly credential: number
  /** The records of the entry that are indexed under this key. Empty for kinds that are not about records. */
  readonly seqs: readonly number[]
}

/**
 * The number of neighbouring keys that share a row. A page of a hundred records concerns a hundred parties,
 * and writing a row changes a page of the file: for a cooperative with 2,000 members, a chunk has 63 rows
 * instead of 1,000.
 */
const NEIGHBOURS = 32

/** The number of the row that contains a key. */
export const neighboursOf = (about: number): number => Math.floor(about / NEIGHBOURS)

/** Returns the bytes of a row. @param packed the packed bytes of each key of the row, keys ascending */
export function packNeighbours(packed: readonly (readonly [about: number, Buffer])[]): Buffer {
  const writer = new VarintWriter()
  for (const [about, bytes] of packed) {
    writer.write(about - neighboursOf(about) * NEIGHBOURS)
    writer.writeBytes(bytes)
  }
  return writer.bytes()
}

/** Returns the packed bytes of one key in a row; undefined if the row does not contain the key. */
export function packedOf(about: number, row: Uint8Array): Uint8Array | undefined {
  const wanted = about - neighboursOf(about) * NEIGHBOURS
  for (const reader = new VarintReader(row); !reader.isAtEnd; ) {
    const found = reader.read()
    const bytes = reader.readBytes()
    if (found === wanted) return bytes
  }
  return undefined
}

export const NO_SEQS: readonly number[] = []
const OF_RECORDS: ReadonlySet<PostingKind> = new Set([INDEXED.shown, INDEXED.refused])

export function packPostings(kind: PostingKind, firstN: number, postings: readonly Posting[]): Buffer {
  const writer = new VarintWriter()
  let previous = firstN
  for (const { n, credential, seqs } of postings) {
    writer.write(n - previous)
    previous = n
    if (!OF_RECORDS.has(kind)) continue
    writer.write(credential)
    writer.write(seqs.length)
    let seq = 0
    for (const next of seqs) {
      writer.writeStep(next - seq)
      seq = next
    }
  }
  return writer.bytes()
}

interface Packed {
  readonly kind: PostingKind
  readonly firstN: number
  readonly packed: Uint8Array
  /** Entries up to this one are skipped. */
  readonly afterN: number
  /** Entries that do not concern this record are skipped; null to skip none. */
  readonly seq: number | null
}

/** Adds postings to a list until it has `most`. Skipped postings are not built. */
export function unpackPostings(
  { kind, firstN, packed, afterN, seq }: Packed,
  into: Posting[],
  most: number,
): void {
  const reader = new VarintReader(packed)
  const isOfRecords = OF_RECORDS.has(kind)
  for (let n = firstN; !reader.isAtEnd && into.length < most; ) {
    n += reader.read()
    if (!isOfRecords) {
      if (n > afterN) into.push({ n, credential: 0, seqs: NO_SEQS })
      continue
    }
    const credential = reader.read()
    const count = reader.read()
    const seqs: number[] | null = n > afterN && seq === null ? [] : null
    let isMeant = false
    for (let i = 0, at = 0; i < count; i++) {
      at += reader.readStep()
      isMeant ||= at === seq
      seqs?.push(at)
    }
    if (seqs !== null) into.push({ n, credential, seqs })
    else if (isMeant && n > afterN) into.push({ n, credential, seqs: [must(seq)] })
  }
}

export const postingsOf = (packed: Omit<Packed, 'kind'>): Posting[] => {
  const postings: Posting[] = []
  unpackPostings({ kind: INDEXED.shown, ...packed }, postings, Number.MAX_SAFE_INTEGER)
  return postings
}

/** `readers` gets a row if each record was shown to the same reader at least this often on average. */
const WORTH = 4

/** Packs each pair of record and credential once, by record. @returns null if that would save little */
export function packReaders(postings: readonly Posting[]): Buffer | null {
  if (postings.length < WORTH) return null
  const pairs = new Map<number, Set<number>>()
  let [shown, distinct] = [0, 0]
  for (const { credential, seqs } of postings)
    for (const seq of seqs) {
      shown++
      let credentials = pairs.get(seq)
      if (credentials === undefined) {
        credentials = new Set()
        pairs.set(seq, credentials)
      }
      if (!credentials.has(credential)) distinct++
      credentials.add(credential)
    }
  if (shown < WORTH * distinct) return null
  const writer = new VarintWriter()
  let previous = 0
  for (const seq of [...pairs.keys()].sort((a, b) => a - b)) {
    const credentials = must(pairs.get(seq))
    writer.write(seq - previous)
    previous = seq
    writer.write(credentials.size)
    for (const credential of credentials) writer.write(credential)
  }
  return writer.bytes()
}

/** Adds the credentials to which a record was shown, from the bytes of `packReaders`. */
export function addReaders(packed: Uint8Array, wanted: number, into: Set<number>): void {
  const reader = new VarintReader(packed)
  for (let seq = 0; !reader.isAtEnd && seq < wanted; ) {
    seq += reader.read()
    for (let left = reader.read(); left > 0; left--) {
      const credential = reader.read()
      if (seq === wanted) into.add(credential)
    }
  }
}

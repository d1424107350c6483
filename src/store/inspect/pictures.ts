import type { Db } from '../open.ts'

/** An object that the log says is kept, by whichever party uploaded it. */
export interface KeptPicture {
  /** 64 lower-case hexadecimal digits. */
  readonly storedSha256: string
  readonly storedBytes: number
  /** The first act that names it. */
  readonly seq: number
}

/** Every object that the log names up to an entry, each once, read in slices. */
export function* keptPictures(db: Db, throughSeq: number): Generator<KeptPicture> {
  const next = db.prepare<[string, number], KeptPicture>(
    `SELECT lower(hex(stored_sha256)) AS storedSha256, stored_bytes AS storedBytes, min(seq) AS seq FROM evidence
     WHERE stored_sha256 > unhex(?) AND seq <= ? GROUP BY stored_sha256 ORDER BY stored_sha256 LIMIT 256`,
  )
  let after = ''
  for (;;) {
    const pictures = next.all(after, throughSeq)
    yield* pictures
    const last = pictures.at(-1)
    if (last === undefined) return
    after = last.storedSha256
  }
}

/** Their number and total bytes. */
export function pictureTotals(
  db: Db,
  throughSeq: number,
): { readonly count: number; readonly bytes: number } {
  return db
    .prepare<[number], { count: number; bytes: number }>(
      `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM (
         SELECT max(stored_bytes) AS bytes FROM evidence WHERE seq <= ? GROUP BY stored_sha256)`,
    )
    .get(throughSeq) as { count: number; bytes: number }
}

import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Problem } from '../base/problem.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../identity/who.ts'
import { type CitationPlace, FIRST_CITATION } from '../records/gate/citations.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { EvidenceRow } from '../store/tables/evidence.ts'
import type { EvidenceKernel } from './kernel.ts'
import type { Client } from './unfinished-uploads.ts'

/**
 * Pictures that the front office keeps and looks at. They are uploads like those of a phone, by the same rules and into the
 * same places; the front office has no credential, so the audit log names the person instead.
 */

/** A part of a picture. */
export interface PicturePiece {
  readonly media_type: string
  readonly base64: string
}

export const keepTasks = tasksOn<EvidenceKernel>()({
  /**
   * Keeps a picture as the cooperative's. The same picture again is kept once.
   * @returns the hash of the picture as sent, by which records and consents cite it
   * @throws {Problem} body_too_large, evidence_refused, too_many_uploads, overloaded, storage_full,
   * object_store_unavailable
   */
  'evidence.keep': async (kernel, operator, { base64 }: { readonly base64: string }) => {
    const { store, ports, config } = kernel
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length === 0) throw new Problem('evidence_refused')
    if (bytes.length > config.maxUploadBytes) throw new Problem('body_too_large')
    const sha256 = hash('sha256', bytes)
    const office = await ports.submit(() => {
      // Until then it is unknown whether this person still works here.
      if (store.backups.suspension !== null) throw new Problem('suspended_after_restore')
      return frontOffice(kernel, operator)
    })
    if (!(await ports.submit(() => store.evidence.isOfParty(sha256, office.party))))
      await keepWhole(kernel, office, sha256, bytes)
    return { sha256 }
  },
})

export const pictureStreams = {
  /** Yields a picture that a record cites which the front office may read. @throws {Problem} not_found */
  'evidence.picture': async function* (
    kernel: EvidenceKernel,
    operator: string,
    { sha256 }: { readonly sha256: string },
  ): AsyncGenerator<PicturePiece> {
    for (let from: CitationPlace | null = SHA256.test(sha256) ? FIRST_CITATION : null; from !== null; ) {
      const place: CitationPlace = from
      const { found, resume } = await kernel.ports.submit(() =>
        kernel.gate.readerFor(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE).citing(sha256, place),
      )
      if (found !== null) return yield* piecesOf(kernel, found.picture)
      from = resume
    }
    throw new Problem('not_found')
  },
} as const

const SHA256 = /^[0-9a-f]{64}$/

/** Stores a whole picture as the upload of this client. @throws {Problem} as `Uploads.begin` */
export async function keepWhole(
  { evidence }: EvidenceKernel,
  client: Client,
  sha256: string,
  bytes: Uint8Array,
): Promise<void> {
  const sent = { body: Readable.from([bytes]), length: bytes.length, checksum: null }
  await evidence.uploads.begin(client, { bytes: bytes.length, sha256 }, sent, () => {})
}

/** Yields the bytes of a picture that may be shown; they are verified while they are read. */
export async function* piecesOf(
  { evidence }: EvidenceKernel,
  { storedSha256, mediaType }: EvidenceRow,
): AsyncGenerator<PicturePiece> {
  const { stream } = await evidence.open(storedSha256)
  for await (const piece of stream)
    yield { media_type: mediaType, base64: Buffer.from(piece).toString('base64') }
}

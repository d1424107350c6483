import { createHash } from 'node:crypto'
import type { Upload } from './account.ts'
import type { Answered, Asked } from './line.ts'

/** How pictures are sent, piece by piece, and gone on with after whatever happened. */

interface Asker {
  ask(asked: Asked, wanted: readonly number[]): Promise<Answered | null>
}

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' }

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** @returns null when it was not acknowledged */
export async function begin(asker: Asker, token: string, picture: Buffer): Promise<Upload | null> {
  const capturedSha256 = sha256(picture)
  const headers = {
    ...TUS,
    'upload-length': String(picture.length),
    'upload-metadata': `sha256 ${Buffer.from(capturedSha256).toString('base64')}`,
  }
  const answer = await asker.ask({ method: 'POST', path: '/v1/uploads', token, headers }, [201])
  if (answer === null) return null
  return {
    path: answer.headers.location as string,
    token,
    picture,
    capturedSha256,
    offset: 0,
    storedSha256: null,
    wasCut: false,
    isGone: false,
  }
}

/**
 * Asks where it stands and sends some more bytes, if any are left.
 * @returns whether all that was sent was acknowledged
 */
export async function carryOn(asker: Asker, upload: Upload, most: number): Promise<boolean> {
  const { path, token, picture, wasCut } = upload
  const head = await asker.ask({ method: 'HEAD', path, token, headers: TUS }, wasCut ? [200, 404] : [200])
  if (head === null) return false
  if (head.status === 404) {
    // It looked whole, and was dropped for bytes that never came.
    upload.isGone = true
    return false
  }
  const offset = Number(head.headers['upload-offset'])
  if (offset < upload.offset)
    throw new Error(`${path} stands at ${offset}, but ${upload.offset} were acknowledged`)
  note(upload, head)
  if (upload.storedSha256 !== null) return true
  const bytes = picture.subarray(offset, offset + most)
  const headers = { ...BYTES, 'upload-offset': String(offset) }
  const wanted = wasCut ? [204, 422] : [204]
  const answer = await asker.ask({ method: 'PATCH', path, token, bytes, headers }, wanted)
  if (answer === null) return false
  if (answer.status === 422) {
    upload.isGone = true
    return false
  }
  note(upload, answer)
  return true
}

function note(upload: Upload, { headers }: Answered): void {
  upload.offset = Number(headers['upload-offset'])
  const stored = headers['granary-sha256']
  if (stored !== undefined) upload.storedSha256 = String(stored)
}

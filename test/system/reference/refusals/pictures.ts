import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { PURPOSE, SLIP } from '../people.ts'
import type { Asked } from '../recorder.ts'
import type { Scene } from '../scene.ts'
import { declaring, UPLOAD_TYPE } from '../story/pictures.ts'
import { Stalled } from './stalled.ts'

/** What is refused of pictures. */

const TUS = { 'tus-resumable': '1.0.0' }
const BEGIN = 'POST /v1/uploads'
const SEND = 'PATCH /v1/uploads/{id}'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Headers of an upload whose bytes are these, and are said to be these. */
export const announcing = (bytes: Buffer, hash = sha256(bytes)) => ({
  ...TUS,
  'upload-length': String(bytes.length),
  ...declaring(hash),
})

export const sending = (id: string, bytes: Buffer | Readable, offset = 0, more: object = {}): Asked => ({
  path: { id },
  headers: { ...TUS, 'content-type': UPLOAD_TYPE, 'upload-offset': String(offset), ...more },
  body: bytes,
})

/** No picture, whatever it is called. */
const TEXT = Buffer.from('This is not a picture, but a list of names.\n')

export async function refusePictures(scene: Scene): Promise<void> {
  const { village, refuse, refuseToo, done } = scene
  const as = village.grace
  const begun = async (bytes: Buffer, hash?: string): Promise<string> => {
    const { headers } = await done(BEGIN, { as, headers: announcing(bytes, hash) })
    return headers.location?.split('/').at(-1) as string
  }
  const withFirst = (bytes: Buffer, hash?: string, more: object = {}): Asked => ({
    as,
    headers: { ...announcing(bytes, hash), 'content-type': UPLOAD_TYPE, ...more },
    body: bytes,
  })
  const wrongSum = { 'upload-checksum': `sha256 ${createHash('sha256').update('other').digest('base64')}` }

  await refuse('invalid_upload_header', 'It does not say how long it will be.', BEGIN, {
    as,
    headers: { ...TUS, ...declaring(SLIP.sha256) },
  })
  await refuse('tus_version_unsupported', 'It does not say which version of tus it speaks.', BEGIN, {
    as,
    headers: declaring(SLIP.sha256),
  })
  await refuse('upload_type_required', 'Its bytes are compressed.', BEGIN, {
    ...withFirst(SLIP.bytes, undefined, { 'content-encoding': 'gzip' }),
  })
  await refuseToo('body_too_large', BEGIN, {
    as,
    headers: { ...announcing(TEXT), 'upload-length': '30000000' },
  })
  await refuse(
    'upload_digest_mismatch',
    'The bytes do not hash to what was declared.',
    BEGIN,
    withFirst(TEXT, SLIP.sha256),
  )
  await refuse('evidence_refused', 'A text, which is no picture.', BEGIN, withFirst(TEXT))
  await refuse(
    'upload_checksum_mismatch',
    'A piece was spoilt on its way.',
    BEGIN,
    withFirst(SLIP.bytes, undefined, wrongSum),
  )

  const id = await begun(SLIP.bytes)
  const send = (bytes: Buffer | Readable, offset?: number, more?: object): Asked => ({
    as,
    ...sending(id, bytes, offset, more),
  })
  const piece = SLIP.bytes.subarray(0, 1_000)
  await refuse(
    'upload_offset_mismatch',
    'It goes on from where the upload does not stand.',
    SEND,
    send(piece, 500),
  )
  await refuseToo('invalid_upload_header', SEND, send(piece, 0, { 'upload-offset': 'here' }))
  await refuseToo('tus_version_unsupported', SEND, send(piece, 0, { 'tus-resumable': '0.2.2' }))
  await refuseToo('upload_type_required', SEND, send(piece, 0, { 'content-type': 'image/jpeg' }))
  await refuseToo('body_too_large', SEND, send(Buffer.alloc(SLIP.bytes.length + 1)))
  await refuseToo('upload_checksum_mismatch', SEND, send(piece, 0, wrongSum))
  await refuseToo('upload_digest_mismatch', SEND, { as, ...sending(await begun(TEXT, SLIP.sha256), TEXT) })
  await refuseToo('evidence_refused', SEND, { as, ...sending(await begun(TEXT), TEXT) })

  const taken = await begun(SLIP.bytes)
  await done('POST /v1/devices', { as, body: { id: taken, name: 'Of the same id' } })
  await refuseToo('id_conflict', SEND, { as, ...sending(taken, SLIP.bytes) })

  await refuseWhileBusy(scene, id)

  const finished = await begun(SLIP.bytes)
  await done(SEND, { as, ...sending(finished, SLIP.bytes) })
  await refuse('upload_finished', 'It drops what is finished.', 'DELETE /v1/uploads/{id}', {
    as,
    path: { id: finished },
    headers: TUS,
  })
  for (const operation of ['HEAD', 'DELETE'] as const)
    await refuseToo('tus_version_unsupported', `${operation} /v1/uploads/{id}`, { as, path: { id } })

  await refuse(
    'range_not_satisfiable',
    'A part behind the end of the picture.',
    'GET /v1/evidence/{sha256}',
    {
      as,
      path: { sha256: SLIP.sha256 },
      query: { purpose: PURPOSE },
      headers: { range: 'bytes=900000-' },
    },
  )
}

/** One request at a time works on an upload; a second one that sends is told to come later. */
async function refuseWhileBusy({ village, refuse, done }: Scene, id: string): Promise<void> {
  const slow = new Stalled(SLIP.bytes.subarray(0, 100))
  const first = done(SEND, { as: village.grace, ...sending(id, slow.body) })
  await slow.isRead
  await refuse('upload_locked', 'Another request is sending to it.', SEND, {
    as: village.grace,
    ...sending(id, SLIP.bytes.subarray(0, 100)),
  })
  slow.end(SLIP.bytes.subarray(100, 200))
  await first
}

import { PURPOSE, SLIP } from '../people.ts'
import type { Asked } from '../recorder.ts'
import type { Scene } from '../scene.ts'

/** The picture that the harvest cites comes in two pieces, and is read by its hash. */

const TUS = { 'tus-resumable': '1.0.0' }
export const UPLOAD_TYPE = 'application/offset+octet-stream'
export const declaring = (sha256: string) => ({
  'upload-metadata': `sha256 ${Buffer.from(sha256).toString('base64')}`,
})
const FIRST_BYTES = 3_000

export async function tellPictures({ village, show }: Scene): Promise<void> {
  const { grace } = village
  const { bytes, sha256 } = SLIP
  const begin = { ...TUS, 'upload-length': String(bytes.length), ...declaring(sha256) }
  const piece = (id: string, from: number, to?: number): Asked => ({
    as: grace,
    path: { id },
    headers: { ...TUS, 'content-type': UPLOAD_TYPE, 'upload-offset': String(from) },
    body: bytes.subarray(from, to),
  })

  await show('OPTIONS /v1/uploads', 'what_it_speaks', 'The extensions and limits.', {
    status: 204,
    as: grace,
  })
  const begun = await show('POST /v1/uploads', 'begun', 'Length and hash are told; the bytes come later.', {
    as: grace,
    headers: begin,
  })
  const id = begun.headers.location?.split('/').at(-1) as string
  await show('PATCH /v1/uploads/{id}', 'first_piece', 'The first bytes; then the link breaks.', {
    status: 204,
    ...piece(id, 0, FIRST_BYTES),
  })
  await show('HEAD /v1/uploads/{id}', 'unfinished', 'Where to go on.', {
    as: grace,
    path: { id },
    headers: TUS,
  })
  await show('PATCH /v1/uploads/{id}', 'last_piece', 'With the last byte it is kept, and its hash is told.', {
    status: 204,
    ...piece(id, FIRST_BYTES),
  })
  await show('HEAD /v1/uploads/{id}', 'finished', 'The same again once it is kept.', {
    as: grace,
    path: { id },
    headers: TUS,
  })
  await show('POST /v1/uploads', 'in_one_go', 'All bytes come along at once: the same picture again.', {
    as: grace,
    headers: { ...begin, 'content-type': UPLOAD_TYPE },
    body: bytes,
  })
  const given = await show('POST /v1/uploads', 'another', 'Another one, which is given up.', {
    as: grace,
    headers: begin,
  })
  await show('DELETE /v1/uploads/{id}', 'given_up', 'It is dropped.', {
    status: 204,
    as: grace,
    path: { id: given.headers.location?.split('/').at(-1) as string },
    headers: TUS,
  })

  const read: Asked = { as: grace, path: { sha256 }, query: { purpose: PURPOSE } }
  const whole = await show(
    'GET /v1/evidence/{sha256}',
    'whole',
    'The picture, without place and device.',
    read,
  )
  await show('GET /v1/evidence/{sha256}', 'part', 'A part of it.', {
    status: 206,
    ...read,
    headers: { range: 'bytes=0-1023' },
  })
  await show('GET /v1/evidence/{sha256}', 'known', 'The caller has it already.', {
    status: 304,
    ...read,
    headers: { 'if-none-match': whole.headers.etag as string },
  })
}

import { createHash } from 'node:crypto'
import type { Random } from '../../support/records/gate/random.ts'
import { aPicture } from '../common/picture.ts'
import { type Draft, set } from './draft.ts'

/** Requests that bring pictures as the tus protocol has it. */

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const isForUploads = ({ path }: Draft): boolean => path.startsWith('/v1/uploads')

const TYPE = 'application/offset+octet-stream'

/** Fills a request for uploads in, rightly as a rule. */
export function uploadInto(draft: Draft, random: Random): void {
  set(draft, 'tus-resumable', '1.0.0')
  if (draft.method !== 'POST' && draft.method !== 'PATCH') return
  const picture = aPicture(random, 2 + random.below(12))
  if (random.chance(0.2)) picture[random.below(picture.length)] = random.below(256)
  if (draft.method === 'POST') {
    set(draft, 'upload-length', String(picture.length))
    set(draft, 'upload-metadata', `sha256 ${Buffer.from(sha256(picture)).toString('base64')}`)
    if (random.chance(0.5)) return
  } else set(draft, 'upload-offset', String(random.chance(0.7) ? 0 : random.below(400)))
  draft.body = random.chance(0.6) ? picture : picture.subarray(0, random.below(picture.length))
  set(draft, 'content-type', TYPE)
  if (random.chance(0.2)) {
    const digest = createHash('sha1').update(draft.body).digest('base64')
    set(draft, 'upload-checksum', `sha1 ${random.chance(0.8) ? digest : 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='}`)
  } else draft.headers = draft.headers.filter(([name]) => name !== 'upload-checksum')
}

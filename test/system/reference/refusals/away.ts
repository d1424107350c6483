import { rmSync, writeFileSync } from 'node:fs'
import { dataFiles } from '../../../../src/config/config.ts'
import { daysAgo, idOf, PURPOSE, recordOf, SLIP } from '../people.ts'
import type { Scene } from '../scene.ts'
import { UPLOAD_TYPE } from '../story/pictures.ts'
import { announcing, sending } from './pictures.ts'

/** A village whose disk for pictures is taken away: a file stands where their folder was. */
export async function refuseWhileAway({ village, refuse, refuseToo, done }: Scene): Promise<void> {
  const as = village.grace
  const begin = 'POST /v1/uploads'
  const atOnce = { as, headers: { ...announcing(SLIP.bytes), 'content-type': UPLOAD_TYPE }, body: SLIP.bytes }
  await done(begin, atOnce)
  await done('POST /v1/records', {
    as,
    body: {
      ...recordOf('harvest', idOf('a harvest with a picture'), daysAgo(2), 'consent'),
      producer: as.id,
      crop: 'coffee_arabica_fresh_cherry',
      quantity: { value: 90, unit: 'kg' },
      evidence: [{ sha256: SLIP.sha256, media_type: 'image/jpeg' }],
    },
  })
  const { headers } = await done(begin, { as, headers: announcing(SLIP.bytes) })
  const id = headers.location?.split('/').at(-1) as string

  const { objects } = dataFiles(village.a.kernel.config.data)
  rmSync(objects, { recursive: true })
  writeFileSync(objects, '')

  await refuse(
    'object_store_unavailable',
    'The disk for pictures is away; the bytes are here all the same.',
    'PATCH /v1/uploads/{id}',
    {
      as,
      ...sending(id, SLIP.bytes),
    },
  )
  await refuseToo('upload_locked', 'HEAD /v1/uploads/{id}', {
    as,
    path: { id },
    headers: announcing(SLIP.bytes),
  })
  await refuseToo('object_store_unavailable', begin, atOnce)
  await refuseToo('object_store_unavailable', 'GET /v1/evidence/{sha256}', {
    as,
    path: { sha256: SLIP.sha256 },
    query: { purpose: PURPOSE },
  })
}

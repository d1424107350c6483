import type { ProblemCode } from '../../../../src/base/problem.ts'
import { CHERRY, daysAgo, idOf, inDays, PURPOSE, recordOf, SLIP } from '../people.ts'
import type { Operation } from '../recorder.ts'
import type { Scene } from '../scene.ts'
import { UPLOAD_TYPE } from '../story/pictures.ts'
import { announcing } from './pictures.ts'

/** What is too much, where the operator has set narrow limits. */

export const NARROW = {
  maxChain: '3',
  maxChildren: '1',
  maxGrants: '1',
  maxAccessRequests: '1',
  maxDevices: '1',
  maxObjections: '1',
  maxUploads: '1',
} as const

export async function refuseTooMuch({ village, refuse, refuseToo, done }: Scene): Promise<void> {
  const as = village.moses
  const harvest = (n: number, more: object = {}) => ({
    ...recordOf('harvest', idOf(`version ${n}`), daysAgo(2), 'consent'),
    producer: as.id,
    crop: CHERRY,
    quantity: { value: 90 + n, unit: 'kg' },
    ...more,
  })
  const correcting = (n: number, of: number) => harvest(n, { supersedes: idOf(`version ${of}`) })
  const write = 'POST /v1/records'
  await done(write, { as, body: harvest(1) })
  await done(write, { as, body: correcting(2, 1) })
  await done(write, {
    as,
    body: {
      ...recordOf('retraction', idOf('takes 2 back'), daysAgo(1)),
      target_id: idOf('version 2'),
      reason: 'other',
    },
  })
  await refuse('too_many_corrections', 'One version is corrected once too often.', write, {
    as,
    body: correcting(3, 1),
  })
  await done(write, { as, body: harvest(4) })
  await done(write, { as, body: correcting(5, 4) })
  await done(write, { as, body: correcting(6, 5) })
  await refuse('chain_too_long', 'A record has as many versions as it may have.', write, {
    as,
    body: correcting(7, 6),
  })

  const terms = { purpose: PURPOSE, record_types: ['harvest'] }
  const asks = (n: number) => ({
    ...{ id: idOf(`request ${n}`), about: { party: as.id }, ...terms },
    ...{ expires_at: inDays(30), reason: 'About a loan.' },
  })
  const limits: readonly (readonly [
    ProblemCode,
    string,
    Operation,
    { readonly token: string },
    (n: number) => object,
  ])[] = [
    [
      'too_many_grants',
      'A party has opened its records to as many as it may.',
      'POST /v1/grants',
      as,
      (n) => ({ id: idOf(`grant ${n}`), grantee: village.bank.id, ...terms, expires_at: inDays(30 + n) }),
    ],
    [
      'too_many_access_requests',
      'A party has as many open requests as it may have.',
      'POST /v1/access-requests',
      village.bank,
      asks,
    ],
    [
      'too_many_objections',
      'A party has as many objections standing as it may have.',
      'POST /v1/objections',
      village.grace,
      (n) => ({ id: idOf(`objection ${n}`), channel: 'app' }),
    ],
    [
      'too_many_devices',
      'A party has as many phones as it may have.',
      'POST /v1/devices',
      as,
      (n) => ({ id: idOf(`phone ${n}`), name: `Phone ${n}` }),
    ],
  ]
  for (const [code, summary, operation, by, body] of limits) {
    await done(operation, { as: by, body: body(1) })
    await refuse(code, summary, operation, { as: by, body: body(2) })
  }
  await refuseToo('too_many_grants', 'POST /v1/access-requests/{id}/decision', {
    as,
    path: { id: asks(1).id },
    body: { grant: { id: idOf('one grant too many') } },
  })
  const begin = 'POST /v1/uploads'
  const headers = announcing(SLIP.bytes)
  const firstBytes = { headers: { ...headers, 'content-type': UPLOAD_TYPE }, body: SLIP.bytes.subarray(0, 9) }
  await done(begin, { as, ...firstBytes })
  await refuse('too_many_uploads', 'A phone has left too many uploads unfinished.', begin, { as, headers })
}

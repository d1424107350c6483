import { gzipSync } from 'node:zlib'
import { idOf, PURPOSE, recordOf, SLIP } from '../people.ts'
import { ask } from '../recorder.ts'
import { type Scene, withSettings } from '../scene.ts'
import { HARVEST } from '../story/records.ts'
import { announcing } from './pictures.ts'

/** Refused before anything is looked up: who asks, for what, how much, and in which form. */

const JSON_TYPE = { 'content-type': 'application/json' }
const purpose = { purpose: PURPOSE }
/** More than the 64 KiB that a record may have. */
const TOO_LONG = JSON.stringify({ note: 'x'.repeat(70_000) })

export async function refuseAtTheDoor(scene: Scene): Promise<void> {
  await refuseReads(scene)
  await refuseBodies(scene)
  await refuseForNow(scene)
}

async function refuseReads({ village, refuse }: Scene): Promise<void> {
  const { moses, scraper } = village
  const read = 'GET /v1/records'
  await refuse('no_verified_subject', 'No token, or one that is unknown or has ended.', read, {
    query: purpose,
  })
  await refuse('not_permitted_for_credential', 'A token for metrics asks for records.', read, {
    as: scraper,
    query: purpose,
  })
  await refuse('cross_site_request', 'A page of another web site makes the browser send the request.', read, {
    as: moses,
    query: purpose,
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  await refuse('purpose_required', 'A read does not say what it is for.', read, { as: moses })
  await refuse('purpose_as_header', 'It says so in a header.', read, {
    as: moses,
    headers: { 'x-purpose': PURPOSE },
  })
  await refuse('invalid_purpose', 'The purpose is not a short lower-case word.', read, {
    as: moses,
    query: { purpose: 'To see' },
  })
  await refuse('invalid_parameter', 'A parameter is misspelt, or out of its range.', read, {
    as: moses,
    query: { ...purpose, limit: '5000' },
  })
  await refuse('invalid_cursor', 'A cursor of another question.', read, {
    as: moses,
    query: { ...purpose, cursor: 'bm90IG1hZGUgaGVyZQ' },
  })
  await refuse('not_found', 'A record that is not there, or not for the caller.', 'GET /v1/records/{id}', {
    as: moses,
    path: { id: HARVEST },
    query: purpose,
  })
}

const WRITE = 'POST /v1/records'

async function refuseBodies({ village, refuse }: Scene): Promise<void> {
  const { grace } = village
  await refuse('malformed_json', 'The body is cut off.', WRITE, {
    as: grace,
    headers: JSON_TYPE,
    body: '{"id":',
  })
  await refuse('malformed_encoding', 'The body is not the gzip that its header announces.', WRITE, {
    as: grace,
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: gzipSync('{}').subarray(0, 12),
  })
  await refuse('unsupported_encoding', 'The body is compressed in a way that is not understood.', WRITE, {
    as: grace,
    headers: { ...JSON_TYPE, 'content-encoding': 'deflate' },
    body: '{}',
  })
  await refuse('unsupported_media_type', 'The body is not sent as JSON.', WRITE, {
    as: grace,
    headers: { 'content-type': 'text/csv' },
    body: 'id,type',
  })
  await refuse('body_too_large', 'A record of more than 64 KiB.', WRITE, {
    as: grace,
    headers: JSON_TYPE,
    body: Buffer.from(TOO_LONG),
  })
  await refuse('schema_violation', 'Members are missing, misspelt or malformed; all are named.', WRITE, {
    as: grace,
    body: {
      ...recordOf('harvest', idOf('a harvest with faults').toUpperCase(), 'yesterday', 'consent'),
      producer: grace.id,
      crops: 'coffee_arabica_fresh_cherry',
      quantity: { value: 0, unit: 'kg' },
    },
  })
}

/** What may be asked again later. */
async function refuseForNow({ village, refuse }: Scene): Promise<void> {
  const { grace, moses } = village
  const busy = await withSettings(village, { registryPerMinute: '1', recordsPerDay: '1' })
  await busy.app.inject('/v1/registry')
  await refuse(
    'rate_limited',
    'More requests than the limit; Retry-After says when.',
    'GET /v1/registry',
    {},
    busy,
  )
  const upload = { as: moses, headers: announcing(SLIP.bytes) }
  if ((await ask(busy, 'POST /v1/uploads', upload)).status !== 201)
    throw new Error('the first upload was refused')
  await refuse(
    'quota_exceeded',
    'More than a credential may write on one day.',
    'POST /v1/uploads',
    upload,
    busy,
  )
  await busy.close()

  const full = await withSettings(village, { minFreeBytes: String(Number.MAX_SAFE_INTEGER) })
  await refuse(
    'storage_full',
    'Less disk is free than the operator keeps back.',
    WRITE,
    { as: grace, body: {} },
    full,
  )
  await full.close()
}

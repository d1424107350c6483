import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataFiles } from '../../../src/config/config.ts'
import { isId } from '../../../src/domain/id.ts'
import { plantedJpeg, plantedPng } from '../../support/evidence/pictures/planted.ts'
import { aPicture, idOf, scene } from '../../support/evidence/scene.ts'
import {
  BYTES,
  ByHand,
  base64,
  declaring,
  type Reply,
  sha256,
  TUS,
} from '../../support/evidence/uploading.ts'
import { appended, expectBare404, harvestOf } from '../../support/flows/help.ts'

/** The tus protocol step by step, as a client speaks it and as it should not. */

const s = await scene()

function expectRefused(answer: Reply, status: number, code: string): void {
  expect([answer.status, answer.body?.code], answer.text).toEqual([status, code])
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.body.correlation_id).toBe(answer.headers['x-correlation-id'])
  expect(answer.headers['tus-resumable']).toBe('1.0.0')
}

const actOf = (id: string) => {
  const act = s.a.kernel.store.acts.byId(id)
  return act && { kind: act.kind, ...JSON.parse(act.json) }
}

test('OPTIONS tells what is understood', async () => {
  const { status, headers, bytes } = await s.hand.options()
  expect([status, bytes.length]).toEqual([204, 0])
  expect(headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
    'tus-max-size': String(20 * 1024 * 1024),
    'tus-checksum-algorithm': 'sha1,sha256',
  })
})

describe('an upload begins', () => {
  test('with an address of its own and the time when it expires, and lies in files only the owner can read', async () => {
    const before = s.files()
    const picture = await aPicture()
    const answer = await s.hand.begin(picture, sha256(picture))
    expect([answer.status, answer.bytes.length]).toEqual([201, 0])
    expect(isId(idOf(answer.headers.location as string))).toBe(true)
    expect(answer.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'upload-expires': new Date(s.a.clock.nowMs + 48 * 3_600_000).toUTCString(),
    })
    expect(answer.headers).not.toHaveProperty('granary-sha256')
    const folder = dataFiles(s.a.kernel.config.data).uploads
    const added = s.files().filter((name) => !before.includes(name))
    const id = idOf(answer.headers.location as string)
    expect(added).toEqual([`${id}.bytes`, `${id}.json`])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of added) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })
  test('and keeps nothing of what else is told about the file', async () => {
    const picture = await aPicture()
    const more = {
      'upload-metadata': `filename ${base64('Grace at home.jpg')},sha256 ${base64(sha256(picture))}`,
    }
    const path = (await s.hand.begin(picture, '', more)).headers.location as string
    const file = join(dataFiles(s.a.kernel.config.data).uploads, `${idOf(path)}.json`)
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()).toEqual(
      ['bytes', 'createdAtMs', 'credential', 'id', 'party', 'sha256'].sort(),
    )
    expect((await s.hand.head(path)).headers['upload-metadata']).toBe(`sha256 ${base64(sha256(picture))}`)
    await s.hand.send(path, 0, picture)
    expect(JSON.stringify(actOf(idOf(path)))).not.toContain('Grace')
  })

  const HASH = 'ab'.repeat(32)
  const refused: [string, number, string, Record<string, string>][] = [
    ['without a version of tus', 412, 'tus_version_unsupported', { 'tus-resumable': '' }],
    ['with too many', 413, 'body_too_large', { 'upload-length': String(20 * 1024 * 1024 + 1) }],
    ['without a hash', 400, 'invalid_upload_header', { 'upload-metadata': `filename ${base64('x')}` }],
    ['with compressed bytes', 415, 'upload_type_required', { 'content-encoding': 'gzip' }],
  ]
  test.each(refused)('but not %s', async (_how, status, code, more) => {
    const before = s.files()
    const headers = { ...TUS, 'upload-length': '100', ...declaring(HASH), ...more }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    const answer = await s.hand.ask('POST', '/v1/uploads', sent, Buffer.alloc(0))
    expectRefused(answer, status, code)
    if (status === 412) expect(answer.headers['tus-version']).toBe('1.0.0')
    expect(s.files()).toEqual(before)
  })
})

describe('bytes arrive', () => {
  test('in parts, and HEAD tells how far', async () => {
    const picture = await plantedJpeg()
    const path = await s.hand.begun(picture)
    expect((await s.hand.head(path)).headers['upload-offset']).toBe('0')
    const first = await s.hand.send(path, 0, picture.subarray(0, 500))
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '500'])
    expect(first.headers).not.toHaveProperty('granary-sha256')
    const head = await s.hand.head(path)
    expect(head.status).toBe(200)
    expect(head.headers).toMatchObject({
      'upload-offset': '500',
      'upload-length': String(picture.length),
      'upload-expires': new Date(s.a.clock.nowMs + 48 * 3_600_000).toUTCString(),
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    })
    const last = await s.hand.send(path, 500, picture.subarray(500))
    expect([last.status, last.headers['upload-offset']]).toEqual([204, String(picture.length)])
    expect(last.headers['granary-sha256']).toMatch(/^[0-9a-f]{64}$/)
    expect(last.headers).not.toHaveProperty('upload-expires')
  })

  const wrong: [string, number, string, Record<string, string>][] = [
    ['without a version of tus', 412, 'tus_version_unsupported', { 'tus-resumable': '' }],
    ['compressed', 415, 'upload_type_required', { 'content-encoding': 'gzip' }],
    ['before where it stands', 409, 'upload_offset_mismatch', { 'upload-offset': '9' }],
    ['behind where it stands', 409, 'upload_offset_mismatch', { 'upload-offset': '11' }],
    ['with a checksum that is none', 400, 'invalid_upload_header', { 'upload-checksum': 'sha1 x' }],
  ]
  test.each(wrong)('but not %s: nothing changes', async (_how, status, code, more) => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    await s.hand.send(path, 0, picture.subarray(0, 10))
    const headers = { ...BYTES, 'upload-offset': '10', ...more }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    expectRefused(await s.hand.ask('PATCH', path, sent, picture.subarray(10)), status, code)
    expect((await s.hand.head(path)).headers['upload-offset']).toBe('10')
    expect((await s.hand.send(path, 10, picture.subarray(10))).headers).toHaveProperty('granary-sha256')
  })

  test('but not more than were announced, whether that is said or not', async () => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    await s.hand.send(path, 0, picture.subarray(0, 10))
    const tooMuch = Buffer.concat([picture.subarray(10), Buffer.from('!')])
    expectRefused(await s.hand.send(path, 10, tooMuch), 413, 'body_too_large')
    const chunked = { ...BYTES, 'upload-offset': '10', 'transfer-encoding': 'chunked' }
    const unannounced = await s.hand.ask('PATCH', path, chunked, tooMuch)
    expectRefused(unannounced, 413, 'body_too_large')
    expect(unannounced.headers.connection).toBe('close')
    expect((await s.hand.head(path)).headers['upload-offset']).toBe('10')
  })

  test('with a checksum, by either algorithm', async () => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    const checksum = (name: string, part: Uint8Array) => ({
      'upload-checksum': `${name} ${createHash(name).update(part).digest('base64')}`,
    })
    const [a, b] = [picture.subarray(0, 100), picture.subarray(100)]
    expect((await s.hand.send(path, 0, a, checksum('sha1', a))).headers['upload-offset']).toBe('100')
    expect((await s.hand.send(path, 100, b, checksum('sha256', b))).headers).toHaveProperty('granary-sha256')
  })

  test('and a part that does not match its checksum is discarded, the last one too', async () => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    await s.hand.send(path, 0, picture.subarray(0, 100))
    const wrong = { 'upload-checksum': `sha256 ${createHash('sha256').update('else').digest('base64')}` }
    const part = picture.subarray(100, 200)
    expectRefused(await s.hand.send(path, 100, part, wrong), 460, 'upload_checksum_mismatch')
    expectRefused(await s.hand.send(path, 100, picture.subarray(100), wrong), 460, 'upload_checksum_mismatch')
    expect((await s.hand.head(path)).headers['upload-offset']).toBe('100')
    expect((await s.hand.send(path, 100, picture.subarray(100))).headers).toHaveProperty('granary-sha256')
  })

  test('together with the beginning', async () => {
    const picture = await aPicture()
    const half = picture.subarray(0, 300)
    const begun = await s.hand.ask(
      'POST',
      '/v1/uploads',
      { ...BYTES, 'upload-length': String(picture.length), ...declaring(sha256(picture)) },
      half,
    )
    expect([begun.status, begun.headers['upload-offset']]).toEqual([201, '300'])
    const last = await s.hand.send(begun.headers.location as string, 300, picture.subarray(300))
    expect(last.headers).toHaveProperty('granary-sha256')
    const whole = await aPicture()
    const all = await s.hand.ask(
      'POST',
      '/v1/uploads',
      { ...BYTES, 'upload-length': String(whole.length), ...declaring(sha256(whole)) },
      whole,
    )
    expect([all.status, all.headers['upload-offset']]).toEqual([201, String(whole.length)])
    expect(all.headers['granary-sha256']).toBe(actOf(idOf(all.headers.location as string)).stored_sha256)
  })

  test('where the beginning is refused for them, nothing is left behind', async () => {
    const before = s.files()
    const begin = (headers: Record<string, string>, body: Uint8Array) =>
      s.hand.ask(
        'POST',
        '/v1/uploads',
        { ...BYTES, ...declaring(sha256(Buffer.from('no picture'))), ...headers },
        body,
      )
    const wrong = { 'upload-checksum': `sha1 ${createHash('sha1').update('else').digest('base64')}` }
    expectRefused(
      await begin({ 'upload-length': '10', ...wrong }, Buffer.from('no picture')),
      460,
      'upload_checksum_mismatch',
    )
    expectRefused(await begin({ 'upload-length': '9' }, Buffer.from('no picture')), 413, 'body_too_large')
    expectRefused(await begin({ 'upload-length': '10' }, Buffer.from('no picture')), 422, 'evidence_refused')
    expectRefused(
      await begin({ 'upload-length': '10' }, Buffer.from('other text')),
      422,
      'upload_digest_mismatch',
    )
    expect(s.files()).toEqual(before)
  })
})

describe('a finished upload', () => {
  test('is an act in the log, an entry of the audit and no file any more', async () => {
    const picture = await plantedJpeg()
    const before = s.files()
    const path = await s.hand.begun(picture)
    const last = await s.hand.send(path, 0, picture)
    const stored = last.headers['granary-sha256'] as string
    const { store } = s.a.kernel
    const credentials = store.credentials.ofParty(store.parties.find(s.farmer.id) as number)
    expect(actOf(idOf(path))).toEqual({
      kind: 'evidence',
      act: 'evidence',
      id: idOf(path),
      uploaded_by: s.farmer.id,
      credential_id: store.acts.bySeq(credentials[0]?.seq as number)?.id,
      captured_sha256: sha256(picture),
      stored_sha256: stored,
      media_type: 'image/jpeg',
      captured_bytes: picture.length,
      stored_bytes: expect.any(Number),
      received_at: new Date(s.a.clock.nowMs).toISOString(),
    })
    const [entry] = store.audit.after(store.audit.size - 1, 1)
    expect([entry?.action, entry?.outcome, entry?.credential]).toEqual([
      'evidence',
      'done',
      credentials[0]?.seq,
    ])
    expect(s.files()).toEqual(before)
    expect(stored).not.toBe(sha256(picture))
  })

  test('is told by HEAD for good, and takes neither bytes nor an end', async () => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    const stored = (await s.hand.send(path, 0, picture)).headers['granary-sha256']
    s.a.clock.nowMs += 72 * 3_600_000
    const head = await s.hand.head(path)
    expect(head.status).toBe(200)
    expect(head.headers).toMatchObject({
      'upload-offset': String(picture.length),
      'upload-length': String(picture.length),
      'granary-sha256': stored,
    })
    expect(head.headers).not.toHaveProperty('upload-expires')
    const again = await s.hand.send(path, picture.length, Buffer.alloc(0))
    expect([again.status, again.headers['granary-sha256']]).toEqual([204, stored])
    expectRefused(await s.hand.send(path, 0, picture), 409, 'upload_offset_mismatch')
    expectRefused(await s.hand.send(path, picture.length, Buffer.from('x')), 413, 'body_too_large')
    expectRefused(await s.hand.end(path), 409, 'upload_finished')
    expect((await s.hand.head(path)).headers['granary-sha256']).toBe(stored)
  })

  test('may have the bytes of an earlier one: each has its act, and neither party is told of the other', async () => {
    const picture = await aPicture()
    const rows = () =>
      s.a.kernel.store.db
        .prepare('SELECT count(*) FROM evidence WHERE captured_sha256 = ?')
        .pluck()
        .get(Buffer.from(sha256(picture), 'hex'))
    const paths = [
      await s.hand.begun(picture),
      await s.hand.begun(picture),
      await s.strangersHand.begun(picture),
    ]
    const answers = [
      await s.hand.send(paths[0] as string, 0, picture),
      await s.hand.send(paths[1] as string, 0, picture),
      await s.strangersHand.send(paths[2] as string, 0, picture),
    ]
    expect(new Set(answers.map((answer) => answer.headers['granary-sha256'])).size).toBe(1)
    const shapes = answers.map(({ status, headers }) => [status, Object.keys(headers)])
    expect(shapes).toEqual([shapes[0], shapes[0], shapes[0]])
    for (const path of paths) expect(actOf(idOf(path)).captured_sha256).toBe(sha256(picture))
    expect(rows()).toBe(2)
  })
})

describe('what a whole upload can lie about', () => {
  test('its hash: it is refused by name, and gone', async () => {
    const before = s.files()
    const [picture, other] = [await aPicture(), await aPicture()]
    const path = (await s.hand.begin(picture, sha256(other))).headers.location as string
    expectRefused(await s.hand.send(path, 0, picture), 422, 'upload_digest_mismatch')
    expect((await s.hand.head(path)).status).toBe(404)
    expect(s.files()).toEqual(before)
    const { audit } = s.a.kernel.store
    const outcomes = audit.after(audit.size - 2, 2).map(({ action, outcome }) => [action, outcome])
    expect(outcomes).toContainEqual(['evidence', 'upload_digest_mismatch'])
  })
  test.each([
    ['no picture', async () => Buffer.from('<svg onload="alert(1)"/>')],
    ['half a picture', async () => (await aPicture()).subarray(0, 200)],
  ])('being a picture: %s is refused, and gone', async (_what, bytes) => {
    const file = await bytes()
    const path = await s.hand.begun(file)
    const answer = await s.hand.send(path, 0, file)
    expectRefused(answer, 422, 'evidence_refused')
    expect(answer.body.detail).toMatch(/\.$/)
    expect((await s.hand.head(path)).status).toBe(404)
  })
  test('its type: what it is decides', async () => {
    const picture = await plantedPng()
    const more = {
      'upload-metadata': `filetype ${base64('image/jpeg')},filename ${base64('a.jpg')},sha256 ${base64(sha256(picture))}`,
    }
    const path = (await s.hand.begin(picture, '', more)).headers.location as string
    await s.hand.send(path, 0, picture)
    expect(actOf(idOf(path)).media_type).toBe('image/png')
  })
  test('its id, by using it for a record meanwhile', async () => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    await appended(s.farmer, 'harvest', harvestOf(s.farmer, { id: idOf(path) }))
    expectRefused(await s.hand.send(path, 0, picture), 409, 'id_conflict')
    expect((await s.hand.head(path)).status).toBe(404)
    expect(actOf(idOf(path))).toBe(undefined)
  })
})

test('an upload is ended by its client, and its files go', async () => {
  const before = s.files()
  const picture = await aPicture()
  const path = await s.hand.begun(picture)
  await s.hand.send(path, 0, picture.subarray(0, 50))
  const ended = await s.hand.end(path)
  expect([ended.status, ended.bytes.length, ended.headers['tus-resumable']]).toEqual([204, 0, '1.0.0'])
  expect(s.files()).toEqual(before)
  expect((await s.hand.head(path)).status).toBe(404)
  expect((await s.hand.end(path)).status).toBe(404)
})

test("another credential's upload is not there: of another party, of another device, or finished", async () => {
  const picture = await aPicture()
  const open = await s.hand.begun(picture)
  await s.hand.send(open, 0, picture.subarray(0, 10))
  const done = await s.hand.begun(picture)
  await s.hand.send(done, 0, picture)
  const others = [s.strangersHand, new ByHand(s.port, await s.a.credential(s.farmer.id, 'party'))]
  for (const other of others)
    for (const path of [open, done, '/v1/uploads/01900000-0000-7000-8000-00000000ffff', '/v1/uploads/none']) {
      const answers = [
        await other.head(path),
        await other.send(path, 10, picture.subarray(10)),
        await other.end(path),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      for (const { status, headers, text, body } of answers.slice(1))
        expectBare404({ status, headers, text, body } as never)
    }
  expect((await s.hand.head(open)).headers['upload-offset']).toBe('10')
  const { audit } = s.a.kernel.store
  const because = audit.after(0, audit.size).filter(({ action }) => action === 'upload')
  for (const reason of ['not_their_own', 'no_such_upload'])
    expect(because).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ because: reason }) }),
    )
})

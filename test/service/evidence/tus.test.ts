import { describe, expect, test } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import {
  checkVersion,
  hasUploadType,
  metadataOf,
  readChecksum,
  readDeclaredSha256,
  readLength,
  readOffset,
} from '../../../src/evidence/tus.ts'
import { base64 } from '../../support/evidence/uploading.ts'

/** The headers of tus 1.0.0, read strictly. */

const HASH = 'ab'.repeat(32)

function codeOf(work: () => unknown): string {
  try {
    return `took ${JSON.stringify(work())}`
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

test.each([undefined, '', '1.0', '1.0.1', '0.2.2', '1.0.0, 1.0.0', ' 1.0.0'])(
  'another version than 1.0.0 is refused: %j',
  (version) => {
    expect(codeOf(() => checkVersion(version === undefined ? {} : { 'tus-resumable': version }))).toBe(
      'tus_version_unsupported',
    )
  },
)
test('version 1.0.0 is spoken', () => {
  expect(() => checkVersion({ 'tus-resumable': '1.0.0' })).not.toThrow()
})

const NO_NUMBERS = ['', '-1', '+1', '1.0', '1e3', '0x10', '01', ' 1', '1 ', 'ten', '1, 1', '9'.repeat(16)]

describe('Upload-Length', () => {
  const read = (text?: string) =>
    codeOf(() => readLength(text === undefined ? {} : { 'upload-length': text }, 1000))
  test.each(NO_NUMBERS)('%j is no length', (text) => {
    expect(read(text)).toBe('invalid_upload_header')
  })
  test('is required, and at least one', () => {
    expect([read(), read('0'), read('1')]).toEqual([
      'invalid_upload_header',
      'invalid_upload_header',
      'took 1',
    ])
  })
  test('may not come later, nor from parts put together', () => {
    expect(codeOf(() => readLength({ 'upload-defer-length': '1' }, 9))).toBe('invalid_upload_header')
    expect(codeOf(() => readLength({ 'upload-length': '5', 'upload-concat': 'partial' }, 9))).toBe(
      'invalid_upload_header',
    )
  })
  test('has a largest value', () => {
    expect([read('1000'), read('1001')]).toEqual(['took 1000', 'body_too_large'])
  })
})

describe('Upload-Offset', () => {
  const read = (text?: string) =>
    codeOf(() => readOffset(text === undefined ? {} : { 'upload-offset': text }))
  test.each(NO_NUMBERS)('%j is no offset', (text) => {
    expect(read(text)).toBe('invalid_upload_header')
  })
  test('is required, and may be zero', () => {
    expect([read(), read('0'), read('77')]).toEqual(['invalid_upload_header', 'took 0', 'took 77'])
  })
})

describe('Upload-Metadata', () => {
  const read = (text?: string) =>
    codeOf(() => readDeclaredSha256(text === undefined ? {} : { 'upload-metadata': text }))
  const given = (hash: string) => `sha256 ${base64(hash)}`
  test.each([
    undefined,
    '',
    'sha256',
    given('AB'.repeat(32)),
    given('ab'.repeat(31)),
    given(`${HASH}0`),
    `sha256 ${HASH}`,
    `sha256  ${base64(HASH)}`,
    `sha256 ${base64(HASH)} x`,
    `${given(HASH)},${given(HASH)}`,
    `${given(HASH)},sha256`,
    `filename ${base64('x')}`,
    `${given(HASH)},`,
    `${given(HASH)},,a`,
    `${given(HASH)},b not base64!`,
    `SHA256 ${base64(HASH)}`,
  ])('%j gives no hash', (text) => {
    expect(read(text)).toBe('invalid_upload_header')
  })
  test.each([
    given(HASH),
    `filename ${base64('häuser.jpg')},${given(HASH)},is_private`,
    `${given(HASH)}, filetype ${base64('image/jpeg')}`,
    `${given(HASH)},empty `.trim(),
  ])('%j does', (text) => {
    expect(read(text)).toBe(`took "${HASH}"`)
  })
  test('is told again as the hash alone', () => {
    expect(readDeclaredSha256({ 'upload-metadata': metadataOf(HASH) })).toBe(HASH)
  })
})

describe('Upload-Checksum', () => {
  const read = (text: string) => codeOf(() => readChecksum({ 'upload-checksum': text })?.algorithm)
  const [sha1, sha256] = [base64(Buffer.alloc(20, 7)), base64(Buffer.alloc(32, 7))]
  test('may be left out', () => {
    expect(readChecksum({})).toBe(null)
  })
  test('is sha1 or sha256', () => {
    expect([read(`sha1 ${sha1}`), read(`sha256 ${sha256}`)]).toEqual(['took "sha1"', 'took "sha256"'])
  })
  test.each([
    '',
    'sha1',
    `sha1 ${sha256}`,
    `sha256 ${sha1}`,
    `md5 ${base64(Buffer.alloc(16))}`,
    `SHA1 ${sha1}`,
    `sha1  ${sha1}`,
    `sha1 ${sha1} more`,
    `sha1 ${sha1}, sha1 ${sha1}`,
    `constructor ${sha1}`,
  ])('%j is none', (text) => {
    expect(read(text)).toBe('invalid_upload_header')
  })
})

test('bytes are sent as application/offset+octet-stream and as nothing else', () => {
  const has = (type?: string) => hasUploadType(type === undefined ? {} : { 'content-type': type })
  expect([has('application/offset+octet-stream'), has('Application/Offset+Octet-Stream')]).toEqual([
    true,
    true,
  ])
  expect([
    has(),
    has(''),
    has('application/octet-stream'),
    has('image/jpeg'),
    has('application/json'),
  ]).toEqual(Array(5).fill(false))
})

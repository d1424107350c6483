import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256 } from '../../../src/domain/sha256.ts'
import { receive, type UploadPart } from '../../../src/evidence/receive.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receive-'))
  path = join(folder, 'upload')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Appends a text to the first three of nine bytes. */
async function received(text: string, checksum: UploadPart['checksum'] = null): Promise<number> {
  const file = await open(path, 'a')
  try {
    const body = Readable.from([Buffer.from(text)])
    return await receive(file, { body, offset: 3, bytes: 9, checksum, idleMs: 300_000, check: () => {} })
  } finally {
    await file.close()
  }
}

test('what a fault has left behind the place that was told to the client goes before more is written', async () => {
  writeFileSync(path, 'abc and what could not be cut off')
  expect(await received('def')).toBe(6)
  expect(readFileSync(path, 'utf8')).toBe('abcdef')
})

test('a part with a checksum is kept only if it is right', async () => {
  writeFileSync(path, 'abc')
  const checksum = { algorithm: 'sha256', digest: sha256('def') } as const
  await expect(received('dEf', checksum)).rejects.toMatchObject({ code: 'upload_checksum_mismatch' })
  expect(readFileSync(path, 'utf8')).toBe('abc')
  expect(await received('def', checksum)).toBe(6)
  expect(readFileSync(path, 'utf8')).toBe('abcdef')
})

test('nothing is kept of a part that goes beyond the declared length', async () => {
  writeFileSync(path, 'abc')
  await expect(received('defghij')).rejects.toMatchObject({ code: 'body_too_large' })
  expect(readFileSync(path, 'utf8')).toBe('abc')
  expect(await received('defghi')).toBe(9)
})

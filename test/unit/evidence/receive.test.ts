import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { receive } from '../../../src/evidence/receive.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receive-'))
  path = join(folder, 'upload')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what a fault has left behind the place that was told to the client goes before more is written', async () => {
  writeFileSync(path, 'abc and what could not be cut off')
  const file = await open(path, 'a')
  try {
    const body = Readable.from([Buffer.from('def')])
    expect(
      await receive(file, { body, offset: 3, bytes: 9, checksum: null, idleMs: 1_000, check: () => {} }),
    ).toBe(6)
  } finally {
    await file.close()
  }
  expect(readFileSync(path, 'utf8')).toBe('abcdef')
})

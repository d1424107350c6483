import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeServiceFolder } from '../../../src/cli/enter.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'enter-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const SERVICE = { uid: 64_000, gid: 64_001, name: 'granary' }

test.skipIf(process.getuid?.() !== 0)(
  'the folder that was moved away is made for the service alone (only root may give it away)',
  () => {
    const folder = join(place, 'granary')
    makeServiceFolder(folder, SERVICE)
    const { uid, gid, mode } = statSync(folder)
    expect([uid, gid, mode & 0o777]).toEqual([64_000, 64_001, 0o700])
    // One that is there stays as it is.
    makeServiceFolder(folder, { ...SERVICE, uid: 1 })
    expect(statSync(folder).uid).toBe(64_000)
  },
)

test('where it cannot be made, nothing is, and the remedy is named', () => {
  expect(() => makeServiceFolder(join(place, 'no', 'granary'), SERVICE)).toThrow('cannot be made (ENOENT)')
  expect(existsSync(join(place, 'no'))).toBe(false)
})

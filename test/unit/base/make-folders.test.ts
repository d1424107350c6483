import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolders } from '../../../src/base/make-folders.ts'
import { temporaryFolder } from '../../support/command.ts'

test('a folder is made with those above it, and one that is there is left as it is', () => {
  const above = temporaryFolder()
  mkdirSync(join(above, 'open'), { mode: 0o755 })
  makeFolders(join(above, 'open', 'a', 'b'), 0o700)
  makeFolders(join(above, 'open', 'a', 'b'), 0o700)
  const modeOf = (...names: string[]) => statSync(join(above, ...names)).mode & 0o777
  expect([modeOf('open'), modeOf('open', 'a'), modeOf('open', 'a', 'b')]).toEqual([0o755, 0o700, 0o700])
})

test('where the system takes no folder, that is said and the call ends', () => {
  expect(() => makeFolders('/proc/a/b')).toThrow('ENOENT')
})

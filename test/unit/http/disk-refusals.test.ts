import { expect, test } from 'vitest'
import { diskRefusal, Problem } from '../../../src/base/problem.ts'

/** What a disk says, in the words of the service. */

const refused = (code: string) => {
  const refusal = diskRefusal(Object.assign(new Error('secret words'), { code }))
  return refusal && [refusal.status, refusal.code, refusal.cause !== undefined]
}

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'])(
  '%s is a full disk',
  (code) => {
    expect(refused(code)).toEqual([507, 'storage_full', false])
  },
)

test.each(['EIO', 'EROFS', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_READ', 'SQLITE_CORRUPT', 'SQLITE_CANTOPEN'])(
  '%s is a disk that does not do its work, and the log of the machine is told why',
  (code) => {
    expect(refused(code)).toEqual([503, 'overloaded', true])
  },
)

test.each(['ENOENT', 'SQLITE_BUSY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_MISUSE', 'not_found'])(
  '%s is no disk’s',
  (code) => {
    expect(refused(code)).toBe(null)
  },
)

test('nor is a refusal, or nothing at all', () => {
  for (const other of [new Problem('not_found'), undefined, 'EIO']) expect(diskRefusal(other)).toBe(null)
})

import { describe, expect, test } from 'vitest'
import { checkPrefix, isKey, keyOfPath, pathOfKey, probeKey } from '../../../../src/evidence/objects/keys.ts'

const DIGEST = 'ab12'.padEnd(64, '0')

describe('a key', () => {
  test.each([
    `evidence/${DIGEST}`,
    'evidence/a',
    'backups/2026-06-28t07.15.00z/granary.db',
    'backups/a/b/c/d/e',
    `backups/ab/12/${DIGEST}`,
    `backups/${'a'.repeat(100)}`,
  ])('may be %s, and its path leads back to it', (key) => {
    expect(isKey(key)).toBe(true)
    expect(keyOfPath(pathOfKey(key))).toBe(key)
  })
  test.each([
    ['nothing', ''],
    ['a root alone', 'evidence'],
    ['no name', 'evidence/'],
    ['another root', 'other/a'],
    ['a path from the top', '/evidence/a'],
    ['an empty part', 'backups//a'],
    ['the folder itself', 'backups/./a'],
    ['the folder above', 'backups/../granary.db'],
    ['the folder above, at the end', 'backups/..'],
    ['two dots inside', 'backups/a..b'],
    ['a hidden name', 'backups/.a'],
    ['upper case', 'backups/A'],
    ['a backslash', 'backups\\a'],
    ['a backslash inside', 'backups/a\\..\\b'],
    ['a percent sign', 'backups/%2e%2e'],
    ['a space', 'backups/a b'],
    ['a line', 'backups/a\n'],
    ['a zero', 'backups/a\0'],
    ['another alphabet', 'backups/ä'],
    ['a long part', `backups/${'a'.repeat(101)}`],
    ['many parts', 'backups/a/b/c/d/e/f'],
    ['a name of the store’s own', probeKey('backups', 'a')],
  ])('is not %s', (_what, text) => {
    expect(isKey(text)).toBe(false)
  })
})

describe('the path of an object', () => {
  test('is spread over two levels when it is named by a digest, and else its key', () => {
    expect(pathOfKey(`evidence/${DIGEST}`)).toBe(`evidence/ab/12/${DIGEST}`)
    expect(pathOfKey(`backups/a/${DIGEST}`)).toBe(`backups/a/ab/12/${DIGEST}`)
    expect(pathOfKey('backups/a/b')).toBe('backups/a/b')
  })
  test.each([
    `evidence/${DIGEST}`,
    `evidence/ab/13/${DIGEST}`,
    `evidence/12/${DIGEST}`,
    '.unfinished/a',
    'evidence/Photo.JPG',
  ])('%s is that of no key', (path) => {
    expect(keyOfPath(path)).toBeNull()
  })
})

test.each(['', 'evidence', 'evidence/', 'evidence/ab', 'backups/2026-06-28t'])(
  '"%s" may be a prefix',
  (prefix) => {
    expect(() => checkPrefix(prefix)).not.toThrow()
  },
)
test.each(['/', '..', 'backups/../', 'backups//', '.unfinished', 'Backups', 'backups/\n'])(
  '%j may be none',
  (prefix) => {
    expect(() => checkPrefix(prefix)).toThrow(/not a prefix/)
  },
)

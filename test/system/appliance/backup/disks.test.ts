import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskOf, mayAwaitDisk, onDisk, writeWhole } from '../../../../src/appliance/backup/disks.ts'
import { OperatorFault } from '../../../../src/words/fault.ts'
import { backed, create, fill, folder, manifestsIn, restore } from '../../../support/appliance/backup/help.ts'
import { mounted, unmount } from '../../../support/small-disk.ts'

/** What disks say, asked of real ones. */

test.skipIf(!existsSync('/dev/full'))(
  'a disk that is full is named, and the backup is not blamed',
  async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const writing = onDisk('/the/folder', async () => writeWhole(full, Buffer.alloc(100), 0, 100, 0))
    await expect(writing).rejects.toThrow('The disk of /the/folder is full.')
  },
)

test('a disk that is broken too; what is no disk’s fault goes on as it is', async () => {
  const broken = Object.assign(new Error('i/o error'), { code: 'EIO' })
  const found = await onDisk('/x', () => Promise.reject(broken)).catch((error) => error)
  expect(found).toBeInstanceOf(OperatorFault)
  expect(found.message).toBe('The disk of /x is failing (EIO).')
  const other = new OperatorFault('The backup is broken.', 'Take another.')
  await expect(onDisk('/x', () => Promise.reject(other))).rejects.toBe(other)
})

test('an empty folder may await a disk; one that holds something, or is a disk, does not', () => {
  const path = folder()
  expect([mayAwaitDisk(path), mayAwaitDisk(join(path, 'below', 'that'))]).toEqual([true, true])
  mkdirSync(join(path, 'below'))
  expect(mayAwaitDisk(path)).toBe(false)
  writeFileSync(join(path, 'below', 'file'), '')
  expect(mayAwaitDisk(join(path, 'below'))).toBe(false)
  expect(mayAwaitDisk('/proc')).toBe(false)
})

test('what is not there yet lies on the disk of what is above it', () => {
  const path = folder()
  expect(diskOf(join(path, 'not', 'there'))).toBe(statSync(path).dev)
})

const mayMount = (() => {
  const path = folder()
  const may = mounted(path, 'size=64k')
  if (may) unmount(path)
  return may
})()

test.skipIf(!mayMount)('a disk that fills up while a backup is restored is named as full', async () => {
  const b = await backed()
  await fill(b.data, 200)
  await create(b)
  const [file] = manifestsIn(b)
  const { pages, page_bytes } = JSON.parse(readFileSync(file as string, 'utf8'))
  const disk = folder()
  // Room for the database as it is, and none for what a new life adds.
  mounted(disk, `size=${pages * page_bytes + 16_384}`)
  process.env.GRANARY_MIN_FREE_BYTES = '0'
  try {
    const { code, error } = await restore(b, join(disk, 'data'))
    expect([code, error.message]).toEqual([1, expect.stringMatching(/^The disk of .*data is full\.$/)])
    expect(existsSync(join(disk, 'data', 'granary.db'))).toBe(false)
  } finally {
    delete process.env.GRANARY_MIN_FREE_BYTES
    unmount(disk)
  }
})

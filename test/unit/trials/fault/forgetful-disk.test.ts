import { expect, test } from 'vitest'
import { type Call, ForgetfulDisk, readCall } from '../../../trials/fault/forgetful-disk.ts'

/** The model by which the trial judges: it must see what it is made to see. */

const DATABASE = '/data/granary.db'
const LOG = `${DATABASE}-wal`
const write = (file: string, from: number, to: number): Call => ({ kind: 'write', file, from, to })
const sync = (file: string, failed = false): Call => ({ kind: 'sync', file, failed })

function faultsOf(...calls: readonly Call[]): readonly string[] {
  const disk = new ForgetfulDisk()
  for (const call of calls) disk.take(call)
  return disk.faults
}

test('a sync that is tried again after it failed, and called done', () => {
  const faults = faultsOf(write(LOG, 32, 100), sync(LOG, true), write(LOG, 100, 200), sync(LOG))
  expect(faults).toEqual([`${LOG} was synced up to 200, but 32 to 100 was never written again`])
})

test('what is written anew after a sync that failed is there', () => {
  expect(
    faultsOf(write(LOG, 32, 100), sync(LOG, true), write(LOG, 32, 80), write(LOG, 80, 140), sync(LOG)),
  ).toEqual([])
})

test('what a shorter transaction leaves behind its end is nobody’s', () => {
  expect(faultsOf(write(LOG, 32, 100), sync(LOG, true), write(LOG, 32, 60), sync(LOG))).toEqual([])
})

test('a log that is begun anew before the database holds what it says', () => {
  const checkpoint = [write(DATABASE, 0, 50), sync(DATABASE, true)] as const
  expect(faultsOf(...checkpoint, write(LOG, 0, 32))).toEqual([
    `${LOG} is begun anew, but 1 pieces of the database are not on the disk`,
  ])
  expect(faultsOf(...checkpoint, write(DATABASE, 0, 50), sync(DATABASE), write(LOG, 0, 32))).toEqual([])
})

test('what is cut off is not missed', () => {
  const truncate = { kind: 'truncate', file: LOG, to: 32 } as const
  expect(faultsOf(write(LOG, 32, 100), sync(LOG, true), truncate, write(LOG, 40, 60), sync(LOG))).toEqual([])
})

test('lines of strace', () => {
  expect(readCall('pwrite64(24</d/granary.db-wal>, ""..., 8192, 41136) = 8192')).toEqual(
    write('/d/granary.db-wal', 41136, 49328),
  )
  expect(readCall('fsync(24</d/granary.db-wal>) = -1 EIO (Input/output error) (INJECTED)')).toEqual(
    sync('/d/granary.db-wal', true),
  )
  expect(readCall('fsync(24</d/granary.db>) = 0')).toEqual(sync('/d/granary.db'))
  expect(readCall('ftruncate(24</d/granary.db-wal>, 32) = 0')).toEqual({
    kind: 'truncate',
    file: '/d/granary.db-wal',
    to: 32,
  })
  expect(
    readCall('pwrite64(24</d/granary.db>, ""..., 8192, 0) = -1 EIO (Input/output error) (INJECTED)'),
  ).toBe(null)
})

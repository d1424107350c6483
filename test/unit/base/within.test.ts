import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isOverWithin } from '../../../src/base/within.ts'

const busy = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('what was answered while this thread was busy is in time', async () => {
  const inTime = isOverWithin(10, stat('.'))
  busy(200)
  expect(await inTime).toBe(true)
})

test('what is not answered is late', async () => {
  expect(await isOverWithin(10, new Promise(() => {}))).toBe(false)
})

import { expect, test } from 'vitest'
import { OperatorFault } from '../../../../src/base/problem.ts'
import { PackRoom, PacksInTheWay } from '../../../../src/records/pack/pack-room.ts'

/** How much the packs under way may hold together. */

const room = () => new PackRoom(100, 150)
const [a, b] = [{}, {}]

test('one grows up to its limit, and is told what to do beyond it', () => {
  const packs = room()
  for (const length of [1, 60, 100]) packs.hold(a, length)
  expect(packs.held).toBe(100)
  expect(() => packs.hold(a, 101)).toThrow(OperatorFault)
  expect(() => packs.hold(a, 101)).toThrow('too many for one pack')
})

test('another finds what the first one leaves, and all of it once that has gone', () => {
  const packs = room()
  packs.hold(a, 100)
  packs.hold(b, 50)
  expect(() => packs.hold(b, 51)).toThrow(PacksInTheWay)
  packs.leave(a)
  packs.hold(b, 100)
  expect(packs.held).toBe(100)
})

test('a walk that begins again holds what it has then', () => {
  const packs = room()
  packs.hold(a, 90)
  packs.hold(a, 10)
  packs.hold(b, 100)
  expect(packs.held).toBe(110)
  packs.leave(a)
  packs.leave(a)
  packs.leave(b)
  expect(packs.held).toBe(0)
})

test('as the service has it, one large pack fits and two do not', () => {
  const packs = new PackRoom()
  packs.hold(a, 100_000_000)
  expect(() => packs.hold(b, 100_000_000)).toThrow('Another pack is being made')
  packs.hold(b, 50_000_000)
})

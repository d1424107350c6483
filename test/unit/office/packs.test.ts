import { expect, test } from 'vitest'
import { PacksUnderWay, Sending } from '../../../src/office/trade/packs.ts'

/** How many packs are made at once, and that each that ends makes room, however it ends. */

const of = (account: string, isGone = () => false) => ({ account, isGone })

test('one for each account, three in all', () => {
  const packs = new PacksUnderWay()
  const b = of('b')
  expect([of('a'), b, of('a'), of('c'), of('d'), of('c')].map((pack) => packs.begin(pack))).toEqual([
    ...[null, null, 'own', null, 'others', 'own'],
  ])
  packs.end(b)
  expect([packs.begin(of('d')), packs.begin(of('b'))]).toEqual([null, 'others'])
})

test("one whose browser has gone is in nobody's way, and takes no place with it when it ends", () => {
  const packs = new PacksUnderWay()
  let isGone = false
  const first = of('a', () => isGone)
  packs.begin(first)
  expect(packs.begin(of('a'))).toBe('own')
  isGone = true
  const second = of('a')
  expect(packs.begin(second)).toBe(null)
  packs.end(first)
  expect(packs.begin(of('a'))).toBe('own')
  packs.end(second)
  expect(packs.begin(of('a'))).toBe(null)
})

const sending = (source: AsyncIterator<number>) => {
  const ended: string[] = []
  return { ended, sent: new Sending(source, () => ended.push('ended')) }
}
async function* three(): AsyncGenerator<number> {
  yield 1
  yield 2
  yield 3
}

test('read to its end, with the beginning made before', async () => {
  const { ended, sent } = sending(three())
  await sent.begin()
  expect(ended).toEqual([])
  const got: number[] = []
  for await (const one of sent) got.push(one)
  expect([got, ended]).toEqual([[1, 2, 3], ['ended']])
})

test('the reader goes before it has read anything, or halfway', async () => {
  const early = sending(three())
  await early.sent.begin()
  await early.sent.return()
  expect(early.ended).toEqual(['ended'])
  const late = sending(three())
  await late.sent.begin()
  for await (const _ of late.sent) break
  expect(late.ended).toEqual(['ended'])
})

test('it breaks, at once or later', async () => {
  async function* broken(after: number): AsyncGenerator<number> {
    for (let i = 0; i < after; i++) yield i
    throw new Error('broken')
  }
  const now = sending(broken(0))
  await expect(now.sent.begin()).rejects.toThrow('broken')
  expect(now.ended).toEqual(['ended'])
  const later = sending(broken(1))
  await later.sent.begin()
  await later.sent.next()
  await expect(later.sent.next()).rejects.toThrow('broken')
  expect(later.ended).toEqual(['ended'])
})

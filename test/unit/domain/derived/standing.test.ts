import { describe, expect, it } from 'vitest'
import { basesOf, chainOf, standingOf, standingsOf, tipsOf } from '../../../../src/domain/derived/standing.ts'
import { ANNA, BEN, Story, uuid } from '../../../support/world.ts'

/**
 * Chains as `id<parent`, the first one without a parent; `!` after an id means that it is retracted.
 * @returns the standing of each
 */
function standings(chain: string): string {
  const story = new Story()
  const ids = new Map<string, string>()
  for (const word of chain.split(' ')) {
    const [letter, parent] = word.replace('!', '').split('<') as [string, string | undefined]
    const id = parent === undefined ? story.harvest(ANNA) : story.correct(ids.get(parent) as string)
    ids.set(letter, id)
    if (word.includes('!')) story.retract(id)
  }
  const world = story.world()
  return [...ids.values()].map((id) => standingOf(world, world.version(id))).join(' ')
}

describe('the standing of a version', () => {
  it.each<[string, string, string]>([
    ['a record nobody corrected is the tip', 'a', 'tip'],
    ['a retracted record is retracted', 'a!', 'retracted'],
    ['a corrected record is superseded', 'a b<a', 'superseded tip'],
    ['a chain has one tip', 'a b<a c<b', 'superseded superseded tip'],
    ['taking a correction back does not revive the old figure', 'a b<a!', 'superseded retracted'],
    ['a retracted first version leaves its correction standing', 'a! b<a', 'retracted tip'],
    ['two corrections of one version fork it', 'a b<a c<a', 'forked forked forked'],
    ['what lies above a fork is superseded', 'a b<a c<b d<b', 'superseded forked forked forked'],
    ['everything below a fork is forked', 'a b<a c<a d<b e<d', 'forked forked forked forked forked'],
    ['retracting one branch of a fork makes the other countable', 'a b<a! c<a', 'superseded retracted tip'],
    ['retracting one of three branches does not', 'a b<a! c<a d<a', 'forked retracted forked forked'],
    ['a branch is live while anything in it is', 'a b<a! c<a d<b', 'forked retracted forked forked'],
    ['a branch is dead once all of it is retracted', 'a b<a! c<a d<b!', 'superseded retracted tip retracted'],
    ['a live branch above a retracted end still forks', 'a b<a c<a d<b!', 'forked forked forked retracted'],
    ['retracting the parent of a fork resolves nothing', 'a! b<a c<a', 'retracted forked forked'],
    ['with every branch retracted nothing counts', 'a b<a! c<a!', 'superseded retracted retracted'],
    ['a fork below a resolved one is one', 'a b<a! c<a d<c e<c', 'superseded retracted forked forked forked'],
  ])('%s', (_, chain, expected) => {
    expect(standings(chain)).toBe(expected)
  })
})

describe('a chain', () => {
  it('of one is its own tip, leaf and base', () => {
    const story = new Story()
    const id = story.harvest(ANNA)
    const world = story.world()
    expect([...standingsOf(world, 1)]).toEqual([[id, 'tip']])
    for (const found of [tipsOf(world, 1), chainOf(world, 1).leaves, basesOf(world, 1)])
      expect(found).toEqual([world.version(id)])
  })

  it('without a tip is represented by its leaves, by id', () => {
    const story = new Story()
    const first = story.lot(ANNA)
    const late = story.correct(first, {}, { id: uuid(900) })
    const early = story.correct(first, {}, { id: uuid(800) })
    const world = story.world()
    expect(tipsOf(world, 1)).toEqual([])
    expect(basesOf(world, 1).map(({ id }) => id)).toEqual([early, late])
    expect(chainOf(world, 1).children.get(first)).toEqual([early, late])
  })

  it('with a tip is represented by it alone, whatever other leaves there are', () => {
    const story = new Story()
    const first = story.lot(ANNA)
    const kept = story.correct(first)
    const dropped = story.correct(first)
    story.retract(dropped)
    const world = story.world()
    expect(chainOf(world, 1).leaves.map(({ id }) => id)).toEqual([kept, dropped])
    expect(basesOf(world, 1).map(({ id }) => id)).toEqual([kept])
  })

  it('that a world does not hold whole is refused, not guessed at', () => {
    const story = new Story()
    const id = story.delivery(ANNA, BEN)
    const world = story.world()
    const torn = new Story().world()
    expect(() => standingOf(torn, world.version(id))).toThrow(RangeError)
  })
})

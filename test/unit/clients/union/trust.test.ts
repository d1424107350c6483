import { describe, expect, test } from 'vitest'
import { judge, type Stated, seenIn, statedIn } from '../../../../src/clients/union/trust.ts'
import { originOf } from '../../../../src/domain/checkpoint.ts'
import { leafHash } from '../../../../src/domain/merkle.ts'
import { Log, leaves } from '../../../support/clients/union-log.ts'

/** Whether a source's log continues as it was. */

const heldOf = (stated: Stated) => seenIn(stated.checkpoint)

describe('a checkpoint', () => {
  const log = new Log(leaves(20))
  test('of the first page is taken, with its key', () => {
    const stated = log.states(5, 0)
    expect(judge(null, null, stated)).toMatchObject({ is: 'follows', vkey: log.vkey, seen: { size: 5 } })
  })
  test('that continues the last one follows; so does the same one again', () => {
    const held = heldOf(log.states(5, 0))
    expect(judge(held, log.vkey, log.states(13, 5)).is).toBe('follows')
    expect(judge(held, log.vkey, log.states(5, 5)).is).toBe('follows')
  })
  test('of another history freezes: same size, larger, smaller, or without its proof', () => {
    const held = heldOf(log.states(5, 0))
    const changed = new Log([...leaves(3), 'changed', ...leaves(16, 'more')], log.key)
    expect(judge(held, log.vkey, changed.states(5, 5))).toMatchObject({ is: 'frozen', seen: { size: 5 } })
    expect(judge(held, log.vkey, changed.states(13, 5)).is).toBe('frozen')
    expect(judge(held, log.vkey, log.states(13, 5, { consistency: [] })).is).toBe('frozen')
    expect(judge(held, log.vkey, log.states(13, 5, { consistency: ['no hash'] })).is).toBe('frozen')
    expect(judge(held, log.vkey, log.states(4, 0)).is).toBe('frozen')
  })
  test('of another log freezes, unless the source starts again: then the same key suffices', () => {
    const held = heldOf(log.states(5, 0))
    const restored = new Log(leaves(9, 'restored'), log.key, 2)
    expect(judge(held, log.vkey, restored.states(9, 0)).is).toBe('frozen')
    expect(judge(null, log.vkey, restored.states(9, 0))).toMatchObject({ is: 'follows', vkey: log.vkey })
  })
  test('that another key signed is refused, whatever key the page names', () => {
    const stranger = new Log(leaves(20))
    expect(judge(null, log.vkey, stranger.states(5, 0))).toEqual({ is: 'refused' })
    expect(judge(null, log.vkey, { ...stranger.states(5, 0), key: log.vkey })).toEqual({ is: 'refused' })
    expect(judge(null, null, { ...stranger.states(5, 0), key: log.vkey })).toEqual({ is: 'refused' })
  })
  test('that is none, or of a log other than the page says, is refused', () => {
    const right = log.states(5, 0)
    for (const more of [
      { checkpoint: '' },
      { checkpoint: right.checkpoint.replace('\n5\n', '\n6\n') },
      { log: originOf(Buffer.alloc(16, 9)) },
      { key: 'no key' },
    ])
      expect(judge(null, null, { ...right, ...more })).toEqual({ is: 'refused' })
  })
  test('is read from a page that has one, and a page may have none', () => {
    expect(statedIn(undefined)).toBeNull()
    expect(statedIn(null)).toBeNull()
    expect(statedIn(log.states(5, 0))?.log).toBe(log.origin)
    for (const bad of [{}, 'text', { ...log.states(5, 0), consistency: [1] }])
      expect(() => statedIn(bad)).toThrow('source')
  })
  test('is no longer than one can be', () => {
    const hash = leafHash(Buffer.from('leaf')).toString('base64')
    const most = { checkpoint: 'x'.repeat(16_384), consistency: Array(64).fill(hash) }
    expect(statedIn(log.states(5, 0, most))).toMatchObject(most)
    for (const more of [
      { checkpoint: 'x'.repeat(16_385) },
      { key: 'x'.repeat(16_385) },
      { consistency: Array(65).fill(hash) },
      { consistency: [`${hash}=`] },
    ])
      expect(() => statedIn(log.states(5, 0, more))).toThrow('source')
  })
})

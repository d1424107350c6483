import { describe, expect, test } from 'vitest'
import { more, type Present } from '../../support/left-behind.ts'
import { soon, soonUnless } from '../../support/soon.ts'
import { type Look, Stillness } from '../../support/stillness.ts'

/** What ends a wait of a test, and what a test file may not leave behind. */

describe('soon', () => {
  const third = () => {
    let tries = 0
    return () => {
      expect(++tries).toBe(3)
      return 'here'
    }
  }
  test('tries a check until it passes, and gives what it gave', async () => {
    expect(await soon(third(), 1)).toBe('here')
    expect(await soonUnless(() => null, third(), 1)).toBe('here')
  })
  test('ends with the reason as soon as the check cannot pass any more', async () => {
    let tries = 0
    const over = () => (tries === 2 ? 'the program ended (1)' : null)
    const check = () => {
      tries++
      throw new Error('not there')
    }
    await expect(soonUnless(over, check, 1)).rejects.toThrow('not there\nthe program ended (1)')
    expect(tries).toBe(3)
  })
  test('takes what came just before the end', async () => {
    expect(
      await soonUnless(
        () => 'it ended',
        () => 'here',
        1,
      ),
    ).toBe('here')
  })
})

describe('a page', () => {
  const looks = (...given: Look[]) => {
    const stillness = new Stillness()
    return given.map((look) => stillness.afterLook(look))
  }
  const same: Look = { state: 'the same', isUnderWay: false }
  const many = (look: Look) => Array.from({ length: 9 }, () => look)
  test('is still once several looks in a row found the same', () => {
    expect(looks(...many(same))).toEqual([false, false, false, false, false, false, true, true, true])
  })
  test('is not while it waits for an answer, or will load itself again', () => {
    expect(looks(...many({ ...same, isUnderWay: true }))).not.toContain(true)
  })
  test('is not while it changes, and is looked at anew after each change', () => {
    expect(looks(...many(same).map((look, i) => ({ ...look, state: String(i) })))).not.toContain(true)
    const changed = { ...same, state: 'other' }
    expect(looks(...many(same).slice(0, 6), changed, ...many(changed).slice(0, 5))).not.toContain(true)
  })
})

describe('left behind is', () => {
  const nothing: Present = { resources: new Map([['Timeout', 2]]), programs: new Map([['7', 'node old.js']]) }
  test('what was not there before', () => {
    const now: Present = {
      resources: new Map([
        ['Timeout', 3],
        ['TCPServerWrap', 1],
      ]),
      programs: new Map([
        ['7', 'node old.js'],
        ['8', 'node serve.js'],
      ]),
    }
    expect(more(nothing, now)).toEqual(['the program node serve.js', '1 Timeout', '1 TCPServerWrap'])
  })
  test('nothing where as much is there, or less', () => {
    expect(more(nothing, nothing)).toEqual([])
    expect(more(nothing, { resources: new Map(), programs: new Map() })).toEqual([])
  })
})

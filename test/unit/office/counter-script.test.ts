import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { COUNTER_SCRIPT } from '../../../src/office/frame/counter-script.ts'

/** The keys that answer the question of Weigh in, and where they are only typed. */

type Heard = (event: object) => void
let heard: Heard
let pressed: string[]

beforeEach(() => {
  pressed = []
  const answers = ['+', '-'].map((key) => ({ dataset: { key }, click: () => pressed.push(key) }))
  runInNewContext(COUNTER_SCRIPT, {
    document: {
      querySelector: () => null,
      querySelectorAll: () => answers,
    },
    addEventListener: (_name: string, listener: Heard) => {
      heard = listener
    },
  })
})

/** Presses a key where the focus is: in a field, or on what is none. @returns whether the key is typed as usual */
function press(key: string, field: { value: string } | null, more: object = {}): boolean {
  let isTyped = true
  heard({
    ...{ key, repeat: false, ctrlKey: false, altKey: false, metaKey: false },
    target: { closest: () => field },
    preventDefault: () => {
      isTyped = false
    },
    stopPropagation: () => {},
    ...more,
  })
  return isTyped
}

test('on a button, + and - answer, and are not typed', () => {
  expect([press('+', null), press('-', null), press('7', null)]).toEqual([false, false, true])
  expect(pressed).toEqual(['+', '-'])
})

test('in a field they are typed, in an empty one too: a telephone number begins with +', () => {
  for (const value of ['', '+256'])
    expect([press('+', { value }), press('-', { value })]).toEqual([true, true])
  expect(pressed).toEqual([])
})

test('a key that is held down answers once, and one with Ctrl or Alt not at all', () => {
  press('+', null)
  expect(press('+', null, { repeat: true })).toBe(false)
  expect(press('-', null, { ctrlKey: true })).toBe(true)
  expect(press('-', null, { altKey: true })).toBe(true)
  expect(pressed).toEqual(['+'])
})

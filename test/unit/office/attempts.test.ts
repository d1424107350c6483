import { expect, test } from 'vitest'
import { Attempts } from '../../../src/office/frame/attempts.ts'

/** Guesses are counted before they are compared; no clock runs but the test's. */

let now = 0
const attempts = () => {
  now = 0
  return new Attempts(() => now)
}
const secondsOf = (all: Attempts, name: string, address: string, isKnown?: boolean) => {
  const { seconds, takeBack } = all.begin(name, address, isKnown)
  takeBack()
  return seconds
}

test('of two hundred guesses at once ten are made', () => {
  const all = attempts()
  const begun = Array.from({ length: 200 }, () => all.begin('grace', 'a'))
  expect(begun.filter(({ seconds }) => seconds === 0)).toHaveLength(10)
})

test('an address that fails waits whatever name it gives, and another does not', () => {
  const all = attempts()
  const begun = Array.from({ length: 200 }, (_, i) => all.begin(`name ${i}`, 'a'))
  expect(begun.filter(({ seconds }) => seconds === 0)).toHaveLength(10)
  expect([secondsOf(all, 'another', 'a'), secondsOf(all, 'name 1', 'b')]).toEqual([30, 0])
  now += 30_000
  expect([all.begin('another', 'a').seconds, all.begin('yet another', 'a').seconds]).toEqual([0, 30])
})

test('a name that fails from many addresses waits at each where it fails, and nowhere else', () => {
  const all = attempts()
  for (let i = 0; i < 10; i++) all.begin('grace', `address ${i}`)
  expect(all.begin('grace', 'a').seconds).toBe(0)
  expect([secondsOf(all, 'grace', 'a'), secondsOf(all, 'grace', 'b'), secondsOf(all, 'okello', 'a')]).toEqual(
    [30, 0, 0],
  )
})

test('who is known at an address waits there for their own name alone', () => {
  const all = attempts()
  for (let i = 0; i < 10; i++) all.begin(`name ${i}`, 'a')
  expect([secondsOf(all, 'grace', 'a'), secondsOf(all, 'grace', 'a', true)]).toEqual([30, 0])
  for (let i = 0; i < 10; i++) all.begin('grace', 'a', true)
  expect(secondsOf(all, 'grace', 'a', true)).toBe(30)
})

test('failures of who is known show in nothing that strangers are told', () => {
  const told = [true, false].map((isKnown) => {
    const all = attempts()
    const seen: number[] = []
    for (let i = 0; i < 12; i++) {
      seen.push(all.begin('grace', 'a', isKnown).strangersSeconds, secondsOf(all, 'stranger', 'a'))
      now += 1_000
    }
    return seen.slice(0, 20)
  })
  expect(told[0]).toEqual(told[1])
})

test('what was right does not count, and takes no wait of others away', () => {
  const all = attempts()
  for (let i = 0; i < 50; i++) all.begin('grace', 'a').takeBack()
  expect(secondsOf(all, 'grace', 'a')).toBe(0)
  for (let i = 0; i < 10; i++) all.begin(`name ${i}`, 'a')
  all.begin('grace', 'a', true).takeBack()
  expect(secondsOf(all, 'another', 'a')).toBe(30)
})

test('taken back twice counts once', () => {
  const all = attempts()
  const begun = Array.from({ length: 9 }, () => all.begin('grace', 'a'))
  begun[0]?.takeBack()
  begun[0]?.takeBack()
  all.begin('grace', 'a')
  all.begin('grace', 'a')
  expect(secondsOf(all, 'grace', 'a')).toBe(30)
})

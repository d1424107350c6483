import { expect, test } from 'vitest'
import { message } from '../../../src/words/message.ts'
import { fromStored, toStored } from '../../../src/words/stored.ts'

test('a message comes back from the database as it was; English text of an earlier version stays text', () => {
  const told = message('publisher.noFolder', { path: '/mnt/x' })
  expect(fromStored(toStored(told))).toEqual(told)
  for (const text of ['the folder /mnt/x does not exist', '5', 'null', '{"key":"not.in.the.catalogue"}'])
    expect(fromStored(text)).toBe(text)
})

test('a message that another version stored with other values is text, which can be shown', () => {
  const args = { path: { stamp: 'rats' } }
  for (const stored of [{}, { args: null }, { args: { folder: '/mnt/x' } }, { args }]) {
    const text = JSON.stringify({ key: 'publisher.noFolder', ...stored })
    expect(fromStored(text)).toBe(text)
  }
})

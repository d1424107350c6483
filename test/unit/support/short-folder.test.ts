import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { LONGEST_SOCKET, roomyFor } from '../../support/short-folder.ts'

it('finds a browser a folder in which its socket fits', () => {
  const deep = `/tmp/${'d'.repeat(60)}`
  expect(roomyFor(['/tmp/short', '/tmp'])).toBe('/tmp/short')
  expect(roomyFor([deep, '/tmp'])).toBe('/tmp')
  expect(() => roomyFor([deep])).toThrow(deep)
})

it('leaves room for the socket of the service in a folder of a test, below one of 60 characters', () => {
  const [perFile] = tmpdir().split('/').slice(-1) as [string]
  const socket = `/${'d'.repeat(59)}/${perFile}/published-XXXXXX/data/granary.sock`
  expect(perFile).toMatch(/^g-.{6}$/)
  expect(socket.length).toBeLessThanOrEqual(LONGEST_SOCKET)
})

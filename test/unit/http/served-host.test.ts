import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { isLocal, isServed } from '../../../src/http/served-host.ts'

/** A request from a program on this machine. @param others headers besides `Host`, as they came */
function request(host: string, others: Readonly<Record<string, string>> = {}): FastifyRequest {
  const socket = { remoteAddress: '::ffff:127.0.0.1', localAddress: '::ffff:127.0.0.1' }
  const rawHeaders = [['Host', host], ...Object.entries(others)].flat()
  return { headers: { host, ...others }, raw: { url: '/', rawHeaders, socket } } as unknown as FastifyRequest
}

test('what a proxy on this machine passes on is not from this machine', () => {
  expect(isLocal(request('localhost'))).toBe(true)
  expect(isLocal(request('localhost', { 'x-forwarded-for': '192.168.7.5' }))).toBe(false)
  expect(isLocal(request('localhost', { forwarded: 'for=192.168.7.5' }))).toBe(false)
})

test('a request is served to one host, and to none that names two', () => {
  const isOurs = (host: string) => host === 'office.example'
  expect(isServed(request('office.example'), isOurs)).toBe(true)
  expect(isServed(request('evil.example'), isOurs)).toBe(false)
  expect(isServed(request('office.example', { host: 'office.example' }), isOurs)).toBe(false)
})

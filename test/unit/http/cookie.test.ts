import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { cookieNamed } from '../../../src/http/cookie.ts'

const named = (name: string, cookie?: string) =>
  cookieNamed({ headers: { cookie } } as unknown as FastifyRequest, name)

test('a cookie is the one of this very name', () => {
  expect(named('office', 'office-language=fr; office=abc=; other=1')).toBe('abc=')
  expect(named('office', 'office-language=fr')).toBeUndefined()
  expect(named('office')).toBeUndefined()
})

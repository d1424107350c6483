import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { sendMade } from '../../../src/http/chunks.ts'

/** A page that is long is checked again while it is sent: a credential or a consent may end meanwhile. */

const app = fastify()
afterEach(() => app.close())

test('a long page leaves whole while its check allows it, and breaks off where it does not', async () => {
  const texts = Array.from({ length: 4_000 }, (_, n) => JSON.stringify({ n, note: 'Größe '.repeat(100) }))
  let allowed = Number.POSITIVE_INFINITY
  let asked = 0
  app.get('/', (_request, reply) =>
    sendMade(reply, ['{"records":[', texts, ']}'], () => {
      if (++asked > allowed) throw new Problem('no_verified_subject')
    }),
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const whole = await fetch(address)
  expect(Number(whole.headers.get('content-length'))).toBe(
    Buffer.byteLength(`{"records":[${texts.join(',')}]}`),
  )
  expect(await whole.json()).toMatchObject({ records: { length: texts.length } })
  // Every 256 KiB.
  expect(asked).toBeGreaterThan(8)
  allowed = asked + 1
  const broken = await fetch(address)
  await expect(broken.text()).rejects.toThrow()
  expect(asked).toBe(allowed + 1)
})

import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { errorKind } from '../../../src/base/error-kinds.ts'
import { makeLogger } from '../../../src/http/log-lines.ts'

/** What a line of the log may hold, whatever is given to it. */

const SECRET = 'Grace Nakato M-17 /home/grace gry_abc 01900000-0000-7000-8000-000000000001'

function logged(log: (logger: ReturnType<typeof makeLogger>) => void): string[] {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  log(makeLogger('debug', destination))
  return lines
}

test.each<[string, (logger: ReturnType<typeof makeLogger>) => void]>([
  ['an error by itself', (logger) => logger.error(new Error(SECRET))],
  ['an error with a sentence', (logger) => logger.error({ err: new RangeError(SECRET) }, 'a sentence')],
  [
    'a message that looks like a stack',
    (logger) => logger.error(new Error(`x\n    at ${SECRET} (/a.js:1:1)`)),
  ],
  ['members', (logger) => logger.error(Object.assign(new Error('x'), { value: SECRET, code: SECRET }))],
  ['an error with a name', (logger) => logger.error(Object.assign(new Error('x'), { name: SECRET }))],
  ['a cause', (logger) => logger.error({ err: new Error('x', { cause: new Error(SECRET) }) }, 'a sentence')],
  ['an error without a sentence', (logger) => logger.error({ err: new Error(SECRET) })],
  [
    'a message as the sentence, as libraries log it',
    (logger) => logger.error({ err: new Error(SECRET) }, SECRET),
  ],
  ['what is to be put into a sentence', (logger) => logger.warn('a sentence %s', SECRET)],
  ['what is no error', (logger) => logger.error({ err: SECRET }, 'a sentence')],
  ['others', (logger) => logger.info({ url: SECRET, req: { url: SECRET }, params: [SECRET] }, 'a sentence')],
])('%s is logged without what stood in it', (_what, log) => {
  const lines = logged(log)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/Grace|M-17|home|gry_|01900000/)
  expect(JSON.parse(lines[0] as string).hostname).toBeUndefined()
})

test('what is needed to find the fault is there: kind, code, place and cause', () => {
  const cause = Object.assign(new Error(SECRET), { code: 'SQLITE_IOERR_WRITE' })
  const kind = errorKind(new TypeError(SECRET, { cause }))
  expect(kind.type).toBe('TypeError')
  expect(kind.at?.[0]).toMatch(/^(\S+ \()?log-lines\.test\.ts:\d+:\d+\)?$/)
  expect(kind.cause).toMatchObject({ type: 'Error', code: 'SQLITE_IOERR_WRITE' })
  const round = new Error('x')
  round.cause = round
  expect(JSON.stringify(errorKind(round)).length).toBeLessThan(20_000)
})

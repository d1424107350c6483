import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../../src/base/memory-budget.ts'
import { Connections } from '../../../src/http/connections.ts'
import { makeDoor } from '../../../src/http/door.ts'
import { shared } from '../../../src/http/reply-room.ts'
import { soon } from '../../support/soon.ts'

/**
 * Clients that ask and do not read, over real sockets, with low limits. They come from 127.0.0.2 and its neighbours, which
 * count as callers like any other; 127.0.0.1 is this machine itself.
 */

const MIB = 2 ** 20
/** More than the system takes off our hands for a client that does not read. */
const BIG = 16 * MIB
const LIMITS = {
  most: 40,
  reserved: 4,
  perAddress: 20,
  /** Low only where it is tested: elsewhere a busy machine must not reach it. */
  unreadMs: 600_000,
  bytesPerAddress: 40 * MIB,
}

const connections = new Connections(LIMITS, new MemoryBudget(80 * MIB), () => {})
const contract = shared(Buffer.alloc(BIG, 'c'))
/** What was asked of /big, and how many of them were being made at the same time at most. */
const made = { begun: 0, atOnce: 0, mostAtOnce: 0 }

const app: FastifyInstance = makeDoor({
  bodyLimitBytes: 1_000,
  maxJsonDepth: 8,
  trustedProxy: '127.0.0.9',
  refusalMs: 0,
  logger: pino({ level: 'silent' }),
  noteAnswer: () => {},
  connections,
})
app.get('/big', async (_request, reply) => {
  made.begun++
  made.atOnce++
  made.mostAtOnce = Math.max(made.mostAtOnce, made.atOnce)
  reply.raw.once('finish', () => made.atOnce--)
  return reply.header('content-type', 'text/plain').send(Buffer.alloc(BIG, 'b'))
})
app.get('/small', async (_request, reply) => reply.send('small'))
app.get('/contract', async (_request, reply) => reply.send(contract))
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
afterAll(() => app.close())

const opened = new Set<Socket>()
const GET = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

/** A client that never reads unless it is told to, and never closes its end. */
function client(localAddress: string, text = ''): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
    opened.add(socket)
    socket.pause()
    socket.on('error', () => {})
    socket.once('connect', () => socket.write(text, () => resolve(socket)))
  })
}

/** All that comes, until the connection ends or there are so many bytes. */
function read(socket: Socket, enough = Number.POSITIVE_INFINITY): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const done = () => resolve(text)
    socket.on('data', (more) => {
      text += more.toString('latin1')
      if (text.length >= enough) done()
    })
    socket.once('end', done)
    socket.once('close', done)
    socket.resume()
  })
}

const until = (isSo: () => boolean): Promise<void> => soon(() => expect(isSo()).toBe(true), 10)

async function allGone(): Promise<void> {
  for (const socket of opened) socket.destroy()
  opened.clear()
  await until(() => connections.figures.open === 0)
}

const statusOf = (text: string) => Number(text.slice(9, 12))

describe('replies', () => {
  test('of requests that came together are made one at a time', async () => {
    made.begun = made.mostAtOnce = 0
    const socket = await client('127.0.0.2', GET('/big').repeat(5))
    await until(() => made.begun === 1)
    expect(connections.figures.waitingBytes).toBe(BIG)
    const text = await read(socket, 5 * BIG)
    expect(text.length).toBeGreaterThan(5 * BIG)
    expect(made).toMatchObject({ begun: 5, mostAtOnce: 1 })
    await allGone()
  })
  test('of very many together none is kept: the client is cut off', async () => {
    made.begun = 0
    const socket = await client('127.0.0.2', GET('/big').repeat(1_000))
    await until(() => connections.figures.open === 0)
    expect(made.begun).toBe(1)
    socket.destroy()
    await until(() => connections.figures.waitingBytes === 0)
  })
  test('of which nothing is read are cut off, and their bytes given back', async () => {
    const { refused } = connections.figures
    LIMITS.unreadMs = 1_000
    await client('127.0.0.2', GET('/big'))
    await client('127.0.0.3', GET('/contract'))
    await until(() => connections.figures.refused.unread === refused.unread + 2)
    expect(connections.figures).toMatchObject({ open: 0, waitingBytes: 0 })
    LIMITS.unreadMs = 600_000
    await allGone()
  })
  test('are sent whole to a client that reads a little at a time', async () => {
    const socket = await client('127.0.0.2', GET('/big', 'Connection: close\r\n'))
    let length = 0
    socket.on('data', (piece) => {
      length += piece.length
      socket.pause()
      if (length % 7 === 0) setTimeout(() => socket.resume(), 1)
      else setImmediate(() => socket.resume())
    })
    socket.resume()
    await new Promise((resolve) => socket.once('end', resolve))
    expect(length).toBeGreaterThan(BIG)
    await allGone()
  })
})

describe('connections', () => {
  test('that never finish a request do not keep others out', async () => {
    for (const last of [2, 3, 4, 5]) for (let i = 0; i < 15; i++) await client(`127.0.0.${last}`, 'GET / HT')
    expect(connections.figures.open).toBe(LIMITS.most - LIMITS.reserved)
    for (const address of ['127.0.0.6', '127.0.0.1']) {
      const answer = await read(await client(address, GET('/small', 'Connection: close\r\n')))
      expect([address, statusOf(answer)]).toEqual([address, 200])
    }
    expect(connections.figures.shortForMs).toBeGreaterThanOrEqual(0)
    await allGone()
  })
  test('that were told to close are closed, though the client keeps its end open', async () => {
    const socket = await client('127.0.0.2', 'nonsense\r\n\r\n')
    await until(() => connections.figures.open === 0)
    expect(statusOf(await read(socket))).toBe(400)
    await allGone()
  })
})

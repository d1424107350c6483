import { describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../../src/base/memory-budget.ts'
import { Connections, placesFor, type Transport } from '../../../src/http/connections.ts'

/** The rules by themselves: no socket, and a clock that the test sets. */

interface Client extends Transport {
  /** Bytes that went either way. */
  bytes: number
  unread: boolean
  unsent: boolean
  isCut: boolean
}

function client(address: string, isTrusted = false): Client {
  const self: Client = {
    address,
    isTrusted,
    bytes: 0,
    unread: false,
    unsent: false,
    isCut: false,
    moved: () => self.bytes,
    hasUnread: () => self.unread,
    hasUnsent: () => self.unsent,
    cut: () => {
      self.isCut = true
    },
  }
  return self
}

function made(limits: Partial<{ most: number; reserved: number; perAddress: number; inAll: number }> = {}) {
  const { most = 10, reserved = 2, perAddress = 4, inAll = 1_000 } = limits
  const clock = { nowMs: 0 }
  const said: string[] = []
  const memory = new MemoryBudget(inAll)
  const connections = new Connections(
    { most, reserved, perAddress, unreadMs: 60_000, bytesPerAddress: 300 },
    memory,
    (text) => said.push(text),
    () => clock.nowMs,
  )
  /** A connection whose request is being answered. */
  const working = (line: Client) => {
    const connection = connections.accept(line)
    if (connection === null) throw new Error('no place')
    connections.enter(connection, 'working')
    return connection
  }
  /** One that has come, a moment after those before it. */
  const come = (address: string) => {
    clock.nowMs++
    const line = client(address)
    connections.accept(line)
    return line
  }
  /** One whose reply waits to be read. */
  const unread = () => {
    const line = client('a')
    working(line)
    line.unread = true
    return line
  }
  return { connections, clock, said, working, memory, come, unread }
}

describe('places', () => {
  test('one address has so many, and the connection that waits longest without a request gives way', () => {
    const { connections, come } = made()
    const first = Array.from({ length: 4 }, () => come('a'))
    expect(connections.accept(client('a'))).not.toBeNull()
    expect(first.map(({ isCut }) => isCut)).toEqual([true, false, false, false])
    expect(connections.figures.open).toBe(4)
    expect(connections.accept(client('b'))).not.toBeNull()
  })
  test('connections that are being answered do not give way: the newcomer is refused', () => {
    const { connections, working } = made()
    const lines = Array.from({ length: 4 }, () => client('a'))
    for (const line of lines) working(line)
    expect(connections.accept(client('a'))).toBeNull()
    expect(lines.some(({ isCut }) => isCut)).toBe(false)
    expect(connections.figures.refused.address_full).toBe(1)
  })
  test('the last ones are for this machine and proxies', () => {
    const { connections, working } = made()
    for (let i = 0; i < 8; i++) working(client(`address ${i}`))
    expect(connections.accept(client('another'))).toBeNull()
    expect(connections.accept(client('own', true))).not.toBeNull()
    expect(connections.accept(client('own', true))).not.toBeNull()
    expect(connections.figures).toMatchObject({ open: 10, refused: { no_place: 1 }, shortForMs: 0 })
  })
  test('when all are taken, those that rest give way first, then those of the address with most', () => {
    const { connections, come, working } = made()
    const answered = client('phone')
    connections.enter(working(answered), 'resting')
    const lone = come('slow phone')
    const crowd = ['x', 'x', 'y', 'x', 'y', 'x'].map(come)
    expect(connections.accept(client('new 1'))).not.toBeNull()
    expect(answered.isCut).toBe(true)
    expect(connections.accept(client('new 2'))).not.toBeNull()
    expect(connections.accept(client('new 3'))).not.toBeNull()
    expect(crowd.map(({ isCut }) => isCut)).toEqual([true, true, false, false, false, false])
    expect(lone.isCut).toBe(false)
  })
  test('a request that stops in its middle gives way after ten seconds', () => {
    const { connections, clock, working } = made({ most: 2, reserved: 1 })
    const stuck = client('a')
    working(stuck)
    stuck.unsent = true
    stuck.bytes = 100
    clock.nowMs = 5_000
    connections.check()
    expect(connections.accept(client('b'))).toBeNull()
    clock.nowMs = 15_000
    expect(connections.accept(client('b'))).not.toBeNull()
    expect(stuck.isCut).toBe(true)
  })
  test('as many as half the files that may be open, a few besides left for the database', () => {
    expect(placesFor(400, 1_000)).toBe(168)
    expect(placesFor(65_536, 1_000)).toBe(1_000)
    expect(placesFor(64, 1_000)).toBe(32)
  })
})

describe('replies that wait to be read', () => {
  test('one that nobody reads is cut off after the time that is set', () => {
    const { connections, clock, unread } = made()
    const line = unread()
    clock.nowMs = 59_999
    connections.check()
    expect(line.isCut).toBe(false)
    clock.nowMs = 60_000
    connections.check()
    expect(line.isCut).toBe(true)
    expect(connections.figures).toMatchObject({ open: 0, refused: { unread: 1 } })
  })
  test.each([
    [300, false],
    [100, true],
  ])('read at %i bytes a second for half an hour it is cut off: %s', (bytesPerSecond, isCut) => {
    const { connections, clock, unread } = made()
    const line = unread()
    for (let second = 0; second < 1_800; second++) {
      clock.nowMs += 1_000
      // The system takes them in large pieces.
      if (second % 40 === 0) line.bytes += 40 * bytesPerSecond
      connections.check()
    }
    expect(line.isCut).toBe(isCut)
  })
  test('our own time does not count: only what waits to be read', () => {
    const { connections, clock, working } = made()
    const line = client('a')
    working(line)
    for (let i = 0; i < 10; i++) {
      clock.nowMs += 600_000
      connections.check()
    }
    expect(line.isCut).toBe(false)
  })
  test('bytes are limited for each address; one larger than that is sent when no other waits', () => {
    const { connections, working } = made()
    const [one, two, three] = [working(client('a')), working(client('a')), working(client('b'))]
    expect(connections.hold(one, 'a', null, 900)).toBe(true)
    expect(connections.hold(two, 'a', null, 1)).toBe(false)
    expect(connections.hold(three, 'b', null, 101)).toBe(false)
    connections.enter(one, 'resting')
    expect(connections.hold(two, 'a', null, 300)).toBe(true)
    expect(connections.hold(three, 'b', null, 300)).toBe(true)
    expect(connections.figures).toMatchObject({ waitingBytes: 600, refused: { no_room: 2 } })
    connections.leave(two)
    expect(connections.figures.waitingBytes).toBe(300)
  })
  test('the one that has stood still longest makes room; one that is being read does not', () => {
    const { connections, clock, working } = made()
    const [still, moving] = [client('a'), client('b')]
    for (const line of [still, moving]) {
      connections.hold(working(line), line.address, null, 300)
      line.unread = true
    }
    const later = working(client('a'))
    clock.nowMs = 9_000
    expect(connections.hold(later, 'a', null, 200)).toBe(false)
    clock.nowMs = 10_000
    moving.bytes = 10
    expect(connections.hold(later, 'a', null, 200)).toBe(true)
    expect([still.isCut, moving.isCut]).toEqual([true, false])
    expect(connections.hold(working(client('b')), 'b', null, 200)).toBe(false)
  })
  test('and in all, without exception, since the process has no more; packs take from the same', () => {
    const { connections, working, memory } = made()
    const [one, two] = [working(client('a')), working(client('b'))]
    expect(connections.hold(one, 'a', null, 1_001)).toBe(false)
    expect(memory.hold({}, [], 800)).toBeNull()
    expect(connections.hold(one, 'a', null, 201)).toBe(false)
    expect(connections.hold(one, 'a', null, 200)).toBe(true)
    expect(connections.hold(two, 'b', null, 1)).toBe(false)
  })
  test('one party has three quarters of all at most, from however many addresses; others find the rest', () => {
    const { connections, working } = made({ most: 20 })
    const took = ['a', 'b', 'c', 'd'].map((from) => connections.hold(working(client(from)), from, 7, 250))
    expect(took).toEqual([true, true, true, false])
    expect(connections.hold(working(client('e')), 'e', 8, 250)).toBe(true)
    expect(connections.hold(working(client('f')), 'f', 8, 1)).toBe(false)
  })
  test('behind a proxy they count for the client that it names', () => {
    const { connections, working } = made()
    const proxy = client('proxy', true)
    expect(connections.hold(working(proxy), 'phone', null, 300)).toBe(true)
    expect(connections.hold(working(proxy), 'phone', null, 1)).toBe(false)
    expect(connections.hold(working(proxy), 'proxy', null, 300)).toBe(true)
    expect(connections.hold(working(proxy), 'proxy', null, 300)).toBe(true)
  })
})

test('the log is told once a minute, with how many', () => {
  const { connections, clock, said, working } = made({ perAddress: 1 })
  working(client('a'))
  for (let second = 0; second < 50; second++) {
    connections.accept(client('a'))
    connections.check()
    clock.nowMs += 1_000
  }
  expect(said).toEqual([expect.stringContaining('their address already had 1 (1 since')])
  clock.nowMs += 60_000
  connections.check()
  connections.check()
  expect(said).toEqual([expect.anything(), expect.stringContaining('(49 since')])
})

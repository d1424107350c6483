import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { RequestSlots } from '../../../src/http/request-slots.ts'

/** What a slot needs of a request and its reply: their events, and whose it is. */
function asking(slots: RequestSlots, party: number, credential: number) {
  const reply = new EventEmitter()
  const request = {
    caller: { party, credential },
    raw: Object.assign(new EventEmitter(), { socket: Object.assign(new EventEmitter(), { destroy() {} }) }),
  }
  let state: 'waits' | 'has a slot' | 'is refused' = 'waits'
  slots.acquire(
    request as unknown as FastifyRequest,
    { raw: reply } as unknown as FastifyReply,
    (refusal) => (state = refusal === undefined ? 'has a slot' : 'is refused'),
  )
  return {
    get state() {
      return state
    },
    end() {
      request.raw.emit('end')
      reply.emit('close')
    },
  }
}

const ONE = 1
const OTHER = 2

test('a party has no more slots than its own, with however many credentials', () => {
  const slots = new RequestSlots({ inAll: 6, each: 3, eachParty: 4, lined: 8, bodyMs: 60_000 })
  const held = [11, 11, 11, 12].map((credential) => asking(slots, ONE, credential))
  expect(held.map(({ state }) => state)).toEqual(Array(4).fill('has a slot'))
  const fifth = asking(slots, ONE, 12)
  expect(fifth.state).toBe('waits')
  const others = [asking(slots, OTHER, 21), asking(slots, OTHER, 21)]
  expect(others.map(({ state }) => state)).toEqual(['has a slot', 'has a slot'])
  // One that another party gives back is not for it.
  others[0]?.end()
  expect(fifth.state).toBe('waits')
  held[0]?.end()
  expect(fifth.state).toBe('has a slot')
  for (const one of [...held.slice(1), fifth, ...others.slice(1)]) one.end()
})

test('a credential has no more slots than its own, and waits for few more', () => {
  const slots = new RequestSlots({ inAll: 6, each: 2, eachParty: 6, lined: 3, bodyMs: 60_000 })
  const asked = Array.from({ length: 4 }, () => asking(slots, ONE, 11))
  expect(asked.map(({ state }) => state)).toEqual(['has a slot', 'has a slot', 'waits', 'is refused'])
  for (const one of asked.slice(0, 3)) one.end()
})

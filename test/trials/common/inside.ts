import { subscribe } from 'node:diagnostics_channel'
import { rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Look, Stall } from './watch.ts'

/**
 * Runs inside the service, loaded before it: sees when the event loop stands still, what was being answered then, and
 * how much memory is in use. Whoever connects to the socket is told once, after a collection of garbage, what came
 * since the last time.
 */

const BEAT_MS = 5
/** The loop stood still when it goes round this much later than it should. */
const STALL_MS = 50
const STALLS_KEPT = 200
const REQUESTS_KEPT = 256

interface Seen {
  readonly what: string
  endedAtMs: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const underWay = new Map<IncomingMessage, Seen>()
let ended: Seen[] = []
let stalls: Stall[] = []
let [stallCount, longestWaitMs, longestWorkMs, collectingMs] = [0, 0, 0, 0]
let beat = { atMs: performance.now(), cpuMs: cpuMs() }

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const what = String(request.headers['x-correlation-id'] ?? `${request.method} ${request.url}`)
  underWay.set(request, { what: what.slice(0, 200), endedAtMs: Number.POSITIVE_INFINITY })
  response.once('close', () => {
    const seen = underWay.get(request)
    if (seen === undefined) return
    underWay.delete(request)
    seen.endedAtMs = performance.now()
    ended.push(seen)
    if (ended.length > REQUESTS_KEPT) ended = ended.slice(-REQUESTS_KEPT / 2)
  })
})

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectingMs += duration
}).observe({ entryTypes: ['gc'] })

setInterval(() => {
  const now = { atMs: performance.now(), cpuMs: cpuMs() }
  const lateMs = now.atMs - beat.atMs - BEAT_MS
  const workedMs = Math.min(lateMs, now.cpuMs - beat.cpuMs)
  longestWorkMs = Math.max(longestWorkMs, workedMs)
  if (lateMs > STALL_MS) note(lateMs, workedMs, beat.atMs)
  beat = now
}, BEAT_MS).unref()

/** A loop that waits for the disk, or for its turn on the processor, works little meanwhile: that is told apart. */
function note(lateMs: number, workedMs: number, fromMs: number): void {
  if (workedMs <= STALL_MS) {
    longestWaitMs = Math.max(longestWaitMs, lateMs)
    return
  }
  stallCount++
  if (stalls.length === STALLS_KEPT) return
  const during = [...underWay.values(), ...ended].filter(({ endedAtMs }) => endedAtMs >= fromMs)
  stalls.push({ ms: lateMs, workedMs, during: during.map(({ what }) => what) })
}

/** Of the one thread that everybody needs. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const address = process.env.ORDEAL_SOCKET as string
rmSync(address, { force: true })
createServer((socket) => {
  socket.on('error', () => {})
  collect()
  const { heapUsed, rss, external } = process.memoryUsage()
  const look: Look = {
    heapUsed,
    rss,
    external,
    stalls,
    stallCount,
    longestWaitMs,
    longestWorkMs,
    collectingMs,
  }
  stalls = []
  stallCount = 0
  longestWaitMs = 0
  longestWorkMs = 0
  collectingMs = 0
  beat = { atMs: performance.now(), cpuMs: cpuMs() }
  socket.end(JSON.stringify(look))
})
  .listen(address)
  .unref()

import { setTimeout } from 'node:timers/promises'
import { Service } from './children.ts'
import type { Figure } from './figure.ts'
import { inTurns, median, type Plan, type Rate } from './measure.ts'
import { overHttp } from './probes.ts'
import { absentIds, reads, recordPath } from './requests.ts'
import type { Seeded } from './seed.ts'
import { diskFigure, listPath } from './work.ts'

/** What grows with the records, and what must not. */

export interface Side {
  readonly data: string
  readonly seeded: Seeded
}

const STARTS = 5
const FLAT = 1.15
const RANDOM = 1.7
const MANY = 64
/** Whoever looks at how the service stands must not hold it up. */
const PROBE_MS = 5

const count = ({ seeded }: Side) => seeded.records.toLocaleString('en-GB')

export async function growth(
  small: Side,
  large: Side,
  plan: Plan,
  say: (text: string) => void,
): Promise<Figure[]> {
  say('starting each a few times')
  const starts = await startTimes(small, large)
  const services = [await Service.start(small.data), await Service.start(large.data)] as const
  const figures: Figure[] = []
  try {
    await Promise.all(services.map(({ port }) => figuresAreCounted(port)))
    for (const { name, atMost, pathsOf, status, isAnonymous, longestMs } of QUESTIONS) {
      say(name)
      const sides = [small, large].map((side) =>
        reads(pathsOf(side.seeded), isAnonymous ? null : side.seeded.cooperativeToken, status),
      )
      const probes = (connections: number) =>
        services.map((service, i) =>
          overHttp(service.port, service.pid, connections, sides[i] as ReturnType<typeof reads>),
        )
      const [before, after] = (await inTurns(plan, probes(1))) as [Rate, Rate]
      const [busyBefore, busyAfter] = (await inTurns(plan, probes(MANY))) as [Rate, Rate]
      figures.push({
        name: `p50 of ${name}, ${count(large)} records`,
        value: { amount: after.p50Us, unit: 'us' },
        p50Us: after.p50Us,
        p99Us: after.p99Us,
        limit: { amount: before.p50Us, unit: 'us', name: `at ${count(small)} records` },
        ratio: after.p50Us / before.p50Us,
        aim: { atMost },
      })
      figures.push({
        name: "  the same, server's time at 64 connections",
        value: { amount: 1e6 / busyAfter.perSecond, unit: 'us' },
        p50Us: busyAfter.p50Us,
        p99Us: busyAfter.p99Us,
        limit: { amount: 1e6 / busyBefore.perSecond, unit: 'us', name: `at ${count(small)} records` },
        ratio: busyBefore.perSecond / busyAfter.perSecond,
      })
      if (longestMs !== undefined)
        figures.push({
          name: `  the same, event-loop time, ${count(large)} records`,
          value: { amount: 1e3 / busyAfter.perSecond, unit: 'ms' },
          aim: { atMost: longestMs },
        })
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
  return [...figures, starts, diskFigure(large.seeded)]
}

interface Question {
  readonly name: string
  readonly atMost: number
  readonly status: number
  readonly pathsOf: (seeded: Seeded) => string[]
  /** Asked without a credential. */
  readonly isAnonymous?: true
  /** One answer may keep the event loop so long. */
  readonly longestMs?: number
}

const LOOK_AGAIN_MS = 100

/** After a start the sums that metrics give are counted up from the last checkpoint. */
async function figuresAreCounted(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/metrics`)
    if (answer.status !== 200) throw new Error(`metrics answer ${answer.status}`)
    if ((await answer.text()).includes('\ngranary_figures_ready 1\n')) return
    await setTimeout(LOOK_AGAIN_MS)
  }
}

const QUESTIONS: readonly Question[] = [
  { name: 'a recent read', atMost: FLAT, status: 200, pathsOf: (seeded) => seeded.recent.map(recordPath) },
  { name: 'an absent id', atMost: FLAT, status: 404, pathsOf: () => absentIds(20_000).map(recordPath) },
  { name: 'a list of 100', atMost: FLAT, status: 200, pathsOf: () => [listPath] },
  {
    name: 'a random read',
    atMost: RANDOM,
    status: 200,
    pathsOf: (seeded) => seeded.anywhere.map(recordPath),
  },
  {
    name: 'a scrape of the metrics',
    atMost: FLAT,
    status: 200,
    pathsOf: () => ['/v1/metrics'],
    isAnonymous: true,
    longestMs: PROBE_MS,
  },
  {
    name: 'a probe of readiness',
    atMost: FLAT,
    status: 200,
    pathsOf: () => ['/v1/ready'],
    isAnonymous: true,
    longestMs: PROBE_MS,
  },
]

async function startTimes(small: Side, large: Side): Promise<Figure> {
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < STARTS; i++) {
    for (const [which, side] of [small, large].entries()) {
      const service = await Service.start(side.data)
      times[which]?.push(service.startMs)
      await service.stop()
    }
  }
  const [before, after] = [median(times[0]), median(times[1])]
  return {
    name: `start to ready, ${count(large)} records`,
    value: { amount: after, unit: 'ms' },
    limit: { amount: before, unit: 'ms', name: `at ${count(small)} records` },
    ratio: after / before,
    aim: { atMost: FLAT },
  }
}

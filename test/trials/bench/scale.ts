import { setTimeout } from 'node:timers/promises'
import { serving } from './children.ts'
import { type Figure, timesOf } from './figure.ts'
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
  const services = [await serving(small.data), await serving(large.data)] as const
  const figures: Figure[] = []
  try {
    await Promise.all(services.map(({ port }) => figuresAreCounted(port)))
    for (const { name, atMost, pathsOf, status = 200, isProbe } of QUESTIONS) {
      say(name)
      const sides = [small, large].map((side) =>
        reads(pathsOf(side.seeded), isProbe ? null : side.seeded.cooperativeToken, status),
      )
      const probes = (connections: number) =>
        services.map((service, i) => overHttp(service, connections, sides[i] as ReturnType<typeof reads>))
      const [before, after] = (await inTurns(plan, probes(1))) as [Rate, Rate]
      const [busyBefore, busyAfter] = (await inTurns(plan, probes(MANY))) as [Rate, Rate]
      figures.push({
        name: `p50 of ${name}, ${count(large)} records`,
        value: { amount: after.p50Us, unit: 'us' },
        ...timesOf(after),
        limit: { amount: before.p50Us, unit: 'us', name: `at ${count(small)} records` },
        ratio: after.p50Us / before.p50Us,
        aim: { atMost },
      })
      figures.push({
        name: "  the same, server's time at 64 connections",
        value: { amount: 1e6 / busyAfter.perSecond, unit: 'us' },
        ...timesOf(busyAfter),
        limit: { amount: 1e6 / busyBefore.perSecond, unit: 'us', name: `at ${count(small)} records` },
        ratio: busyBefore.perSecond / busyAfter.perSecond,
      })
      if (isProbe)
        figures.push({
          name: `  the same, event-loop time, ${count(large)} records`,
          value: { amount: 1e3 / busyAfter.perSecond, unit: 'ms' },
          aim: { atMost: PROBE_MS },
        })
    }
  } finally {
    await Promise.all(services.map((service) => service.end('SIGTERM')))
  }
  return [...figures, starts, diskFigure(large.seeded)]
}

interface Question {
  readonly name: string
  readonly atMost: number
  readonly pathsOf: (seeded: Seeded) => string[]
  readonly status?: 404
  /** Asked without a credential, and never for long. */
  readonly isProbe?: true
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
  { name: 'a recent read', atMost: FLAT, pathsOf: ({ recent }) => recent.map(recordPath) },
  { name: 'an absent id', atMost: FLAT, pathsOf: () => absentIds(20_000).map(recordPath), status: 404 },
  { name: 'a list of 100', atMost: FLAT, pathsOf: () => [listPath] },
  { name: 'a random read', atMost: RANDOM, pathsOf: ({ anywhere }) => anywhere.map(recordPath) },
  { name: 'a scrape of the metrics', atMost: FLAT, pathsOf: () => ['/v1/metrics'], isProbe: true },
  { name: 'a probe of readiness', atMost: FLAT, pathsOf: () => ['/v1/ready'], isProbe: true },
]

async function startTimes(small: Side, large: Side): Promise<Figure> {
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < STARTS; i++) {
    for (const [which, side] of [small, large].entries()) {
      const startedAt = performance.now()
      const service = await serving(side.data)
      times[which]?.push(performance.now() - startedAt)
      await service.end('SIGTERM')
    }
  }
  const [before, after] = [median(times[0]), median(times[1])]
  return {
    name: `start until it answers, ${count(large)} records`,
    value: { amount: after, unit: 'ms' },
    limit: { amount: before, unit: 'ms', name: `at ${count(small)} records` },
    ratio: after / before,
    aim: { atMost: FLAT },
  }
}

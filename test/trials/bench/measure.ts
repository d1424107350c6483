import type { Sample } from './load.ts'

/** Things measured in turns, so that a noisy machine disturbs all alike. */

export interface Rate {
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
  /** Processor time of the service for each, microseconds. */
  readonly cpuUs: number
}

export interface Plan {
  /** Time for each measurement, over all its rounds. */
  readonly seconds: number
  readonly rounds: number
  readonly warmUpMs: number
}

interface Taken {
  readonly sample: Sample
  readonly cpuSeconds: number
}

export type Probe = (ms: number) => Promise<Taken>

/** @returns for each probe the median round's rate and the latencies of all rounds */
export async function inTurns(plan: Plan, probes: readonly Probe[]): Promise<Rate[]> {
  for (const probe of probes) await probe(plan.warmUpMs)
  const taken = probes.map((): Taken[] => [])
  for (let round = 0; round < plan.rounds; round++) {
    for (const [i, probe] of probes.entries()) {
      taken[i]?.push(await probe((plan.seconds * 1000) / plan.rounds))
    }
  }
  return taken.map((rounds) => {
    const latencies = joined(rounds.map(({ sample }) => sample.latencies))
    return {
      perSecond: median(rounds.map(({ sample }) => sample.count / sample.seconds)),
      p50Us: quantile(latencies, 0.5),
      p99Us: quantile(latencies, 0.99),
      cpuUs: median(rounds.map(({ sample, cpuSeconds }) => (1e6 * cpuSeconds) / sample.count)),
    }
  })
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole.sort()
}

/** @param sorted ascending */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

const msSince = (begun: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** Processor time that this process takes for some work, milliseconds. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  return msSince(begun)
}

/** The longest time for which it lets the event loop do nothing else: in processor time, too. */
export async function holdOf(work: () => Promise<unknown>): Promise<number> {
  let hold = 0
  let isOver = false
  let last = process.cpuUsage()
  const turn = () => {
    hold = Math.max(hold, msSince(last))
    last = process.cpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return hold
}

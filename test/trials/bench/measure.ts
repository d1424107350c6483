import type { Sample } from './load.ts'

/** Limit and figure measured in turns, so that a noisy machine disturbs both alike. */

export interface Rate {
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
  /** Share of one processor the serving process used; null where the system does not tell. */
  readonly busy: number | null
}

export interface Plan {
  /** Time for each measurement, over all its rounds. */
  readonly seconds: number
  readonly rounds: number
  readonly warmUpMs: number
}

export type Probe = (ms: number) => Promise<{ sample: Sample; busy: number | null }>

/** @returns for each probe the median round's rate and the latencies of all rounds */
export async function inTurns(plan: Plan, probes: readonly Probe[]): Promise<Rate[]> {
  for (const probe of probes) await probe(plan.warmUpMs)
  const taken = probes.map(() => [] as { sample: Sample; busy: number | null }[])
  for (let round = 0; round < plan.rounds; round++) {
    for (const [i, probe] of probes.entries()) {
      taken[i]?.push(await probe((plan.seconds * 1000) / plan.rounds))
    }
  }
  return taken.map((rounds) => {
    const latencies = joined(rounds.map(({ sample }) => sample.latencies))
    const busy = rounds.map((round) => round.busy).filter((share) => share !== null)
    return {
      perSecond: median(rounds.map(({ sample }) => sample.count / sample.seconds)),
      p50Us: quantile(latencies, 0.5),
      p99Us: quantile(latencies, 0.99),
      busy: busy.length === 0 ? null : median(busy),
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

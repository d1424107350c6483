import type { Rate } from './measure.ts'

/** One measured thing beside its limit and its aim. */
export interface Figure {
  readonly name: string
  readonly value: Quantity
  readonly p50Us?: number
  readonly p99Us?: number
  /** Processor time of the service for each, microseconds. */
  readonly cpuUs?: number
  readonly limit?: Quantity & { readonly name: string }
  /** Value over limit. */
  readonly ratio?: number
  /** Holds for the ratio where there is one, else for the value. */
  readonly aim?: { readonly atLeast: number } | { readonly atMost: number }
}

export type Unit = 'per_second' | 'us' | 'ms' | 'mib' | 'bytes' | 'bytes_per_byte'

export interface Quantity {
  readonly amount: number
  readonly unit: Unit
}

export function isMet(figure: Figure): boolean | null {
  if (figure.aim === undefined) return null
  const judged = figure.ratio ?? figure.value.amount
  return 'atLeast' in figure.aim ? judged >= figure.aim.atLeast : judged <= figure.aim.atMost
}

/** @param limit what it is compared with: the rate of something else */
export const rateFigure = (
  name: string,
  rate: Rate,
  limit?: readonly [name: string, rate: Rate],
): Figure => ({
  name,
  value: { amount: rate.perSecond, unit: 'per_second' },
  ...timesOf(rate),
  ...(limit === undefined
    ? {}
    : {
        limit: { name: limit[0], amount: limit[1].perSecond, unit: 'per_second' },
        ratio: rate.perSecond / limit[1].perSecond,
      }),
})

export const timesOf = ({ p50Us, p99Us, cpuUs }: Rate) => ({ p50Us, p99Us, cpuUs })

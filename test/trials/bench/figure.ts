/** One measured thing beside its limit and its aim. */
export interface Figure {
  readonly name: string
  readonly value: Quantity
  readonly p50Us?: number
  readonly p99Us?: number
  readonly limit?: Quantity & { readonly name: string }
  /** Value over limit. */
  readonly ratio?: number
  /** Holds for the ratio where there is one, else for the value. */
  readonly aim?: { readonly atLeast: number } | { readonly atMost: number }
  /** Whatever a program may want to know beside it. */
  readonly details?: Readonly<Record<string, number | null>>
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

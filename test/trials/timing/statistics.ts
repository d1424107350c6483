/** Two samples compared: do they come from the same thing? */

export interface Moments {
  readonly count: number
  readonly mean: number
  readonly deviation: number
}

export interface Comparison {
  readonly refused: Moments
  readonly absent: Moments
  /** Mean of the refused less mean of the absent. */
  readonly difference: number
  /** Welch's t. */
  readonly t: number
}

function momentsOf(values: Float64Array): Moments {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return { count: values.length, mean, deviation: Math.sqrt(squares / (values.length - 1)) }
}

export function compare(refusedValues: Float64Array, absentValues: Float64Array): Comparison {
  const [refused, absent] = [momentsOf(refusedValues), momentsOf(absentValues)]
  const difference = refused.mean - absent.mean
  const error = Math.sqrt(refused.deviation ** 2 / refused.count + absent.deviation ** 2 / absent.count)
  return { refused, absent, difference, t: error === 0 ? 0 : difference / error }
}

/** The same over the values below this quantile of both together: a few very late answers hide what many tell. */
export function compareBelow(share: number, refused: Float64Array, absent: Float64Array): Comparison {
  const both = new Float64Array(refused.length + absent.length)
  both.set(refused)
  both.set(absent, refused.length)
  both.sort()
  const cut = both[Math.floor(both.length * share)] as number
  return compare(
    refused.filter((value) => value < cut),
    absent.filter((value) => value < cut),
  )
}

/** Returns a sum of minor units as a number; null if a number cannot hold it exactly. */
export function exactly(sum: bigint): number | null {
  const number = Number(sum)
  return Number.isSafeInteger(number) ? number : null
}

/** Returns the exact sum of amounts; null if one is unknown, or a number cannot hold the sum. */
export const sumOfMinor = (amounts: readonly (number | null)[]): number | null =>
  amounts.includes(null) ? null : exactly(amounts.reduce((sum, minor) => sum + BigInt(minor ?? 0), 0n))

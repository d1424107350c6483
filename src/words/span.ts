/** Returns a difference of times in the unit that people use for it: nobody counts days in minutes. */
export function spanOf(ms: number): {
  readonly unit: 'minutes' | 'hours' | 'days'
  readonly count: number
} {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return { unit: 'minutes', count: minutes }
  const hours = Math.round(minutes / 60)
  return hours < 72 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.round(hours / 24) }
}

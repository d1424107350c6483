/** A whole number as an option gives it. @throws {Error} with what is allowed, where it is none */
export function wholeNumber(name: string, text: string, least: number, most = Infinity): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  const allowed = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
  throw new Error(`--${name} must be a whole number ${allowed}`)
}

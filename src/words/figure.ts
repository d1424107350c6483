/** How a language writes numbers: between thousands, and before decimals. */
export interface Signs {
  readonly group: string
  readonly decimal: string
}

/** Returns all digits of a number, without an exponent, with separated thousands. */
export function figure(value: number, signs: Signs, decimals = 0): string {
  const [digits = '', power = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', behind = ''] = digits.split('.')
  const point = whole.length + Number(power)
  const all = whole + behind
  const before = point > 0 ? all.slice(0, point).padEnd(point, '0') : '0'
  const after = (point > 0 ? all.slice(point) : `${'0'.repeat(-point)}${all}`).padEnd(decimals, '0')
  const fraction = /^0*$/.test(after) && decimals === 0 ? '' : `${signs.decimal}${after}`
  return `${value < 0 ? '-' : ''}${grouped(before, signs)}${fraction}`
}

/** Separates the thousands of a whole number. */
export function grouped(digits: string, { group }: Signs): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, group)
}

/** As people type a figure and spreadsheets read it, such as `0.0000001`. */
export const plainFigure = (value: number): string => figure(value, { group: '', decimal: '.' })

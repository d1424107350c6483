/** Money as people type it, in whole minor units (ISO 4217). */

/** Currencies without two decimals. `Intl` has those in daily use, which differ from the standard. */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
])

export interface Amount {
  readonly main: number
  readonly currency: string
}

export const digitsOf = (currency: string): number => DIGITS[currency] ?? 2

/** Returns whole minor units; 0 for none. */
export const minorOf = (amount: Amount | null): number =>
  amount === null ? 0 : Math.round(amount.main * 10 ** digitsOf(amount.currency))

/** Reads an amount above zero: `125000`, `125 000`, `12,50`; null if it is none, or has more decimals than the currency. */
export function typedAmount(text: string, currency: string): Amount | null {
  const plain = text.replace(/[\s\u00a0\u202f’']/g, '').replace(',', '.')
  const [, whole, , behind = ''] = /^(\d{1,12})(\.(\d+))?$/.exec(plain) ?? []
  if (whole === undefined || behind.length > digitsOf(currency)) return null
  const main = Number(plain)
  return main > 0 ? { main, currency } : null
}

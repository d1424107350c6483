/**
 * ISO 4217 minor units. `Intl` cannot be used: it has the digits in daily use, which differ from the standard
 * for the Somali shilling or the Malagasy ariary and would make a price wrong by a factor of 100.
 */
const MINOR_DIGITS: Readonly<Record<string, number>> = {
  ...digits(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...digits(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...digits(4, 'CLF UYW'),
}

function digits(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]))
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Returns the decimals of a currency; null if there is no such currency. */
export function minorDigits(currency: string): number | null {
  return currencies.has(currency) ? (MINOR_DIGITS[currency] ?? 2) : null
}

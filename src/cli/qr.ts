import encodeQR from 'qr'

/** Quiet zone in modules: ISO/IEC 18004 requires four. */
const QUIET_ZONE = 4
const BLACK_ON_WHITE = '\u001b[30;107m'
const RESET = '\u001b[0m'
// biome-ignore lint/suspicious/noControlCharactersInRegex: QR codes contain these characters
const CODE = /(\u001b\[30;107m[ █▀▄]*\u001b\[0m)/

/**
 * Draws a QR code in characters, two rows in each line. On a terminal, it is always black on white: many
 * phones cannot read an inverted code.
 */
export function qrCode(text: string, isTerminal: boolean): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const lines = rows.flatMap((upper, y) => {
    if (y % 2 === 1) return []
    const line = upper.map((isDark, x) => halves(isDark, rows[y + 1]?.[x] ?? false)).join('')
    return [isTerminal ? `${BLACK_ON_WHITE}${line}${RESET}` : line]
  })
  return lines.join('\n')
}

/** Applies a function to the text around QR codes. */
export const aroundCodes = (text: string, safe: (text: string) => string): string =>
  text
    .split(CODE)
    .map((part, i) => (i % 2 === 1 ? part : safe(part)))
    .join('')

/** @param upper whether the upper module is dark @param lower whether the lower one is */
function halves(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀'
  return lower ? '▄' : ' '
}

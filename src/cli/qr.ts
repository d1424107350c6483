import { encode } from 'uqr'

/** Light around the code, in modules: ISO/IEC 18004 asks for four. */
const QUIET_ZONE = 4
const BLACK_ON_WHITE = '\u001b[30;107m'
const RESET = '\u001b[0m'

/**
 * A QR code in characters, two rows of it a line. On a terminal it is black on white whatever the terminal's colours are:
 * many phones do not read it the other way round.
 */
export function qrCode(text: string, isTerminal: boolean): string {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const lines: string[] = []
  for (let row = 0; row < size; row += 2) {
    let line = ''
    for (let column = 0; column < size; column++)
      line += halves(data[row]?.[column] ?? false, data[row + 1]?.[column] ?? false)
    lines.push(isTerminal ? `${BLACK_ON_WHITE}${line}${RESET}` : line)
  }
  return lines.join('\n')
}

/** @param upper dark above @param lower dark below */
function halves(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀'
  return lower ? '▄' : ' '
}

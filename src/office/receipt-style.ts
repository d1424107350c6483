import type { Paper } from '../records/receipt/receipt.ts'

/** Receipt layout in millimetres. A roll is cut to the length of its text; A5 is one sheet. */

/** A monospaced letter is 0.6 of its size wide; with these sizes all columns fit between the margins. */
const FITTING = {
  '58': { width: 58, aside: 5, letter: 2.4, code: 36 },
  '80': { width: 80, aside: 4, letter: 2.4, code: 36 },
  a5: { width: 148, aside: 10, letter: 3.2, code: 32 },
} as const
const A5_HEIGHT = 210
const ABOVE = 4
/** Spare height, so that rounding does not add a second sheet. */
const SPARE = 3
const LEADING = 1.25
/** The smallest legible letters. A longer receipt on A5 runs onto a second sheet. */
const SMALLEST = 1.8

/** @param lines the number of lines of the receipt's text */
export function receiptStyle(paper: Paper, lines: number): string {
  const { width, aside, letter: usual, code } = FITTING[paper]
  const others = 2 * ABOVE + code + SPARE
  const letter =
    paper === 'a5'
      ? Math.max(SMALLEST, Math.min(usual, (A5_HEIGHT - others - ABOVE) / lines / LEADING))
      : usual
  const height = paper === 'a5' ? A5_HEIGHT : Math.ceil(lines * letter * LEADING + others)
  return [
    `@page{size:${width}mm ${height}mm;margin:${ABOVE}mm ${aside}mm}`,
    `@media print{pre.receipt{font-size:${letter.toFixed(2)}mm;line-height:${LEADING};white-space:pre}`,
    `.qr svg{width:${code}mm}}`,
  ].join('')
}

import type { Paper } from '../../records/receipt/receipt.ts'
import { widthOf } from '../../text/wrap.ts'
import type { Block, TextStyle } from './receipt-blocks.ts'

/**
 * The size of a receipt's paper, in millimetres. A page needs a height before the browser has laid it out, so
 * the lines are counted here, with letters as wide as in the widest usual font. A roll is cut to that length;
 * A5 is one sheet, on which a long receipt has smaller letters.
 */

const FITTING = {
  '58': { width: 58, aside: 5, above: 3, letter: 3.1, code: 30 },
  '80': { width: 80, aside: 4, above: 4, letter: 3.5, code: 32 },
  a5: { width: 148, aside: 12, above: 12, letter: 3.9, code: 32 },
} as const
const A5_HEIGHT = 210
/** Spare height, so that rounding does not add a second sheet. */
const SPARE = 3
export const LEADING = 1.3
/** The smallest legible letters. A longer receipt on A5 runs onto a second sheet. */
const SMALLEST = 1.9
const STEP = 0.1

/** Letters of each style of text, in those of the page. */
export const SCALES: Readonly<Record<Exclude<TextStyle, 'figure'>, number>> = {
  copy: 1,
  coop: 1.15,
  phone: 0.85,
  kind: 0.85,
  notice: 0.9,
  who: 1,
  what: 1.1,
  lead: 0.9,
  said: 0.85,
  id: 0.62,
}
const BOLD: readonly TextStyle[] = ['copy', 'coop', 'figure', 'what', 'lead', 'notice', 'who']
const FIGURES = [2.2, 1.8, 1.5, 1.25, 1]

/** Parts of the layout in letters of the page; `receiptCss` and the height both use them. */
export const GAPS = {
  rule: 0.45,
  between: 0.8,
  aroundNotice: 0.35,
  insideNotice: 0.3,
  detail: 0.85,
  number: 1.2,
  belowCode: 0.5,
  /** A place for a thumbprint, and a line to write on, with what is below it. */
  thumb: 7,
  line: 3,
} as const
/** The width of the labels on A5, where labels are in a column of their own. */
const LABELS = 9
const LINE_OF_RULE = 0.3

/** @returns the style of the page that prints the receipt */
export function receiptStyle(paper: Paper, blocks: readonly Block[]): string {
  const { width, aside, above, letter: usual, code } = FITTING[paper]
  const inside = width - 2 * aside
  const others = 2 * above + SPARE
  const tall = (letter: number) => others + heightOf(blocks, { paper, letter, inside, code })
  let letter: number = usual
  if (paper === 'a5') while (letter > SMALLEST && tall(letter) > A5_HEIGHT) letter -= STEP
  const height = paper === 'a5' ? A5_HEIGHT : Math.ceil(tall(letter))
  return [
    `@page{size:${width}mm ${height}mm;margin:${above}mm ${aside}mm;`,
    '@bottom-left{content:none}@bottom-right{content:none}}',
    `.receipt .figure{font-size:${figureScale(blocks, inside / letter)}em}`,
    `@media print{.receipt{font-size:${letter.toFixed(2)}mm}.receipt .code svg{width:${code}mm}}`,
  ].join('')
}

interface Room {
  readonly paper: Paper
  readonly letter: number
  /** The printable width. */
  readonly inside: number
  readonly code: number
}

function heightOf(blocks: readonly Block[], { paper, letter, inside, code }: Room): number {
  const room = inside / letter
  const figures = Math.max(
    0,
    ...blocks.map((block) => (block.kind === 'sum' ? lengthOf(block.figure, true) : 0)),
  )
  const inLines = (lines: number, scale = 1) => lines * LEADING * scale * letter
  return blocks.reduce((height, block) => height + heightOfBlock(block), 0)

  function heightOfBlock(block: Block): number {
    switch (block.kind) {
      case 'rule':
        return 2 * GAPS.rule * letter + LINE_OF_RULE
      case 'row': {
        if (paper === 'a5')
          return (
            inLines(Math.max(linesOf(block.name, LABELS), linesOf(block.text, room - LABELS))) + LINE_OF_RULE
          )
        return inLines(linesOfPair(block.name, block.text, room))
      }
      case 'sum': {
        if (paper === 'a5') {
          const left = room - figures - 2 * GAPS.between
          const name = linesOf(block.name, left * 0.4)
          const detail = linesOf(block.detail, (left * 0.6) / GAPS.detail)
          return inLines(Math.max(name, detail))
        }
        return (
          inLines(linesOfPair(block.name, block.figure, room, true)) +
          inLines(linesOf(block.detail, room / GAPS.detail), GAPS.detail)
        )
      }
      case 'sign': {
        const { text, isThumb } = block
        if (!isThumb) return inLines(linesOf(text, room)) + GAPS.line * letter + LINE_OF_RULE
        const around = GAPS.thumb + GAPS.between + 2 * GAPS.insideNotice
        return inLines(linesOf(text, room - 2 * GAPS.insideNotice)) + around * letter
      }
      case 'code': {
        const beside = room - code / letter - GAPS.between
        const label = inLines(linesOf(block.label, beside))
        const number = inLines(linesOf(block.number, beside / GAPS.number, true), GAPS.number)
        return Math.max(code, label + number) + GAPS.belowCode * letter
      }
      case 'text': {
        const { as, text, label } = block
        const scale = as === 'figure' ? figureScale(blocks, room) : SCALES[as]
        const isBold = BOLD.includes(as)
        if (as === 'id') return inLines(Math.ceil((text.length * 0.62 * scale) / room + 0.05), scale)
        const around = as === 'notice' ? 2 * (GAPS.aroundNotice + GAPS.insideNotice) * letter + 1 : 0
        const within = as === 'notice' ? room - 2 * GAPS.insideNotice - 1 / letter : room
        const all = label === undefined ? text : `${label} ${text}`
        return inLines(linesOf(all, within / scale, isBold), scale) + around
      }
    }
  }
}

/** Returns the lines of a name and a text at its other end, which share a line if both fit. */
function linesOfPair(name: string, text: string, room: number, isBold = false): number {
  const both = lengthOf(name) + GAPS.between + lengthOf(text, isBold)
  return both <= room ? 1 : linesOf(name, room) + linesOf(text, room, isBold)
}

/** Returns the size of the figure: the largest in which it is on one line, or on two. */
function figureScale(blocks: readonly Block[], room: number): number {
  const found = blocks.find((block) => block.kind === 'text' && block.as === 'figure')
  if (found?.kind !== 'text') return 1
  const { text } = found
  const fits = (lines: number) => FIGURES.find((scale) => linesOf(text, room / scale, true) <= lines)
  const isShort = lengthOf(text, true) <= 2 * room
  return (isShort ? fits(1) : fits(2)) ?? 1
}

/** A letter is at most this wide, in its own size (DejaVu Sans, which is wider than most). */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ \u00a0iIjl.,:;|'’/·]/, 0.34],
  [/[-ftrJ()[\]!°]/, 0.42],
  [/["“”cszLF*]/, 0.56],
  [/[mwMW@%…—&№]/, 1.01],
  [/[ -\u024f\u1e00-\u1eff\u2010-\u2044]/, 0.65],
]
const CAPITAL = /\p{Lu}/u
const CAPITAL_WIDTH = 0.8
const OTHER_SCRIPT = 0.95
const WIDER_IN_BOLD = 1.13

export function lengthOf(text: string, isBold = false): number {
  let length = 0
  for (const letter of text) length += widthOfLetter(letter)
  return isBold ? length * WIDER_IN_BOLD : length
}

function widthOfLetter(letter: string): number {
  const [, width] = WIDTHS.find(([which]) => which.test(letter)) ?? []
  if (width === undefined) return widthOf(letter) === 2 ? 1.3 : OTHER_SCRIPT
  return width === 0.65 && CAPITAL.test(letter) ? CAPITAL_WIDTH : width
}

/** Returns the lines that a text takes, broken at spaces; a word that is longer than a line is broken too. */
export function linesOf(text: string, room: number, isBold = false): number {
  if (text === '') return 0
  const space = lengthOf(' ', isBold)
  let lines = 1
  let used = 0
  for (const word of text.split(' ')) {
    const length = lengthOf(word, isBold)
    if (used > 0 && used + space + length <= room) used += space + length
    else {
      if (used > 0) lines++
      const whole = Math.ceil(length / room)
      lines += Math.max(0, whole - 1)
      used = length - Math.max(0, whole - 1) * room
    }
  }
  return lines
}

import { given } from '../base/typed.ts'
import { GAP, type Part, paragraph } from '../text/parts.ts'
import { widthOf } from '../text/wrap.ts'

/** Most lines of a section (contract §13). */
export const MAX_LINES = 500

export const INDENT = '  '

export interface Section {
  readonly title: string
  /** Whether it is small print on paper. */
  readonly isFine?: true
  readonly before?: readonly Part[]
  /** Made one by one until the section is full, so that the page explains little that it leaves out. */
  readonly entries?: readonly (() => readonly Part[])[]
  /** Number of further entries, which cannot fit. */
  readonly beyond?: number
  /** Returns a sentence about the entries left out. */
  readonly leftOut?: (entries: number) => string
  /** Most lines that this sentence takes; 2 if left out. */
  readonly leftOutLines?: number
  readonly after?: readonly Part[]
}

export function sentence(text: string, indent = INDENT): Part[] {
  return paragraph(text, indent)
}

/** Returns the parts of a section. Whole entries at its end are left out if it is full. */
export function sectionParts(section: Section): Part[] {
  const {
    title,
    isFine,
    before = [],
    entries = [],
    beyond = 0,
    leftOut,
    leftOutLines = 2,
    after = [],
  } = section
  const heading: Part = {
    kind: 'heading',
    text: title,
    lines: ['', '', title, '-'.repeat(widthOf(title))],
    ...given({ isFine }),
  }
  const parts = [heading, ...before]
  const room = MAX_LINES - after.length - 1 - leftOutLines
  let used = linesIn(parts)
  let printed = 0
  for (const entry of entries) {
    const more = entry()
    used += linesIn(more)
    if (used > room) break
    parts.push(...more)
    printed++
  }
  const left = entries.length - printed + beyond
  if (left > 0 && leftOut) parts.push(GAP, ...sentence(leftOut(left)))
  parts.push(...after)
  return parts
}

const linesIn = (parts: readonly Part[]) => parts.reduce((sum, { lines }) => sum + lines.length, 0)

import { wrap } from '../text/wrap.ts'

/** Lines per section (contract section 13). */
export const MAX_LINES = 500

export const INDENT = '  '

export interface Section {
  readonly title: string
  readonly before?: readonly string[]
  /** Made one by one until the section is full, so that the page explains hardly more than it prints. */
  readonly entries?: readonly (() => readonly string[])[]
  /** Number of further entries, which certainly do not fit. */
  readonly beyond?: number
  /** A sentence about the entries left out. */
  readonly leftOut?: (entries: number) => string
  readonly after?: readonly string[]
}

export function sentence(text: string, indent = INDENT): string[] {
  return wrap(text, indent)
}

/** The lines of a section. Leaves out whole entries at its end. */
export function sectionLines(section: Section): string[] {
  const { title, before = [], entries = [], beyond = 0, leftOut, after = [] } = section
  const lines = ['', '', title, '-'.repeat(title.length), ...before]
  const keep = after.length + 3
  let printed = 0
  for (const entry of entries) {
    const more = entry()
    if (lines.length + more.length + keep > MAX_LINES) break
    lines.push(...more)
    printed++
  }
  const left = entries.length - printed + beyond
  if (left > 0 && leftOut) lines.push('', ...sentence(leftOut(left)))
  lines.push(...after)
  return lines
}

import { readFileSync } from 'node:fs'
import type { Break } from './break.ts'

/**
 * The lists, a text each: after the source file, each break with its promise, the lines to replace (`-`) and those in their
 * place (`+`). An empty last line means that the text ends with the end of a line.
 */
const LISTS = ['consent', 'field', 'figures', 'records', 'rooms']

function breaksIn(list: string): Break[] {
  const breaks: Break[] = []
  let file = ''
  for (const part of list.trimEnd().split('\n\n').slice(1)) {
    const [first = '', ...lines] = part.split('\n')
    const after = (sign: string) =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n')
    if (lines.length === 0) file = first.slice('src/'.length)
    else breaks.push({ file, promise: first, text: after('-'), by: after('+') })
  }
  return breaks
}

export const BREAKS: readonly Break[] = LISTS.flatMap((name) =>
  breaksIn(readFileSync(`test/trials/breaks/${name}.txt`, 'utf8')),
)

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The layers of the house, and the imports between its files. Paths are relative to `src`. */

/** From the ground up. A file may import from its own part and from parts on lower floors. */
export const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['text'],
  ['words'],
  ['config'],
  ['domain'],
  ['store'],
  ['http', 'cli'],
  // The rooms, each of which may use those before it.
  ['registry'],
  ['identity'],
  ['records'],
  ['evidence'],
  ['consent'],
  ['lender'],
  ['proofs'],
  ['appliance'],
  ['clients'],
  ['office'],
  // What connects the rooms.
  ['app.ts'],
  ['assemble.ts'],
  ['tasks.ts'],
  ['program.ts'],
  ['main.ts'],
]

export interface Import {
  readonly from: string
  readonly to: string
  /** It names types alone, and is not there at run time. */
  readonly isType: boolean
}

export const partOf = (path: string): string => path.split('/')[0] as string

/** @returns -1 for what has no place in the house */
export const floorOf = (part: string): number => FLOORS.findIndex((floor) => floor.includes(part))

export const wordsOf = ({ from, to }: Import): string => `${from} -> ${to}`

/** @param src the folder */
export function importsIn(src: string): Import[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return files.sort().flatMap((from) => {
    const text = readFileSync(join(src, from), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const lines = [
      ...text.matchAll(/^(?:import|export)\s+(type\s+)?([^'"]*?)\bfrom\s+'(\.[^']+)'/gm),
      ...text.matchAll(/^import\s+()()'(\.[^']+)'/gm),
      ...text.matchAll(/\bimport\(()()\s*'(\.[^']+)'\s*\)/g),
    ]
    return lines.map(([, type, names, path]) => ({
      from,
      // What the program carries along is named with a mark behind it.
      to: normalize(join(dirname(from), (path as string).replace(/\?(?:packed|bundled)$/, ''))),
      isType: (type ?? '') !== '' || hasTypesAlone(names as string),
    }))
  })
}

function hasTypesAlone(names: string): boolean {
  const inBraces = /^\{([\s\S]*)\}\s*$/.exec(names)?.[1]
  if (inBraces === undefined) return false
  return inBraces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .every((name) => name.startsWith('type '))
}

/** It leads to another part that is not on a lower floor. */
export const isUpward = ({ from, to }: Import): boolean =>
  !to.startsWith('..') && partOf(from) !== partOf(to) && floorOf(partOf(from)) <= floorOf(partOf(to))

/** @returns the imports that are part of some circle of files */
export function inCircles(imports: readonly Import[]): Import[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const reached = new Map<string, Set<string>>()
  const from = (file: string): Set<string> => {
    const known = reached.get(file)
    if (known !== undefined) return known
    const found = new Set<string>()
    const open = [file]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const to of next.get(at) ?? [])
        if (!found.has(to)) {
          found.add(to)
          open.push(to)
        }
    reached.set(file, found)
    return found
  }
  return imports.filter((one) => from(one.to).has(one.from))
}

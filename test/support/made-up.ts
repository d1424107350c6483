import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cataloguesByEsbuild } from '../../packaging/catalogues.ts'
import { within } from '../../packaging/packed.ts'
import { bundledWith } from './bundled.ts'
import { temporaryFolder } from './command.ts'

/** A made-up language, in which every text of the catalogue stands between brackets. */
export const MADE_UP = 'qaa'

/** Builds a program with that language as one more file. @returns the path to give to Node */
export async function programWithMadeUp(entry = 'src/main.ts'): Promise<string> {
  const folder = temporaryFolder()
  cpSync('src/words', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') })
  const english = JSON.parse(readFileSync('src/words/en.json', 'utf8')) as Record<string, string>
  const marked = Object.entries(english).map(([key, text]) => [key, key.startsWith('@') ? text : `⟦${text}⟧`])
  writeFileSync(
    join(folder, `${MADE_UP}.json`),
    JSON.stringify({ ...Object.fromEntries(marked), '@@x-name': 'Made-up' }),
  )
  return (await bundledWith(entry, cataloguesByEsbuild(within, folder))).program
}

/** Words of a text that are outside of brackets, and thus not from the catalogue. */
export function wordsOutside(text: string): string[] {
  let rest = text
    // Ids, and the number of a record.
    .replaceAll(/\b[0-9a-f-]{8,}\b|\b[0-9A-Z]{4}.[0-9A-Z]{4}\b/g, ' ')
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  return [...new Set(rest.match(/[\p{L}]{2,}/gu) ?? [])]
}

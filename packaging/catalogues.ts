// The catalogues of all languages (src/words/*.json) in the program: the module that reads the files becomes one that has
// their texts. Each is parsed when its first reader comes.
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { languagesIn, readCatalogue } from '../src/words/catalogues.ts'
import { pressed, type SourceOf, within } from './packed.ts'

function moduleOf(folder: string, sourceOf: SourceOf): string {
  const each = languagesIn(folder).map((code) => {
    const text = JSON.stringify(readCatalogue(join(folder, `${code}.json`)))
    return `'${code}': parsed(${sourceOf(pressed(Buffer.from(text)))})`
  })
  return `import { gunzipSync } from 'node:zlib'
    const parsed = (gzipped) => () => JSON.parse(gunzipSync(gzipped()).toString())
    export const catalogues = { ${each.join(',\n')} }`
}

/** @param folder in place of the program's own */
export const cataloguesByEsbuild = (sourceOf = within, folder?: string): Plugin => ({
  name: 'catalogues',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]words[\\/]catalogues\.ts$/ }, ({ path }) => ({
      contents: moduleOf(folder ?? dirname(path), sourceOf),
    }))
  },
})

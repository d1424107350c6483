// The catalogues of all languages as one module: import catalogues from './catalogues?all'. A language is one JSON file in
// src/words; whoever adds one touches no code. Each is parsed when its first reader comes.
// The bundler and the tests share this.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SUFFIX = /\/catalogues\?all$/
const MARK = '\0catalogues:'

/** What the program needs of a catalogue; the digests of the English serve only the check (packaging/words.mjs). */
export function readCatalogue(path) {
  const file = JSON.parse(readFileSync(path, 'utf8'))
  const keys = Object.keys(file).filter((key) => !key.startsWith('@'))
  return {
    locale: file['@@locale'],
    name: file['@@x-name'],
    messages: Object.fromEntries(keys.map((key) => [key, file[key]])),
    unreviewed: keys.filter((key) => file[`@${key}`]?.['x-reviewed'] === false),
  }
}

/** @returns names of the languages of a folder, English first */
export const languagesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /^[a-z]{2,3}(-[A-Za-z]+)*\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length))
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))

function moduleOf(folder) {
  const each = languagesIn(folder).map((code) => {
    const text = JSON.stringify(JSON.stringify(readCatalogue(join(folder, `${code}.json`))))
    return `'${code}': () => JSON.parse(${text})`
  })
  return `export default { ${each.join(',\n')} }`
}

/** @param folder in place of the one whose program is bundled */
export const cataloguesIn = (folder) => ({
  name: 'catalogues',
  setup(build) {
    build.onResolve({ filter: SUFFIX }, ({ resolveDir }) => ({
      path: folder ?? resolveDir,
      namespace: 'catalogues',
    }))
    build.onLoad({ filter: /.*/, namespace: 'catalogues' }, ({ path }) => ({ contents: moduleOf(path) }))
  },
})

export const cataloguesByEsbuild = cataloguesIn(undefined)

export const cataloguesByVite = {
  name: 'catalogues',
  enforce: 'pre',
  // The colon at the end keeps it from being taken for another kind of file.
  resolveId: (source, importer) => (SUFFIX.test(source) ? `${MARK}${dirname(importer)}:` : null),
  load: (id) => (id.startsWith(MARK) ? moduleOf(id.slice(MARK.length, -1)) : null),
}

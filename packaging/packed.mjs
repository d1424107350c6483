// Files that the program carries along and gives out as they are: import file from './page.html?packed'.
// Such a file becomes a module with its SHA-256 and a function that gives it, gzipped, in base64. A function, because
// the engine compiles it only when somebody asks: what nobody asks for costs neither start nor a second copy in memory.
// The bundler and the tests share this, so that both carry the same bytes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const SUFFIX = '?packed'
const MARK = '\0packed:'

const packed = new Map()

function packedOf(path) {
  const bytes = readFileSync(path)
  return { sha256: createHash('sha256').update(bytes).digest('hex'), gzipped: gzipSync(bytes, { level: 9 }) }
}

/** The module of a file. @param path of the file */
function moduleOf(path) {
  if (!packed.has(path)) {
    const { sha256, gzipped } = packedOf(path)
    packed.set(
      path,
      `export default { sha256: '${sha256}', gzippedBase64: () => '${gzipped.toString('base64')}' }`,
    )
  }
  return packed.get(path)
}

const pathOf = (specifier, importer) => createRequire(importer).resolve(specifier.slice(0, -SUFFIX.length))

/** @param contentsOf the module of a file, by its path */
const forEsbuild = (contentsOf) => ({
  name: 'packed',
  setup(build) {
    build.onResolve({ filter: /\?packed$/ }, ({ path, resolveDir }) => ({
      path: pathOf(path, join(resolveDir, 'importer')),
      namespace: 'packed',
    }))
    build.onLoad({ filter: /.*/, namespace: 'packed' }, ({ path }) => ({ contents: contentsOf(path) }))
  },
})

export const packedByEsbuild = forEsbuild(moduleOf)

/**
 * The same for the executable, which has such files beside the program, as assets.
 * @param assets receives the compressed bytes of each by the name of its asset
 */
export const packedApart = (assets) =>
  forEsbuild((path) => {
    const { sha256, gzipped } = packedOf(path)
    const name = `packed-${sha256}.gz`
    assets.set(name, gzipped)
    return `import { getRawAsset } from 'node:sea'
      export default { sha256: '${sha256}', gzippedBase64: () => Buffer.from(getRawAsset('${name}')).toString('base64') }`
  })

export const packedByVite = {
  name: 'packed',
  enforce: 'pre',
  // The colon at the end keeps it from being taken for a style sheet.
  resolveId: (source, importer) => (source.endsWith(SUFFIX) ? `${MARK}${pathOf(source, importer)}:` : null),
  load: (id) => (id.startsWith(MARK) ? moduleOf(id.slice(MARK.length, -1)) : null),
}

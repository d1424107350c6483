// Files that the program carries along and gives out as they are: import file from './page.html?packed'.
// Such a file becomes a module with its SHA-256 and a function that gives it, gzipped, in base64. A function, because
// the engine compiles it only when somebody asks: what nobody asks for costs neither start nor a second copy in memory.
// The bundler and the tests share this, so that both carry the same bytes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'esbuild'

export interface Pressed {
  readonly sha256: string
  readonly gzipped: Buffer
}

/** Returns the expression that gives the file's bytes, gzipped, in base64. */
export type SourceOf = (file: Pressed) => string

export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

export const pressed = (bytes: Uint8Array): Pressed => ({
  sha256: digestOf(bytes),
  gzipped: gzipSync(bytes, { level: 9 }),
})

/** Within the text of the program. */
export const within: SourceOf = ({ gzipped }) => `'${gzipped.toString('base64')}'`

/**
 * For the executable, which has such files beside the program, as assets.
 * @param assets receives the compressed bytes of each by the name of its asset
 */
export const apart =
  (assets: Map<string, Uint8Array>): SourceOf =>
  ({ sha256, gzipped }) => {
    const name = `packed-${sha256}.gz`
    assets.set(name, gzipped)
    return `Buffer.from(require('node:sea').getRawAsset('${name}')).toString('base64')`
  }

/** The text of a `Packed` (src/http/packed.ts). */
export const packedText = (file: Pressed, sourceOf: SourceOf): string =>
  `{ sha256: '${file.sha256}', gzippedBase64: () => ${sourceOf(file)} }`

const SUFFIX = '?packed'
const MARK = '\0packed:'

const moduleOf = (path: string, sourceOf: SourceOf) =>
  `export default ${packedText(pressed(readFileSync(path)), sourceOf)}`

const pathOf = (specifier: string, importer: string) =>
  createRequire(importer).resolve(specifier.slice(0, -SUFFIX.length))

export const packedByEsbuild = (sourceOf = within): Plugin => ({
  name: 'packed',
  setup(build) {
    build.onResolve({ filter: /\?packed$/ }, ({ path, resolveDir }) => ({
      path: pathOf(path, join(resolveDir, 'importer')),
      namespace: 'packed',
    }))
    build.onLoad({ filter: /.*/, namespace: 'packed' }, ({ path }) => ({
      contents: moduleOf(path, sourceOf),
    }))
  },
})

export const packedByVite = {
  name: 'packed',
  enforce: 'pre',
  // The colon at the end keeps it from being taken for a style sheet.
  resolveId: (source, importer) =>
    source.endsWith(SUFFIX) ? `${MARK}${pathOf(source, importer ?? '')}:` : null,
  load: (id) => (id.startsWith(MARK) ? moduleOf(id.slice(MARK.length, -1), within) : null),
} satisfies import('vitest/config').Plugin

// Files that the program carries along and gives out as they are: import file from './page.html?packed'. A script for browsers
// is bundled first: import script from './page.ts?bundled'.
// Such a file becomes a module with its SHA-256 and a function that gives it, gzipped. The bundler and the tests share this, so
// that all carry the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { must } from '../src/base/typed.ts'

export interface Pressed {
  readonly sha256: string
  readonly gzipped: Buffer
}

/** Returns the text of a function that gives the file's bytes, gzipped. */
export type SourceOf = (file: Pressed) => string

export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

export const pressed = (bytes: Uint8Array): Pressed => ({
  sha256: digestOf(bytes),
  gzipped: gzipSync(bytes, { level: 9 }),
})

const nameOf = ({ sha256 }: Pressed) => `packed-${sha256}.gz`

/** Within the text of the program. */
export const within: SourceOf = ({ gzipped }) =>
  `() => Buffer.from('${gzipped.toString('base64')}', 'base64')`

/**
 * In files beside the program, read when it starts: another program may be built in its place while it runs. Within its text,
 * which stays in memory, they would take three times as much.
 * @param folder the bundle's own
 */
export const beside =
  (folder: string): SourceOf =>
  (file) => {
    mkdirSync(join(folder, 'packed'), { recursive: true })
    writeFileSync(join(folder, 'packed', nameOf(file)), file.gzipped)
    const url = `new URL('packed/${nameOf(file)}', import.meta.url)`
    return `((bytes) => () => bytes)(process.getBuiltinModule('node:fs').readFileSync(${url}))`
  }

/**
 * For the executable, which has such files beside the program, as assets.
 * @param assets receives the compressed bytes of each by the name of its asset
 */
export const apart =
  (assets: Map<string, Uint8Array>): SourceOf =>
  (file) => {
    assets.set(nameOf(file), file.gzipped)
    return `() => Buffer.from(require('node:sea').getRawAsset('${nameOf(file)}'))`
  }

/** The text of a `Packed` (src/http/packed.ts). */
export const packedText = (file: Pressed, sourceOf: SourceOf): string =>
  `{ sha256: '${file.sha256}', gzipped: ${sourceOf(file)} }`

const SUFFIX = /\?(packed|bundled)$/
const MARK = '\0packed:'
/** Browsers of the last four years (contract §24). */
const BROWSERS = ['chrome107', 'safari16']

/** How a script for browsers is bundled: that of the scale, and the page for phones. */
export const FOR_BROWSERS = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: BROWSERS,
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions

async function bundledScript(path: string): Promise<Uint8Array> {
  const { outputFiles } = await build({ ...FOR_BROWSERS, entryPoints: [path] })
  return must(outputFiles[0]).contents
}

async function moduleOf(path: string, sourceOf: SourceOf): Promise<string> {
  const bytes = path.endsWith('.ts') ? await bundledScript(path) : readFileSync(path)
  return `export default ${packedText(pressed(bytes), sourceOf)}`
}

const pathOf = (specifier: string, importer: string) =>
  createRequire(importer).resolve(specifier.replace(SUFFIX, ''))

export const packedByEsbuild = (sourceOf = within): Plugin => ({
  name: 'packed',
  setup(build) {
    build.onResolve({ filter: SUFFIX }, ({ path, resolveDir }) => ({
      path: pathOf(path, join(resolveDir, 'importer')),
      namespace: 'packed',
    }))
    build.onLoad({ filter: /.*/, namespace: 'packed' }, async ({ path }) => ({
      contents: await moduleOf(path, sourceOf),
    }))
  },
})

export const packedByVite = {
  name: 'packed',
  enforce: 'pre',
  // What a script imports may have changed.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (id.startsWith(MARK) && id.endsWith('.ts:') ? false : undefined)),
  // The colon at the end keeps it from being taken for a style sheet.
  resolveId: (source, importer) => (SUFFIX.test(source) ? `${MARK}${pathOf(source, importer ?? '')}:` : null),
  load: (id) => (id.startsWith(MARK) ? moduleOf(id.slice(MARK.length, -1), within) : null),
} satisfies import('vitest/config').Plugin

// The program as the executable carries it: a script of the older kind (CommonJS), for that is what it can start with.
import { build } from 'esbuild'
import { inAscii } from '../ascii.mjs'
import { cataloguesByEsbuild } from '../catalogues.ts'
import { fieldByEsbuild } from '../field.ts'
import { apart, packedByEsbuild } from '../packed.ts'

/** The addon is not a file beside this program: see src/appliance/executable/binding.ts. */
const addonFromWithin = {
  name: 'addon from within',
  setup(build) {
    build.onResolve({ filter: /^\.\/binding$/ }, ({ importer }) =>
      importer.includes('better-sqlite3')
        ? build.resolve('./src/appliance/executable/binding.ts', {
            resolveDir: build.initialOptions.absWorkingDir,
            kind: 'require-call',
          })
        : undefined,
    )
  },
}

/** Large packages that are needed seldom, and imported only then. Text that is part of the program stays in memory. */
const SELDOM = /^(libphonenumber-js\/min|minio|pg)$/

/** @param assets receives the text of each by the name of the asset that it becomes */
const seldomApart = (assets) => ({
  name: 'seldom apart',
  setup(outer) {
    outer.onResolve({ filter: SELDOM }, ({ path }) => ({ path, namespace: 'seldom' }))
    outer.onLoad({ filter: /.*/, namespace: 'seldom' }, async ({ path }) => {
      const name = `${path.replaceAll(/[^a-z]+/g, '-')}.js.zst`
      const { outputFiles } = await build({
        absWorkingDir: outer.initialOptions.absWorkingDir,
        stdin: {
          contents: `export * from '${path}'`,
          resolveDir: outer.initialOptions.absWorkingDir,
        },
        write: false,
        bundle: true,
        platform: 'node',
        target: 'node24',
        format: 'cjs',
        minify: true,
        legalComments: 'none',
        logLevel: 'warning',
      })
      assets.set(name, inAscii(outputFiles[0].text))
      return { contents: loading(name) }
    })
  },
})

const loading = (name) => `
  const { getRawAsset } = require('node:sea')
  const { Script } = require('node:vm')
  const { zstdDecompressSync } = require('node:zlib')
  const text = zstdDecompressSync(Buffer.from(getRawAsset('${name}'))).toString()
  const script = new Script('(function (require, module, exports) {' + text + '\\n})', { filename: '/${name}' })
  script.runInThisContext()(require, module, exports)`

/**
 * @returns the text of each script, by its name, and the assets that they need: texts to be compressed, and bytes
 */
export async function bundleForExecutable(root) {
  const texts = new Map()
  const bytes = new Map()
  const common = {
    absWorkingDir: root,
    outdir: 'dist',
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    loader: { '.sql': 'text' },
    define: { 'import.meta.url': '"file:///granary.js"' },
    minify: true,
    // The licences travel in NOTICE and beside the package.
    legalComments: 'none',
    logLevel: 'warning',
  }
  const program = await build({
    ...common,
    entryPoints: { granary: 'src/main.ts' },
    plugins: [
      addonFromWithin,
      seldomApart(texts),
      packedByEsbuild(apart(bytes)),
      fieldByEsbuild(apart(bytes)),
      cataloguesByEsbuild(apart(bytes)),
    ],
  })
  const scripts = Object.fromEntries(
    program.outputFiles.map(({ path, text }) => [path.split('/').at(-1), inAscii(text)]),
  )
  return { scripts, texts, bytes }
}

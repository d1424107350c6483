// The program as the executable carries it: two scripts of the older kind (CommonJS), for that is what it can start with.
import { build } from 'esbuild'
import { packedByEsbuild } from '../packed.mjs'

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

/** @returns the text of each script, by its name */
export async function bundleForExecutable(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { granary: 'src/main.ts', 'verify-thread': 'src/proofs/verify/thread.ts' },
    outdir: 'dist',
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    loader: { '.sql': 'text' },
    plugins: [addonFromWithin, packedByEsbuild],
    define: { 'import.meta.url': '"file:///granary.js"' },
    minify: true,
    // The licences travel in NOTICE and beside the package.
    legalComments: 'none',
    logLevel: 'warning',
  })
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path.split('/').at(-1), text]))
}

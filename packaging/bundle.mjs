// Bundles the program, the benchmark, the timing test and the trials. The SQLite addon stays outside: it is native code.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { inAscii } from './ascii.mjs'
import { builtinsByRequire } from './builtins.mjs'
import { cataloguesByEsbuild } from './catalogues.ts'
import { fieldByEsbuild } from './field.ts'
import { beside, packedByEsbuild } from './packed.ts'

rmSync('dist', { recursive: true, force: true })
await build({
  entryPoints: {
    granary: 'src/main.ts',
    contract: 'packaging/contract.ts',
    docs: 'packaging/docs.ts',
    bench: 'test/trials/bench/main.ts',
    timing: 'test/trials/timing/main.ts',
    'fault-trial': 'test/trials/main.ts',
    // Loaded into the service, beside it.
    inside: 'test/trials/common/inside.ts',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  loader: { '.sql': 'text' },
  plugins: [
    builtinsByRequire,
    ...[packedByEsbuild, fieldByEsbuild, cataloguesByEsbuild].map((of) => of(beside('dist'))),
  ],
  external: ['better-sqlite3'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  // Comments hold letters beyond ASCII (see ascii.mjs).
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'linked',
  logLevel: 'warning',
})
for (const name of readdirSync('dist').filter((each) => each.endsWith('.js')))
  writeFileSync(`dist/${name}`, inAscii(readFileSync(`dist/${name}`, 'utf8')))

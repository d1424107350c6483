import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packedByEsbuild } from '../../packaging/packed.mjs'

/** A program of the tests' own, to be run in a process that may be killed. */
export interface Bundled {
  /** Path of the file to give to Node. */
  readonly program: string
  remove(): void
}

/** @param entry path of the program's source from the project's root */
export async function bundled(entry: string): Promise<Bundled> {
  // Beside the packages, so that what is not bundled is found.
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync('node_modules/.cache/granary-child-')
  await build({
    // The threads of "granary verify" are looked for beside the program.
    entryPoints: [
      { in: entry, out: 'child' },
      { in: 'src/proofs/verify/thread.ts', out: 'verify-thread' },
    ],
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.sql': 'text' },
    plugins: [packedByEsbuild],
  })
  // Here a name does not say that it is a module.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return { program: join(folder, 'child.js'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { cataloguesByEsbuild } from '../../packaging/catalogues.ts'
import { fieldByEsbuild } from '../../packaging/field.ts'
import { packedByEsbuild } from '../../packaging/packed.ts'

/** A program of the tests' own, to be run in a process that may be killed. */
export interface Bundled {
  /** Path of the file to give to Node. */
  readonly program: string
}

/** Backups give way to other programs: beside busy ones, a test of them would never end. */
const KEEPS_ITS_PRIORITY = `import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
os.setPriority = () => {}
syncBuiltinESMExports()`

/** Files that share a process share them; they go with it. */
const made = new Map<string, Promise<Bundled>>()

/** @param entry path of the program's source from the project's root */
export function bundled(entry: string): Promise<Bundled> {
  const bundle = made.get(entry) ?? bundledWith(entry, cataloguesByEsbuild())
  made.set(entry, bundle)
  return bundle
}

/** @param catalogues the languages that the program has */
export async function bundledWith(entry: string, catalogues: Plugin): Promise<Bundled> {
  // Beside the packages, so that what is not bundled is found.
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/granary-child-'))
  await build({
    entryPoints: [{ in: entry, out: 'child' }],
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.sql': 'text' },
    plugins: [packedByEsbuild(), fieldByEsbuild(), catalogues],
    banner: { js: KEEPS_ITS_PRIORITY },
  })
  // Here a name does not say that it is a module.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { program: join(folder, 'child.js') }
}

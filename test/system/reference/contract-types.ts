import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
}

/** What the compiler complains of in programs beside `contract.d.ts`, types that are made of the contract alone. */
export async function complaintsOf(contract: object, programs: Readonly<Record<string, string>>) {
  // Beside the packages, so that they are found.
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync('node_modules/.cache/granary-client-')
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  try {
    put('contract.d.ts', await typesOf(contract))
    for (const [name, text] of Object.entries(programs)) put(name, text)
    put('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: Object.keys(programs) }))
    const compiled = promisify(execFile)('node_modules/.bin/tsc', ['--pretty', 'false', '-p', folder])
    return (await compiled.catch((failed: { stdout: string }) => failed)).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The generator needs the programming interface of TypeScript 5; TypeScript 7 has none. */
async function typesOf(contract: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
  })
  const { default: generate, astToString } = await import('openapi-typescript')
  hooks.deregister()
  return astToString(await generate(JSON.parse(JSON.stringify(contract))))
}

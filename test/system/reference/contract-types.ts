import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A folder in which programs compile against types that are made of the contract alone. */

const TSCONFIG = {
  compilerOptions: {
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
    types: [] as readonly string[],
  },
}

export class ContractTypes {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** @param types packages of ambient types that the programs need */
  static async of(contract: object, types: readonly string[] = []): Promise<ContractTypes> {
    // Beside the packages, so that they are found.
    mkdirSync('node_modules/.cache', { recursive: true })
    const made = new ContractTypes(mkdtempSync('node_modules/.cache/granary-client-'))
    writeFileSync(join(made.folder, 'contract.d.ts'), await typesOf(contract))
    const { compilerOptions } = TSCONFIG
    writeFileSync(
      join(made.folder, 'base.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, types } }),
    )
    return made
  }

  /** @returns what the compiler complains of in a file of the folder */
  async complaints(file: string): Promise<string> {
    const project = join(this.folder, `tsconfig.${file}.json`)
    writeFileSync(project, JSON.stringify({ extends: './base.json', files: [file] }))
    return promisify(execFile)('node_modules/.bin/tsc', ['--pretty', 'false', '-p', project]).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    )
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true })
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

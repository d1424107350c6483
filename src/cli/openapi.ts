import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { makeServer, openKernel } from '../assemble.ts'
import { readConfig } from '../config.ts'
import { print } from './print.ts'

export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the contract (OpenAPI 3.1)')
    .action(async () => print(await contractText()))
}

/** The contract as the schemas make it: the same on every machine, whatever its settings. */
export async function contractText(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-openapi-'))
  const kernel = openKernel(readConfig({ data: folder, logLevel: 'silent' }, {}), { create: true })
  try {
    const app = await makeServer(kernel)
    const contract = JSON.stringify(app.swagger(), null, 2)
    await app.close()
    return contract
  } finally {
    kernel.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

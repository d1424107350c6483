import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeServer, openKernel } from '../../src/assemble.ts'
import { readConfig } from '../../src/config/config.ts'
import { describe } from './describe.ts'

/** Writes the contract from the schemas, the same on every machine. Not part of the program. */
export async function madeContract(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-openapi-'))
  const kernel = openKernel(readConfig({ data: folder, logLevel: 'silent' }, {}), { create: true })
  try {
    const app = await makeServer(kernel, { describe })
    const contract = JSON.stringify(app.swagger(), null, 2)
    await app.close()
    return contract
  } finally {
    kernel.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

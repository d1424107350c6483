import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { packedByVite } from './packaging/packed.mjs'

export default defineConfig({
  plugins: [
    packedByVite,
    {
      // esbuild imports .sql as text by its loader; this is the same for the tests.
      name: 'sql-as-text',
      load(id: string) {
        return id.endsWith('.sql') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : null
      },
    },
  ],
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})

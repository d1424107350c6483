import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { packedByVite } from './packaging/packed.mjs'
import { libraryOfFakedTime } from './test/ordeal/clock/faked-time.ts'

// Against a program, the flows set its clock with libfaketime.
const lacksClock = process.env.GRANARY_TEST_PROGRAM !== undefined && libraryOfFakedTime() === null
if (lacksClock) console.error('test/flows is skipped: libfaketime is not here (Debian: faketime).')

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
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(lacksClock ? ['test/flows/**'] : [])],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

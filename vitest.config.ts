import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { packedByVite } from './packaging/packed.mjs'
import { libraryOfFakedTime } from './test/ordeal/clock/faked-time.ts'

/** These look at the executable, which `npm run build:deb` makes. */
const OF_THE_EXECUTABLE = ['binary', 'bare-root', 'addon', 'debugger'].map(
  (name) => `test/packaging/${name}.test.ts`,
)

/** What takes longest begins first, so that no core is left alone with it at the end. It need not be complete. */
const LONG_FIRST = [
  'channels/two-worlds',
  'reference/examples',
  'flows/most-expensive',
  'gate/decision-model',
  'evidence/pictures/hostile',
  'tls/serving',
  'metrics/tallies',
  'verify/columns',
  'verify/histories',
  'http/disks',
  'reference/browser',
  'domain/derived/oracle',
  'backup/owing',
  'backup/incremental',
  'operator/doctor-outside',
  'backup/schedule',
  'store/neighbourhood',
  'objects/s3',
  'evidence/tus-client',
  'evidence/store-down',
].map((name) => resolve(import.meta.dirname, `test/${name}.test.ts`))
for (const path of LONG_FIRST) if (!existsSync(path)) throw new Error(`${path}: no such test`)

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LONG_FIRST.indexOf(resolve(moduleId)) + 1 || Infinity
    const others = await super.sort(files.filter((file) => place(file) === Infinity))
    return [
      ...files.filter((file) => place(file) !== Infinity).sort((a, b) => place(a) - place(b)),
      ...others,
    ]
  }
}

function includedIn(mode: string): string[] {
  if (mode === 'trials') return ['test/**/*.trial.ts']
  if (mode === 'executable') return ['test/flows/**/*.test.ts', ...OF_THE_EXECUTABLE]
  return ['test/**/*.test.ts']
}

/** The program that the flows ask, whose clock they set with libfaketime; none: they ask one in their own process. */
function programOf(mode: string): string | undefined {
  if (mode === 'executable') process.env.GRANARY_TEST_PROGRAM ??= 'dist/granary'
  const program = process.env.GRANARY_TEST_PROGRAM
  if (program !== undefined && !existsSync(program))
    throw new Error(`${program} is not there; make the executable: npm run build:binary`)
  return program
}

export default defineConfig(({ mode }) => {
  const lacksClock = programOf(mode) !== undefined && libraryOfFakedTime() === null
  if (lacksClock) console.error('test/flows is skipped: libfaketime is not here (Debian: faketime).')
  return {
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
      include: includedIn(mode),
      exclude: [
        ...configDefaults.exclude,
        ...(mode === 'executable' ? [] : OF_THE_EXECUTABLE),
        ...(lacksClock ? ['test/flows/**'] : []),
      ],
      // No limit is a measure of anything: a machine may be slow, or busy with something else.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // A process runs one file after the other, and loads the program once, not 250 times.
      isolate: false,
      setupFiles: ['test/support/each-file.ts'],
      // One more than there are cores: some tests wait, for a time-out or for a program that they started.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongFirst },
    },
  }
})

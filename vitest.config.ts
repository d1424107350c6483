import { existsSync, globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { fieldByVite } from './packaging/field.ts'
import { packedByVite } from './packaging/packed.ts'
import { LEFT_TO_REST, whatElse } from './test/rest.ts'
import { libraryOfFakedTime } from './test/trials/clock/faked-time.ts'

/** These look at the executable, which `npm run build:deb` makes. */
const OF_THE_EXECUTABLE = ['binary', 'bare-root', 'addon', 'debugger', 'environment'].map(
  (name) => `test/system/packaging/${name}.test.ts`,
)

/** Those that ask a program if one is given; the others ask what is in their own process, and would say nothing new of it. */
const flowsOfAProgram = () =>
  globSync('test/service/flows/**/*.test.ts', { cwd: import.meta.dirname }).filter((path) =>
    readFileSync(resolve(import.meta.dirname, path), 'utf8').includes('/support/any-appliance.ts'),
  )

/** The files that `npm test` leaves to `npm run test:rest`, in the order of test/rest.ts. */
const REST = Object.keys(LEFT_TO_REST).map((path) => `test/${path}.test.ts`)
/** The trials that take longest, likewise. */
const LONG_TRIALS = [
  'field/day',
  'kill/backup',
  'kill/kill',
  'replies/replies',
  'export/export',
  'distributed/sent',
].map((path) => `test/trials/${path}.trial.ts`)
const LONG = [...REST, ...LONG_TRIALS]
for (const path of LONG)
  if (!existsSync(resolve(import.meta.dirname, path)))
    throw new Error(`listed as long: ${path}: no such test`)

/** What takes longest begins first, so that no core is left alone with it at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      LONG.indexOf(relative(import.meta.dirname, moduleId)) + 1 || Infinity
    const others = await super.sort(files.filter((file) => place(file) === Infinity))
    const sorted = [
      ...files.filter((file) => place(file) !== Infinity).sort((a, b) => place(a) - place(b)),
      ...others,
    ]
    // A process serves one project: it ends when the next file is of another.
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flat()
  }
}

/** What each project runs; the setup of `unit` holds it to being quick. */
function projectsIn(mode: string): Record<string, readonly string[]> {
  if (mode === 'trials') return { trials: ['test/trials/**/*.trial.ts'] }
  if (mode === 'executable') return { executable: [...flowsOfAProgram(), ...OF_THE_EXECUTABLE] }
  return Object.fromEntries(
    ['unit', 'service', 'system'].map((name) => [
      name,
      mode === 'rest'
        ? REST.filter((path) => path.startsWith(`test/${name}/`))
        : [`test/${name}/**/*.test.ts`],
    ]),
  )
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
  if (lacksClock) console.error('test/service/flows is skipped: libfaketime is not here (Debian: faketime).')
  return {
    plugins: [
      packedByVite,
      fieldByVite,
      {
        // esbuild imports .sql as text by its loader; this is the same for the tests.
        name: 'sql-as-text',
        load(id: string) {
          return id.endsWith('.sql') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : null
        },
      },
    ],
    test: {
      reporters: ['default', ...(mode === 'first' ? [{ onTestRunEnd: () => console.log(whatElse()) }] : [])],
      exclude: [
        ...configDefaults.exclude,
        ...(mode === 'executable' ? [] : OF_THE_EXECUTABLE),
        ...(mode === 'first' ? REST : []),
        ...(lacksClock ? ['test/service/flows/**'] : []),
      ],
      // Commands write in the language of the locale.
      env: { LC_ALL: 'C.UTF-8' },
      // No limit is a measure of anything: a machine may be slow, or busy with something else.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // A process runs one file after the other, and loads the program once, not 250 times.
      isolate: false,
      projects: Object.entries(projectsIn(mode)).map(([name, include]) => ({
        extends: true as const,
        test: {
          name,
          include: [...include],
          setupFiles: [
            'test/support/each-file.ts',
            ...(name === 'unit' ? ['test/support/unit-only.ts'] : []),
          ],
        },
      })),
      // One more than there are cores: some tests wait, for a time-out or for a program that they started.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongFirst },
    },
  }
})

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A test must pass on a machine that is slow, or busy with something else: test/README.md says how. */

const FORBIDDEN: readonly (readonly [what: RegExp, instead: string])[] = [
  [/performance\.now\(\) -/, 'count work, or use countingCpuMs or noSoonerThan (test/support)'],
  [/Date\.now\(\) - \(?(beg[au]n|start)/, 'count work, or use countingCpuMs or noSoonerThan (test/support)'],
  [/process\.hrtime|monitorEventLoopDelay|eventLoopUtilization/, 'measure it in test/trials/bench'],
  [
    /^ {0,2}\}, \d{1,3}_000\)$|^ {2}timeout: \d{1,3}_000,$|\{ timeout: \d{1,3}_000 \}, |testTimeout|hookTimeout/,
    'leave the limit to vitest.config.ts: what is shorter fails on a busy machine, and setConfig holds for the files after it too',
  ],
  [/vi\.(mock|hoisted)\(/, 'spy on a method: files share a process, and the module may be loaded already'],
  [/vi\.wait(For|Until)\(|expect\.poll\(/, 'use soon (test/support), which waits long enough'],
]

test('no test holds anything against the clock on the wall, or needs a process of its own', () => {
  const found = globSync('test/**/*.test.ts')
    .filter((path) => !path.endsWith('test-files.test.ts'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          FORBIDDEN.filter(([what]) => what.test(line)).map(([, instead]) => `${path}:${at + 1}: ${instead}`),
        ),
    )
  expect(found).toEqual([])
})

test('only system tests start programs, and a project borrows from support alone', () => {
  const starts = /node:child_process|playwright|\bbundled\(/
  const borrows = /from '(?:\.\.\/)+(?:unit|service|system)\//
  const found = globSync('test/{unit,service,system}/**/*.ts')
    .filter((path) => !path.endsWith('test-files.test.ts'))
    .filter((path) => {
      const text = readFileSync(path, 'utf8')
      return borrows.test(text) || (!path.startsWith('test/system/') && starts.test(text))
    })
  expect(found, 'move the test to test/system, or what is shared to test/support').toEqual([])
})

test('no member is matched with a bare pattern in toMatchObject, which takes any value for it', () => {
  const bare = /toMatchObject\((?:(?!\n\s*(?:await )?(?:expect|test)\()[^;])*?\w: \/(?![/*])/
  const found = globSync('test/**/*.ts').filter((path) => bare.test(readFileSync(path, 'utf8')))
  expect(found, 'use expect.stringMatching').toEqual([])
})

test('modules that test files share have no hooks, which would run for the first file of a process alone', () => {
  const found = globSync('test/**/*.ts')
    .filter((path) => !/\.(test|trial)\.ts$|support\/each-file\.ts$/.test(path))
    .filter((path) => /^(before|after)(All|Each)\(/m.test(readFileSync(path, 'utf8')))
  expect(found, 'use afterEachFile (test/support/after-file.ts)').toEqual([])
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type CrashReport, crashReport } from '../../../src/cli/crash-report.ts'
import { englishWords } from '../../../src/words/words.ts'
import { bundled } from '../../support/bundled.ts'

/** What is said of a fault that nobody foresaw. */

const said = ({ what }: CrashReport) => englishWords().tell(what)
const SECRET = 'Grace Nakato gry_secret /home/grace'

test('the same fault has one report number, whatever it was about, and another one another', () => {
  const fault = (about: string) => {
    const error = new TypeError(about)
    error.stack = `TypeError: ${about}\n    at Writer.submit (/opt/granary/granary.js:10:20)\n    at node:internal/x:1:2`
    return crashReport(error)
  }
  expect(fault(SECRET)).toEqual(fault('x'))
  expect(fault(SECRET).at).toEqual(['Writer.submit (granary.js:10:20)', 'node:internal/x:1:2'])
  expect(said(fault(SECRET))).toMatch(/^an unexpected error occurred \(TypeError, report [0-9a-f]{8}\)\.$/)
  expect(crashReport(new RangeError('x'))).not.toEqual(fault('x'))
  expect(said(crashReport(SECRET))).not.toContain('Grace')
})
mkdirSync('node_modules/.cache', { recursive: true })
const folder = mkdtempSync('node_modules/.cache/granary-crash-')
const source = join(folder, 'crash.ts')
writeFileSync(
  source,
  `import { reportCrashes } from '../../../src/cli/crash-report.ts'
     reportCrashes()
     const [how] = process.argv.slice(2)
     const fault = new Error(${JSON.stringify(SECRET)})
     setTimeout(() => {
       if (how === 'throw') throw fault
       if (how === 'reject') Promise.reject(fault)
       if (how === 'text') throw ${JSON.stringify(SECRET)}
     }, 1)
     setTimeout(() => {}, 600_000)`,
)
const program = await bundled(source)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each(['throw', 'reject', 'text'])(
  'a program that ends so (%s) says it in one line with its remedy, and ends with 1',
  (how) => {
    const ended = spawnSync(process.execPath, [program.program, how], { encoding: 'utf8', timeout: 300_000 })
    expect(ended.status).toBe(1)
    expect(ended.stdout).toBe('')
    const [first, second, ...frames] = ended.stderr.trimEnd().split('\n')
    expect(first).toMatch(/^granary: an unexpected error occurred \(\w+, report [0-9a-f]{8}\)\.$/)
    expect(second).toMatch(/^Nothing acknowledged is lost\./)
    for (const frame of frames) expect(frame).toMatch(/^ {4}at \S/)
    expect(ended.stderr).not.toMatch(/Grace|secret|home/)
  },
)

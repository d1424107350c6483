import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isBuilt, PROGRAM, temporaryFolder } from '../../support/command.ts'

/** Says, at the end of a program, which of Node's modules it has loaded. */
const PROBE = `process.on('exit', () => process.stderr.write(JSON.stringify(process.moduleLoadList)))`

function loaded(...program: readonly string[]): string[] {
  const probe = join(temporaryFolder(), 'probe.cjs')
  writeFileSync(probe, PROBE)
  const words = ['-c', 'exec "$@" 2>&1 >/dev/null', 'sh', process.execPath, '--require', probe, ...program]
  return JSON.parse(execFileSync('sh', words, { encoding: 'utf8' }))
}

const isOfTheClient = (name: string) => name.includes('undici')

test.skipIf(!isBuilt)('the program does not load the web client of Node, which it never uses', () => {
  // The probe finds it where an import statement has loaded it.
  expect(loaded('--input-type=module', '-e', `import 'node:http'`).some(isOfTheClient)).toBe(true)
  expect(loaded(PROGRAM, '--help').filter(isOfTheClient)).toEqual([])
})

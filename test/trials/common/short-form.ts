import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type TestContext } from 'vitest'
import { PROGRAM as GRANARY, temporaryFolder } from '../../support/command.ts'
import { Faults, Tally } from '../soak/tally.ts'
import type { TrialRun } from './suite.ts'

/** The fault trials as `npm run test:trials` runs them: as built, for some seconds. */

const PROGRAM = fileURLToPath(new URL('../../../dist/fault-trial.js', import.meta.url))
export const isBuilt = existsSync(PROGRAM)

/** Another run each time would find more; the same one is the same for everybody who looks into what it found. */
const SEED = 628

/**
 * Runs a suite, which must find nothing; skips the test, with its word, where the suite cannot run on this machine.
 * @returns its figures by their names
 */
export async function shortForm(
  context: TestContext,
  suite: string,
  seconds: number,
): Promise<ReadonlyMap<string, number>> {
  const words = [PROGRAM, suite, '--seconds', String(seconds), '--seed', String(SEED)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, said] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  context.skip(out.includes(`${suite}: skipped:`), out.trim())
  expect({ code, found: code === 0 ? '' : `${said}${out}` }).toEqual({ code: 0, found: '' })
  const figures = [...out.matchAll(/([a-z][a-z ]*?) (\d+)(?=,)/g)]
  return new Map(figures.map(([, name, count]) => [name as string, Number(count)]))
}

/** A trial in this process: for a short form that takes other options than the command. */
export const shortTrial = (seconds: number): TrialRun => ({
  ...{ program: GRANARY, folder: temporaryFolder(), seconds, seed: SEED },
  ...{ say: () => {}, tally: new Tally(), faults: new Faults() },
})

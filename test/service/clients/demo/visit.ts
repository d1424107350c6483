import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Access, runDemo } from '../../../../src/clients/demo/demo-command.ts'
import type { Step } from '../../../../src/clients/demo/narrator.ts'
import { TIME_ZONE } from '../../../../src/clients/demo/scenario.ts'
import { assembly } from '../../../../src/tasks.ts'
import { ENGLISH, type Language } from '../../../../src/words/language.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { afterEachFile } from '../../../support/after-file.ts'
import { catchOutput } from '../../../support/cli/printed.ts'
import { soon } from '../../../support/soon.ts'

/** The command, run inside the test: what it printed, and what it left in the folder for temporary things. */

export interface Visit {
  readonly stdout: () => string
  readonly stderr: () => string
  /** Folders of the tour that are there now. */
  readonly folders: () => string[]
  readonly exitCode: Promise<number>
}

export interface Document {
  readonly cooperative: string
  readonly steps: readonly Step[]
  readonly lender_view: string
  readonly access: Access | null
}

const made: string[] = []
afterEachFile(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function visit(
  options: { readonly keep?: boolean; readonly json?: boolean; readonly language?: Language } = {},
): Visit {
  const temporary = mkdtempSync(join(tmpdir(), 'granary-test-demo-'))
  made.push(temporary)
  const before = process.env.TMPDIR
  process.env.TMPDIR = temporary
  const { printed, release } = catchOutput()
  const folders = () => readdirSync(temporary).map((name) => join(temporary, name))
  const exitCode = runDemo({
    assembly,
    keep: options.keep ?? false,
    json: options.json ?? false,
    words: wordsIn(options.language ?? ENGLISH, TIME_ZONE),
  }).finally(release)
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  return { stdout: () => printed.stdout, stderr: () => printed.stderr, folders, exitCode }
}

/** Waits for something to be so, looking again and again. */
export const until = (what: () => boolean): Promise<void> => soon(() => expect(what()).toBe(true), 5)

export const interrupt = () => process.emit('SIGINT')

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** With what may differ between two runs taken out: ids, tokens, ports, folders, dates. */
export function timeless(text: string): string {
  return text
    .replace(UUID, '(id)')
    .replace(/gry_[A-Za-z0-9_-]{43}/g, '(token)')
    .replace(/127\.0\.0\.1:\d+/g, '(address)')
    .replace(/granary-demo-\w+/g, '(folder)')
    .replace(/\d{1,2} [A-Z][a-z]{2} \d{4}(, \d\d:\d\d)?/g, '(date)')
}

import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { OperatorFault } from '../../base/problem.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { asOperator } from '../../cli/operator-files.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { print, show } from '../../cli/print.ts'
import { reaching } from '../../cli/visiting.ts'
import { leaveWhatHangs } from '../doctor/consult.ts'
import { bundleText, makeBundle } from './bundle.ts'

export function supportBundleCommand(): Command {
  return new Command('support-bundle')
    .description('write a file for your support; it names nobody, and begins with a list of its contents')
    .option(
      '--out <file>',
      'where to write it, or - to print it (default: granary-support-TIME.txt in this folder)',
    )
    .action(async (own: { readonly out?: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const config = settings(options)
      const bundle = await makeBundle(config, reaching(config), operatorName())
      if (own.out === '-') {
        print(bundleText(bundle))
        leaveWhatHangs(bundle.checks)
        return
      }
      const path = resolve(own.out ?? `granary-support-${stamp(new Date())}.txt`)
      asOperator(() => writeNew(path, bundleText(bundle)))
      show(
        options.json,
        { file: path },
        () =>
          `Wrote ${path}. Read it before you send it: it begins with what it contains and what it leaves out.`,
      )
      leaveWhatHangs(bundle.checks)
    })
}

const stamp = (now: Date): string =>
  now
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase()

function writeNew(path: string, text: string): void {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST')
      throw new OperatorFault(
        `${path} already exists.`,
        'Give another file with --out; nothing was overwritten.',
      )
    throw new OperatorFault(
      `${path} cannot be written (${code}).`,
      'With --out, give a file in a folder that this user may write to.',
    )
  }
}

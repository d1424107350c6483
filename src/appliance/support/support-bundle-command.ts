import { resolve } from 'node:path'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { writeNew } from '../../cli/new-file.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { print, show } from '../../cli/print.ts'
import { reaching } from '../../cli/visiting.ts'
import { leaveWhatHangs } from '../doctor/consult.ts'
import { bundleText, makeBundle } from './bundle.ts'

export function supportBundleCommand(): Command {
  return new Command('support-bundle')
    .description('help.supportBundle')
    .option('--out <file>', 'help.supportBundle.out')
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
      await writeNew(path, [bundleText(bundle)], REMEDY)
      show(
        options.json,
        { file: path },
        () =>
          `Wrote ${path}. Read it before you send it: its first lines state what it contains and what it leaves out.`,
      )
      leaveWhatHangs(bundle.checks)
    })
}

const REMEDY =
  'Nothing was overwritten. Name another file with --out, in a folder that this user may write to.'

const stamp = (now: Date): string =>
  now
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase()

import { resolve } from 'node:path'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { writeNew } from '../../cli/new-file.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { print, show } from '../../cli/print.ts'
import { reaching } from '../../cli/visiting.ts'
import { message } from '../../words/message.ts'
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
      const words = commandWords(options)
      if (own.out === '-') {
        print(bundleText(words, bundle))
        leaveWhatHangs(bundle.checks)
        return
      }
      const path = resolve(own.out ?? `granary-support-${stamp(new Date())}.txt`)
      await writeNew(path, [bundleText(words, bundle)], message('support.notWritten.remedy'))
      show(options.json, { file: path }, () => words.say('support.written', { file: path }))
      leaveWhatHangs(bundle.checks)
    })
}

const stamp = (now: Date): string =>
  now
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase()

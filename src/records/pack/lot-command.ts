import { fromJson } from '../../base/typed.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Stream, withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { show } from '../../cli/print.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { PackFolder } from './folder.ts'
import { PACK, type Pack, type PackAsked } from './pack-tasks.ts'

interface PackOptions extends GlobalOptions {
  readonly out: string
  readonly withPrices?: boolean
}

export function lotCommand(): Command {
  const command = new Command('lot').description('help.lot')
  command
    .command('pack')
    .description('help.lot.pack')
    .argument('<lot>', 'help.lot.pack.lot')
    .requiredOption('--out <folder>', 'help.lot.pack.out')
    .option('--with-prices', 'help.lot.pack.withPrices')
    .does(async ({ out, withPrices, ...options }: PackOptions, lot: string) => {
      const folder = new PackFolder(out)
      const { language, say } = commandWords(options)
      const asked = { lot, withPrices: withPrices ?? false, language: language.code }
      const { pack, summary } = await written(folder, options, asked)
      if (!pack.complete || pack.faults.length > 0 || pack.faults_not_shown > 0) process.exitCode = NEEDS_CARE
      show(options.json, { out: folder.path, ...pack }, () =>
        [summary, say('pack.filesIn', { count: pack.files.length + 1, path: folder.path })].join('\n'),
      )
    })
  return command
}

/** Done, but something needs attention. */
const NEEDS_CARE = 3

async function written(
  folder: PackFolder,
  options: GlobalOptions,
  asked: PackAsked,
): Promise<{ readonly pack: Pack; readonly summary: string }> {
  try {
    const read = await withTasks(options, (_run, stream) => copied(folder, stream, asked))
    folder.complete()
    return read
  } catch (error) {
    folder.discard()
    throw error
  }
}

async function copied(folder: PackFolder, stream: Stream, asked: PackAsked) {
  let summary = ''
  let manifest = ''
  for await (const text of stream('lot.pack', asked)) {
    folder.add(text)
    if (text.file === 'summary.txt') summary += text.text
    if (text.file === PACK) manifest += text.text
  }
  if (manifest === '') throw new OperatorFault(...withRemedy('pack.incomplete'))
  return { pack: fromJson<Pack>(manifest), summary }
}

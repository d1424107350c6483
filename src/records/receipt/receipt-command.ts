import { Option } from 'commander'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../../cli/context.ts'
import { print, show } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { paperLanguage, paperWords } from '../../identity/paper-language.ts'
import { PAPERS, type Paper } from './receipt.ts'
import { inWords } from './receipt-names.ts'
import { seasonOf } from './season-total.ts'

interface ReceiptOptions extends GlobalOptions {
  readonly paper: Paper
  readonly qr?: boolean
  readonly language?: string
}

export function receiptCommand(): Command {
  return new Command('receipt')
    .description("print a delivery's receipt; a second print says that it is a copy")
    .argument(
      '<record>',
      'the number on its first receipt, or its id, as "granary record list delivery" shows it',
    )
    .addOption(
      new Option('--paper <paper>', 'width of the paper: a roll of 58 or 80 mm, or A5')
        .choices(Object.keys(PAPERS))
        .default('a5'),
    )
    .option('--qr', 'draw a QR code that names the record and its digest')
    .addOption(paperLanguage())
    .does(async ({ paper, qr, language, ...options }: ReceiptOptions, id: string) => {
      const { receipt, season, words } = await withTasks(options, async (run) => {
        const receipt = await run('receipt.make', { id })
        const words = await paperWords(run, await wordsOf(options, run), receipt.from.party, language)
        return { receipt, season: await seasonOf(run, receipt), words }
      })
      // Imported only here, because it loads the catalogue, which no other command needs.
      const { receiptText } = await import('./receipt-text.ts')
      show(options.json, { ...receipt, season }, () =>
        receiptText(words, ...inWords(words, receipt, season), paper),
      )
      if (qr && !options.json)
        print(
          `\n${qrCode(`granary:record?id=${receipt.record}&sha256=${receipt.digest}`, process.stdout.isTTY)}`,
        )
    })
}

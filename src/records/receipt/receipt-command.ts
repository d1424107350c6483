import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords } from '../../cli/context.ts'
import { Option } from '../../cli/help.ts'
import { print, show } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { PAPERS, type Paper } from './receipt.ts'
import { inWords } from './receipt-names.ts'
import { seasonOf } from './season-total.ts'

interface ReceiptOptions extends GlobalOptions {
  readonly paper: Paper
  readonly qr?: boolean
}

export function receiptCommand(): Command {
  return new Command('receipt')
    .description('help.receipt')
    .argument('<record>', 'help.receipt.record')
    .addOption(new Option('--paper <paper>', 'help.receipt.paper').choices(Object.keys(PAPERS)).default('a5'))
    .option('--qr', 'help.receipt.qr')
    .does(async ({ paper, qr, ...options }: ReceiptOptions, id: string) => {
      const [{ receipt, season }, words] = await withWords(options, async (run) => {
        const receipt = await run('receipt.make', { id })
        return { receipt, season: await seasonOf(run, receipt) }
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

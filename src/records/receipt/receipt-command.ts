import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../../cli/context.ts'
import { Option } from '../../cli/help.ts'
import { print, show } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { paperLanguage, paperWords } from '../../identity/paper-language.ts'
import { makeReceipt, takenHomeBy } from './made-receipt.ts'
import { PAPERS, type Paper } from './receipt.ts'

interface ReceiptOptions extends GlobalOptions {
  readonly paper: Paper
  readonly qr?: boolean
  readonly voucher?: boolean
  readonly language?: string
}

export function receiptCommand(): Command {
  return new Command('receipt')
    .description('help.receipt')
    .argument('<record>', 'help.receipt.record')
    .addOption(new Option('--paper <paper>', 'help.receipt.paper').choices(Object.keys(PAPERS)).default('a5'))
    .option('--qr', 'help.receipt.qr')
    .option('--voucher', 'help.receipt.voucher')
    .addOption(paperLanguage())
    .does(async ({ paper, qr, voucher, language, ...options }: ReceiptOptions, id: string) => {
      const { receipt, words } = await withTasks(options, async (run) => {
        const receipt = await makeReceipt(run, id, voucher)
        return {
          receipt,
          words: await paperWords(run, await wordsOf(options, run), takenHomeBy(receipt), language),
        }
      })
      // Imported only here, because it loads the catalogue, which no other command needs.
      const { receiptText } = await import('./receipt-text.ts')
      show(options.json, receipt, () => receiptText(words, receipt, paper))
      if (qr && !options.json)
        print(
          `\n${qrCode(`granary:record?id=${receipt.record}&sha256=${receipt.digest}`, process.stdout.isTTY)}`,
        )
    })
}

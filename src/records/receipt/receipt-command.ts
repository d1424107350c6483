import { keysOf } from '../../base/typed.ts'
import { flag, oneOf, required } from '../../cli/asked.ts'
import type { Command } from '../../cli/command.ts'
import { print } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { asking } from '../../cli/task-command.ts'
import { paperLanguage, paperWords } from '../../identity/paper-language.ts'
import { makeReceipt, takenHomeBy } from './made-receipt.ts'
import { PAPERS } from './receipt.ts'

export function receiptCommand(): Command {
  const asked = {
    id: required('<record>', 'help.receipt.record'),
    paper: oneOf('--paper <paper>', 'help.receipt.paper', keysOf(PAPERS), 'a5'),
    qr: flag('--qr', 'help.receipt.qr'),
    voucher: flag('--voucher', 'help.receipt.voucher'),
    language: paperLanguage(),
  }
  return asking(
    'receipt',
    'help.receipt',
    asked,
    async ({ run, words }, { id, paper, qr, voucher, language }) => {
      const receipt = await makeReceipt(run, id, { toSign: voucher, prints: true })
      const told = await paperWords(run, words, takenHomeBy(receipt), language)
      // Imported only here, because it loads the catalogue, which no other command needs.
      const { receiptText } = await import('./receipt-text.ts')
      return {
        json: receipt,
        text: () => receiptText(told, receipt, paper),
        more() {
          const code = `granary:record?id=${receipt.record}&sha256=${receipt.digest}`
          if (qr) print(`\n${qrCode(code, process.stdout.isTTY)}`)
        },
      }
    },
  )
}

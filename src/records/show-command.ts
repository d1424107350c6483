import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../cli/context.ts'
import { card, type Printed, show } from '../cli/print.ts'
import { partiesNamed } from '../identity/party-names.ts'
import type { NamedParty } from '../identity/party-tasks.ts'
import { codeOf } from '../text/kinds.ts'
import { apart } from '../text/wrap.ts'
import { figureToType } from '../words/figure-typed.ts'
import { shortName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { partiesOf } from './crop-names.ts'
import { describe } from './entry/read.ts'
import type { CounterRecord } from './record-tasks.ts'
import { signedText } from './signed-text.ts'

export const showCommand = (): Command =>
  new Command('show')
    .description('help.record.show')
    .argument('<record>', 'help.record.show.record')
    .does(async (options: GlobalOptions, id: string) => {
      const { number, record, parties, what, signed, words } = await withTasks(options, async (run) => {
        const found = await run('record.show', { id })
        const words = await wordsOf(options, run)
        const what = await describe({ run, words }, found.record)
        const named = await partiesNamed(run, partiesOf(found.record))
        const signed = await signedText({ run, words }, found.record)
        return { ...found, parties: whose(words, named, found.record), what, signed, words }
      })
      const { kg, standing, flags, confirmation } = record.derived
      const { calendar, language, money, say } = words
      const amount = record.amount ?? record.agreed_price
      const paid = record.derived.paid ?? record.derived.fulfilment?.money
      const { unallocated_minor: unallocated } = record.derived
      const sum = (currency: string, minor: number | null): string =>
        minor === null ? say('view.paid.beyond') : apart(money({ amount_minor: minor, currency }))
      show(options.json, { ...record, number }, () =>
        card([
          [say('show.number'), number],
          [say('show.record'), record.id],
          [say('show.what'), what],
          [say('show.whose'), parties],
          ...rowsIf(record.quantity, () => [
            ['kg', kg === null ? say('show.noKg') : figureToType(kg, language.signs)],
          ]),
          ...rowsIf(amount, (amount) => [
            [say('show.amount'), apart(money(amount))],
            ...rowsIf(unallocated, (minor) => [[say('show.unallocated'), sum(amount.currency, minor)]]),
          ]),
          ...rowsIf(paid, ({ currency, ...minor }) => [
            [say('money.whoseWord'), say('money.whose', { whose: minor.agreed ? 'agreed' : 'creditor' })],
            [say('show.acknowledged'), sum(currency, minor.acknowledged_minor)],
            [say('show.onPaper'), sum(currency, minor.on_paper_minor)],
            [say('show.claimed'), sum(currency, minor.claimed_minor)],
            [say('show.remaining'), sum(currency, minor.remaining_minor)],
          ]),
          ...rowsIf(record.type === 'obligation' && paid === undefined ? amount : undefined, () => [
            [say('money.whoseWord'), say('money.whose', { whose: 'others' })],
          ]),
          ...rowsIf(confirmation, (confirmed) => [
            [
              say('show.confirmed'),
              confirmed === null ? say('show.unconfirmed') : (signed ?? confirmedText(words, confirmed)),
            ],
          ]),
          [say('show.standing'), standing],
          [say('show.flags'), flags.join(' ')],
          [say('show.received'), calendar.stamp(record.received_at)],
        ]),
      )
    })

function confirmedText(
  { calendar, say, worded }: Words,
  { confirmed_at: at, channel }: NonNullable<CounterRecord['derived']['confirmation']>,
): string {
  if (at === null) return say('record.confirmedHidden')
  return say('show.confirmedBy', { day: calendar.day(at), channel: worded(codeOf(channel)) })
}

type CardRow = readonly [label: string, value: Printed]

const rowsIf = <T>(value: T | undefined, rows: (value: T) => readonly CardRow[]): readonly CardRow[] =>
  value === undefined ? [] : rows(value)

const nameShown = (words: Words, one: NamedParty | undefined): string | null =>
  one === undefined ? null : shortName(one.called, words)

/** The parties of a record by name, as in `Grace Nakato > Kahawa Cooperative`. */
export const whose = (
  words: Words,
  named: Awaited<ReturnType<typeof partiesNamed>>,
  record: CounterRecord,
): string =>
  partiesOf(record)
    .map((party) => nameShown(words, named.get(party)) ?? words.say('show.nameless'))
    .join(' > ')

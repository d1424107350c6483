import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../cli/context.ts'
import { card, show } from '../cli/print.ts'
import { fieldsOf } from '../domain/types/index.ts'
import { partiesNamed } from '../identity/party-names.ts'
import { figureToType } from '../words/typed.ts'
import type { Words } from '../words/words.ts'
import { describe } from './entry/read.ts'
import type { CounterRecord } from './record-tasks.ts'

export const showCommand = (): Command =>
  new Command('show')
    .description('help.record.show')
    .argument('<record>', 'help.record.show.record')
    .does(async (options: GlobalOptions, id: string) => {
      const { number, record, parties, what, words } = await withTasks(options, async (run) => {
        const found = await run('record.show', { id })
        const words = await wordsOf(options, run)
        const what = await describe({ run, words }, found.record)
        const named = await partiesNamed(run, partiesOf(found.record))
        return { ...found, parties: whose(words, named, found.record), what, words }
      })
      const { kg, standing, flags } = record.derived
      const { calendar, language, say } = words
      show(options.json, { ...record, number }, () =>
        card([
          [say('show.number'), number],
          [say('show.record'), record.id],
          [say('show.what'), what],
          [say('show.whose'), parties],
          ['kg', kg === null ? say('show.noKg') : figureToType(kg, language.signs)],
          [say('show.standing'), standing],
          [say('show.flags'), flags.join(' ')],
          [say('show.received'), calendar.stamp(record.received_at)],
        ]),
      )
    })

export const partiesOf = (record: CounterRecord): string[] =>
  fieldsOf(record.type)
    .filter(({ kind }) => kind === 'party')
    .map(({ member }) => record[member])
    .filter((id): id is string => typeof id === 'string')

/** The parties of a record by name, as in `Grace Nakato > Kahawa Cooperative`. */
export const whose = (
  { say }: Words,
  named: Awaited<ReturnType<typeof partiesNamed>>,
  record: CounterRecord,
): string =>
  partiesOf(record)
    .map((party) => named.get(party)?.name ?? say('show.nameless'))
    .join(' > ')

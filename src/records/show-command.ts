import { Command } from '../cli/command.ts'
import { calendarOf, type GlobalOptions, type Run, withCalendar } from '../cli/context.ts'
import { card, show } from '../cli/print.ts'
import { fieldsOf } from '../domain/types/index.ts'
import { englishWords } from '../words/words.ts'
import { describe } from './entry/read.ts'
import type { CounterRecord } from './record-tasks.ts'

export const showCommand = (): Command =>
  new Command('show')
    .description('a record in a few lines; with --json, as it is stored')
    .argument('<record>', 'the number on its receipt, such as 7F3K92QD, or its id')
    .does(async (options: GlobalOptions, id: string) => {
      const [{ number, record, parties, what }, calendar] = await withCalendar(options, async (run) => {
        const found = await run('record.show', { id })
        const { timeZone } = await calendarOf(run)
        const what = await describe({ run, words: englishWords(timeZone) }, found.record)
        return { ...found, parties: await whose(run, found.record), what }
      })
      const { kg, standing, flags } = record.derived
      show(options.json, { ...record, number }, () =>
        card([
          ['Number', number],
          ['Record', record.id],
          ['What', what],
          ['Whose', parties],
          ['kg', kg === null ? 'not known' : String(kg)],
          ['Standing', standing],
          ['Flags', flags.join(' ')],
          ['Received', calendar.stamp(record.received_at)],
        ]),
      )
    })

/** The parties of a record by name, as in `Grace Nakato > Kahawa Cooperative`. */
export async function whose(run: Run, record: CounterRecord): Promise<string> {
  const ids = fieldsOf(record.type)
    .filter(({ kind }) => kind === 'party')
    .map(({ member }) => record[member])
    .filter((id): id is string => typeof id === 'string')
  const names: string[] = []
  for (const text of ids) names.push((await run('party.resolve', { text })).name ?? '(not described)')
  return names.join(' > ')
}

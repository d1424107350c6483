import { Command } from 'commander'
import { type GlobalOptions, type Run, withCalendar } from '../cli/context.ts'
import { card, show } from '../cli/print.ts'
import { describe } from './entry/read.ts'
import type { CounterRecord } from './record-tasks.ts'

export const showCommand = (): Command =>
  new Command('show')
    .description('a record in a few lines; with --json, as it is stored')
    .argument('<record>', 'the number on its receipt, such as 7F3K92QD, or its id')
    .action(async (id: string, _own: object, own: Command) => {
      const options = own.optsWithGlobals<GlobalOptions>()
      const [{ number, record, parties }, calendar] = await withCalendar(options, async (run) => {
        const found = await run('record.show', { id })
        return { ...found, parties: await whose(run, found.record) }
      })
      const { kg, standing, flags } = record.derived
      show(options.json, { ...record, number }, () =>
        card([
          ['Number', number],
          ['Record', record.id],
          ['What', describe(calendar.timeZone, record)],
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
  const members = ['party', 'producer', 'holder', 'from_party', 'to_party', 'obligor', 'obligee', 'filed_by']
  const ids = members.map((member) => record[member]).filter((id): id is string => typeof id === 'string')
  const names: string[] = []
  for (const text of ids) names.push((await run('party.resolve', { text })).name ?? '(not described)')
  return names.join(' > ')
}

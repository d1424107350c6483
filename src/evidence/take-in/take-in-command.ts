import { statSync } from 'node:fs'
import { orNull } from '../../base/or-null.ts'
import { must } from '../../base/typed.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../../cli/context.ts'
import { asOperator, readOperatorFile } from '../../cli/operator-files.ts'
import { card, note, show, table } from '../../cli/print.ts'
import { shareBar } from '../../cli/progress.ts'
import { inReferenceOrder } from '../../records/intake/order.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { MAX_QUEUE_BYTES, readQueueFile } from './queue-file.ts'
import type { TakenIn } from './take-in-tasks.ts'

interface TakeInOptions extends GlobalOptions {
  readonly dryRun?: boolean
  readonly ended?: boolean
}

export function takeInCommand(): Command {
  return new Command('take-in')
    .description('help.device.takeIn')
    .argument('<file>', 'help.device.takeIn.file')
    .option('--dry-run', 'help.device.takeIn.dryRun')
    .option('--ended', 'help.device.takeIn.ended')
    .does(takeIn)
}

/** Records in one job of the service. */
const AT_ONCE = 50
/** Refused items that a person is shown; programs get all of them. */
const SHOWN = 20

/** Safe to interrupt and to repeat: what was taken in before is answered with `replayed`. */
async function takeIn({ dryRun = false, ended = false, ...options }: TakeInOptions, file: string) {
  const size = orNull(() => asOperator(() => statSync(file).size)) ?? 0
  if (size > MAX_QUEUE_BYTES)
    throw new OperatorFault(...withRemedy('takeIn.tooLarge', { file, most: MAX_QUEUE_BYTES / 1024 / 1024 }))
  const queue = readQueueFile(file, readOperatorFile(file))
  const { device, made_at, records, photographs } = queue
  await withTasks(options, async (run) => {
    const words = await wordsOf(options, run)
    const whose = { device, ended, dryRun }
    const from = await run('device.take-in-from', whose)
    const bar = shareBar(words)
    const of = records.length + photographs.length
    const taken: (TakenIn & { readonly id: string | null })[] = new Array(records.length)
    const pictures: (TakenIn & { readonly sha256: string })[] = []
    try {
      const order = inReferenceOrder(records)
      for (let at = 0; at < order.length; at += AT_ONCE) {
        bar.show({ doing: message('takeIn.records'), done: at, of })
        const some = order.slice(at, at + AT_ONCE)
        const results = await run('device.take-in', { ...whose, records: some.map((i) => records[i]) })
        for (const [n, i] of some.entries()) taken[i] = must(results[n])
      }
      for (const { sha256, base64 } of photographs) {
        bar.show({ doing: message('takeIn.photographs'), done: records.length + pictures.length, of })
        pictures.push({
          sha256,
          ...(await run('device.take-in-photograph', { ...whose, sha256, base64 })),
        })
      }
    } finally {
      bar.end()
    }
    const { party_name, ...sender } = from
    const called = party_name === null ? null : words.told(party_name)
    const done = { device, ...sender, party_name: called, made_at, dry_run: dryRun }
    show(options.json, { ...done, records: taken, photographs: pictures }, () =>
      [
        card([
          [words.say('devices.device'), from.device_name],
          [words.say('devices.whose'), called],
          [words.say('takeIn.made'), words.calendar.stamp(made_at)],
          [words.say('takeIn.records'), sumOf(words, taken)],
          [words.say('takeIn.photographs'), sumOf(words, pictures)],
        ]),
        ...refusedOf(words, [
          ...taken.map(({ id, ...result }) => ({ id, ...result })),
          ...pictures.map(({ sha256, ...result }) => ({ id: sha256, ...result })),
        ]),
      ].join('\n\n'),
    )
    if ([...taken, ...pictures].some(({ status }) => status === 'rejected')) process.exitCode = 3
    if (options.json) return
    if (dryRun) note(`\n${words.say('takeIn.nothingWritten')}`)
    else if (process.exitCode === 3) note(`\n${words.say('takeIn.mend')}`)
  })
}

function sumOf({ say }: Words, results: readonly TakenIn[]): string {
  const count = (status: TakenIn['status']) => results.filter((one) => one.status === status).length
  if (results.length === 0) return say('takeIn.none')
  return say('takeIn.sum', {
    taken: count('accepted'),
    fresh: count('new'),
    again: count('replayed'),
    refused: count('rejected'),
  })
}

function refusedOf({ say }: Words, results: readonly (TakenIn & { readonly id: string | null })[]): string[] {
  const refused = results.filter(({ status }) => status === 'rejected')
  if (refused.length === 0) return []
  return [
    table(
      [say('takeIn.refused'), say('takeIn.why')],
      refused.slice(0, SHOWN).map(({ id, problem }) => {
        const { pointer, message: what } = problem?.errors?.[0] ?? {}
        const place = pointer === undefined ? (problem?.detail ?? '') : `${pointer} ${what}`
        return [
          id ?? say('takeIn.noId'),
          [problem === undefined ? '' : say(`problem.${problem.code}`), place].filter(Boolean).join(': '),
        ]
      }),
    ),
    ...(refused.length > SHOWN ? [say('takeIn.more', { count: refused.length - SHOWN })] : []),
  ]
}

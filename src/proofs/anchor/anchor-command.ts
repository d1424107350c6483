import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords } from '../../cli/context.ts'
import { card, note, safe, show, tableOrNone } from '../../cli/print.ts'
import type { TaskResult } from '../../cli/tasks.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'

/** Exit code: the command succeeded, but a root is not published (contract §17). */
const OWED = 3

export function anchorCommand(): Command {
  const command = new Command('anchor').description('help.anchor')
  command.addCommand(runCommand())
  command.addCommand(statusCommand())
  command.addCommand(verifyCommand())
  return command
}

function runCommand(): Command {
  return new Command('run')
    .description('help.anchor.run')
    .option('--new-key', 'help.anchor.run.newKey')
    .does(async (o: GlobalOptions & { newKey?: boolean }) => {
      const [found, words] = await withWords(o, (run) => run('anchor.run', { newKey: o.newKey ?? false }))
      const { say, tell } = words
      const done = {
        made: found.made,
        batch: found.batch && toldBatch(words, found.batch),
        publisher: found.publisher && tell(found.publisher),
        reason: found.reason && tell(found.reason),
      }
      const { batch, publisher, reason } = done
      show(o.json, done, () => (batch === null ? say('anchor.logEmpty') : batchCard(words, batch)))
      if (batch === null || ['published', 'covered'].includes(batch.state)) return
      process.exitCode = OWED
      const why = say('anchor.notPublished', { reason: reason ?? say('anchor.notTried') })
      note(
        publisher === null
          ? `\n${say('anchor.noPublisher')}\n${say('anchor.noPublisher.remedy')}`
          : `\n${why}\n${say('anchor.notPublished.remedy')}`,
      )
    })
}

function statusCommand(): Command {
  return new Command('status')
    .description('help.anchor.status')
    .option('--limit <n>', 'help.anchor.status.limit', '10')
    .does(async (o: GlobalOptions & { limit: string }) => {
      const count = /^[1-9]\d{0,2}$/.test(o.limit) ? Number(o.limit) : 0
      if (count === 0) throw new OperatorFault(...withRemedy('anchor.badLimit', { text: o.limit }), 2)
      const [found, words] = await withWords(o, (run) => run('anchor.status', { count }))
      const { say, tell, calendar } = words
      const status = {
        ...found,
        publisher: found.publisher && tell(found.publisher),
        batches: found.batches.map((batch) => toldBatch(words, batch)),
      }
      show(o.json, status, () =>
        [
          card([
            [say('anchor.line.log'), status.origin],
            [say('anchor.line.key'), status.vkey],
            ...status.earlier.map((vkey) => [say('anchor.line.earlierKey'), vkey] as const),
            [say('anchor.line.publisher'), status.publisher ?? say('anchor.line.nowhere')],
            [say('anchor.line.entriesInLog'), status.log_entries],
          ]),
          tableOrNone(
            words,
            [
              say('anchor.line.fixedAt'),
              say('anchor.line.entries'),
              say('anchor.line.state'),
              say('anchor.line.attempts'),
              say('anchor.line.receiptOrReason'),
            ],
            status.batches.map((b) => [
              calendar.stamp(b.made_at),
              b.tree_size,
              say(`anchor.state.${b.state}`),
              b.attempts,
              receiptText(words, b) ?? b.reason ?? '',
            ]),
          ),
        ].join('\n\n'),
      )
    })
}

function verifyCommand(): Command {
  return new Command('verify').description('help.anchor.verify').does(async (o: GlobalOptions) => {
    const [found, words] = await withWords(o, (run) => run('anchor.verify', {}))
    const { tell } = words
    const told = {
      ...found,
      faults: found.faults.map(tell),
      publisher: found.publisher && tell(found.publisher),
    }
    show(o.json, told, () => verdict(words, told))
    if (found.faults.length > 0) process.exitCode = 1
    else if (found.compared === null) {
      process.exitCode = OWED
      note(`\n${words.say(found.publisher === null ? 'anchor.noCopy' : 'anchor.noCopyYet')}`)
    }
  })
}

interface Verdict {
  readonly batches: number
  readonly faults: readonly string[]
  readonly publisher: string | null
  readonly compared: number | null
}

function verdict({ say }: Words, { batches, faults, publisher, compared }: Verdict): string {
  if (faults.length > 0) return [...faults, '', say('anchor.faults.remedy')].join('\n')
  const all = say('anchor.allMatch', { count: batches })
  if (publisher === null || compared === null) return all
  return say('value.sentences', {
    first: all,
    next: say('anchor.sameOutside', { publisher, size: compared }),
  })
}

type AnchoredBatch = NonNullable<TaskResult<'anchor.run'>['batch']>

const toldBatch = ({ tell }: Words, batch: AnchoredBatch) => ({
  ...batch,
  reason: batch.reason && tell(batch.reason),
})

/** Who signed and when, or the name of the file; null if the root is not published. */
function receiptText(
  { clauses, calendar, say }: Words,
  { receipt, witnesses }: Pick<AnchoredBatch, 'receipt' | 'witnesses'>,
): string | null {
  if (witnesses.length === 0) return receipt?.trim() ?? null
  return clauses(
    witnesses.map(({ name, signed_at: at }) =>
      at === null ? safe(name) : say('anchor.signedAt', { name: safe(name), at: calendar.stamp(at) }),
    ),
  )
}

function batchCard(words: Words, batch: AnchoredBatch): string {
  const { say, calendar } = words
  const receipt = receiptText(words, batch)
  return card([
    [say('anchor.line.fixedAt'), calendar.stamp(batch.made_at)],
    [say('anchor.line.entries'), batch.tree_size],
    [say('anchor.line.root'), batch.root],
    [say('anchor.line.state'), say(`anchor.state.${batch.state}`)],
    ...(receipt === null ? [] : [[say('anchor.line.receipt'), receipt] as const]),
  ])
}

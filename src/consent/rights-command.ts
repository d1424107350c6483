import { pipeline } from 'node:stream/promises'
import { given, ifGiven, must } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks, withWords, wordsOf } from '../cli/context.ts'
import { meaning, Option } from '../cli/help.ts'
import { commandWords } from '../cli/language.ts'
import { writeNew } from '../cli/new-file.ts'
import { card, note, safe, show, tableOrNone } from '../cli/print.ts'
import { list } from '../cli/read-values.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { GRANTABLE_TYPES } from '../domain/types/index.ts'
import { noteOtherEntries } from '../identity/other-entries.ts'
import { paperLanguage, paperWords } from '../identity/paper-language.ts'
import { marked, quietJson } from '../text/foreign.ts'
import { message } from '../words/message.ts'
import type { Words } from '../words/words.ts'
import { agreed, readOut } from './consent-command.ts'
import { objectionSentences } from './consent-words.ts'
import { type ObjectionView, toldObjection, WITHDRAWAL_CHANNELS } from './objection-shapes.ts'
import type { Written } from './subject-access/as-json.ts'

/** Commands for the rights of people without a device: objections, and subject access. */
export function rightsCommands(): Command[] {
  return [objectionCommand(), subjectAccessCommand()]
}

interface LodgeOptions extends GlobalOptions {
  readonly subject: string
  readonly purposes?: string
  readonly types?: string
  readonly channel: string
}

function objectionCommand(): Command {
  const command = new Command('objection').description('help.objection')
  command
    .command('lodge')
    .description('help.objection.lodge')
    .requiredOption('--subject <party>', 'help.objection.lodge.subject')
    .option('--purposes <purposes>', 'help.objection.lodge.purposes')
    .option('--types <types>', meaning('help.objection.lodge.types', { words: GRANTABLE_TYPES.join(', ') }))
    .addOption(
      new Option('--channel <channel>', 'help.objection.lodge.channel')
        .choices([...CHANNELS])
        .makeOptionMandatory(),
    )
    .does(async (o: LodgeOptions) => {
      const objection = await withTasks(o, async (run) => {
        const words = await wordsOf(o, run)
        const args = {
          subject: o.subject,
          draft: {
            channel: o.channel,
            ...given({ purposes: ifGiven(o.purposes, list), record_types: ifGiven(o.types, list) }),
          },
        }
        await readOut(words, run, o.subject, objectionSentences(words, await run('objection.check', args)))
        if (!(await agreed(words))) return null
        const lodged = await run('objection.lodge', args)
        await noteOtherEntries(words, run, o.subject, 'objection', 'granary objection lodge ... --subject')
        return toldObjection(words, lodged)
      })
      if (objection === null) {
        note(commandWords(o).say('grant.nothingWritten'))
        return
      }
      show(o.json, objection, () => objectionText(commandWords(o), objection))
    })
  command
    .command('withdraw')
    .description('help.objection.withdraw')
    .argument('<id>', meaning('help.asShown', { command: 'granary objection list' }))
    .addOption(
      new Option('--channel <channel>', 'help.objection.withdraw.channel')
        .choices([...WITHDRAWAL_CHANNELS])
        .makeOptionMandatory(),
    )
    .does(async (o: GlobalOptions & { channel: (typeof WITHDRAWAL_CHANNELS)[number] }, id: string) => {
      const [told, words] = await withWords(o, (run) => run('objection.withdraw', { id, channel: o.channel }))
      const { say } = words
      const objection = toldObjection(words, told)
      show(o.json, objection, () =>
        say('objection.withdrawn', { id, at: words.calendar.stamp(must(objection.withdrawn_at)) }),
      )
    })
  command
    .command('list')
    .description('help.objection.list')
    .requiredOption('--subject <party>', 'help.idOrMember')
    .does(async (o: GlobalOptions & { subject: string }) => {
      const [found, words] = await withWords(o, (run) => run('objection.list', { subject: o.subject }))
      const { say } = words
      const objections = found.objections.map((told) => toldObjection(words, told))
      show(o.json, { objections }, () =>
        objections.length === 0
          ? say('terminal.none')
          : objections
              .map((objection) =>
                card([
                  [say('objection.line.objection'), objection.id],
                  [
                    say('objection.line.purposes'),
                    objection.purposes?.join(', ') ?? say('objection.line.everyPurpose'),
                  ],
                  [
                    say('grant.line.types'),
                    objection.record_types?.join(', ') ?? say('objection.line.everyType'),
                  ],
                  [say('objection.line.lodged'), words.calendar.stamp(objection.received_at)],
                  [say('objection.line.stopped'), say(`objection.line.${objection.effect}`)],
                  [
                    say('grant.line.status'),
                    objection.withdrawn_at === null
                      ? say('objection.line.inForce')
                      : say('objection.line.withdrawn', { at: words.calendar.stamp(objection.withdrawn_at) }),
                  ],
                ]),
              )
              .join('\n\n'),
      )
    })
  return command
}

function objectionText({ say }: Words, objection: ObjectionView): string {
  return [
    say('objection.recorded'),
    '',
    ...objection.sentences.map((sentence) => `  ${safe(sentence)}`),
    '',
    ...objection.withdrawable_grants.map(({ id }) => say('objection.toWithdrawConsent', { id })),
    say('objection.toWithdraw', { id: objection.id }),
  ].join('\n')
}

function subjectAccessCommand(): Command {
  const command = new Command('subject-access').description('help.subjectAccess')
  command
    .command('open')
    .description('help.subjectAccess.open')
    .requiredOption('--party <party>', 'help.subjectAccess.open.party')
    .does(async (o: GlobalOptions & { party: string }) => {
      const [request, words] = await withWords(o, async (run) => {
        const opened = await run('subject-access.open', { party: o.party })
        const words = await wordsOf(o, run)
        await noteOtherEntries(words, run, o.party, 'answer', 'granary subject-access open --party')
        return opened
      })
      const { say } = words
      show(o.json, request, () =>
        [
          say('answer.opened', { at: words.calendar.stamp(request.due_by) }),
          say('answer.toWrite', { id: request.id }),
        ].join('\n'),
      )
    })
  command
    .command('list')
    .description('help.subjectAccess.list')
    .option('--all', 'help.subjectAccess.list.all')
    .does(async (o: GlobalOptions & { all?: boolean }) => {
      const [{ requests }, words] = await withWords(o, (run) =>
        run('subject-access.list', { all: o.all ?? false }),
      )
      const { say } = words
      show(o.json, { requests }, () =>
        tableOrNone(
          words,
          [
            say('answer.line.name'),
            say('answer.asked'),
            say('answer.line.dueBy'),
            say('answer.line.answered'),
            say('answer.line.request'),
          ],
          requests.map((r) => [
            r.name,
            words.calendar.stamp(r.requested_at),
            dueOf(words, r),
            r.answered_at === null ? say('answer.notYet') : words.calendar.stamp(r.answered_at),
            r.id,
          ]),
        ),
      )
    })
  command
    .command('answer')
    .description('help.subjectAccess.answer')
    .argument('<id>', meaning('help.asShown', { command: 'granary subject-access list' }))
    .option('--out <file>', 'help.newFile')
    .addOption(paperLanguage())
    .does(async (o: GlobalOptions & { out?: string; language?: string }, id: string) => {
      await withTasks(o, async (run, stream) => {
        const words = await wordsOf(o, run)
        const { party } = await run('subject-access.party', { id })
        const paper = o.json ? words : await paperWords(run, words, party, o.language)
        const document = stream('subject-access.answer', {
          id,
          form: o.json ? 'json' : 'text',
          language: paper.language.code,
        })
        const printer = new Printer(words, document, o.json ?? false, o.out !== undefined)
        if (o.out === undefined) await pipeline(printer.pieces(), process.stdout, { end: false })
        else await writeNew(o.out, printer.pieces(), message('answer.newFile'))
        await run('subject-access.answered', { id, counts: printer.counts })
      })
      if (o.out !== undefined) note(commandWords(o).say('answer.isIn', { file: o.out }))
    })
  return command
}

/** Returns the deadline of a request, marked if it has passed. */
function dueOf(
  { calendar, say }: Words,
  { due_by, answered_at }: { readonly due_by: string; readonly answered_at: string | null },
): string {
  const due = calendar.stamp(due_by)
  return answered_at === null && Date.parse(due_by) < calendar.nowMs
    ? say('answer.overdue', { at: due })
    : due
}

/** Passes a document on, and shows progress on a terminal. */
class Printer {
  counts: Written['counts'] = { records: 0, redactions: 0, disclosures: 0 }
  readonly #words: Words
  readonly #document: AsyncIterable<Written>
  readonly #isJson: boolean
  readonly #isWatched: boolean

  constructor(words: Words, document: AsyncIterable<Written>, isJson: boolean, goesToFile: boolean) {
    this.#words = words
    this.#document = document
    this.#isJson = isJson
    this.#isWatched = goesToFile && process.stderr.isTTY
  }

  async *pieces(): AsyncGenerator<string> {
    for await (const { text, counts } of this.#document) {
      this.counts = counts
      if (this.#isWatched)
        process.stderr.write(
          `\r${this.#words.say('answer.progress', {
            records: counts.records,
            disclosures: counts.disclosures,
          })}`,
        )
      yield this.#isJson ? quietJson(text) : marked(text)
    }
    if (this.#isWatched) process.stderr.write('\n')
  }
}

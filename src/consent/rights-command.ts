import { pipeline } from 'node:stream/promises'
import { must } from '../base/typed.ts'
import { flag, oneOf, optional, required, shownBy, wordList } from '../cli/asked.ts'
import type { Command } from '../cli/command.ts'
import { meaning } from '../cli/help.ts'
import { writeNew } from '../cli/new-file.ts'
import { cards, note, safe, tableOf } from '../cli/print.ts'
import { asking, family } from '../cli/task-command.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { GRANTABLE_TYPES } from '../domain/types/index.ts'
import { noteOtherEntries } from '../identity/other-entries.ts'
import { paperLanguage, paperWords } from '../identity/paper-language.ts'
import { marked, quietJson } from '../text/foreign.ts'
import { message } from '../words/message.ts'
import { nounName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { ifAgreed } from './consent-command.ts'
import { objectionSentences } from './consent-words.ts'
import { type ObjectionView, toldObjection, WITHDRAWAL_CHANNELS } from './objection-shapes.ts'
import type { Written } from './subject-access/as-json.ts'

/** Commands for the rights of people without a device: objections, and subject access. */
export const rightsCommands = (): Command[] => [
  family('objection', 'help.objection', [objectionLodge(), objectionWithdraw(), objectionList()]),
  family('subject-access', 'help.subjectAccess', [accessOpen(), accessList(), accessAnswer()]),
]

function objectionLodge(): Command {
  const asked = {
    subject: required('--subject <party>', 'help.objection.lodge.subject'),
    purposes: optional('--purposes <purposes>', 'help.objection.lodge.purposes', wordList),
    record_types: optional(
      '--types <types>',
      meaning('help.objection.lodge.types', { words: GRANTABLE_TYPES.join(', ') }),
      wordList,
    ),
    channel: oneOf('--channel <channel>', 'help.objection.lodge.channel', CHANNELS),
  }
  return asking('lodge', 'help.objection.lodge', asked, async (desk, { subject, ...draft }) => {
    const { run, words } = desk
    const said = objectionSentences(words, await run('objection.check', { subject, draft }))
    return ifAgreed(desk, subject, said, async () => {
      const lodged = await run('objection.lodge', { subject, draft })
      await noteOtherEntries(words, run, subject, 'objection', 'granary objection lodge ... --subject')
      const objection = toldObjection(words, lodged)
      return { json: objection, text: () => objectionText(words, objection) }
    })
  })
}

function objectionWithdraw(): Command {
  const asked = {
    id: shownBy('granary objection list'),
    channel: oneOf('--channel <channel>', 'help.objection.withdraw.channel', WITHDRAWAL_CHANNELS),
  }
  return asking('withdraw', 'help.objection.withdraw', asked, async ({ run, words }, args) => {
    const objection = toldObjection(words, await run('objection.withdraw', args))
    const at = words.calendar.stamp(must(objection.withdrawn_at))
    return { json: objection, text: () => words.say('objection.withdrawn', { id: args.id, at }) }
  })
}

function objectionList(): Command {
  const asked = { subject: required('--subject <party>', 'help.idOrMember') }
  return asking('list', 'help.objection.list', asked, async ({ run, words }, args) => {
    const { say, calendar } = words
    const found = await run('objection.list', args)
    const objections = found.objections.map((told) => toldObjection(words, told))
    return {
      json: { objections },
      text: () =>
        cards(
          words,
          objections.map((objection) => [
            [say('objection.line.objection'), objection.id],
            [
              say('objection.line.purposes'),
              objection.purposes?.join(', ') ?? say('objection.line.everyPurpose'),
            ],
            [say('grant.line.types'), objection.record_types?.join(', ') ?? say('objection.line.everyType')],
            [say('objection.line.lodged'), calendar.stamp(objection.received_at)],
            [say('objection.line.stopped'), say(`objection.line.${objection.effect}`)],
            [
              say('grant.line.status'),
              objection.withdrawn_at === null
                ? say('objection.line.inForce')
                : say('objection.line.withdrawn', { at: calendar.stamp(objection.withdrawn_at) }),
            ],
          ]),
        ),
    }
  })
}

function objectionText({ say, reviewNote }: Words, objection: ObjectionView): string {
  const unreviewed = reviewNote('readOut')
  return [
    say('objection.recorded'),
    '',
    ...(unreviewed === null ? [] : [`  ${unreviewed}`, '']),
    ...objection.sentences.map((sentence) => `  ${safe(sentence)}`),
    '',
    ...objection.withdrawable_grants.map(({ id }) => say('objection.toWithdrawConsent', { id })),
    say('objection.toWithdraw', { id: objection.id }),
  ].join('\n')
}

function accessOpen(): Command {
  const asked = { party: required('--party <party>', 'help.subjectAccess.open.party') }
  return asking('open', 'help.subjectAccess.open', asked, async ({ run, words }, { party }) => {
    const request = await run('subject-access.open', { party })
    await noteOtherEntries(words, run, party, 'answer', 'granary subject-access open --party')
    return {
      json: request,
      text: () =>
        [
          words.say('answer.opened', { at: words.calendar.stamp(request.due_by) }),
          words.say('answer.toWrite', { id: request.id }),
        ].join('\n'),
    }
  })
}

function accessList(): Command {
  const asked = { all: flag('--all', 'help.subjectAccess.list.all') }
  return asking('list', 'help.subjectAccess.list', asked, async ({ run, words }, args) => {
    const { say, calendar } = words
    const { requests } = await run('subject-access.list', args)
    return {
      json: { requests },
      text: () =>
        tableOf(words, requests, [
          ['answer.line.name', ({ name }) => nounName(name, words)],
          ['answer.asked', ({ requested_at }) => calendar.stamp(requested_at)],
          ['answer.line.dueBy', (request) => dueOf(words, request)],
          [
            'answer.line.answered',
            ({ answered_at }) => (answered_at === null ? say('answer.notYet') : calendar.stamp(answered_at)),
          ],
          ['answer.line.request', ({ id }) => id],
        ]),
    }
  })
}

function accessAnswer(): Command {
  const asked = {
    id: shownBy('granary subject-access list'),
    out: optional('--out <file>', 'help.newFile'),
    language: paperLanguage(),
  }
  return asking('answer', 'help.subjectAccess.answer', asked, async (desk, { id, out, language }) => {
    const { run, words } = desk
    const isJson = desk.options.json ?? false
    const { party } = await run('subject-access.party', { id })
    const paper = isJson ? words : await paperWords(run, words, party, language)
    const document = desk.stream('subject-access.answer', {
      id,
      form: isJson ? 'json' : 'text',
      language: paper.language.code,
    })
    const printer = new Printer(words, document, isJson, out !== undefined)
    if (out === undefined) await pipeline(printer.pieces(), process.stdout, { end: false })
    else await writeNew(out, printer.pieces(), message('answer.newFile'))
    await run('subject-access.answered', { id, counts: printer.counts })
    if (out !== undefined) note(words.say('answer.isIn', { file: out }))
    return null
  })
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

import { given, ifGiven, must } from '../base/typed.ts'
import { Asker, isTerminal } from '../cli/ask.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, withWords, wordsOf } from '../cli/context.ts'
import { type Meaning, meaning, Option } from '../cli/help.ts'
import { commandWords } from '../cli/language.ts'
import { card, note, safe, show } from '../cli/print.ts'
import { beginningOf, beyond, endOf, list } from '../cli/read-values.ts'
import type { TermsSaid } from '../domain/access-request-shapes.ts'
import { DELEGATED_ACTS, DELEGATION_BASES } from '../domain/delegation.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { GRANTABLE_TYPES, RECORD_TYPES } from '../domain/types/index.ts'
import { noteOtherEntries } from '../identity/other-entries.ts'
import { paperLanguage, paperWords } from '../identity/paper-language.ts'
import { fullNames } from '../identity/party-names.ts'
import { wrap } from '../text/wrap.ts'
import { fullName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { grantSentences, mandateSentences } from './consent-words.ts'
import { type ReceiptTold, receiptSentences } from './receipt-words.ts'

interface GrantOptions extends GlobalOptions, TermOptions {
  readonly subject: string
  readonly grantee: string
  readonly purpose: string
  readonly types: string
  readonly expires: string
  readonly from?: string
  readonly replaces?: string
  readonly channel: string
  readonly evidence?: string
}

interface DelegationOptions extends GlobalOptions {
  readonly principal: string
  readonly delegate: string
  readonly types: string
  readonly acts: string
  readonly from: string
  readonly until: string
  readonly basis: string
}

/** Consent and mandates given on paper at the front office. */
export function consentCommands(): Command[] {
  return [grantCommand(), delegationCommand()]
}

function grantCommand(): Command {
  const command = new Command('grant').description('help.grant')
  command
    .command('record')
    .description('help.grant.record')
    .requiredOption('--subject <party>', 'help.grant.record.subject')
    .requiredOption('--grantee <party>', 'help.grant.record.grantee')
    .requiredOption('--purpose <purpose>', 'help.grant.record.purpose')
    .requiredOption('--types <types>', meaning('help.words', { words: GRANTABLE_TYPES.join(', ') }))
    .requiredOption('--expires <date>', 'help.lastDayOrTimestamp')
    .option('--from <date>', 'help.grant.record.from')
    .option('--happened-from <date>', 'help.happenedFrom')
    .option('--happened-to <date>', 'help.happenedTo')
    .option('--keep-until <date>', 'help.grant.record.keepUntil')
    .option('--replaces <grant>', 'help.grant.record.replaces')
    .addOption(
      new Option('--channel <channel>', 'help.howGiven').choices([...CHANNELS]).makeOptionMandatory(),
    )
    .option('--evidence <sha256>', 'help.signedPaper')
    .does(async (o: GrantOptions) => {
      const grant = await withTasks(o, async (run) => {
        const words = await wordsOf(o, run)
        const args = {
          subject: o.subject,
          grantee: o.grantee,
          ...given({ evidence: o.evidence }),
          draft: {
            purpose: o.purpose,
            record_types: list(o.types),
            expires_at: endOf(o.expires, '--expires', words),
            channel: o.channel,
            ...given({ valid_from: ifGiven(o.from, (day) => beginningOf(day, '--from', words)) }),
            ...termsIn(o, words),
            ...given({ replaces: o.replaces }),
          },
        }
        // Checked first, so that nobody agrees to a grant that is refused afterwards.
        const said = await run('grant.check', args)
        await readOut(words, run, o.subject, grantSentences(words, said))
        if (!(await agreed(words))) return null
        const recorded = await run('grant.record', args)
        await noteOtherEntries(words, run, o.subject, 'consent', 'granary grant record ... --subject')
        return recorded
      })
      if (grant === null) {
        note(commandWords(o).say('grant.nothingWritten'))
        return
      }
      show(o.json, grant, () => commandWords(o).say('grant.recorded', { id: grant.id }))
    })
  revocation(command, 'grant.revoke', 'help.grant.revoke')
  command
    .command('receipt')
    .description('help.grant.receipt')
    .argument('<id>', 'help.itsId')
    .addOption(paperLanguage())
    .does(async (o: GlobalOptions & { language?: string }, id: string) => {
      const { receipt, subject, paper } = await withTasks(o, async (run) => {
        const receipt = await run('grant.receipt', { grant: id })
        const { subject } = receipt.told.grant
        const [{ called, party }, paper] = await Promise.all([
          run('party.resolve', { text: subject }),
          wordsOf(o, run).then((words) => paperWords(run, words, subject, o.language)),
        ])
        return { receipt, subject: fullName(called, undefined, paper) ?? party, paper }
      })
      show(o.json, receipt.document, () => receiptText(paper, subject, receipt.told))
    })
  command
    .command('list')
    .description('help.grant.list')
    .requiredOption('--subject <party>', 'help.idOrMember')
    .does(async (o: GlobalOptions & { subject: string }) => {
      const [{ grants, nameOf }, words] = await withWords(o, async (run) => {
        const found = await run('grant.list', { subject: o.subject })
        const words = await wordsOf(o, run)
        return {
          ...found,
          nameOf: await fullNames(
            { run, words },
            found.grants.map((g) => g.grantee),
          ),
        }
      })
      const { say } = words
      show(o.json, { grants }, () =>
        grants.length === 0
          ? say('terminal.none')
          : grants
              .map((g) =>
                card([
                  [say('grant.line.grant'), g.id],
                  [say('grant.line.to'), nameOf(g.grantee)],
                  [say('grant.line.for'), g.purpose],
                  [say('grant.line.types'), g.record_types.join(', ')],
                  ...termLines(words, g),
                  ...(g.replaces === undefined ? [] : [[say('grant.line.replaces'), g.replaces] as const]),
                  ...(g.request_id === undefined ? [] : [[say('grant.line.request'), g.request_id] as const]),
                  [
                    say('grant.line.status'),
                    g.revoked_at
                      ? say('grant.line.withdrawn', { at: words.calendar.stamp(g.revoked_at) })
                      : words.worded(g.status),
                  ],
                ]),
              )
              .join('\n\n'),
      )
    })
  return command
}

/** Returns a consent receipt as text, for paper. */
function receiptText(words: Words, name: string, told: ReceiptTold): string {
  const { say } = words
  const { given: how, said, now } = receiptSentences(words, told)
  const unreviewed = words.reviewNote('readOut')
  const lines = (sentences: readonly string[], indent = '') =>
    sentences.flatMap((sentence) => wrap(safe(sentence), indent))
  return [
    ...lines([say('consentReceipt.for', { name }), ...(unreviewed === null ? [] : [unreviewed]), ...how]),
    '',
    ...lines([say('consentReceipt.says')]),
    ...lines(said, '  '),
    '',
    ...lines(now),
    say('consentReceipt.id', { id: told.grant.id }),
  ].join('\n')
}

export interface TermOptions {
  readonly happenedFrom?: string
  readonly happenedTo?: string
  readonly keepUntil?: string
}

/** Reads the window, and how long copies may be kept, from the options of a command. */
export const termsIn = ({ happenedFrom, happenedTo, keepUntil }: TermOptions, words: Words) =>
  given({
    occurred_from: ifGiven(happenedFrom, (day) => beginningOf(day, '--happened-from', words)),
    occurred_to: ifGiven(happenedTo, (day) => beyond(day, '--happened-to', words)),
    keep_until: ifGiven(keepUntil, (day) => endOf(day, '--keep-until', words)),
  })

/** Returns the terms as lines of a card. */
export const termLines = (
  { calendar, say }: Words,
  terms: Omit<TermsSaid, 'record_types'>,
): (readonly [string, string])[] => [
  [say('grant.line.until'), calendar.stamp(terms.expires_at)],
  ...(terms.occurred_from === undefined
    ? []
    : [[say('grant.line.from'), calendar.stamp(terms.occurred_from)] as const]),
  ...(terms.occurred_to === undefined
    ? []
    : [[say('grant.line.before'), calendar.stamp(terms.occurred_to)] as const]),
  ...(terms.keep_until === undefined
    ? []
    : [[say('grant.line.keep'), calendar.stamp(terms.keep_until)] as const]),
]

/** Whether the person agrees: on a terminal, the clerk enters their answer; elsewhere true. */
export async function agreed(words: Words): Promise<boolean> {
  if (!isTerminal()) return true
  const asker = new Asker(undefined, undefined, undefined, words)
  try {
    return await asker.isYes(words.say('grant.doTheyAgree'))
  } finally {
    asker.close()
  }
}

/** Prints the sentences that a clerk reads out to a person. */
export async function readOut(
  words: Words,
  run: Run,
  subject: string,
  sentences: readonly string[],
): Promise<void> {
  const { called, party } = await run('party.resolve', { text: subject })
  const unreviewed = words.reviewNote('readOut')
  const lines = [...(unreviewed === null ? [] : [unreviewed, '']), ...sentences].flatMap((sentence) =>
    sentence === '' ? [''] : wrap(safe(sentence), '  '),
  )
  note(
    `${words.say('grant.readOut', { name: fullName(called, undefined, words) ?? party })}\n\n${lines.join('\n')}\n`,
  )
}

function delegationCommand(): Command {
  const command = new Command('delegation').description('help.delegation')
  command
    .command('record')
    .description('help.delegation.record')
    .requiredOption('--principal <party>', 'help.delegation.record.principal')
    .requiredOption('--delegate <party>', 'help.delegation.record.delegate')
    .requiredOption('--types <types>', meaning('help.words', { words: RECORD_TYPES.join(', ') }))
    .requiredOption(
      '--acts <acts>',
      meaning('help.delegation.record.acts', { words: DELEGATED_ACTS.join(', ') }),
    )
    .requiredOption('--from <date>', 'help.firstDay')
    .requiredOption('--until <date>', 'help.lastDay')
    .addOption(
      new Option('--basis <basis>', 'help.howGiven').choices([...DELEGATION_BASES]).makeOptionMandatory(),
    )
    .does(async (o: DelegationOptions) => {
      const delegation = await withTasks(o, async (run) => {
        const words = await wordsOf(o, run)
        const args = {
          principal: o.principal,
          delegate: o.delegate,
          draft: {
            record_types: list(o.types),
            acts: list(o.acts),
            valid_from: beginningOf(o.from, '--from', words),
            valid_until: endOf(o.until, '--until', words),
            basis: o.basis,
          },
        }
        await readOut(words, run, o.principal, mandateSentences(words, await run('delegation.check', args)))
        return (await agreed(words)) ? run('delegation.record', args) : null
      })
      if (delegation === null) {
        note(commandWords(o).say('grant.nothingWritten'))
        return
      }
      show(o.json, delegation, () => commandWords(o).say('mandate.recorded', { id: delegation.id }))
    })
  revocation(command, 'delegation.revoke', 'help.delegation.revoke')
  delegationList(command)
  return command
}

function delegationList(parent: Command): void {
  parent
    .command('list')
    .description('help.delegation.list')
    .requiredOption('--party <party>', 'help.idMemberOrCooperative')
    .does(async (o: GlobalOptions & { party: string }) => {
      const [{ delegations, nameOf }, words] = await withWords(o, async (run) => {
        const found = await run('delegation.list', { party: o.party })
        const parties = found.delegations.flatMap((d) => [d.principal, d.delegate])
        const words = await wordsOf(o, run)
        return { ...found, nameOf: await fullNames({ run, words }, parties) }
      })
      const { say } = words
      show(o.json, { delegations }, () =>
        delegations.length === 0
          ? say('terminal.none')
          : delegations
              .map((d) =>
                card([
                  [say('mandate.line.mandate'), d.id],
                  [say('mandate.line.of'), nameOf(d.principal)],
                  [say('grant.line.to'), nameOf(d.delegate)],
                  [say('grant.line.types'), d.record_types.join(', ')],
                  [say('mandate.line.acts'), d.acts.join(', ')],
                  [say('mandate.line.from'), words.calendar.stamp(d.valid_from)],
                  [say('grant.line.until'), words.calendar.stamp(d.revoked_at ?? d.valid_until)],
                  [
                    say('mandate.line.early'),
                    say(d.revoked_at === null ? 'mandate.line.no' : 'mandate.line.yes'),
                  ],
                ]),
              )
              .join('\n\n'),
      )
    })
}

function revocation(
  command: Command,
  task: 'grant.revoke' | 'delegation.revoke',
  description: Meaning,
): void {
  command
    .command('revoke')
    .description(description)
    .argument('<id>', 'help.itsId')
    .does(async (options: GlobalOptions, id: string) => {
      const [revoked, words] = await withWords(options, (run) => run(task, { id }))
      show(options.json, revoked, () =>
        words.say('grant.over', {
          id,
          at: words.calendar.stamp(must(revoked.revoked_at)),
        }),
      )
    })
}

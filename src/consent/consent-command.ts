import { given, must } from '../base/typed.ts'
import { askYes, isTerminal } from '../cli/ask.ts'
import { firstDay, lastDay, oneOf, optional, required, throughDay, wordList } from '../cli/asked.ts'
import type { Command } from '../cli/command.ts'
import type { Run } from '../cli/context.ts'
import { meaning } from '../cli/help.ts'
import { cards, note, safe } from '../cli/print.ts'
import { asking, commandOf, type Desk, family } from '../cli/task-command.ts'
import type { TermsSaid } from '../domain/access-request-shapes.ts'
import { DELEGATED_ACTS, DELEGATION_BASES } from '../domain/delegation.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { GRANTABLE_TYPES, RECORD_TYPES } from '../domain/types/index.ts'
import { noteOtherEntries } from '../identity/other-entries.ts'
import { paperLanguage, paperWords } from '../identity/paper-language.ts'
import { fullNames } from '../identity/party-names.ts'
import { wrap } from '../text/wrap.ts'
import type { PlainKey } from '../words/language.ts'
import { fullName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { type GrantArgs, type MandateArgs, REVOKED } from './consent-tasks.ts'
import { grantSentences, mandateSentences } from './consent-words.ts'
import { type ReceiptTold, receiptSentences } from './receipt-words.ts'

/** Only what happened within these days is opened. */
export const TERMS = {
  occurred_from: optional('--happened-from <date>', 'help.happenedFrom', firstDay),
  occurred_to: optional('--happened-to <date>', 'help.happenedTo', throughDay),
}
export const EVIDENCE = { evidence: optional('--evidence <sha256>', 'help.signedPaper') }

const GRANT = {
  subject: required('--subject <party>', 'help.grant.record.subject'),
  grantee: required('--grantee <party>', 'help.grant.record.grantee'),
  purpose: required('--purpose <purpose>', 'help.grant.record.purpose'),
  record_types: required(
    '--types <types>',
    meaning('help.words', { words: GRANTABLE_TYPES.join(', ') }),
    wordList,
  ),
  expires_at: required('--expires <date>', 'help.lastDayOrTimestamp', lastDay),
  valid_from: optional('--from <date>', 'help.grant.record.from', firstDay),
  ...TERMS,
  keep_until: optional('--keep-until <date>', 'help.grant.record.keepUntil', lastDay),
  replaces: optional('--replaces <grant>', 'help.grant.record.replaces'),
  channel: oneOf('--channel <channel>', 'help.howGiven', CHANNELS),
  ...EVIDENCE,
}

const MANDATE = {
  principal: required('--principal <party>', 'help.delegation.record.principal'),
  delegate: required('--delegate <party>', 'help.delegation.record.delegate'),
  record_types: required(
    '--types <types>',
    meaning('help.words', { words: RECORD_TYPES.join(', ') }),
    wordList,
  ),
  acts: required(
    '--acts <acts>',
    meaning('help.delegation.record.acts', { words: DELEGATED_ACTS.join(', ') }),
    wordList,
  ),
  valid_from: required('--from <date>', 'help.firstDay', firstDay),
  valid_until: required('--until <date>', 'help.lastDay', lastDay),
  basis: oneOf('--basis <basis>', 'help.howGiven', DELEGATION_BASES),
}

/** Consent and mandates given on paper at the front office. */
export const consentCommands = (): Command[] => [
  family('grant', 'help.grant', [
    grantRecord(),
    revocation('grant.revoke', 'help.grant.revoke'),
    grantReceipt(),
    grantList(),
  ]),
  family('delegation', 'help.delegation', [
    delegationRecord(),
    revocation('delegation.revoke', 'help.delegation.revoke'),
    delegationList(),
  ]),
]

const grantRecord = (): Command =>
  asking('record', 'help.grant.record', GRANT, async (desk, { subject, grantee, evidence, ...draft }) => {
    const { run, words } = desk
    const args: GrantArgs = { subject, grantee, draft, ...given({ evidence }) }
    // Checked first, so that nobody agrees to a grant that is refused afterwards.
    const said = grantSentences(words, await run('grant.check', args))
    return ifAgreed(desk, subject, said, async () => {
      const grant = await run('grant.record', args)
      await noteOtherEntries(words, run, subject, 'consent', 'granary grant record ... --subject')
      return { json: grant, text: () => words.say('grant.recorded', { id: grant.id }) }
    })
  })

function grantReceipt(): Command {
  const asked = { grant: required('<id>', 'help.itsId'), language: paperLanguage() }
  return asking('receipt', 'help.grant.receipt', asked, async ({ run, words }, { grant, language }) => {
    const receipt = await run('grant.receipt', { grant })
    const { subject } = receipt.told.grant
    const { called, party } = await run('party.resolve', { text: subject })
    const paper = await paperWords(run, words, subject, language)
    const name = fullName(called, paper) ?? party
    return { json: receipt.document, text: () => receiptText(paper, name, receipt.told) }
  })
}

function grantList(): Command {
  const asked = { subject: required('--subject <party>', 'help.idOrMember') }
  return asking('list', 'help.grant.list', asked, async ({ run, words }, args) => {
    const { say, calendar } = words
    const { grants } = await run('grant.list', args)
    const nameOf = await fullNames(
      { run, words },
      grants.map(({ grantee }) => grantee),
    )
    return {
      json: { grants },
      text: () =>
        cards(
          words,
          grants.map((g) => [
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
                ? say('grant.line.withdrawn', { at: calendar.stamp(g.revoked_at) })
                : words.worded(g.status),
            ],
          ]),
        ),
    }
  })
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

/** Reads sentences out to a person, and acts if they agree. @returns null if they do not */
export async function ifAgreed<T>(
  { run, words }: Desk,
  subject: string,
  sentences: readonly string[],
  act: () => Promise<T>,
  unwritten: PlainKey = 'grant.nothingWritten',
): Promise<T | null> {
  await readOut(words, run, subject, sentences)
  if (await agreed(words)) return act()
  note(words.say(unwritten))
  return null
}

/** Whether the person agrees: on a terminal, the clerk enters their answer; elsewhere true. */
async function agreed(words: Words): Promise<boolean> {
  return !isTerminal() || (await askYes(words, words.say('grant.doTheyAgree')))
}

/** Prints the sentences that a clerk reads out to a person. */
async function readOut(words: Words, run: Run, subject: string, sentences: readonly string[]): Promise<void> {
  const { called, party } = await run('party.resolve', { text: subject })
  const unreviewed = words.reviewNote('readOut')
  const lines = [...(unreviewed === null ? [] : [unreviewed, '']), ...sentences].flatMap((sentence) =>
    sentence === '' ? [''] : wrap(safe(sentence), '  '),
  )
  note(`${words.say('grant.readOut', { name: fullName(called, words) ?? party })}\n\n${lines.join('\n')}\n`)
}

const delegationRecord = (): Command =>
  asking('record', 'help.delegation.record', MANDATE, async (desk, { principal, delegate, ...draft }) => {
    const { run, words } = desk
    const args: MandateArgs = { principal, delegate, draft }
    const said = mandateSentences(words, await run('delegation.check', args))
    return ifAgreed(desk, principal, said, async () => {
      const mandate = await run('delegation.record', args)
      return { json: mandate, text: () => words.say('mandate.recorded', { id: mandate.id }) }
    })
  })

function delegationList(): Command {
  const asked = { party: required('--party <party>', 'help.idMemberOrCooperative') }
  return asking('list', 'help.delegation.list', asked, async ({ run, words }, args) => {
    const { say, calendar } = words
    const { delegations } = await run('delegation.list', args)
    const nameOf = await fullNames(
      { run, words },
      delegations.flatMap(({ principal, delegate }) => [principal, delegate]),
    )
    return {
      json: { delegations },
      text: () =>
        cards(
          words,
          delegations.map((d) => [
            [say('mandate.line.mandate'), d.id],
            [say('mandate.line.of'), nameOf(d.principal)],
            [say('grant.line.to'), nameOf(d.delegate)],
            [say('grant.line.types'), d.record_types.join(', ')],
            [say('mandate.line.acts'), d.acts.join(', ')],
            [say('mandate.line.from'), calendar.stamp(d.valid_from)],
            [say('grant.line.until'), calendar.stamp(d.revoked_at ?? d.valid_until)],
            [say('mandate.line.early'), say(d.revoked_at === null ? 'mandate.line.no' : 'mandate.line.yes')],
          ]),
        ),
    }
  })
}

const revocation = (
  task: 'grant.revoke' | 'delegation.revoke',
  means: 'help.grant.revoke' | 'help.delegation.revoke',
): Command =>
  commandOf('revoke', means, task, REVOKED, ({ revoked_at }, { say, calendar }, { id }) =>
    say('grant.over', { id, at: calendar.stamp(must(revoked_at)) }),
  )

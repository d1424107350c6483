import { given, ifGiven } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, withWords, wordsOf } from '../cli/context.ts'
import { meaning, Option } from '../cli/help.ts'
import { commandWords } from '../cli/language.ts'
import { card, note, show, tableOrNone } from '../cli/print.ts'
import { endOf, list } from '../cli/read-values.ts'
import type { About } from '../domain/access-request.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { GRANTABLE_TYPES } from '../domain/types/index.ts'
import { noteOtherEntries } from '../identity/other-entries.ts'
import type { ListedParty } from '../identity/party-search.ts'
import { codeOf } from '../text/kinds.ts'
import { apart, quoted } from '../text/wrap.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { atStart } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import type { ListedRequest } from './access-request-tasks.ts'
import { agreed, readOut, type TermOptions, termLines, termsIn } from './consent-command.ts'
import { requestSentences } from './consent-words.ts'
import { type Candidates, candidatesFor } from './request-candidates.ts'

/** Access requests at the front office: who asks, about whom, and the person's decision (contract §20). */

interface GrantOptions extends GlobalOptions, TermOptions {
  readonly channel: string
  readonly evidence?: string
  readonly types?: string
  readonly expires?: string
}

/** A request with its names as text. */
type NamedRequest = Omit<ListedRequest, 'grantee_name' | 'person_name'> & {
  readonly grantee_name: string | null
  readonly person_name: string | null
}

const named = ({ told }: Words, request: ListedRequest): NamedRequest => ({
  ...request,
  grantee_name: request.grantee_name === null ? null : told(request.grantee_name),
  person_name: request.person_name === null ? null : told(request.person_name),
})

const FIND = meaning('help.asShown', { command: 'granary access-request list' })
const channel = () =>
  new Option('--channel <channel>', 'help.accessRequest.channel').choices([...CHANNELS]).makeOptionMandatory()

export function accessRequestCommand(): Command {
  const command = new Command('access-request').description('help.accessRequest')
  listing(command)
  showing(command)
  matching(command)
  granting(command)
  command
    .command('refuse')
    .description('help.accessRequest.refuse')
    .argument('<id>', FIND)
    .addOption(channel())
    .option('--evidence <sha256>', 'help.signedPaper')
    .does(async (o: GlobalOptions & { channel: string; evidence?: string }, id: string) => {
      const [refused, words] = await withWords(o, (run) =>
        run('access-request.refuse', { id, channel: o.channel, ...evidenceIn(o) }),
      )
      const request = named(words, refused)
      show(o.json, request, () =>
        commandWords(o).say('requests.refused', {
          person: personOf(request),
          asker: atStart(askerOf(request)),
        }),
      )
    })
  return command
}

function listing(command: Command): void {
  command
    .command('list')
    .description('help.accessRequest.list')
    .option('--all', 'help.accessRequest.list.all')
    .does(async (o: GlobalOptions & { all?: boolean }) => {
      const [found, words] = await withWords(o, (run) => waiting(run))
      const requests = found
        .filter((request) => o.all || !request.is_nobody)
        .map((request) => named(words, request))
      const { say } = words
      show(o.json, { requests }, () =>
        tableOrNone(
          words,
          [
            say('requests.asked'),
            say('requests.line.by'),
            say('grant.line.for'),
            say('requests.about'),
            say('requests.lapses'),
            say('answer.line.request'),
          ],
          requests.map((request) => [
            words.calendar.stamp(request.received_at),
            askerOf(request),
            request.purpose,
            request.is_nobody
              ? say('requests.noOne')
              : (request.person_name ?? aboutWords(words, request.about)),
            words.calendar.stamp(request.lapses_at),
            request.id,
          ]),
        ),
      )
    })
}

/** Returns all requests that wait for a decision. */
async function waiting(run: Run): Promise<ListedRequest[]> {
  const all: ListedRequest[] = []
  for (let after: string | null = null; ; ) {
    const page: { requests: ListedRequest[]; more: boolean } = await run('access-request.list', {
      after,
      count: 500,
    })
    all.push(...page.requests)
    after = page.requests.at(-1)?.id ?? null
    if (!page.more) return all
  }
}

function showing(command: Command): void {
  command
    .command('show')
    .description('help.accessRequest.show')
    .argument('<id>', FIND)
    .does(async (o: GlobalOptions, id: string) => {
      const [{ found, candidates }, words] = await withWords(o, async (run) => {
        const found = await run('access-request.show', { id })
        return { found, candidates: await candidatesFor(run, found.about) }
      })
      const request = named(words, found)
      const { say } = words
      show(o.json, { request, candidates: candidates.recorded, claiming: candidates.claiming }, () =>
        [
          card([
            [say('answer.line.request'), request.id],
            [say('requests.line.by'), askerOf(request)],
            [say('grant.line.for'), words.purpose({ id: request.purpose, name: request.purpose_name })],
            [say('grant.line.types'), request.record_types.join(', ')],
            ...termLines(words, request),
            [say('requests.line.reason'), apart(quoted(request.reason, 600))],
            [say('requests.about'), aboutWords(words, request.about)],
            [
              say('requests.line.person'),
              request.is_nobody
                ? say('requests.noOne')
                : (request.person_name ?? say('requests.line.notKnown')),
            ],
            [say('requests.status'), words.worded(codeOf(request.status))],
            [say('requests.lapses'), words.calendar.stamp(request.lapses_at)],
          ]),
          ...('party' in request.about ? [] : ['', ...candidateWords(words, id, candidates)]),
        ].join('\n'),
      )
    })
}

function candidateWords({ say }: Words, id: string, { recorded, claiming }: Candidates): string[] {
  const nobody = { command: `granary access-request match ${id} --nobody` }
  const line = ({ party, name, member_no, region }: ListedParty) =>
    `  ${say('requests.candidate', {
      who: [name, member_no ?? say('requests.noMemberNumber'), region]
        .filter((word) => word !== null)
        .join(', '),
      command: `granary access-request match ${id} --party ${party}`,
    })}`
  const claims = claiming.length === 0 ? [] : [say('requests.claiming'), ...claiming.map(line)]
  if (recorded.length === 0) return [say('requests.noOneHas'), ...claims, say('requests.ifNobody', nobody)]
  return [say('requests.whoHas'), ...recorded.map(line), ...claims, `  ${say('requests.noneOfThem', nobody)}`]
}

function matching(command: Command): void {
  command
    .command('match')
    .description('help.accessRequest.match')
    .argument('<id>', FIND)
    .option('--party <party>', 'help.accessRequest.match.party')
    .option('--nobody', 'help.accessRequest.match.nobody')
    .action(async (id: string, _own: object, own: Command) => {
      const o = own.optsWithGlobals<GlobalOptions & { party?: string; nobody?: boolean }>()
      if ((o.party === undefined) === (o.nobody === undefined))
        throw new OperatorFault(...withRemedy('requests.noPerson'), 2)
      const [matched, words] = await withWords(o, (run) =>
        run('access-request.match', { id, party: o.party ?? null }),
      )
      const request = named(words, matched)
      show(o.json, request, () =>
        request.is_nobody
          ? commandWords(o).say('requests.lapsesAlone')
          : commandWords(o).say('requests.matchedTo', { person: personOf(request), id }),
      )
    })
}

function granting(command: Command): void {
  command
    .command('grant')
    .description('help.accessRequest.grant')
    .argument('<id>', FIND)
    .addOption(channel())
    .option('--types <types>', meaning('help.words', { words: GRANTABLE_TYPES.join(', ') }))
    .option('--expires <date>', 'help.lastDayOrTimestamp')
    .option('--happened-from <date>', 'help.happenedFrom')
    .option('--happened-to <date>', 'help.happenedTo')
    .option('--keep-until <date>', 'help.accessRequest.grant.keepUntil')
    .option('--evidence <sha256>', 'help.signedPaper')
    .does(async (o: GrantOptions, id: string) => {
      const granted = await withTasks(o, async (run) => {
        const words = await wordsOf(o, run)
        const grant = narrowed(o, words)
        // Checked first, so that nobody agrees to a grant that is refused afterwards.
        const { person, words: said } = await run('access-request.check', { id, grant })
        await readOut(words, run, person, requestSentences(words, said))
        if (!(await agreed(words))) return null
        const done = await run('access-request.grant', { id, grant, channel: o.channel, ...evidenceIn(o) })
        await noteOtherEntries(words, run, person, 'consent', 'granary grant record ... --subject')
        return named(words, done)
      })
      if (granted === null) {
        note(commandWords(o).say('requests.nothingWritten'))
        return
      }
      show(o.json, granted, () => commandWords(o).say('grant.recorded', { id: granted.grant_id ?? '' }))
    })
}

const narrowed = (o: GrantOptions, words: Words) => ({
  ...given({
    record_types: ifGiven(o.types, (types) => list(types) as (typeof GRANTABLE_TYPES)[number][]),
    expires_at: ifGiven(o.expires, (day) => endOf(day, '--expires', words)),
  }),
  ...termsIn(o, words),
})

const evidenceIn = ({ evidence }: { readonly evidence?: string }) => given({ evidence })

const askerOf = ({ grantee, grantee_name }: NamedRequest): string => grantee_name ?? grantee
const personOf = ({ person, person_name }: NamedRequest): string => person_name ?? person ?? ''

function aboutWords({ say }: Words, about: About): string {
  if ('phone' in about) return say('requests.aboutPhone', { phone: about.phone })
  if ('member_no' in about) return say('requests.aboutNumber', { number: about.member_no })
  return about.party
}

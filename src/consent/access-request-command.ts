import { given } from '../base/typed.ts'
import { flag, lastDay, oneOf, optional, orNull, shownBy, wordList } from '../cli/asked.ts'
import type { Command } from '../cli/command.ts'
import type { Run } from '../cli/context.ts'
import { meaning } from '../cli/help.ts'
import { card, tableOf } from '../cli/print.ts'
import { asking, family } from '../cli/task-command.ts'
import type { About } from '../domain/access-request.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { GRANTABLE_TYPES, type GrantableType } from '../domain/types/index.ts'
import { noteOtherEntries } from '../identity/other-entries.ts'
import type { ListedParty } from '../identity/party-search.ts'
import { codeOf } from '../text/kinds.ts'
import { apart, quoted } from '../text/wrap.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { atStart } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import type { ListedRequest } from './access-request-tasks.ts'
import { EVIDENCE, ifAgreed, TERMS, termLines } from './consent-command.ts'
import { requestSentences } from './consent-words.ts'
import { type Candidates, candidatesFor, claimingIn } from './request-candidates.ts'

/** Access requests at the front office: who asks, about whom, and the person's decision (contract §20). */

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

const REQUEST = { id: shownBy('granary access-request list') }
const PAPER = { channel: oneOf('--channel <channel>', 'help.accessRequest.channel', CHANNELS), ...EVIDENCE }

export const accessRequestCommand = (): Command =>
  family('access-request', 'help.accessRequest', [listing(), showing(), matching(), granting(), refusing()])

function listing(): Command {
  const asked = { all: flag('--all', 'help.accessRequest.list.all') }
  return asking('list', 'help.accessRequest.list', asked, async ({ run, words }, { all }) => {
    const { say, calendar } = words
    const requests = (await waiting(run))
      .filter((request) => all || !request.is_nobody)
      .map((request) => named(words, request))
    return {
      json: { requests },
      text: () =>
        tableOf(words, requests, [
          ['requests.asked', ({ received_at }) => calendar.stamp(received_at)],
          ['requests.line.by', askerOf],
          ['grant.line.for', ({ purpose }) => purpose],
          [
            'requests.about',
            ({ is_nobody, person_name, about }) =>
              is_nobody ? say('requests.noOne') : (person_name ?? aboutWords(words, about)),
          ],
          ['requests.lapses', ({ lapses_at }) => calendar.stamp(lapses_at)],
          ['answer.line.request', ({ id }) => id],
        ]),
    }
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

const showing = (): Command =>
  asking('show', 'help.accessRequest.show', REQUEST, async ({ run, words }, { id }) => {
    const { say } = words
    const found = await run('access-request.show', { id })
    const candidates = await candidatesFor(run, found.about)
    const request = named(words, found)
    return {
      json: { request, candidates: candidates.recorded, claiming: candidates.claiming },
      text: () =>
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
    }
  })

function candidateWords(words: Words, id: string, { recorded, claiming }: Candidates): string[] {
  const { say } = words
  const nobody = { command: `granary access-request match ${id} --nobody` }
  const line = ({ party, name, member_no, region }: ListedParty) =>
    `  ${say('requests.candidate', {
      who: [name, member_no ?? say('requests.noMemberNumber'), region]
        .filter((word) => word !== null)
        .join(', '),
      command: `granary access-request match ${id} --party ${party}`,
    })}`
  const claims =
    claiming.length === 0 ? [] : [say('requests.claiming'), ...claiming.map(claimingIn(words)).map(line)]
  if (recorded.length === 0) return [say('requests.noOneHas'), ...claims, say('requests.ifNobody', nobody)]
  return [say('requests.whoHas'), ...recorded.map(line), ...claims, `  ${say('requests.noneOfThem', nobody)}`]
}

function matching(): Command {
  const asked = {
    ...REQUEST,
    party: orNull(optional('--party <party>', 'help.accessRequest.match.party')),
    nobody: flag('--nobody', 'help.accessRequest.match.nobody'),
  }
  return asking('match', 'help.accessRequest.match', asked, async ({ run, words }, { nobody, ...args }) => {
    if ((args.party === null) !== nobody) throw new OperatorFault(...withRemedy('requests.noPerson'), 2)
    const request = named(words, await run('access-request.match', args))
    return {
      json: request,
      text: () =>
        request.is_nobody
          ? words.say('requests.lapsesAlone')
          : words.say('requests.matchedTo', { person: personOf(request), id: args.id }),
    }
  })
}

function granting(): Command {
  const asked = {
    ...REQUEST,
    channel: PAPER.channel,
    record_types: optional(
      '--types <types>',
      meaning('help.words', { words: GRANTABLE_TYPES.join(', ') }),
      (text, ...more) => wordList(text, ...more) as GrantableType[],
    ),
    expires_at: optional('--expires <date>', 'help.lastDayOrTimestamp', lastDay),
    ...TERMS,
    keep_until: optional('--keep-until <date>', 'help.accessRequest.grant.keepUntil', lastDay),
    ...EVIDENCE,
  }
  return asking(
    'grant',
    'help.accessRequest.grant',
    asked,
    async (desk, { id, channel, evidence, ...grant }) => {
      const { run, words } = desk
      // Checked first, so that nobody agrees to a grant that is refused afterwards.
      const { person, words: said } = await run('access-request.check', { id, grant })
      const act = async () => {
        const done = await run('access-request.grant', { id, grant, channel, ...given({ evidence }) })
        await noteOtherEntries(words, run, person, 'consent', 'granary grant record ... --subject')
        const granted = named(words, done)
        return { json: granted, text: () => words.say('grant.recorded', { id: granted.grant_id ?? '' }) }
      }
      return ifAgreed(desk, person, requestSentences(words, said), act, 'requests.nothingWritten')
    },
  )
}

function refusing(): Command {
  const asked = { ...REQUEST, ...PAPER }
  return asking('refuse', 'help.accessRequest.refuse', asked, async ({ run, words }, args) => {
    const request = named(words, await run('access-request.refuse', args))
    const [person, asker] = [personOf(request), atStart(askerOf(request))]
    return { json: request, text: () => words.say('requests.refused', { person, asker }) }
  })
}

const askerOf = ({ grantee, grantee_name }: NamedRequest): string => grantee_name ?? grantee
const personOf = ({ person, person_name }: NamedRequest): string => person_name ?? person ?? ''

function aboutWords({ say }: Words, about: About): string {
  if ('phone' in about) return say('requests.aboutPhone', { phone: about.phone })
  if ('member_no' in about) return say('requests.aboutNumber', { number: about.member_no })
  return about.party
}

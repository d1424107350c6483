import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import { endOfDay } from '../../cli/day.ts'
import type { ListedRequest } from '../../consent/access-request-tasks.ts'
import { requestSentences, seenOf } from '../../consent/consent-words.ts'
import { candidatesFor, claimingIn } from '../../consent/request-candidates.ts'
import { isId } from '../../domain/id.ts'
import { allows } from '../../domain/staff.ts'
import { lastInstant } from '../../domain/time.ts'
import { GRANTABLE_TYPES } from '../../domain/types/index.ts'
import type { ListedParty } from '../../identity/party-search.ts'
import { apart, quoted } from '../../text/wrap.ts'
import type { Words } from '../../words/words.ts'
import { idOf, tickedIn } from '../frame/entry-form.tsx'
import { allRead, faultWords, formStatus } from '../frame/fault-words.ts'
import { memberIn } from '../frame/filters.ts'
import { Checkboxes, EMPTY, Field, type Filled, Form, Submit } from '../frame/form.tsx'
import { lookedAt, sureOf } from '../frame/look.tsx'
import { PAPER_LANGUAGE, paperChoice, paperFor, paperPage, Sheet } from '../frame/paper.tsx'
import { Action, Badge, Box, Card, Facts, Grid, type Standing, Timeline } from '../frame/parts.tsx'
import { Carried } from '../frame/picks.tsx'
import { Unreviewed } from '../frame/reader.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import { DaysLeft } from '../frame/states.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { dayIn, GivenBy, TERM_NAMES, TermFields, termsOf, termWords } from './grant-terms.tsx'
import { evidenceIn, readOut, Signatures } from './read-out.tsx'
import { aboutWords, askerOf, isKnown, personOf } from './request-words.ts'
import { SaidBeside, StepLine } from './said-beside.tsx'
import { typesCalled } from './words-of-grants.ts'

/**
 * One access request: the person it is about, and their decision. First the request is matched with a person, then it is
 * granted, as asked or narrower, or refused.
 * - State: that of the request, read again for each page; the form as it was sent.
 * - Changed by: `decideRequest`, which matches, shows what to read out, or writes the decision.
 * - Holds: staff choose the person, never a guess by the service; the person cannot agree to more than was asked; nothing is
 *   written before it was read out.
 */

const typeNames = GRANTABLE_TYPES.map((type) => `type_${type}`)
const NAMES = ['act', 'until', 'channel', 'evidence', ...TERM_NAMES, ...typeNames] as const
const WRITTEN = ['matched', 'granted', 'refused'] as const

const requestIn = async ({ path, run, words }: StaffVisit): Promise<ListedRequest | null> => {
  const id = path.split('/')[2] ?? ''
  if (!isId(id)) return null
  return await run('access-request.show', { id }).catch((fault: unknown) => {
    faultWords(words, fault)
    return null
  })
}

const noSuchRequest = (visit: StaffVisit) => {
  const { say } = visit.words
  return nothingThere(visit, say('requests.title'), say('notFound.text'))
}

export async function requestPage(visit: StaffVisit, filled = EMPTY, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const request = await requestIn(visit)
  if (request === null) return noSuchRequest(visit)
  const mayWrite = allows(visit.session.person.role, 'write') && request.status === 'open'
  const written = WRITTEN.find((what) => what === visit.query.written)
  const isAsking = isKnown(request) && visit.query.match === undefined
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      {
        title: say('requests.of', { asker: askerOf(visit.words, request) }),
        line: <Badge kind={STANDINGS[request.status]}>{say(`requests.status.${request.status}`)}</Badge>,
        actions: <Action href="/requests">{say('consent.back')}</Action>,
      },
      <>
        {written !== undefined && <Box kind="good">{say(`requests.written.${written}`)}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Grid>
          <Card span={7} title={say('requests.asks')}>
            <Facts rows={askedIn(visit, request)} />
          </Card>
          <Card span={5} title={say('requests.course')}>
            <Course visit={visit} request={request} isAsking={isAsking} />
          </Card>
          {mayWrite && !isAsking && (
            <Card title={say('requests.toMatch')}>{await matching(visit, request, filled)}</Card>
          )}
        </Grid>
        {mayWrite && isAsking && <Decision visit={visit} request={request} filled={filled} />}
      </>,
    ),
  }
}

const STANDINGS: Readonly<Record<ListedRequest['status'], Standing>> = {
  open: 'warn',
  granted: 'good',
  ended: 'info',
}

type Rows = Parameters<typeof Facts>[0]['rows']

/** What is asked for. */
function askedIn({ words }: StaffVisit, request: ListedRequest): Rows {
  const { calendar, purpose, say } = words
  return [
    [say('requests.asker'), askerOf(words, request)],
    [say('requests.for'), purpose({ id: request.purpose, name: request.purpose_name })],
    [say('member.what'), typesCalled(words, request.record_types)],
    [say('requests.terms'), termWords(words, request).join('; ')],
    [say('requests.until'), calendar.day(lastInstant(request.expires_at))],
    [say('requests.reason'), apart(quoted(request.reason, 600))],
    [say('requests.about'), aboutWords(words, request.about)],
  ]
}

/** The whole request, for the paper. */
function What({ visit, request }: { visit: StaffVisit; request: ListedRequest }) {
  const { calendar, say } = visit.words
  return (
    <Facts
      rows={[
        ...askedIn(visit, request),
        [say('requests.asked'), calendar.stamp(request.received_at)],
        [say('requests.lapses'), calendar.stamp(request.lapses_at)],
        [say('requests.status'), say(`requests.status.${request.status}`)],
      ]}
    />
  )
}

interface CourseProps {
  readonly visit: StaffVisit
  readonly request: ListedRequest
  readonly isAsking: boolean
}

/** What happened to the request, and until when it waits. */
function Course({ visit, request, isAsking }: CourseProps) {
  const { calendar, say } = visit.words
  const { status, person, received_at, lapses_at } = request
  const name = personOf(visit.words, request)
  return (
    <Timeline
      events={[
        { what: say('requests.asked'), when: calendar.stamp(received_at) },
        ...(isAsking && person !== null
          ? [{ what: say('requests.about'), when: <a href={`/consent/${person}`}>{name}</a> }]
          : []),
        ...(request.is_nobody && !isAsking ? [{ what: say('requests.isNobody') }] : []),
        status === 'open'
          ? {
              what: (
                <>
                  {say('requests.lapses')} <DaysLeft until={lapses_at} />
                </>
              ),
              when: calendar.stamp(lapses_at),
              isPast: true,
            }
          : { what: say(`requests.status.${status}`) },
      ]}
    />
  )
}

const MATCH = { act: 'match' }

interface PersonChoice {
  readonly party: string
  readonly label: string
  readonly isRecorded: boolean
}

/** Parties with this number by the cooperative's records, then those with it by their own statement only. */
async function candidatesOf({ run, words }: StaffVisit, { about }: ListedRequest): Promise<PersonChoice[]> {
  const { recorded, claiming } = await candidatesFor(run, about)
  const labelOf = ({ name, member_no, region }: ListedParty) =>
    [name, member_no, region].filter(Boolean).join(', ')
  return [
    ...recorded.map((one) => ({ party: one.party, label: labelOf(one), isRecorded: true })),
    ...claiming.map(claimingIn(words)).map((one) => ({
      party: one.party,
      label: words.say('requests.byOwnWord', { name: labelOf(one) }),
      isRecorded: false,
    })),
  ]
}

/** The lines shown to the clerk who matches the request: the current person, and the candidates. */
const linesToMatch = (
  words: Words,
  request: ListedRequest,
  candidates: readonly PersonChoice[],
): string[] => {
  const { say } = words
  return [personOf(words, request) ?? say('requests.nobody'), ...candidates.map(({ label }) => label)]
}

/** The form in which the clerk chooses from the parties that have the number now. */
async function matching(visit: StaffVisit, request: ListedRequest, filled: Filled) {
  const { say } = visit.words
  const isById = 'party' in request.about
  const candidates = await candidatesOf(visit, request)
  const fault = filled.faults.whom
  return (
    <Form action={visit.path} session={visit.session}>
      <input
        type="hidden"
        name="sure"
        value={sureOf(visit, MATCH, linesToMatch(visit.words, request, candidates))}
      />
      {isById ? (
        <>
          <p>{say('requests.unknownParty')}</p>
          <input type="hidden" name="whom" value="nobody" />
        </>
      ) : (
        <>
          {!candidates.some(({ isRecorded }) => isRecorded) && <p>{say('requests.noCandidate')}</p>}
          <fieldset aria-describedby={fault === undefined ? 'whom-help' : 'whom-help whom-fault'}>
            <legend>{say('requests.who')}</legend>
            <p class="help" id="whom-help">
              {say('requests.whoHelp')}
            </p>
            {[
              ...candidates.map(({ party, label }) => ({ value: party, label })),
              { value: 'another', label: say('requests.another') },
              { value: 'nobody', label: say('requests.nobody') },
            ].map(({ value, label }) => (
              <label class="box-label">
                <input type="radio" name="whom" value={value} checked={filled.values.whom === value} />
                {label}
              </label>
            ))}
            {fault !== undefined && (
              <p class="fault" id="whom-fault">
                {fault}
              </p>
            )}
          </fieldset>
          <Field name="another" label={say('requests.anotherName')} filled={filled} optional isMember />
        </>
      )}
      <Submit name="act" value="match">
        {say(isById ? 'requests.nobody' : 'requests.match')}
      </Submit>
    </Form>
  )
}

function Decision({ visit, request, filled }: { visit: StaffVisit; request: ListedRequest; filled: Filled }) {
  const { say } = visit.words
  const name = personOf(visit.words, request) ?? ''
  const isSent = Object.keys(filled.values).length > 0
  const asAsked = Object.fromEntries(request.record_types.map((type) => [`type_${type}`, '1']))
  const shown = isSent ? filled : { ...filled, values: asAsked }
  return (
    <SaidBeside name={name}>
      <h2>{say('requests.narrower')}</h2>
      <p>{say('requests.isAbout', { name })}</p>
      <Form action={visit.path} session={visit.session}>
        <input type="hidden" name="id" value={idOf(filled.values.id)} />
        <p class="help">{say('requests.narrowerHelp')}</p>
        <Checkboxes
          legend={say('requests.types', { asker: askerOf(visit.words, request) })}
          name="type"
          words={request.record_types}
          called={(type) => seenOf(visit.words, type)}
          filled={shown}
        />
        <Field name="until" label={say('grant.until')} filled={shown} optional />
        <TermFields filled={shown} />
        <GivenBy filled={shown} />
        <div class="buttons">
          <button type="submit" name="act" value="grant">
            {say('consent.toReadOut')}
          </button>
          <button type="submit" class="quiet" name="act" value="refuse">
            {say('requests.refuse')}
          </button>
          {!('party' in request.about) && (
            <Action href={`${visit.path}?match=1`}>{say('requests.rematch')}</Action>
          )}
        </div>
      </Form>
    </SaidBeside>
  )
}

/** Handles the form: it names the person, or states that they agree or refuse. */
export async function decideRequest(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form } = visit
  const request = await requestIn(visit)
  if (request === null) return noSuchRequest(visit)
  if (form.edit !== undefined) return requestPage(visit, { values: form, faults: {} })
  try {
    if (form.act === 'match') return await match(visit, request)
    if (form.act === 'refuse') return await refuse(visit, request)
    return await grant(visit, request)
  } catch (error) {
    const isUsed = error instanceof Problem && error.code === 'id_conflict'
    const values = isUsed ? { ...form, id: uuidv7() } : form
    return requestPage(
      visit,
      { values, faults: {} },
      isUsed ? say('weigh.used') : faultWords(visit.words, error),
    )
  }
}

async function match(visit: StaffVisit, request: ListedRequest): Promise<Answer> {
  const { say } = visit.words
  const { form, run, path } = visit
  const candidates = await candidatesOf(visit, request)
  const unread = allRead()
  const { faults } = unread
  const chosen =
    form.whom === 'another' ? await memberIn(visit, form, unread, 'another') : (form.whom ?? null)
  if (form.whom === 'another' && chosen === null) faults.another ??= say('field.required')
  const isOffered =
    form.whom === 'another' || form.whom === 'nobody' || candidates.some(({ party }) => party === form.whom)
  if (!isOffered) faults.whom = say('requests.choose')
  const again = (seen: StaffVisit) =>
    requestPage({ ...seen, query: { match: '1' } }, { values: form, ...unread })
  if (Object.keys(faults).length > 0) return again(visit)
  return lookedAt(visit, {
    writes: MATCH,
    chosen,
    show: async () => candidates,
    linesOf: () => linesToMatch(visit.words, request, candidates),
    page: again,
    write: async () => {
      await run('access-request.match', { id: request.id, party: chosen === 'nobody' ? null : chosen })
      return { to: `${path}?written=matched` }
    },
  })
}

async function refuse(visit: StaffVisit, request: ListedRequest): Promise<Answer> {
  const { say } = visit.words
  const { form, run, path, session } = visit
  const { id, person } = request
  const paper = await paperFor(visit, person ?? '')
  const { words } = paper
  const name = personOf(words, request) ?? ''
  const title = words.say('requests.of', { asker: askerOf(words, request) })
  const signed = { channel: form.channel ?? '', ...evidenceIn(form) }
  return lookedAt(visit, {
    writes: { act: 'refuse', person },
    chosen: signed,
    show: async () => words.say('requests.refuseMeans', { name, asker: askerOf(words, request) }),
    linesOf: (means) => [means],
    page: async (seen, means, sure) =>
      paperPage(
        seen,
        {
          title: say('requests.of', { asker: askerOf(visit.words, request) }),
          line: say('look.notYet'),
        },
        title,
        <>
          <Sheet paper={paper} title={title}>
            <What visit={paper} request={request} />
            <Unreviewed texts="readOut" />
            <p>{means}</p>
            <Signatures paper={paper} name={name} id={id} />
          </Sheet>
          <p class="help">{say('paper.help')}</p>
          {await paperChoice({ visit, paper, party: person ?? '', sent: { values: form, names: ['act'] } })}
          <Form action={path} session={session} class="narrow">
            <input type="hidden" name="act" value="refuse" />
            <Carried values={form} names={[PAPER_LANGUAGE]} />
            <GivenBy filled={{ values: form, faults: {} }} />
            <div class="buttons">
              <button type="submit" name="sure" value={sure}>
                {say('requests.refuseSure')}
              </button>
              <Action href={path}>{say('consent.back')}</Action>
            </div>
          </Form>
        </>,
      ),
    write: async () => {
      await run('access-request.refuse', { id, person, ...signed })
      return { to: `${path}?written=refused` }
    },
  })
}

/** Shows the sentences to read out; once the person has agreed, writes the grant. */
async function grant(visit: StaffVisit, request: ListedRequest): Promise<Answer> {
  const { say } = visit.words
  const { form, run, path } = visit
  const faults: Record<string, string> = {}
  const types = tickedIn(form, 'type', request.record_types)
  if (types.length === 0) faults.type = say('grant.noTypes')
  const until = dayIn(visit.words, visit, 'until', faults, endOfDay)
  const terms = termsOf(visit.words, visit, faults)
  if (Object.keys(faults).length > 0) return requestPage(visit, { values: form, faults })
  const said = {
    id: idOf(form.id),
    record_types: types,
    ...given({ expires_at: until }),
    ...terms,
  }
  const { id, person } = request
  const paper = await paperFor(visit, person ?? '')
  const name = personOf(paper.words, request) ?? ''
  const title = paper.words.say('requests.of', { asker: askerOf(paper.words, request) })
  const signed = { channel: form.channel ?? '', ...evidenceIn(form) }
  return lookedAt(visit, {
    writes: { act: 'grant', person, said, signed },
    show: async () => {
      const { words } = await run('access-request.check', { id, grant: said })
      return requestSentences(paper.words, words)
    },
    linesOf: (sentences) => [say('consent.readOut', { name }), ...sentences],
    page: async (seen, sentences, sure) =>
      paperPage(
        seen,
        {
          title: say('requests.of', { asker: askerOf(visit.words, request) }),
          line: <StepLine now="readOut" />,
        },
        title,
        await readOut({
          ...{ visit, paper, party: person ?? '', name, title, sentences, sure },
          called: personOf(visit.words, request) ?? name,
          id: said.id,
          values: form,
          names: NAMES,
          agreed: say('grant.agreed'),
          back: path,
        }),
      ),
    write: async () => {
      await run('access-request.grant', { id, person, grant: said, ...signed })
      return { to: `${path}?written=granted` }
    },
  })
}

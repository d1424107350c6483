import { uuidv7 } from 'uuidv7'
import { Problem } from '../base/problem.ts'
import { given } from '../base/typed.ts'
import { endOfDay } from '../cli/day.ts'
import type { ListedRequest } from '../consent/access-request-tasks.ts'
import { requestSentences, seenOf } from '../consent/consent-words.ts'
import { candidatesFor } from '../consent/request-candidates.ts'
import { isId } from '../domain/id.ts'
import { allows } from '../domain/staff.ts'
import { GRANTABLE_TYPES } from '../domain/types/index.ts'
import type { ListedParty } from '../identity/party-search.ts'
import { codeOf } from '../text/kinds.ts'
import { apart, quoted } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import { idOf, tickedIn } from './entry-form.tsx'
import { faultWords, formStatus } from './fault-words.ts'
import { memberIn } from './filters.ts'
import { dayIn, GivenBy, TERM_NAMES, TermFields, termsOf, termWords } from './grant-terms.tsx'
import {
  Box,
  Checkboxes,
  EMPTY,
  Field,
  type Filled,
  Form,
  nothingThere,
  pageText,
  Submit,
  Table,
} from './layout.tsx'
import { lookedAt, sureOf } from './look.tsx'
import { PAPER_LANGUAGE, paperChoice, paperFor, paperPage, Sheet } from './paper.tsx'
import { Carried } from './picks.tsx'
import { evidenceIn, readOut, Signatures } from './read-out.tsx'
import { Unreviewed } from './reader.tsx'
import { aboutWords, askerOf, isKnown, personOf } from './request-words.ts'
import type { Answer, StaffVisit } from './visit.ts'

/**
 * One access request: the person it is about, and their decision. Staff choose the person, never a guess by
 * the service, and the person cannot agree to more than was asked.
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
      say('requests.of', { asker: askerOf(visit.words, request) }),
      <>
        {written !== undefined && <Box kind="good">{say(`requests.written.${written}`)}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <What visit={visit} request={request} />
        {isAsking && request.person !== null && (
          <p>
            <a href={`/consent/${request.person}`}>{personOf(visit.words, request)}</a>
          </p>
        )}
        {request.is_nobody && !isAsking && <p>{say('requests.isNobody')}</p>}
        {mayWrite && isAsking && <Decision visit={visit} request={request} filled={filled} />}
        {mayWrite && !isAsking && (await matching(visit, request, filled))}
        <p>
          <a href="/requests">{say('consent.back')}</a>
        </p>
      </>,
    ),
  }
}

function What({ visit, request }: { visit: StaffVisit; request: ListedRequest }) {
  const { calendar, purpose, say, worded } = visit.words
  const days = termWords(visit.words, request)
  return (
    <Table
      columns={['record.member', 'record.value']}
      rows={[
        [say('requests.asker'), askerOf(visit.words, request)],
        [say('requests.for'), purpose({ id: request.purpose, name: request.purpose_name })],
        [say('member.what'), request.record_types.map((code) => worded(codeOf(code))).join(', ')],
        ...(days.length === 0 ? [] : [[say('requests.terms'), days.join('; ')]]),
        [say('requests.until'), calendar.day(Date.parse(request.expires_at) - 1)],
        [say('requests.reason'), apart(quoted(request.reason, 600))],
        [say('requests.about'), aboutWords(visit.words, request.about)],
        [say('requests.asked'), calendar.stamp(request.received_at)],
        [say('requests.lapses'), calendar.stamp(request.lapses_at)],
        [say('requests.status'), say(`requests.status.${request.status}`)],
      ]}
    />
  )
}

const MATCH = { act: 'match' }

interface Choice {
  readonly party: string
  readonly label: string
  readonly isRecorded: boolean
}

/** Parties with this number by the cooperative's records, then those with it by their own statement only. */
async function candidatesOf(
  { run, words: { say } }: StaffVisit,
  { about }: ListedRequest,
): Promise<Choice[]> {
  const { recorded, claiming } = await candidatesFor(run, about)
  const labelOf = ({ name, member_no, region }: ListedParty) =>
    [name, member_no, region].filter(Boolean).join(', ')
  return [
    ...recorded.map((one) => ({ party: one.party, label: labelOf(one), isRecorded: true })),
    ...claiming.map((one) => ({
      party: one.party,
      label: say('requests.byOwnWord', { name: labelOf(one) }),
      isRecorded: false,
    })),
  ]
}

/** The lines shown to the clerk who matches the request: the current person, and the candidates. */
const linesToMatch = (words: Words, request: ListedRequest, candidates: readonly Choice[]): string[] => {
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
    <Form action={visit.path} session={visit.session} class="narrow">
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
    <>
      <p>{say('requests.isAbout', { name })}</p>
      <h2>{say('requests.narrower')}</h2>
      <Form action={visit.path} session={visit.session} class="narrow">
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
        </div>
      </Form>
      {!('party' in request.about) && (
        <p>
          <a href={`${visit.path}?match=1`}>{say('requests.rematch')}</a>
        </p>
      )}
    </>
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
  const faults: Record<string, string> = {}
  const asked = { ...visit, query: { member: form.another } }
  const chosen = form.whom === 'another' ? await memberIn(asked, faults, 'another') : (form.whom ?? null)
  if (form.whom === 'another' && chosen === null) faults.another ??= say('field.required')
  const isOffered =
    form.whom === 'another' || form.whom === 'nobody' || candidates.some(({ party }) => party === form.whom)
  if (!isOffered) faults.whom = say('requests.choose')
  const again = (seen: StaffVisit) =>
    requestPage({ ...seen, query: { match: '1' } }, { values: form, faults })
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
        say('requests.of', { asker: askerOf(visit.words, request) }),
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
              <a href={path}>{say('consent.back')}</a>
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
        say('requests.of', { asker: askerOf(visit.words, request) }),
        title,
        await readOut({
          ...{ visit, paper, party: person ?? '', name, title, sentences, sure },
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

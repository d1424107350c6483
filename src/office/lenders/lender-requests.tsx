import type { VNode } from 'preact'
import { uuidv7 } from 'uuidv7'
import { errorMessage } from '../../base/error-kinds.ts'
import { fromJson, must } from '../../base/typed.ts'
import { dayAhead, endOfDay } from '../../cli/day.ts'
import type { GrantPage } from '../../consent/grants.ts'
import type { About } from '../../domain/access-request.ts'
import type {
  AccessRequest,
  AccessRequestDraft,
  AccessRequestPage,
} from '../../domain/access-request-shapes.ts'
import type { View } from '../../domain/shapes.ts'
import { GRANTABLE_TYPES } from '../../domain/types/index.ts'
import type { ProblemShape } from '../../http/refusals.ts'
import type { NamedRow } from '../../words/words.ts'
import {
  dayIn,
  PurposeSelect,
  TERM_NAMES,
  TermFields,
  TypeBoxes,
  termsOf,
  termWords,
} from '../consent/grant-terms.tsx'
import { aboutWords } from '../consent/request-words.ts'
import { purposeCalled, typesCalled } from '../consent/words-of-grants.ts'
import { idOf, tickedIn } from '../frame/entry-form.tsx'
import { formStatus } from '../frame/fault-words.ts'
import { Field, type Filled, Form, Submit } from '../frame/form.tsx'
import { Action, Actions, Badge, Box, Card, Facts, Grid } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import type { Session } from '../frame/sessions.ts'
import { pageText } from '../frame/shell.tsx'
import { failed, frameOf } from './lender-frame.tsx'
import { purposesIn } from './lender-purposes.ts'
import type { ApiReply, Lender, LenderAnswer, LenderVisit } from './lender-visit.ts'

/** A lender's access requests with their outcomes, and the form for a new one, all by the public API. */

const LIST = '/v1/access-requests'
/** At most this many of the newest requests are shown. */
const SHOWN = 200

const sessionOf = ({ session }: LenderVisit): Session<Lender> => must(session)

export async function lenderRequests(
  visit: LenderVisit,
  filled: Filled = { values: {}, faults: {} },
  fault?: string,
): Promise<LenderAnswer> {
  const { say } = visit.words
  const session = sessionOf(visit)
  const { token } = session.person
  const reply = await visit.ask(token, `${LIST}?role=grantee&limit=${SHOWN}`, 'application/json')
  if (reply.status !== 200) return failed(visit, reply.status, reply.text)
  const { access_requests: requests, next } = fromJson<View<typeof AccessRequestPage>>(reply.text)
  const over = await endedGrants(visit)
  /** The API keeps a request `granted` when its grant ends; this page shows it as ended. */
  const statusOf = ({ status, grant_id }: AccessRequest) =>
    grant_id !== undefined && over.has(grant_id) ? 'ended' : status
  const purposes = await purposesIn(visit)
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      frameOf(visit),
      {
        title: say('ask.title'),
        line: say('ask.line'),
        actions: (
          <Action href="#ask" icon="add" isMain>
            {say('ask.new')}
          </Action>
        ),
      },
      <>
        {visit.query.written === 'asked' && <Box kind="good">{say('ask.done')}</Box>}
        {visit.query.written === 'withdrawn' && <Box kind="good">{say('ask.withdrawn')}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Grid>
          {STATES.map(([status, kind]) => (
            <Card
              title={say(`ask.${status}`)}
              aside={visit.words.count(requests.filter((one) => statusOf(one) === status).length)}
            >
              {status === 'open' && <p class="help">{say('ask.openHelp')}</p>}
              <Requests
                visit={visit}
                requests={requests.filter((one) => statusOf(one) === status)}
                badge={<Badge kind={kind}>{say(`ask.${status}`)}</Badge>}
                over={over}
                called={purposeCalled(visit.words, purposes)}
              />
            </Card>
          ))}
        </Grid>
        {next !== null && <p>{say('ask.older')}</p>}
        <div id="ask">
          <Card title={say('ask.new')}>
            <AskForm session={session} filled={filled} purposes={purposes} />
          </Card>
        </div>
      </>,
    ),
  }
}

const STATES = [
  ['open', 'warn'],
  ['granted', 'good'],
  ['ended', 'info'],
] as const

/** Returns the ids of those of the newest grants that have ended. */
async function endedGrants(visit: LenderVisit): Promise<ReadonlySet<string>> {
  const { token } = sessionOf(visit).person
  const { status, text } = await visit.ask(token, '/v1/grants?role=grantee&limit=500', 'application/json')
  if (status !== 200) return new Set()
  const { grants } = fromJson<View<typeof GrantPage>>(text)
  return new Set(grants.filter((grant) => ['revoked', 'expired'].includes(grant.status)).map(({ id }) => id))
}

interface RequestsProps {
  readonly visit: LenderVisit
  readonly requests: readonly AccessRequest[]
  /** How these requests stand. */
  readonly badge: VNode
  /** Ids of grants that have ended. */
  readonly over: ReadonlySet<string>
  /** Names a purpose. */
  readonly called: (code: string) => string
}

function Requests({ visit, requests, badge, over, called }: RequestsProps) {
  const { calendar, say } = visit.words
  if (requests.length === 0) return <p>{say('ask.none')}</p>
  return (
    <ul class="entries">
      {requests.map((request) => (
        <li>
          <p>
            <strong>{aboutWords(visit.words, must(request.about))}</strong> {badge}
          </p>
          <Facts
            rows={[
              [say('requests.for'), called(request.purpose)],
              [
                say('member.what'),
                [typesCalled(visit.words, request.record_types), ...termWords(visit.words, request)].join(
                  '; ',
                ),
              ],
              [say('ask.sent'), calendar.day(request.received_at)],
              [say('requests.lapses'), request.status === 'open' ? calendar.day(request.lapses_at) : null],
            ]}
          />
          {request.status === 'open' ? (
            <Form action="/lender/requests/withdrawal" session={sessionOf(visit)}>
              <input type="hidden" name="id" value={request.id} />
              <button type="submit" class="quiet">
                {say('ask.withdraw')}
              </button>
            </Form>
          ) : (
            request.status === 'granted' &&
            !over.has(request.grant_id ?? '') && (
              <Actions>
                <Action
                  href={`/lender/view?${new URLSearchParams({ purpose: request.purpose })}`}
                  icon="record"
                >
                  {say('ask.see')}
                </Action>
              </Actions>
            )
          )}
        </li>
      ))}
    </ul>
  )
}

interface AskFormProps {
  readonly session: Session<Lender>
  readonly filled: Filled
  readonly purposes: readonly NamedRow[]
}

const AskForm = ({ session, filled, purposes }: AskFormProps) => {
  const words = useWords()
  const { say } = words
  return (
    <Form action="/lender/requests" session={session}>
      <input type="hidden" name="id" value={idOf(filled.values.id)} />
      <p class="help">{say('ask.whom')}</p>
      <div class="fields">
        <Field name="member_no" label={say('ask.memberNo')} filled={filled} optional />
        <Field name="phone" label={say('ask.phone')} filled={filled} optional />
        <PurposeSelect label={say('ask.purpose')} purposes={purposes} filled={filled} />
        <Field
          name="until"
          label={say('ask.until')}
          filled={filled}
          help={say('grant.untilHelp', { day: dayAhead(words) })}
        />
      </div>
      <TypeBoxes legend={say('ask.types')} filled={filled} />
      <div class="fields">
        <TermFields filled={filled} asker="lender" />
      </div>
      <Field name="reason" label={say('ask.reason')} filled={filled} help={say('ask.reasonHelp')} />
      <Submit>{say('ask.do')}</Submit>
    </Form>
  )
}

/** The form field that shows a fault, by the member that the API names. */
const FIELD_OF: Readonly<Record<string, string>> = {
  purpose: 'purpose',
  record_types: 'type',
  expires_at: 'until',
  occurred_from: TERM_NAMES[0],
  occurred_to: TERM_NAMES[1],
  keep_until: TERM_NAMES[2],
  reason: 'reason',
}

export async function askForAccess(visit: LenderVisit): Promise<LenderAnswer> {
  const { say } = visit.words
  const { form } = visit
  const faults: Record<string, string> = {}
  const about = await aboutIn(visit, faults)
  const record_types = tickedIn(form, 'type', GRANTABLE_TYPES)
  if (record_types.length === 0) faults.type = say('grant.noTypes')
  if (!form.purpose) faults.purpose = say('field.required')
  const reason = (form.reason ?? '').trim()
  if (reason === '') faults.reason = say('field.required')
  const expires_at = dayIn(visit.words, visit, 'until', faults, endOfDay)
  if (expires_at === undefined) faults.until ??= say('field.required')
  const terms = termsOf(visit.words, visit, faults)
  if (Object.keys(faults).length > 0) return lenderRequests(visit, { values: form, faults })
  const draft = {
    id: idOf(form.id),
    about: must(about),
    purpose: must(form.purpose),
    record_types,
    expires_at: must(expires_at),
    ...terms,
    reason,
  } satisfies AccessRequestDraft
  const reply = await visit.write(sessionOf(visit).person.token, LIST, draft)
  return answered(visit, reply, 'asked')
}

/** Reads exactly one of member number and phone number. A fault never reveals whose number it is. */
async function aboutIn(visit: LenderVisit, faults: Record<string, string>): Promise<About | null> {
  const { say } = visit.words
  const [memberNo, phone] = ['member_no', 'phone'].map((name) => (visit.form[name] ?? '').trim())
  if (!memberNo === !phone) faults.member_no = say('ask.oneOf')
  else if (memberNo) return { member_no: memberNo }
  else
    try {
      return { phone: await visit.phoneIn(must(phone)) }
    } catch (error) {
      faults.phone = errorMessage(error)
    }
  return null
}

/** Withdraws one of the lender's own requests. Another lender's request is not found. */
export async function withdrawRequest(visit: LenderVisit): Promise<LenderAnswer> {
  const id = encodeURIComponent(visit.form.id ?? '')
  const reply = await visit.write(sessionOf(visit).person.token, `${LIST}/${id}/withdrawal`, {})
  return answered({ ...visit, form: {} }, reply, 'withdrawn')
}

function answered(
  visit: LenderVisit,
  { status, text }: ApiReply,
  written: string,
): Promise<LenderAnswer> | LenderAnswer {
  const { say } = visit.words
  if (status === 200 || status === 201) return { to: `/lender/requests?written=${written}` }
  if (status === 401) return failed(visit, status, text)
  const { title = '', detail = '', code, errors = [] } = fromJson<Partial<View<typeof ProblemShape>>>(text)
  const { form } = visit
  if (code === 'id_conflict')
    return lenderRequests(visit, { values: { ...form, id: uuidv7() }, faults: {} }, say('ask.usedBefore'))
  const faults: Record<string, string> = {}
  for (const { pointer, message } of errors) {
    const field = FIELD_OF[pointer.split('/')[1] ?? '']
    if (field !== undefined) faults[field] = message
  }
  const words = [title, detail].filter(Boolean).join('. ')
  return lenderRequests(visit, { values: form, faults }, words)
}

import { randomBytes } from 'node:crypto'
import { fromJson, must } from '../../base/typed.ts'
import type { GrantPage } from '../../consent/grants.ts'
import type { View } from '../../domain/shapes.ts'
import type { PlainKey } from '../../words/language.ts'
import type { LENDER_ROUTES } from '../addresses.ts'
import { EMPTY, Field, Form, Secret, Submit } from '../frame/form.tsx'
import { Icon } from '../frame/icons.tsx'
import { Action, Box, Card, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { endedPage } from './lender-ended.tsx'
import { failed, frameOf } from './lender-frame.tsx'
import { lenderPurposes } from './lender-purposes.ts'
import { askForAccess, lenderRequests, withdrawRequest } from './lender-requests.tsx'
import type { LenderAnswer, LenderVisit } from './lender-visit.ts'

/**
 * Pages for lenders: sign-in with a token, the purposes for which people opened records, and the lender view.
 */

export const refusal = (visit: LenderVisit, key: PlainKey): LenderAnswer => {
  const { say } = visit.words
  return {
    status: 403,
    html: pageText(frameOf(visit), say('refused.title'), <Box kind="bad">{say(key)}</Box>),
  }
}

const signInPage = (visit: LenderVisit, fault?: string, status = 200): LenderAnswer => {
  const { say } = visit.words
  return {
    status,
    html: pageText(
      frameOf(visit),
      { title: say('lender.title'), line: say('lender.line') },
      <>
        {visit.query.ended !== undefined && <Box kind="warn">{say('signIn.ended')}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Form action="/lender" session={null} class="narrow">
          <Secret
            name="token"
            label={say('lender.token')}
            help={say('lender.tokenHelp')}
            filled={EMPTY}
            autofocus
          />
          <Submit>{say('signIn.do')}</Submit>
        </Form>
      </>,
    ),
  }
}

async function signIn(visit: LenderVisit): Promise<LenderAnswer> {
  const { say } = visit.words
  const { form, address, attempts, sessions, cookie, admit } = visit
  // A token comes without a name, so all attempts from an address count together.
  const { seconds, takeBack } = attempts.begin(address, address)
  if (seconds > 0) return signInPage(visit, say('signIn.slow', { seconds }), 429)
  // People copy a token with spaces around it.
  const lender = admit((form.token ?? '').trim())
  if (lender === null) return signInPage(visit, say('lender.wrong'), 401)
  takeBack()
  sessions.end(cookie)
  return { to: '/lender', cookie: sessions.begin(lender, lender.verified.credential) }
}

/** The statuses in which a grant opens records. */
const OPEN = ['live', 'ends_soon']

/** Shows the list of people for the only purpose; if there is not exactly one, a choice of purposes. */
async function purposesPage(visit: LenderVisit): Promise<LenderAnswer> {
  const { say } = visit.words
  const { session, ask } = visit
  if (session === null) return signInPage(visit)
  const reply = await ask(session.person.token, '/v1/grants?role=grantee', 'application/json')
  if (reply.status !== 200) return failed(visit, reply.status, reply.text)
  const { grants } = fromJson<View<typeof GrantPage>>(reply.text)
  const purposes = [
    ...new Set(grants.filter(({ status }) => OPEN.includes(status)).map(({ purpose }) => purpose)),
  ].sort()
  const [only, another] = purposes
  if (only !== undefined && another === undefined) return { to: addressOf(only) }
  const called = await lenderPurposes(visit)
  return {
    html: pageText(
      frameOf(visit),
      {
        title: say('lender.purposes'),
        line: say('lender.purposesLine'),
        actions: <AskAction words={visit.words} />,
      },
      only === undefined ? (
        <Empty text={say('lender.nobody')} />
      ) : (
        <Card>
          <ul>
            {purposes.map((purpose) => (
              <li>
                <a href={addressOf(purpose)}>{called(purpose)}</a>
              </li>
            ))}
          </ul>
        </Card>
      ),
    ),
  }
}

const AskAction = ({ words: { say } }: Pick<LenderVisit, 'words'>) => (
  <Action href="/lender/requests" icon="add">
    {say('lender.askMore')}
  </Action>
)

const addressOf = (purpose: string): string => `/lender/view?${new URLSearchParams({ purpose })}`

/** Most characters that the API looks for: no party is shown by a longer name. */
const LONGEST_SOUGHT = 100

/** Returns what was asked for, as parameters of the API. */
const askedOf = ({ query }: LenderVisit, names: readonly string[]): string =>
  `/v1/lender-view?${new URLSearchParams(
    names.flatMap((name) => (query[name] ? [[name, query[name].slice(0, LONGEST_SOUGHT)]] : [])),
  )}`

/** The public API's lender view in the frame of these pages. Its links lead back to this page. */
async function viewPage(visit: LenderVisit): Promise<LenderAnswer> {
  const { query, ask } = visit
  const { say } = visit.words
  const { token } = must(visit.session).person
  const { subject, purpose = '', find } = query
  const asked = askedOf(visit, subject === undefined ? ['purpose', 'find'] : ['purpose', 'subject'])
  const reply = await ask(token, asked, 'text/html')
  if (reply.status !== 200) return failed(visit, reply.status, reply.text)
  const mark = randomBytes(16).toString('hex')
  const sheet = `/lender/sheet?${new URLSearchParams({ purpose, subject: subject ?? '' })}`
  const page = pageText(
    frameOf(visit),
    {
      title: say(subject === undefined ? 'view.list.page' : 'view.page'),
      line: say('statement.print'),
      actions:
        subject === undefined ? (
          <AskAction words={visit.words} />
        ) : (
          <>
            <Action href={addressOf(purpose)} icon="member">
              {say('view.list.all')}
            </Action>
            <Action href={sheet} icon="download">
              {say('lender.sheet')}
            </Action>
          </>
        ),
    },
    <>
      {subject === undefined && <Find purpose={purpose} find={find ?? ''} words={visit.words} />}
      <div class="told view">{mark}</div>
    </>,
  )
  return { html: page.replace(mark, () => contentOf(reply.text)) }
}

/**
 * Every text in the API's page is escaped, so these can only be the page's own tags. Its title is below that of
 * this page.
 */
const contentOf = (html: string): string =>
  html
    .slice(html.indexOf('<main>') + '<main>'.length, html.lastIndexOf('</main>'))
    .replace(/<h1>(.*?)<\/h1>/, '<h2>$1</h2>')

interface FindProps extends Pick<LenderVisit, 'words'> {
  readonly purpose: string
  readonly find: string
}

const Find = ({ purpose, find, words: { say } }: FindProps) => (
  <form method="get" action="/lender/view" class="find">
    <input type="hidden" name="purpose" value={purpose} />
    <Field name="find" label={say('lender.find')} filled={{ values: { find }, faults: {} }} optional />
    <button type="submit">
      <Icon name="search" />
      {say('lender.findDo')}
    </button>
    {find !== '' && <a href={addressOf(purpose)}>{say('lender.everyone')}</a>}
  </form>
)

/** The view of one party as a sheet. */
async function sheetFile(visit: LenderVisit): Promise<LenderAnswer> {
  const { token } = must(visit.session).person
  const reply = await visit.ask(token, askedOf(visit, ['purpose', 'subject']), 'text/csv')
  if (reply.status !== 200) return failed(visit, reply.status, reply.text)
  return { file: reply.text, name: 'lender-view.csv', type: 'text/csv' }
}

export const LENDER_ANSWERS: {
  readonly [Route in keyof typeof LENDER_ROUTES]: (visit: LenderVisit) => Promise<LenderAnswer>
} = {
  'GET /lender': purposesPage,
  'POST /lender': signIn,
  'GET /lender/view': viewPage,
  'GET /lender/sheet': sheetFile,
  'GET /lender/ended': endedPage,
  'GET /lender/requests': (visit) => lenderRequests(visit),
  'POST /lender/requests': askForAccess,
  'POST /lender/requests/withdrawal': withdrawRequest,
  'POST /lender/sign-out': async ({ sessions, cookie }) => {
    sessions.end(cookie)
    return { to: '/lender', cookie: null }
  },
}

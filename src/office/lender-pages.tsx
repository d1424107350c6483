import { fromJson, must } from '../base/typed.ts'
import type { GrantPage } from '../consent/grants.ts'
import type { View } from '../domain/shapes.ts'
import { codeOf } from '../text/kinds.ts'
import type { PlainKey } from '../words/language.ts'
import type { LENDER_ROUTES } from './addresses.ts'
import { Box, EMPTY, Form, pageText, Secret, Submit } from './layout.tsx'
import { failed, frameOf, LenderMenu } from './lender-frame.tsx'
import { askForAccess, lenderRequests, withdrawRequest } from './lender-requests.tsx'
import type { LenderAnswer, LenderVisit } from './lender-visit.ts'
import { renderedFor } from './reader.tsx'

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
      say('lender.title'),
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
  const { say, worded } = visit.words
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
  return {
    html: pageText(
      frameOf(visit),
      say('lender.purposes'),
      <>
        <LenderMenu session={session} />
        {only === undefined ? (
          <p>{say('lender.nobody')}</p>
        ) : (
          <ul>
            {purposes.map((purpose) => (
              <li>
                <a href={addressOf(purpose)}>{worded(codeOf(purpose))}</a>
              </li>
            ))}
          </ul>
        )}
      </>,
    ),
  }
}

const addressOf = (purpose: string): string => `/lender/view?${new URLSearchParams({ purpose })}`

/** The public API's lender view with a menu added. Its links lead back to this page. */
async function viewPage(visit: LenderVisit): Promise<LenderAnswer> {
  const { query, ask } = visit
  const session = must(visit.session)
  const asked = Object.fromEntries(
    ['purpose', 'subject'].flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
  const reply = await ask(session.person.token, `/v1/lender-view?${new URLSearchParams(asked)}`, 'text/html')
  if (reply.status !== 200) return failed(visit, reply.status, reply.text)
  const out = renderedFor(visit.words, <LenderMenu session={session} />)
  return {
    // Every text in the page is escaped, so this can only be the page's own tag.
    html: reply.text.replace('<body>', () => `<body>${out}`),
    policy: reply.policy?.replace("form-action 'none'", "form-action 'self'"),
  }
}

export const LENDER_ANSWERS: {
  readonly [Route in keyof typeof LENDER_ROUTES]: (visit: LenderVisit) => Promise<LenderAnswer>
} = {
  'GET /lender': purposesPage,
  'POST /lender': signIn,
  'GET /lender/view': viewPage,
  'GET /lender/requests': (visit) => lenderRequests(visit),
  'POST /lender/requests': askForAccess,
  'POST /lender/requests/withdrawal': withdrawRequest,
  'POST /lender/sign-out': async ({ sessions, cookie }) => {
    sessions.end(cookie)
    return { to: '/lender', cookie: null }
  },
}

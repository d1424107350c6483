import { nameKey } from '../domain/staff.ts'
import type { StaffAccounts } from '../identity/staff.ts'
import { OFFICE_ROUTES } from './addresses.ts'
import type { Attempts } from './attempts.ts'
import { Box, EMPTY, Field, type Filled, Form, pageText } from './layout.tsx'
import type { Session, Sessions } from './sessions.ts'
import { say } from './texts.ts'
import type { Answer, Visit } from './visit.ts'

export interface SignInPorts {
  readonly staff: Pick<StaffAccounts, 'signIn' | 'setPassword'>
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly submit: <T>(job: () => T) => Promise<T>
}

/** Each takes a tenth of a second of one processor; more wait in line than this, and the page says so. */
const MOST_WAITING = 20
let waiting = 0

export const signInPage = async (visit: Visit, fault?: string, status = 200): Promise<Answer> => ({
  status,
  html: pageText(
    visit,
    say('signIn.title'),
    <>
      {visit.query.ended !== undefined && <Box kind="warn">{say('signIn.ended')}</Box>}
      {visit.query.set !== undefined && <Box kind="good">{say('password.done')}</Box>}
      {fault !== undefined && <Box kind="bad">{fault}</Box>}
      <Form action="/sign-in" session={null} class="narrow">
        <Kept visit={visit} />
        <Field
          name="name"
          label={say('signIn.name')}
          filled={{ values: visit.form, faults: {} }}
          autocomplete="username"
          autofocus
        />
        <Field
          name="password"
          label={say('signIn.password')}
          type="password"
          filled={EMPTY}
          autocomplete="current-password"
        />
        <div class="buttons">
          <button type="submit">{say('signIn.do')}</button>
        </div>
      </Form>
      <p>
        <a href="/password">{say('signIn.haveCode')}</a>
      </p>
    </>,
  ),
})

/** What somebody sent after their session had ended: it comes along, and is sent when they have signed in. */
const MOST_KEPT = 30_000

export async function signInAgain(visit: Visit): Promise<Answer> {
  const { form_token: _, ...fields } = visit.form
  const kept = JSON.stringify(fields)
  const form = kept.length > MOST_KEPT ? {} : { kept, kept_path: visit.path }
  return signInPage({ ...visit, form, query: { ended: '' } }, undefined, 401)
}

const Kept = ({ visit: { form } }: { visit: Visit }) =>
  form.kept === undefined ? null : (
    <>
      <input type="hidden" name="kept" value={form.kept} />
      <input type="hidden" name="kept_path" value={form.kept_path} />
      <p>{say('signIn.kept')}</p>
    </>
  )

/** The form once more, for the person to send; null where there was none. It is checked like any other when it comes. */
function keptForm(visit: Visit, session: Session): Answer | null {
  const { kept, kept_path: path = '' } = visit.form
  const fields = fieldsIn(kept)
  if (fields === null || !isOwnForm(path)) return null
  return {
    html: pageText(
      { ...visit, session },
      say('signIn.goOn'),
      <Form action={path} session={session}>
        <p>{say('signIn.notWritten')}</p>
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="buttons">
          <button type="submit" autofocus>
            {say('signIn.send')}
          </button>
        </div>
      </Form>,
    ),
  }
}

function fieldsIn(kept: string | undefined): [string, string][] | null {
  try {
    const fields: unknown = JSON.parse(kept ?? '')
    if (fields === null || typeof fields !== 'object') return null
    return Object.entries(fields).filter((entry) => typeof entry[1] === 'string')
  } catch {
    return null
  }
}

/** Whether a form of ours goes there. */
function isOwnForm(path: string): boolean {
  const parts = path.split('/')
  return Object.keys(OFFICE_ROUTES).some((route) => {
    const [method, url = ''] = route.split(' ')
    const wanted = url.split('/')
    return (
      method === 'POST' &&
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith(':') ? /^[\w-]+$/.test(parts[i] ?? '') : part === parts[i]))
    )
  })
}

export async function signIn(visit: Visit, { staff, sessions, attempts }: SignInPorts): Promise<Answer> {
  const { name = '', password = '' } = visit.form
  const key = nameKey(name).slice(0, 100)
  const seconds = attempts.secondsToWait(key, visit.address)
  if (seconds > 0) return signInPage(visit, say('signIn.slow', { seconds }), 429)
  const person = await inLine(() => staff.signIn(name, password.slice(0, 1000)))
  if (person === 'busy') return signInPage(visit, say('signIn.busy'), 503)
  if (person === null) {
    attempts.failed(key, visit.address)
    return signInPage(visit, say('signIn.wrong'), 401)
  }
  attempts.succeeded(key, visit.address)
  // A session from before is ended: what it knew is worth nothing afterwards.
  sessions.end(visit.cookie)
  const cookie = sessions.begin(person)
  const session = sessions.find(cookie)
  const kept = session === null ? null : keptForm(visit, session)
  return { ...(kept ?? { to: '/today' }), cookie }
}

export const passwordPage = async (
  visit: Visit,
  filled: Filled = EMPTY,
  fault?: string,
): Promise<Answer> => ({
  status: fault === undefined && Object.keys(filled.faults).length === 0 ? 200 : 422,
  html: pageText(
    visit,
    say('password.title'),
    <>
      {fault !== undefined && <Box kind="bad">{fault}</Box>}
      <Form action="/password" session={null} class="narrow">
        <Field name="name" label={say('signIn.name')} filled={filled} autocomplete="username" autofocus />
        <Field name="code" label={say('password.code')} help={say('password.codeHelp')} filled={filled} />
        <Field
          name="password"
          label={say('password.new')}
          type="password"
          filled={filled}
          autocomplete="new-password"
        />
        <Field
          name="again"
          label={say('password.again')}
          type="password"
          filled={filled}
          autocomplete="new-password"
        />
        <div class="buttons">
          <button type="submit">{say('password.do')}</button>
        </div>
      </Form>
    </>,
  ),
})

export async function setPassword(visit: Visit, { staff, attempts, submit }: SignInPorts): Promise<Answer> {
  const { name = '', code = '', password = '', again = '' } = visit.form
  const filled = (faults: Filled['faults']): Filled => ({ values: { name, code }, faults })
  if (password !== again) return passwordPage(visit, filled({ again: say('password.differ') }))
  const key = nameKey(name).slice(0, 100)
  const seconds = attempts.secondsToWait(key, visit.address)
  if (seconds > 0) return passwordPage(visit, filled({}), say('signIn.slow', { seconds }))
  const fault = await inLine(() => staff.setPassword(submit, { name, code: code.slice(0, 100), password }))
  if (fault === 'busy') return passwordPage(visit, filled({}), say('signIn.busy'))
  if (fault === null) return { to: '/sign-in?set' }
  if (!fault.isOfPassword) attempts.failed(key, visit.address)
  return passwordPage(visit, filled(fault.isOfPassword ? { password: fault.reason } : { code: fault.reason }))
}

async function inLine<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  if (waiting >= MOST_WAITING) return 'busy'
  waiting++
  try {
    return await work()
  } finally {
    waiting--
  }
}

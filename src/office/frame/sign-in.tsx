import { accountNameKey } from '../../domain/staff.ts'
import type { SignedIn } from '../../identity/staff.ts'
import type { Words } from '../../words/words.ts'
import type { AnswerPorts } from '../ports.ts'
import type { Attempt } from './attempts.ts'
import { EMPTY, Field, type Filled, Form, Secret, Submit } from './form.tsx'
import { Box } from './parts.tsx'
import { pageText } from './shell.tsx'
import type { Answer, Visit } from './visit.ts'

/** Longer than any name of an account. */
const LONGEST_NAME = 100

export const signInPage = async (visit: Visit, fault?: string, status = 200): Promise<Answer> => {
  const { say } = visit.words
  // A person who has just set a password need not type their name again.
  const name = visit.query.set === undefined ? '' : (visit.query.name ?? '').slice(0, LONGEST_NAME)
  return {
    status,
    html: pageText(
      visit,
      say('signIn.title'),
      <>
        {visit.query.ended !== undefined && <Box kind="warn">{say('signIn.ended')}</Box>}
        {visit.query.set !== undefined && <Box kind="good">{say('password.done')}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Form action="/sign-in" session={null} class="narrow">
          <Field
            name="name"
            label={say('signIn.name')}
            filled={{ values: { name, ...visit.form }, faults: {} }}
            autocomplete="username"
            autofocus={name === ''}
          />
          <Secret
            name="password"
            label={say('signIn.password')}
            filled={EMPTY}
            autocomplete="current-password"
            autofocus={name !== ''}
          />
          <Submit>{say('signIn.do')}</Submit>
        </Form>
        <p>
          <a href="/password">{say('signIn.haveCode')}</a>
        </p>
      </>,
    ),
  }
}

/** The sign-in page, in reply to a form whose session has ended. */
export const signInAgain = (visit: Visit, isKept: boolean): Promise<Answer> => {
  const { say } = visit.words
  const notice = <Box kind="warn">{say(isKept ? 'signIn.kept' : 'signIn.notKept')}</Box>
  return signInPage({ ...visit, form: {}, query: {}, notice }, undefined, 401)
}

export async function signIn(visit: Visit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  if (visit.form.proved !== undefined) return proveFactor(visit, ports, visit.form.proved)
  const { staff, attempts, line, submit, pending } = ports
  const { name = '', password = '' } = visit.form
  const known = staff.knownAt(name, visit.address)
  const attempt = attempts.begin(accountNameKey(name).slice(0, 100), visit.address, known !== null)
  if (attempt.seconds > 0) return signInPage(visit, slowed(visit.words, ports, attempt.seconds), 429)
  const person = await line.run(known ?? visit.address, known !== null, () =>
    staff.signIn(name, password.slice(0, 1000)),
  )
  if (person === 'busy') {
    attempt.takeBack()
    return signInPage(visit, say('signIn.busy'), 503)
  }
  if (person === null) {
    await staff.noteRefused(submit, name)
    // Everyone is shown a stranger's waiting time, so that no one learns who is known here.
    const seconds = attempt.strangersSeconds
    return seconds > 0
      ? signInPage(visit, say('signIn.slow', { seconds }), 429)
      : signInPage(visit, say('signIn.wrong'), 401)
  }
  attempt.takeBack()
  if (staff.hasFactor(person)) return factorPage(visit, pending.begin(person))
  return admit(visit, ports, person)
}

/** The second page of a sign-in, shown only after the right password: a guesser learns nothing from it. */
const factorPage = async (visit: Visit, proved: string, fault?: string, status = 200): Promise<Answer> => {
  const { say } = visit.words
  return {
    status,
    html: pageText(
      visit,
      say('factor.title'),
      <Form action="/sign-in" session={null} class="narrow">
        <input type="hidden" name="proved" value={proved} />
        <Field
          name="code"
          label={say('factor.code')}
          help={say('factor.help')}
          filled={{ values: {}, faults: { code: fault } }}
          autocomplete="one-time-code"
          autofocus
        />
        <Submit>{say('signIn.do')}</Submit>
      </Form>,
    ),
  }
}

/** Checks the code of the second factor. @param proved the ticket issued for the right password */
async function proveFactor(visit: Visit, ports: AnswerPorts, proved: string): Promise<Answer> {
  const { say } = visit.words
  const { staff, submit, pending } = ports
  const waiting = pending.find(proved)
  const person = waiting && staff.stillIs(waiting)
  if (!person) return { to: '/sign-in?ended' }
  const attempt = beginProof(ports, person)
  if (attempt.seconds > 0) return factorPage(visit, proved, slowed(visit.words, ports, attempt.seconds), 429)
  const code = (visit.form.code ?? '').slice(0, 100)
  if (!(await submit(() => staff.takeCode(person, code)))) {
    await staff.noteRefused(submit, person.name, true)
    return factorPage(visit, proved, say('factor.wrong'), 401)
  }
  attempt.takeBack()
  pending.end(proved)
  return admit(visit, ports, person)
}

async function admit(
  visit: Visit,
  { staff, sessions, kept, submit }: AnswerPorts,
  person: SignedIn,
): Promise<Answer> {
  await submit(() => staff.noteSignIn(person, visit.address))
  // End any earlier session of this browser, so that its cookie and form token become worthless.
  sessions.end(visit.cookie)
  const cookie = sessions.begin(person, person.id)
  const session = sessions.find(cookie)
  const unsent = kept.take(person.id)
  if (session === null || unsent === null) return { to: '/today', cookie }
  session.unsent = unsent
  return { to: '/go-on', cookie }
}

export const passwordPage = async (visit: Visit, filled: Filled = EMPTY, fault?: string): Promise<Answer> => {
  const { say } = visit.words
  return {
    status: fault === undefined && Object.keys(filled.faults).length === 0 ? 200 : 422,
    html: pageText(
      visit,
      say('password.title'),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Form action="/password" session={null} class="narrow">
          <Field name="name" label={say('signIn.name')} filled={filled} autocomplete="username" autofocus />
          <Field name="code" label={say('password.code')} help={say('password.codeHelp')} filled={filled} />
          <Secret name="password" label={say('password.new')} filled={filled} autocomplete="new-password" />
          <Secret name="again" label={say('password.again')} filled={filled} autocomplete="new-password" />
          <Submit>{say('password.do')}</Submit>
        </Form>
      </>,
    ),
  }
}

export async function setPassword(visit: Visit, ports: AnswerPorts): Promise<Answer> {
  const { say, tell } = visit.words
  const { staff, attempts, line, submit } = ports
  const { name = '', code = '', password = '', again = '' } = visit.form
  const filled = (faults: Filled['faults']): Filled => ({ values: { name, code }, faults })
  if (password !== again) return passwordPage(visit, filled({ again: say('password.differ') }))
  const attempt = attempts.begin(accountNameKey(name).slice(0, 100), visit.address)
  if (attempt.seconds > 0) return passwordPage(visit, filled({}), slowed(visit.words, ports, attempt.seconds))
  const fault = await line.run(visit.address, false, () =>
    staff.setPassword(submit, { name, code: code.slice(0, 100), password }),
  )
  if (fault === null || fault === 'busy' || fault.isOfPassword) attempt.takeBack()
  if (fault === 'busy') return passwordPage(visit, filled({}), say('signIn.busy'))
  if (fault === null)
    return { to: `/sign-in?${new URLSearchParams({ set: '', name: name.slice(0, LONGEST_NAME) })}` }
  const reason = tell(fault.reason)
  return passwordPage(visit, filled(fault.isOfPassword ? { password: reason } : { code: reason }))
}

/**
 * Starts the check of a second proof from a person whose password was right or who is signed in. An account's
 * attempts count together, from any address, because a code is short; only someone who got this far can make
 * the person wait.
 */
export const beginProof = ({ attempts }: AnswerPorts, { id }: SignedIn): Attempt =>
  attempts.begin(id, id, true)

/** Counts an attempt that was not made because it must wait. @returns the text for the person */
export function slowed(words: Words, { staff }: AnswerPorts, seconds: number): string {
  const { say } = words
  staff.refused.slowed++
  return say('signIn.slow', { seconds })
}

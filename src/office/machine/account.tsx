import { base32, totpUri } from '../../domain/totp.ts'
import { newKey } from '../../identity/second-factor.ts'
import { languageOf, languages } from '../../words/language.ts'
import { EMPTY, Field, type Filled, Form, Secret, Select, Submit } from '../frame/form.tsx'
import { Badge, Box, Card, Grid } from '../frame/parts.tsx'
import { refusedUnless } from '../frame/proof.ts'
import { QrCode } from '../frame/qr-code.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import type { AnswerPorts } from '../ports.ts'

/** The page "My account": the person's own password, second factor and language. */

interface AccountSaid {
  readonly fault?: string
  /** Faults at the fields of the form that was sent. */
  readonly faults?: Filled['faults']
  readonly status?: number
  /** Recovery codes, which are shown once. */
  readonly codes?: readonly string[]
}

export async function accountPage(
  visit: StaffVisit,
  { staff }: AnswerPorts,
  said: AccountSaid = {},
): Promise<Answer> {
  const { say } = visit.words
  const { session, query, cooperative } = visit
  const { person, newFactor } = session
  const isOn = staff.hasFactor(person)
  const filled: Filled = { ...EMPTY, faults: said.faults ?? {} }
  const hasFault = said.fault !== undefined || said.faults !== undefined
  return {
    status: said.status ?? (hasFault ? 422 : 200),
    html: pageText(
      visit,
      {
        title: say('account.title'),
        line: say('account.line', { name: person.name, role: say(`role.${person.role}`) }),
      },
      <>
        {said.fault !== undefined && <Box kind="bad">{said.fault}</Box>}
        {query.password !== undefined && <Box kind="good">{say('account.passwordDone')}</Box>}
        {person.lacksFactor && <Box kind="warn">{say('account.must')}</Box>}
        {said.codes !== undefined && <RecoveryCodes codes={said.codes} />}
        <Grid>
          <Card
            title={say('account.factor')}
            aside={<Badge kind={isOn ? 'good' : 'warn'}>{say(isOn ? 'account.on' : 'account.off')}</Badge>}
            span={6}
          >
            <p>
              {isOn ? say('account.isOn', { left: staff.recoveryCodesLeft(person) }) : say('account.isOff')}
            </p>
            {isOn ? (
              <Form action="/account" session={session}>
                <Secret
                  name="proof"
                  label={say('account.proof')}
                  filled={filled}
                  autocomplete="one-time-code"
                />
                <div class="buttons">
                  <button type="submit" class="quiet" name="act" value="recovery">
                    {say('account.newRecovery')}
                  </button>
                  <button type="submit" class="quiet" name="act" value="off">
                    {say('account.turnOff')}
                  </button>
                </div>
              </Form>
            ) : newFactor === undefined ? (
              <Form action="/account" session={session}>
                <Secret
                  name="proof"
                  label={say('account.ownPassword')}
                  filled={filled}
                  autocomplete="current-password"
                />
                <Submit name="act" value="begin">
                  {say('account.turnOn')}
                </Submit>
              </Form>
            ) : (
              <Form action="/account" session={session}>
                <p>{say('account.scan')}</p>
                <QrCode text={totpUri(newFactor, cooperative, person.name)} label={say('account.qr')} />
                <p>
                  {say('account.key')} <code>{(base32(newFactor).match(/.{4}/g) ?? []).join(' ')}</code>
                </p>
                <Field
                  name="code"
                  label={say('factor.code')}
                  filled={filled}
                  autocomplete="one-time-code"
                  autofocus
                />
                <Submit name="act" value="on">
                  {say('account.turnOn')}
                </Submit>
              </Form>
            )}
          </Card>
          {!person.lacksFactor && (
            <>
              <Card title={say('account.password')} span={6}>
                <Form action="/account" session={session}>
                  <Secret
                    name="old"
                    label={say('account.old')}
                    filled={filled}
                    autocomplete="current-password"
                  />
                  <Secret
                    name="password"
                    label={say('password.new')}
                    filled={filled}
                    autocomplete="new-password"
                  />
                  <Secret
                    name="again"
                    label={say('password.again')}
                    filled={filled}
                    autocomplete="new-password"
                  />
                  <Submit name="act" value="password">
                    {say('account.setPassword')}
                  </Submit>
                </Form>
              </Card>
              <Card title={say('account.language')} span={6}>
                <Form action="/account" session={session}>
                  <Select
                    name="language"
                    label={say('account.languageOfPages')}
                    words={['', ...languages().map(({ code }) => code)]}
                    chosen={person.language ?? ''}
                    called={(code) => languageOf(code)?.name ?? say('account.asBrowser')}
                  />
                  <div class="buttons">
                    <button type="submit" class="quiet" name="act" value="language">
                      {say('account.setLanguage')}
                    </button>
                  </div>
                </Form>
              </Card>
            </>
          )}
        </Grid>
      </>,
    ),
  }
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const { say } = useWords()
  return (
    <Box kind="good">
      <p>{say('account.codes')}</p>
      <ul>
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Box>
  )
}

export async function changeAccount(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  const { staff, submit } = ports
  const { session, form } = visit
  const { person } = session
  switch (form.act) {
    case 'begin': {
      if (staff.hasFactor(person)) return { to: '/account' }
      // At an unattended screen a passer-by could add their own factor to another person's account.
      const proof = (form.proof ?? '').slice(0, 1000)
      const refused = await guarded(visit, ports, 'proof', false, () => staff.isPasswordOf(person, proof))
      if (refused !== null) return refused
      session.newFactor ??= newKey()
      return { to: '/account' }
    }
    case 'on': {
      const key = session.newFactor
      // The form was sent twice, or another session turned the factor on: show the current state.
      if (key === undefined || staff.hasFactor(person)) return { to: '/account' }
      const codes = await submit(() =>
        staff.hasFactor(person) ? null : staff.turnFactorOn(person, key, (form.code ?? '').slice(0, 100)),
      )
      if (codes === null) return accountPage(visit, ports, { faults: { code: say('factor.wrong') } })
      delete session.newFactor
      session.person = staff.stillIs(person) ?? person
      return accountPage({ ...visit, session }, ports, { codes })
    }
    case 'off': {
      if (!staff.hasFactor(person)) return { to: '/account' }
      const refused = await refusedProof(visit, ports)
      if (refused !== null) return refused
      await submit(() => staff.turnFactorOff(person))
      return { to: '/account' }
    }
    case 'recovery': {
      if (!staff.hasFactor(person)) return { to: '/account' }
      const refused = await refusedProof(visit, ports)
      if (refused !== null) return refused
      return accountPage(visit, ports, { codes: await submit(() => staff.renewRecoveryCodes(person)) })
    }
    case 'language': {
      const chosen = languageOf(form.language ?? '')?.code ?? null
      if (chosen !== person.language) await submit(() => staff.chooseLanguage(person, chosen))
      return { to: '/account' }
    }
    case 'password':
      return changePassword(visit, ports)
    default:
      return { to: '/account' }
  }
}

async function changePassword(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  const { staff, sessions, line, submit } = ports
  const { old = '', password = '', again = '' } = visit.form
  const { person } = visit.session
  if (person.lacksFactor) return { to: '/account' }
  if (password !== again) return accountPage(visit, ports, { faults: { again: say('password.differ') } })
  const refused = await guarded(visit, ports, 'old', false, () =>
    staff.isPasswordOf(person, old.slice(0, 1000)),
  )
  if (refused !== null) return refused
  const changed = await line.run(person.id, true, () => staff.changePassword(submit, person, password))
  if (changed === 'busy') return accountPage(visit, ports, { fault: say('signIn.busy'), status: 503 })
  if (changed === null) return { to: '/sign-in?ended', cookie: null }
  if ('reason' in changed)
    return accountPage(visit, ports, { faults: { password: visit.words.tell(changed.reason) } })
  await submit(() => staff.notePlace(changed, visit.address))
  sessions.end(visit.cookie)
  return { to: '/account?password', cookie: sessions.begin(changed, changed.id) }
}

/**
 * Asks for the password or a code, so that an unattended screen is not enough to remove the second factor.
 */
const refusedProof = (visit: StaffVisit, ports: AnswerPorts): Promise<Answer | null> => {
  const { staff, submit } = ports
  const { person } = visit.session
  const proof = (visit.form.proof ?? '').slice(0, 1000)
  const isCode = /^[\d\s]{6,}$/.test(proof)
  return guarded(visit, ports, 'proof', isCode, async () => {
    if (await submit(() => staff.takeCode(person, proof))) return true
    return staff.isPasswordOf(person, proof)
  })
}

/** Checks a proof. @returns null if it is right; otherwise the page that says why not */
async function guarded(
  visit: StaffVisit,
  ports: AnswerPorts,
  field: 'old' | 'proof',
  isCode: boolean,
  isRight: () => Promise<boolean>,
): Promise<Answer | null> {
  const refused = await refusedUnless(visit, ports, isCode, isRight)
  if (refused === null) return null
  const { words, status, isWrong } = refused
  return accountPage(visit, ports, isWrong ? { faults: { [field]: words } } : { fault: words, status })
}

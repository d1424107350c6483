import type { TargetedInputEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Admitted, Enrolled, Missing, PhoneUser } from '../engine/engine.ts'
import { MOST_WRONG } from '../rules/lock.ts'
import { nameWith } from '../rules/text.ts'
import { Icon } from './icons.tsx'
import { Fault } from './parts.tsx'
import { Scanner } from './scanner.tsx'
import { useScreen } from './screen.ts'
import type { FieldKey } from './words.ts'

/** Before the page is open: what is missing, the code, the PIN. */

const MISSING = {
  secure_connection: 'field.missing.secureConnection',
  worker: 'field.missing.worker',
  storage: 'field.missing.storage',
  crypto: 'field.missing.storage',
} as const satisfies Record<Missing, FieldKey>

export function MissingHere({ what }: { readonly what: Missing }) {
  const { say } = useScreen().words
  return (
    <>
      <h1>{say('field.missing.title')}</h1>
      <p class="box bad">{say(MISSING[what])}</p>
    </>
  )
}

const ENROLLED = {
  no_code: 'field.enrol.noCode',
  other_office: 'field.enrol.otherOffice',
  refused: 'field.enrol.refused',
  no_answer: 'field.enrol.noAnswer',
  other_lock: 'field.enrol.otherLock',
  of_person: 'field.enrol.ofPerson',
  other_person: 'field.people.otherPerson',
  own_party: 'field.people.ownParty',
  no_room: 'field.noRoom',
} as const satisfies Record<Exclude<Enrolled | Admitted['is'], 'done'>, FieldKey>

export function Enrol(props: {
  readonly code: string | undefined
  /** Whether others use the phone already. */
  readonly isAnother: boolean
}) {
  const { say } = useScreen().words
  const { isAnother } = props
  return (
    <>
      <h1>{say(isAnother ? 'field.who.another' : 'field.enrol.title')}</h1>
      <p>{say(isAnother ? 'field.who.anotherHow' : 'field.enrol.how')}</p>
      <CodeForm given={props.code} />
      {isAnother && <ToUsers />}
    </>
  )
}

/** Goes to the door of one who uses the phone, and says why that cannot be. */
function useUsers() {
  const { engine, words } = useScreen()
  const [fault, setFault] = useState('')
  const choose = async (at: number | null) =>
    setFault((await engine.chooseUser(at)) === null ? '' : words.say('field.noRoom'))
  return { choose: (at: number | null) => void choose(at), fault }
}

/** The names of those who use the phone. Each has a PIN of their own. */
export function Who({ users }: { readonly users: readonly PhoneUser[] }) {
  const { say } = useScreen().words
  const { choose, fault } = useUsers()
  return (
    <>
      <h1>{say('field.who.title')}</h1>
      <Fault>{fault}</Fault>
      <ul class="found">
        {users.map(({ at, name }) => (
          <li key={at}>
            <button type="button" class="line" onClick={() => choose(at)}>
              <Icon name="party" />
              <strong>{name === '' ? say('field.who.unnamed') : nameWith(name)}</strong>
            </button>
          </li>
        ))}
      </ul>
      <Another />
    </>
  )
}

/** For an officer who does not use the phone yet. */
function Another() {
  const { say } = useScreen().words
  const { choose, fault } = useUsers()
  return (
    <>
      <Fault>{fault}</Fault>
      <button type="button" class="quiet wide" onClick={() => choose(null)}>
        {say('field.who.another')}
      </button>
    </>
  )
}

function ToUsers() {
  const { engine, words } = useScreen()
  return (
    <button type="button" class="quiet wide" onClick={() => void engine.toUsers()}>
      {words.say('field.back')}
    </button>
  )
}

/** The form for a code, here and wherever a new one is needed. */
export function CodeForm(props: {
  readonly given?: string | undefined
  /** What is done with the code, if it does not register the phone itself. */
  readonly send?: (code: string) => Promise<Enrolled | Admitted['is']>
}) {
  const { engine, words } = useScreen()
  const { say } = words
  const [code, setCode] = useState(props.given ?? '')
  const [result, setResult] = useState<Enrolled | Admitted['is'] | 'busy' | null>(null)
  const [isScanning, setScanning] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    setResult('busy')
    setResult(await (props.send ?? ((text: string) => engine.enrol(text)))(code))
  }
  const fault = result !== null && result !== 'busy' && result !== 'done' ? say(ENROLLED[result]) : ''
  return (
    <form onSubmit={send}>
      <label for="code">{say('field.enrol.code')}</label>
      <input
        id="code"
        value={code}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-describedby="code-fault"
        onInput={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <p id="code-fault" class="fault" role="alert">
        {fault}
      </p>
      {isScanning && (
        <Scanner
          read={(text) => {
            setScanning(false)
            setCode(text)
          }}
          end={() => setScanning(false)}
        />
      )}
      <div class="buttons">
        <button type="submit" disabled={result === 'busy'}>
          {say('field.enrol.do')}
        </button>
        {!isScanning && (
          <button type="button" class="quiet" onClick={() => setScanning(true)}>
            {say('field.enrol.scan')}
          </button>
        )}
      </div>
    </form>
  )
}

/** Without it, a text field would show the digits. */
const isMaskable = () => CSS.supports('-webkit-text-security', 'disc')

/** A field for a PIN: digits, hidden. */
export function PinField(props: {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly isNew?: boolean
  /** The PIN of a member: the browser must not offer to keep it, since anyone who has the phone could use it. */
  readonly isTheirs?: boolean
  readonly onInput: (pin: string) => void
}) {
  const { id, label, value, isNew = false, isTheirs = false } = props
  const shared = {
    id,
    value,
    inputMode: 'numeric',
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => props.onInput(currentTarget.value),
  } as const
  return (
    <>
      <label for={id}>{label}</label>
      {isTheirs && isMaskable() ? (
        <input {...shared} type="text" class="masked" autocomplete="off" spellcheck={false} />
      ) : (
        <input
          {...shared}
          type="password"
          autocomplete={isTheirs ? 'off' : isNew ? 'new-password' : 'current-password'}
        />
      )}
    </>
  )
}

export const PIN_FAULTS = {
  short: 'field.pin.short',
  not_digits: 'field.pin.notDigits',
  simple: 'field.pin.simple',
  no_code: 'field.enrol.refused',
  no_room: 'field.noRoom',
} as const satisfies Record<string, FieldKey>

export function ChoosePin() {
  const { engine, words } = useScreen()
  const { say } = words
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    if (pin !== again) return setFault(say('field.pin.differ'))
    setBusy(true)
    const refused = await engine.choosePin(pin)
    setBusy(false)
    if (refused !== null) setFault(say(PIN_FAULTS[refused]))
  }
  return (
    <>
      <h1>{say('field.pin.chooseTitle')}</h1>
      <p>{say('field.pin.why')}</p>
      <form onSubmit={send}>
        <PinField id="pin" label={say('field.pin.new')} value={pin} isNew onInput={setPin} />
        <PinField id="again" label={say('field.pin.again')} value={again} isNew onInput={setAgain} />
        <p class="fault" role="alert">
          {fault}
        </p>
        <button type="submit" disabled={isBusy}>
          {say('field.pin.choose')}
        </button>
      </form>
    </>
  )
}

/** The locked page: the PIN, or a new code of the office. */
export function Door() {
  const { engine, status, words } = useScreen()
  const { say } = words
  const { stage } = status
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  if (stage.is !== 'locked' && stage.is !== 'shut') return null
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    await engine.unlock(pin)
    setBusy(false)
    setPin('')
  }
  return (
    <>
      <h1>{say(stage.is === 'shut' ? 'field.shut.title' : 'field.pin.title')}</h1>
      {stage.name !== '' && <p class="whose">{nameWith(stage.name)}</p>}
      {stage.is === 'shut' ? (
        <p class="box bad">{say('field.shut.what')}</p>
      ) : (
        <form onSubmit={send}>
          <PinField id="pin" label={say('field.pin.pin')} value={pin} onInput={setPin} />
          <p class="fault" role="alert">
            {stage.left < MOST_WRONG ? say('field.pin.wrong', { left: stage.left }) : ''}
          </p>
          <button type="submit" disabled={isBusy}>
            {say('field.pin.open')}
          </button>
        </form>
      )}
      <details open={stage.is === 'shut' || stage.code !== undefined}>
        <summary>{say('field.newCode.title')}</summary>
        <p>{say('field.newCode.what')}</p>
        <CodeForm given={stage.code} />
      </details>
      {stage.isShared ? <ToUsers /> : <Another />}
      <StartOver />
    </>
  )
}

/** Erases what the person has here whose door it is. */
export function StartOver() {
  const { engine, status, words } = useScreen()
  const { say } = words
  const [isSure, setSure] = useState(false)
  /** Null if nobody else uses the phone. */
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    void engine.whose().then(({ name, isShared }) => setName(isShared ? name : null))
  }, [status.stage])
  const isOfOne = name !== null
  return (
    <details>
      <summary>{say(isOfOne ? 'field.startOver.ofTitle' : 'field.startOver.title')}</summary>
      <p class="box bad">
        {isOfOne
          ? say('field.startOver.ofWhat', { name: name === '' ? say('field.who.unnamed') : nameWith(name) })
          : say('field.startOver.what')}
      </p>
      <label class="box-label">
        <input
          type="checkbox"
          checked={isSure}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
        {say('field.startOver.sure')}
      </label>
      <button type="button" disabled={!isSure} onClick={() => void engine.startOver()}>
        {say(isOfOne ? 'field.startOver.ofDo' : 'field.startOver.do')}
      </button>
    </details>
  )
}

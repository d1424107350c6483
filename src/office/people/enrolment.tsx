import type { ComponentChildren } from 'preact'
import { type Enrolled, fieldAddresses } from '../../identity/device-tasks.ts'
import { withItsNumber } from '../../text/wrap.ts'
import type { PlainKey } from '../../words/language.ts'
import { Box } from '../frame/parts.tsx'
import { QrCode } from '../frame/qr-code.tsx'
import { useWords } from '../frame/reader.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { PhonePicture, type PhoneStep } from './phone-picture.tsx'

/**
 * Leads a new phone in: it trusts the certificate, scans one code, and its owner chooses a PIN. The page can
 * be loaded again until the phone has registered, so the session keeps the code; no other session shows it.
 */
export async function enrolmentPage(visit: StaffVisit): Promise<Answer> {
  const { say, told } = visit.words
  const { path, query, run, session } = visit
  const id = path.split('/').at(-1) ?? ''
  const made = session.enrolled?.get(id)
  const found = made === undefined ? null : await run('device.enrolment', { id })
  if (made === undefined || found === null) return nothingThere(visit, say('enrol.title'), say('enrol.gone'))
  const { device } = found
  const isLate = visit.words.calendar.nowMs > Date.parse(made.expires_at)
  const url = made.addresses.find((one) => one === query.address) ?? made.url
  const name = told(made.party_name ?? made.party)
  if (made.confirms) return confirmsPage(visit, made, { device, isLate, url, name })
  const until = visit.words.calendar.stamp(made.expires_at)
  return {
    html: pageText(
      visit,
      say('enrol.title'),
      <>
        <Awaited
          device={device}
          isLate={isLate}
          again={`${path}?${new URLSearchParams({ address: url })}`}
          texts={['enrol.registered', 'enrol.late', 'enrol.waiting']}
        />
        {device === null && !isLate && (
          <>
            <p>{say('enrol.for', { name, until })}</p>
            {!made.reachable_by_others && <Box kind="warn">{say('once.unreachable')}</Box>}
            <Addresses path={path} made={made} chosen={url} />
            <Trust made={made} url={url} />
            <Scan made={made} url={url} />
          </>
        )}
        <Pin />
        <p>
          <a href="/devices">{say('consent.back')}</a>
        </p>
      </>,
    ),
  }
}

interface Standing {
  readonly device: { readonly id: string; readonly name: string } | null
  readonly isLate: boolean
  readonly url: string
  readonly name: string
}

interface AwaitedProps extends Pick<Standing, 'device' | 'isLate'> {
  readonly again: string
  readonly texts: readonly [
    registered: 'enrol.registered' | 'enrol.confirms.registered',
    late: PlainKey,
    waiting: PlainKey,
  ]
}

/** Whether the phone has registered. The page's script looks again until it has. */
function Awaited({ device, isLate, again, texts: [registered, late, waiting] }: AwaitedProps) {
  const { say } = useWords()
  return (
    <div id="awaited" data-awaited={device === null && !isLate}>
      {device !== null ? (
        <Box kind="good">
          <p>{say(registered, { device: withItsNumber(device.name) })}</p>
          <p>
            <a href={`/devices/${device.id}`}>{say('enrol.toDevice')}</a>
          </p>
        </Box>
      ) : isLate ? (
        <Box kind="bad">{say(late)}</Box>
      ) : (
        <Box kind="warn">
          <p>{say(waiting)}</p>
          <p>
            <a href={again}>{say('enrol.look')}</a>
          </p>
        </Box>
      )}
    </div>
  )
}

/** Leads a member in who confirms on the phone of a field officer, which is set up already. */
function confirmsPage(visit: StaffVisit, made: Enrolled, { device, isLate, url, name }: Standing): Answer {
  const { calendar, say } = visit.words
  return {
    html: pageText(
      visit,
      say('enrol.confirms.title'),
      <>
        <Awaited
          device={device}
          isLate={isLate}
          again={`${visit.path}?${new URLSearchParams({ address: url })}`}
          texts={['enrol.confirms.registered', 'enrol.confirms.late', 'enrol.confirms.waiting']}
        />
        {device === null && !isLate && (
          <>
            <p>{say('enrol.confirms.for', { name, until: calendar.stamp(made.expires_at) })}</p>
            {!made.reachable_by_others && <Box kind="warn">{say('once.unreachable')}</Box>}
            <Addresses path={visit.path} made={made} chosen={url} />
            <ol class="fields">
              <li>{say('enrol.confirms.open')}</li>
              <li>{say('enrol.confirms.scan')}</li>
              <li>{say('enrol.confirms.pin')}</li>
            </ol>
            <QrCode text={fieldAddresses(made, url).page} label={say('devices.qr')} />
            <p>
              {say('devices.code')} <code>{made.enrolment_code}</code>
            </p>
          </>
        )}
        <p class="help">{say('enrol.confirms.means')}</p>
        <p>
          <a href={`/members/${made.party}`}>{say('consent.back')}</a>
        </p>
      </>,
    ),
  }
}

/** A machine with several addresses: the phone must be able to reach the one in the code. */
function Addresses({ path, made, chosen }: { path: string; made: Enrolled; chosen: string }) {
  const { say } = useWords()
  if (made.addresses.length < 2) return null
  return (
    <form method="get" action={path} class="narrow">
      <label for="address">{say('enrol.address')}</label>
      <select id="address" name="address" aria-describedby="address-help">
        {made.addresses.map((url) => (
          <option value={url} selected={url === chosen}>
            {url}
          </option>
        ))}
      </select>
      <p class="help" id="address-help">
        {say('enrol.addressHelp')}
      </p>
      <div class="buttons">
        <button type="submit" class="quiet">
          {say('enrol.useAddress')}
        </button>
      </div>
    </form>
  )
}

const Step = ({ of, children }: { of: PhoneStep; children: ComponentChildren }) => (
  <li>
    <PhonePicture of={of} />
    <p>{children}</p>
  </li>
)

/** How each kind of phone is made to trust the authority, as Android 11 to 15 and iOS 15 to 18 name the settings. */
const PHONES = {
  android: [
    ['scan', 'enrol.android.scan'],
    ['warning', 'enrol.android.warning'],
    ['download', 'enrol.android.download'],
    ['settings', 'enrol.android.settings'],
  ],
  iphone: [
    ['scan', 'enrol.iphone.scan'],
    ['warning', 'enrol.iphone.warning'],
    ['download', 'enrol.iphone.download'],
    ['settings', 'enrol.iphone.settings'],
    ['switch', 'enrol.iphone.switch'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [PhoneStep, PlainKey])[]>>

function Trust({ made, url }: { made: Enrolled; url: string }) {
  const { say } = useWords()
  const { certificate } = fieldAddresses(made, url)
  // A proxy may do TLS for this machine.
  const isKnown = made.fingerprint_of === 'certificate' || url.startsWith('https:')
  return (
    <>
      <h2>{say('enrol.trust')}</h2>
      {certificate === null ? (
        isKnown ? (
          <p>{say('enrol.trustKnown')}</p>
        ) : (
          <Box kind="warn">{say('enrol.noTls')}</Box>
        )
      ) : (
        <>
          <p>{say('enrol.trustHelp')}</p>
          <QrCode text={certificate} label={say('enrol.trustQr')} />
          <p>
            <code>{certificate}</code>
          </p>
          <p class="help">{say('enrol.compare')}</p>
          <p>
            SHA-256 <code>{made.fingerprint_sha256}</code>
          </p>
          {(['android', 'iphone'] as const).map((phone) => (
            <details>
              <summary>{say(`enrol.${phone}`)}</summary>
              <ol class="fields">
                {PHONES[phone].map(([of, key]) => (
                  <Step of={of}>{say(key)}</Step>
                ))}
                <Step of="trusted">{say('enrol.trusted', { address: `${url}/field` })}</Step>
              </ol>
            </details>
          ))}
        </>
      )}
    </>
  )
}

function Scan({ made, url }: { made: Enrolled; url: string }) {
  const { say } = useWords()
  const { page } = fieldAddresses(made, url)
  return (
    <>
      <h2>{say('enrol.scan')}</h2>
      <p>{say('enrol.scanHelp')}</p>
      <QrCode text={page} label={say('devices.qr')} />
      <p>{say('devices.type')}</p>
      <Table
        columns={['record.member', 'record.value']}
        rows={[
          [say('devices.address'), <code>{url}/field</code>],
          [say('devices.code'), <code>{made.enrolment_code}</code>],
          ...(made.fingerprint_sha256 === null ? [] : [['SHA-256', made.fingerprint_sha256]]),
        ]}
      />
    </>
  )
}

/** What the owner of the phone does next. */
function Pin() {
  const { say } = useWords()
  return (
    <>
      <h2>{say('enrol.pin')}</h2>
      <ol class="fields">
        <Step of="pin">{say('enrol.pin.choose')}</Step>
        <Step of="home">{say('enrol.pin.home')}</Step>
      </ol>
      <p>{say('enrol.pin.forgotten')}</p>
    </>
  )
}

import { uuidv7 } from 'uuidv7'
import { PROBLEMS } from '../base/problem.ts'
import { entriesOf, isOneOf, keysOf } from '../base/typed.ts'
import { calendarDay, startOfDay } from '../cli/day.ts'
import { isClockAhead, isClockBehind } from '../domain/device-clock.ts'
import { allows } from '../domain/staff.ts'
import { DAY_MS } from '../domain/time.ts'
import type { DeviceLine } from '../identity/device-tasks.ts'
import type { Words } from '../words/words.ts'
import { faultWords, formStatus } from './fault-words.ts'
import { memberIn } from './filters.ts'
import { Box, EMPTY, Field, type Filled, Form, pageText, Select, Submit, Table } from './layout.tsx'
import { lookedAt } from './look.tsx'
import { QrCode } from './qr-code.tsx'
import { useWords } from './reader.tsx'
import { isFirst } from './sessions.ts'
import type { Answer, StaffVisit } from './visit.ts'

/** Phones and tablets: what happened to the records they sent, codes for new ones, and revoking lost ones. */

/** How long a code can be valid. A code valid for longer would be like a password on the wall. */
const LIVES_MS = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS }
const LIVES = keysOf(LIVES_MS)

export async function devicesPage(
  visit: StaffVisit,
  filled: Filled = EMPTY,
  fault?: string,
): Promise<Answer> {
  const { say } = visit.words
  const { run, query, session } = visit
  const { devices } = await run('device.list', {})
  const mayManage = allows(session.person.role, 'manage')
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      say('devices.title'),
      <>
        {query.ended !== undefined && <Box kind="good">{say('devices.ended')}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {devices.length === 0 ? <p>{say('devices.none')}</p> : <Devices visit={visit} devices={devices} />}
        {mayManage && (
          <>
            <h2>{say('devices.new')}</h2>
            <Form action="/devices" session={session} class="narrow">
              <input type="hidden" name="id" value={uuidv7()} />
              <Field
                name="party"
                label={say('devices.whose')}
                filled={filled}
                help={say('devices.whoseHelp')}
                isMember
              />
              <Select
                name="life"
                label={say('devices.life')}
                words={LIVES}
                chosen={filled.values.life ?? 'day'}
                called={(word) => say(`devices.life.${word}`)}
              />
              <Field
                name="since"
                label={say('devices.since')}
                filled={filled}
                help={say('devices.sinceHelp')}
                optional
              />
              <Submit name="act" value="enrol">
                {say('devices.enrol')}
              </Submit>
            </Form>
          </>
        )}
      </>,
    ),
  }
}

function Devices({ visit, devices }: { visit: StaffVisit; devices: readonly DeviceLine[] }) {
  const { calendar, say } = visit.words
  const { session } = visit

  const mayManage = allows(session.person.role, 'manage')
  return (
    <Table
      columns={[
        'devices.device',
        'devices.whose',
        'member.cameLast',
        'devices.sent',
        'devices.fetched',
        'devices.clock',
        '',
      ]}
      rows={devices.map((device) => [
        device.name,
        <a href={`/members/${device.party}`}>{device.party_name ?? device.party}</a>,
        device.last_came_at === null ? say('member.never') : calendar.stamp(device.last_came_at),
        <Sent device={device} />,
        device.pulled_to === null
          ? say('devices.nothing')
          : say(device.pulled_all ? 'devices.all' : 'devices.part', { at: calendar.stamp(device.pulled_to) }),
        clockWords(visit.words, device),
        device.revoked_at !== null ? (
          say('consent.takenBack', { at: calendar.stamp(device.revoked_at) })
        ) : mayManage ? (
          <Form action="/devices" session={session}>
            <input type="hidden" name="device" value={device.id} />
            <button type="submit" class="quiet" name="act" value="revoke">
              {say('devices.revoke')}
            </button>
          </Form>
        ) : null,
      ])}
    />
  )
}

/** The number of records accepted, and why the others were rejected. */
function Sent({ device: { accepted, replayed, rejected, rejections } }: { device: DeviceLine }) {
  const { say } = useWords()
  if (accepted + replayed + rejected === 0) return <>{say('devices.nothing')}</>
  return (
    <>
      {say('devices.taken', { count: accepted })}
      {rejected > 0 && (
        <>
          ; {say('devices.rejected', { count: rejected })}
          <ul>
            {entriesOf(rejections).map(([reason, count]) => (
              <li>
                {count}: {PROBLEMS[reason]?.[1] ?? reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function clockWords(words: Words, { clock_ahead_seconds: ahead }: DeviceLine): string {
  const { say, timeApart } = words
  if (ahead === null) return ''
  const aheadMs = ahead * 1000
  if (isClockBehind(aheadMs)) return say('devices.clockBehind', { time: timeApart(-aheadMs) })
  if (isClockAhead(aheadMs)) return say('devices.clockAhead', { time: timeApart(aheadMs) })
  return say('devices.clockRight')
}

/** Makes a code for one device, which is shown once, or revokes a device. */
export async function changeDevices(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const { form: values, run, session, timeZone } = visit
  try {
    if (values.act === 'revoke') return await revoke(visit)
    if (values.act !== 'enrol') return await devicesPage(visit)
    const faults: Record<string, string> = {}
    const party = await memberIn({ ...visit, query: { member: values.party } }, faults, 'party')
    if (party === null) faults.party ??= say('field.required')
    const since = (values.since ?? '').trim()
    const day = calendarDay(timeZone, since, Date.now(), visit.words)
    const sinceMs = since === '' ? null : startOfDay(timeZone, day)
    if (since !== '' && sinceMs === null) faults.since = say('records.noDay')
    const lifeMs = isOneOf(LIVES, values.life) ? LIVES_MS[values.life] : DAY_MS
    if (party === null || Object.keys(faults).length > 0) return await devicesPage(visit, { values, faults })
    if (!isFirst(session, values.id)) return await devicesPage(visit, EMPTY, say('once.again'))
    const made = await run('device.enrol', { party, lifeMs, sinceMs })
    const until = calendar.stamp(made.expires_at)
    return {
      html: pageText(
        visit,
        say('devices.code'),
        <>
          {!made.reachable_by_others && <Box kind="warn">{say('once.unreachable')}</Box>}
          <p>{say('devices.scan', { name: visit.words.told(made.party_name ?? party), until })}</p>
          <QrCode text={made.uri} label={say('devices.qr')} />
          <p>{say('devices.type')}</p>
          <Table
            columns={['record.member', 'record.value']}
            rows={[
              [say('devices.address'), made.url],
              [say('devices.code'), <code>{made.enrolment_code}</code>],
              ...(made.fingerprint_sha256 === null ? [] : [['SHA-256', made.fingerprint_sha256]]),
            ]}
          />
          <p>
            <a href="/devices">{say('consent.back')}</a>
          </p>
        </>,
      ),
    }
  } catch (error) {
    return devicesPage(visit, { values, faults: {} }, faultWords(visit.words, error))
  }
}

/** Revokes a device, whose next request is then refused. Asks for confirmation first. */
async function revoke(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form, run, session } = visit
  const { devices } = await run('device.list', {})
  const device = devices.find(({ id }) => id === form.device)
  if (device === undefined) return devicesPage(visit, EMPTY, say('notFound.text'))
  const { id, party, party_name } = device
  return lookedAt(visit, {
    writes: { act: 'revoke', id, party },
    show: async () => say('devices.revokeMeans', { device: device.name, name: party_name ?? party }),
    linesOf: (means) => [means],
    page: (seen, means, sure) => ({
      html: pageText(
        seen,
        say('devices.revoke'),
        <>
          <p>{means}</p>
          <Form action="/devices" session={session}>
            <input type="hidden" name="act" value="revoke" />
            <input type="hidden" name="device" value={id} />
            <div class="buttons">
              <button type="submit" name="sure" value={sure}>
                {say('devices.revoke')}
              </button>
              <a href="/devices">{say('consent.back')}</a>
            </div>
          </Form>
        </>,
      ),
    }),
    write: async () => {
      await run('device.revoke', { id })
      return { to: '/devices?ended' }
    },
  })
}

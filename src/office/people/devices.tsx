import { uuidv7 } from 'uuidv7'
import { isOneOf, keysOf } from '../../base/typed.ts'
import { calendarDay, startOfDay } from '../../cli/day.ts'
import { isClockAhead, isClockBehind } from '../../domain/device-clock.ts'
import { isId } from '../../domain/id.ts'
import { allows } from '../../domain/staff.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { DeviceLine } from '../../identity/device-tasks.ts'
import { nounName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { faultWords, formStatus } from '../frame/fault-words.ts'
import { memberIn } from '../frame/filters.ts'
import { EMPTY, Field, type Filled, Form, Select, Submit } from '../frame/form.tsx'
import { keepNewest } from '../frame/keep-newest.ts'
import { lookedAt } from '../frame/look.tsx'
import { Action, Actions, Box } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { isFirst } from '../frame/sessions.ts'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** Phones and tablets: the list of them, codes for new ones, and revoking lost ones. */

/** How long a code can be valid. A code valid for longer would be like a password on the wall. */
const LIVES_MS = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS }
const LIVES = keysOf(LIVES_MS)
/** Codes that one session can show. */
const MOST_CODES = 20

export async function devicesPage(
  visit: StaffVisit,
  filled: Filled = EMPTY,
  fault?: string,
): Promise<Answer> {
  const { say } = visit.words
  const { query, run, session } = visit
  const after = Math.max(0, Math.trunc(Number(query.after)) || 0)
  const { devices, next } = await run('device.list', { after })
  const mayManage = allows(session.person.role, 'manage')
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      say('devices.title'),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {devices.length === 0 ? <p>{say('devices.none')}</p> : <Devices visit={visit} devices={devices} />}
        {next !== undefined && (
          <Actions>
            <Action href={`/devices?${new URLSearchParams({ after: String(next) })}`}>
              {say('members.after')}
            </Action>
          </Actions>
        )}
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
  const { calendar, count, say } = visit.words
  return (
    <Table
      columns={[
        'devices.device',
        'devices.whose',
        'member.cameLast',
        { right: 'devices.waiting' },
        'devices.sent',
        'devices.clock',
      ]}
      rows={devices.map((device) => [
        <>
          <a href={`/devices/${device.id}`}>{device.name}</a>
          <HeldOn device={device} />
        </>,
        <a href={`/members/${device.party}`}>{nounName(device.party_name, visit.words) ?? device.party}</a>,
        device.revoked_at === null
          ? lastSeen(visit.words, device)
          : say('consent.takenBack', { at: calendar.stamp(device.revoked_at) }),
        device.says !== null && count(device.says.waiting),
        <Sent device={device} />,
        clockWords(visit.words, device),
      ])}
    />
  )
}

export const lastSeen = ({ calendar, say }: Words, { last_came_at: at }: DeviceLine) =>
  at === null ? say('member.never') : calendar.stamp(at)

/** Below a device that says it is on the phone of another party: which one. */
export function HeldOn({
  device: { held_on, held_on_name },
}: {
  device: Pick<DeviceLine, 'held_on' | 'held_on_name'>
}) {
  const { say } = useWords()
  if (held_on === undefined) return null
  return (
    <span class="label block">
      {say('devices.heldOn')} {held_on_name ?? say('devices.heldOnUnknown')}
    </span>
  )
}

/** The number of records that the service accepted and rejected. */
export function Sent({ device: { accepted, replayed, rejected } }: { device: DeviceLine }) {
  const { say } = useWords()
  if (accepted + replayed + rejected === 0) return <>{say('devices.nothing')}</>
  return (
    <>
      {say('devices.taken', { count: accepted })}
      {rejected > 0 && <>; {say('devices.rejected', { count: rejected })}</>}
    </>
  )
}

export function clockWords(words: Words, { clock_ahead_seconds: ahead }: DeviceLine) {
  const { say, timeApart } = words
  if (ahead === null) return null
  const aheadMs = ahead * 1000
  if (isClockBehind(aheadMs)) return say('devices.clockBehind', { time: timeApart(-aheadMs) })
  if (isClockAhead(aheadMs)) return say('devices.clockAhead', { time: timeApart(aheadMs) })
  return say('devices.clockRight')
}

/** Makes a code for one device, which a page of this session shows, or revokes a device. */
export async function changeDevices(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form: values, session, timeZone } = visit
  try {
    if (values.act === 'revoke') return await revoke(visit)
    if (values.act === 'confirms') return await letConfirm(visit)
    if (values.act !== 'enrol') return await devicesPage(visit)
    const faults: Record<string, string> = {}
    const party = await memberIn({ ...visit, query: { member: values.party } }, faults, 'party')
    if (party === null) faults.party ??= say('field.required')
    const since = (values.since ?? '').trim()
    const day = calendarDay(visit.words, since)
    const sinceMs = since === '' ? null : startOfDay(timeZone, day)
    if (since !== '' && sinceMs === null) faults.since = say('records.noDay')
    const lifeMs = isOneOf(LIVES, values.life) ? LIVES_MS[values.life] : DAY_MS
    if (party === null || Object.keys(faults).length > 0) return await devicesPage(visit, { values, faults })
    if (!isFirst(session, values.id)) return await devicesPage(visit, EMPTY, say('once.again'))
    return await enrol(visit, { party, lifeMs, sinceMs })
  } catch (error) {
    return devicesPage(visit, { values, faults: {} }, faultWords(visit.words, error))
  }
}

async function enrol(
  { run, session }: StaffVisit,
  asked: { readonly party: string; readonly lifeMs: number; readonly sinceMs: number | null },
  confirms = false,
): Promise<Answer> {
  const made = await run('device.enrol', asked)
  session.enrolled ??= new Map()
  session.enrolled.set(made.enrolment, { ...made, confirms })
  keepNewest(session.enrolled, MOST_CODES)
  return { to: `/devices/enrolment/${made.enrolment}` }
}

/**
 * Makes a code by which a member confirms on the phone of a field officer. That phone reads nothing of earlier days by it: it
 * is in the hands of someone else.
 */
async function letConfirm(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form: values, session, timeZone, cooperativeId } = visit
  const party = values.party ?? ''
  if (party === cooperativeId || !isId(party)) return devicesPage(visit, EMPTY, say('notFound.text'))
  if (!isFirst(session, values.id)) return devicesPage(visit, EMPTY, say('once.again'))
  const sinceMs = startOfDay(timeZone, visit.words.calendar.today)
  return enrol(visit, { party, lifeMs: LIVES_MS.day, sinceMs }, true)
}

/** Revokes a device, whose next request is then refused. Asks for confirmation first. */
async function revoke(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form, run, session } = visit
  const device = await run('device.show', { id: form.device ?? '' })
  if (device === null) return devicesPage(visit, EMPTY, say('notFound.text'))
  const { id, party, party_name } = device
  return lookedAt(visit, {
    writes: { act: 'revoke', id, party },
    show: async () =>
      say('devices.revokeMeans', { device: device.name, name: nounName(party_name, visit.words) ?? party }),
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
              <a href={`/devices/${id}`}>{say('consent.back')}</a>
            </div>
          </Form>
        </>,
      ),
    }),
    write: async () => {
      await run('device.revoke', { id })
      return { to: `/devices/${id}?ended` }
    },
  })
}

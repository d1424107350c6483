import { uuidv7 } from 'uuidv7'
import { keysOf } from '../../base/typed.ts'
import { isClockAhead, isClockBehind } from '../../domain/device-clock.ts'
import { allows } from '../../domain/staff.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { DeviceLine } from '../../identity/device-tasks.ts'
import { withItsNumber } from '../../text/wrap.ts'
import { nounName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { formStatus } from '../frame/fault-words.ts'
import { EMPTY, Field, type Filled, Form, Select, Submit } from '../frame/form.tsx'
import { Action, Actions, Box } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** Phones and tablets: the list of them, and the form for a new one. */

/** Whose phone a code is for: an officer's, who works for the cooperative, or one that a member has. */
const CARRIERS = ['officer', 'member'] as const
/** How long a code can be valid. A code valid for longer would be like a password on the wall. */
export const LIVES_MS = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS }
export const LIVES = keysOf(LIVES_MS)

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
  const carrier = filled.values.carrier === 'member' ? 'member' : 'officer'
  const shown = {
    ...filled,
    values: { name: say('devices.nameNew', { number: devices.length + 1 }), ...filled.values },
  }
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
              <fieldset>
                <legend>{say('devices.carrier')}</legend>
                {CARRIERS.map((one) => (
                  <label class="box-label">
                    <input type="radio" name="carrier" value={one} checked={one === carrier} />
                    {say(`devices.carrier.${one}`)}
                  </label>
                ))}
              </fieldset>
              <div class="of-officer">
                <Field
                  name="usedBy"
                  label={say('devices.officer')}
                  filled={shown}
                  help={say('devices.officerHelp')}
                  options={(await officersOf(visit, devices)).map((value) => ({ value }))}
                  optional
                />
                <Field
                  name="name"
                  label={say('devices.name')}
                  filled={shown}
                  help={say('devices.nameHelp')}
                  optional
                />
              </div>
              <div class="of-member">
                <Field
                  name="party"
                  label={say('devices.member')}
                  filled={shown}
                  help={say('devices.memberHelp')}
                  isMember
                  optional
                />
              </div>
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

/** Names that are suggested: of those who carry phones already, and of the staff. */
async function officersOf({ run }: StaffVisit, devices: readonly DeviceLine[]): Promise<string[]> {
  const { staff } = await run('staff.list', {})
  const carrying = devices.flatMap(({ used_by }) =>
    used_by?.party === undefined ? (used_by?.name ?? []) : [],
  )
  return [
    ...new Set([...carrying, ...staff.flatMap(({ name, ended_at }) => (ended_at === null ? name : []))]),
  ]
}

function Devices({ visit, devices }: { visit: StaffVisit; devices: readonly DeviceLine[] }) {
  const { calendar, count, say } = visit.words
  return (
    <Table
      columns={[
        'devices.device',
        'devices.usedBy',
        'devices.whose',
        'member.cameLast',
        { right: 'devices.waiting' },
        'devices.sent',
        'devices.clock',
      ]}
      rows={devices.map((device) => [
        <>
          <a href={`/devices/${device.id}`}>{withItsNumber(device.name)}</a>
          <HeldOn device={device} />
        </>,
        device.used_by?.name,
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

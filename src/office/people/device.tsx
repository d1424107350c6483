import { entriesOf } from '../../base/typed.ts'
import { allows } from '../../domain/staff.ts'
import { type DeviceLine, everyDevice } from '../../identity/device-tasks.ts'
import { nounName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { formStatus } from '../frame/fault-words.ts'
import { EMPTY, Field, type Filled, Form, Submit } from '../frame/form.tsx'
import { Box, Card, Facts, Grid } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { clockWords, lastSeen, Sent } from './devices.tsx'

/** One phone: what the service knows of it, what it reports about itself, and its end. */
export async function devicePage(
  visit: StaffVisit,
  filled: Filled = EMPTY,
  id = idIn(visit),
): Promise<Answer> {
  const { say } = visit.words
  const { run, query, session } = visit
  const device = await run('device.show', { id })
  if (device === null) return nothingThere(visit, say('devices.title'), say('notFound.text'))
  const isEnded = device.revoked_at !== null
  const held = await everyDevice((asked) => run('device.list', { ...asked, heldOn: device.id }))
  const mayManage = allows(session.person.role, 'manage')
  return {
    status: formStatus(filled.faults),
    html: pageText(
      visit,
      device.name,
      <>
        {query.ended !== undefined && isEnded && <Box kind="good">{say('devices.ended')}</Box>}
        {query.named !== undefined && <Box kind="good">{say('devices.named')}</Box>}
        <Grid>
          <Card title={say('device.known')} span={6}>
            <Known device={device} />
          </Card>
          <Card title={say('device.says')} span={6}>
            <Report device={device} />
          </Card>
        </Grid>
        <Rejections device={device} />
        <Held devices={held} />
        {mayManage && !isEnded && <Names device={device} session={session} filled={filled} />}
        {isEnded ? (
          <Ended device={device} />
        ) : (
          mayManage && (
            <Card title={say('device.lost')}>
              <p>{say('device.lostHelp')}</p>
              <Form action="/devices" session={session} class="buttons">
                <input type="hidden" name="device" value={device.id} />
                <button type="submit" class="quiet" name="act" value="revoke">
                  {say('devices.revoke')}
                </button>
              </Form>
            </Card>
          )
        )}
        <p>
          <a href="/devices">{say('consent.back')}</a>
        </p>
      </>,
    ),
  }
}

const idIn = ({ path }: StaffVisit): string => path.split('/').at(-1) ?? ''

/** What the office calls the phone, and who carries it. */
function Names({
  device: { id, name, used_by },
  session,
  filled,
}: {
  device: DeviceLine
  session: StaffVisit['session']
  filled: Filled
}) {
  const { say } = useWords()
  const shown = { ...filled, values: { name, usedBy: used_by?.name, ...filled.values } }
  return (
    <Card title={say('devices.names')}>
      <p>{say('devices.namesHelp')}</p>
      <Form action="/devices" session={session} class="narrow">
        <input type="hidden" name="device" value={id} />
        <Field name="name" label={say('devices.name')} filled={shown} />
        <Field name="usedBy" label={say('devices.usedBy')} filled={shown} />
        <Submit name="act" value="name">
          {say('devices.setNames')}
        </Submit>
      </Form>
    </Card>
  )
}

function Known({ device }: { device: DeviceLine }) {
  const words = useWords()
  const { calendar, say } = words
  const {
    held_on,
    held_on_name,
    party,
    party_name,
    platform,
    registered_at,
    pulled_to,
    pulled_all,
    revoked_at,
  } = device
  return (
    <Facts
      rows={[
        [say('devices.usedBy'), device.used_by?.name ?? say('devices.nobodyNamed')],
        [say('devices.whose'), <a href={`/members/${party}`}>{nounName(party_name, words) ?? party}</a>],
        [
          say('devices.heldOn'),
          held_on !== undefined && (
            <>
              {held_on_name == null ? (
                say('devices.heldOnUnknown')
              ) : (
                <a href={`/devices/${held_on}`}>{held_on_name}</a>
              )}
              <span class="label block">{say('devices.heldOnHelp')}</span>
            </>
          ),
        ],
        [say('device.platform'), platform ?? say('members.notWritten')],
        [say('device.registered'), calendar.stamp(registered_at)],
        [say('member.cameLast'), lastSeen(words, device)],
        [say('devices.clock'), clockWords(words, device) ?? say('device.clockUnknown')],
        [say('devices.sent'), <Sent device={device} />],
        [
          say('devices.fetched'),
          pulled_to === null
            ? say('devices.nothing')
            : say(pulled_all ? 'devices.all' : 'devices.part', { at: calendar.stamp(pulled_to) }),
        ],
        [say('device.endedAt'), revoked_at !== null && calendar.stamp(revoked_at)],
        [say('device.id'), <code>{device.id}</code>],
      ]}
    />
  )
}

/** Members whose devices are on this phone, as it says. */
function Held({ devices }: { devices: readonly DeviceLine[] }) {
  const words = useWords()
  const { say } = words
  if (devices.length === 0) return null
  return (
    <Card title={say('devices.held')}>
      <p class="help">{say('devices.heldEnd')}</p>
      <ul>
        {devices.map(({ id, party, party_name }) => (
          <li>
            <a href={`/devices/${id}`}>{nounName(party_name, words) ?? party}</a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Why records of this device were rejected, by number. */
function Rejections({ device: { rejections } }: { device: DeviceLine }) {
  const { count, say } = useWords()
  const reasons = entriesOf(rejections)
  if (reasons.length === 0) return null
  return (
    <Card title={say('device.rejections')}>
      <Table
        columns={['device.reason', { right: 'device.records' }]}
        rows={reasons.map(([code, times]) => [say(`problem.${code}`), count(times)])}
      />
      <p class="help">{say('device.rejectionsHelp')}</p>
    </Card>
  )
}

/** What the phone reports about itself, which nothing here can verify. */
function Report({ device: { says } }: { device: DeviceLine }) {
  const words = useWords()
  const { calendar, count, say } = words
  if (says === null) return <p>{say('device.saysNothing')}</p>
  return (
    <>
      <p class="help">{say('device.saysHelp', { at: calendar.stamp(says.at) })}</p>
      <Facts
        rows={[
          [
            say('devices.waiting'),
            says.oldest_waiting_at === null
              ? count(says.waiting)
              : say('device.waitingSince', {
                  figure: count(says.waiting),
                  at: calendar.stamp(says.oldest_waiting_at),
                }),
          ],
          [say('device.rejectedThere'), count(says.rejected)],
          [say('device.storage'), storageOf(words, says)],
          [say('device.client'), says.client],
        ]}
      />
    </>
  )
}

function storageOf(
  { amount, say }: Words,
  { storage_used_bytes: used, storage_quota_bytes: quota }: NonNullable<DeviceLine['says']>,
) {
  const size = (bytes: number) => say('machine.megabytes', { size: amount(Math.ceil(bytes / 1e6)) })
  if (used === null) return say('device.storageUnknown')
  return quota === null ? size(used) : say('device.storageOf', { used: size(used), quota: size(quota) })
}

/** What a phone that was ended still holds. */
function Ended({ device }: { device: DeviceLine }) {
  const { calendar, say } = useWords()
  const { pulled_to, says } = device
  return (
    <Card title={say('device.holds')}>
      <ul>
        <li>{say('device.holds.token')}</li>
        <li>
          {pulled_to === null
            ? say('device.holds.nothingFetched')
            : say('device.holds.fetched', { at: calendar.stamp(pulled_to) })}
        </li>
        {says !== null && <li>{say('device.holds.unsent', { count: says.waiting + says.rejected })}</li>}
        <li>{say('device.holds.pin')}</li>
        <li>{say('device.holds.how')}</li>
      </ul>
      <p>{say('device.holds.unsentHelp')}</p>
      <p>
        <code class="word">granary device take-in FILE --ended</code>
      </p>
    </Card>
  )
}

import { given, isOneOf } from '../../base/typed.ts'
import { calendarDay, startOfDay } from '../../cli/day.ts'
import { LONGEST_CALLED } from '../../domain/device-called.ts'
import { isId } from '../../domain/id.ts'
import { DAY_MS } from '../../domain/time.ts'
import { nounName } from '../../words/party-name.ts'
import { allRead, faultWords } from '../frame/fault-words.ts'
import { memberIn } from '../frame/filters.ts'
import { EMPTY, Form } from '../frame/form.tsx'
import { keepNewest } from '../frame/keep-newest.ts'
import { lookedAt } from '../frame/look.tsx'
import { isFirst } from '../frame/sessions.ts'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { devicePage } from './device.tsx'
import { devicesPage, LIVES, LIVES_MS } from './devices.tsx'

/** What staff do with phones: codes for new ones, their names and who carries them, and the end of lost ones. */

/** Codes that one session can show. */
const MOST_CODES = 20

/** Makes a code for one device, which a page of this session shows, or revokes a device. */
export async function changeDevices(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form: values, session, timeZone } = visit
  try {
    if (values.act === 'revoke') return await revoke(visit)
    if (values.act === 'name') return await rename(visit)
    if (values.act === 'confirms') return await letConfirm(visit)
    if (values.act !== 'enrol') return await devicesPage(visit)
    const unread = allRead()
    const { faults } = unread
    const isMembers = values.carrier === 'member'
    const party = isMembers ? await memberIn(visit, values, unread, 'party') : visit.cooperativeId
    if (party === null) faults.party ??= say('field.required')
    // Without a person, nobody could say who recorded what.
    const called = isMembers ? {} : namesIn(visit, faults)
    if (!isMembers && called.usedBy === undefined) faults.usedBy ??= say('devices.officerNeeded')
    const since = (values.since ?? '').trim()
    const day = calendarDay(visit.words, since)
    const sinceMs = since === '' ? null : startOfDay(timeZone, day)
    if (since !== '' && sinceMs === null) faults.since = say('records.noDay')
    const lifeMs = isOneOf(LIVES, values.life) ? LIVES_MS[values.life] : DAY_MS
    if (party === null || Object.keys(faults).length > 0)
      return await devicesPage(visit, { values, ...unread })
    if (!isFirst(session, values.id)) return await devicesPage(visit, EMPTY, say('once.again'))
    return await enrol(visit, { party, lifeMs, sinceMs, ...called })
  } catch (error) {
    return devicesPage(visit, { values, faults: {} }, faultWords(visit.words, error))
  }
}

/** Reads the names of a phone and of its person, as far as they are typed. */
function namesIn({ form, words }: StaffVisit, faults: Record<string, string>) {
  const read = (field: 'name' | 'usedBy') => {
    const text = (form[field] ?? '').trim()
    if (text.length > LONGEST_CALLED) faults[field] = words.say('devices.badName', { most: LONGEST_CALLED })
    return text === '' ? undefined : text
  }
  return given({ name: read('name'), usedBy: read('usedBy') })
}

/** Names a phone, and who carries it from now on. */
async function rename(visit: StaffVisit): Promise<Answer> {
  const { form, run, words } = visit
  const faults: Record<string, string> = {}
  const id = form.device ?? ''
  const called = namesIn(visit, faults)
  for (const field of ['name', 'usedBy'] as const)
    if (called[field] === undefined) faults[field] ??= words.say('field.required')
  if (Object.keys(faults).length > 0) return devicePage(visit, { values: form, faults }, id)
  const { used_by } = (await run('device.show', { id })) ?? {}
  const { usedBy, ...phone } = called
  // The same name again would be a person who is no party.
  const isSame = usedBy === used_by?.name
  await run('device.name', { id, ...phone, ...given({ usedBy: isSame ? undefined : usedBy }) })
  return { to: `/devices/${id}?named` }
}

async function enrol(
  { run, session }: StaffVisit,
  asked: {
    readonly party: string
    readonly lifeMs: number
    readonly sinceMs: number | null
    readonly name?: string
    readonly usedBy?: string
  },
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

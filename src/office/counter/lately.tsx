import { dayOf } from '../../cli/day.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { cropNames } from '../../records/crop-names.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'

import { quantityOf } from '../frame/entry-form.tsx'
import { keepNewest } from '../frame/keep-newest.ts'
import { Badge } from '../frame/parts.tsx'
import { Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { recordIn } from './record.tsx'

/** The last deliveries that the person saved, to compare with the pile of slips. */

const SHOWN = 8

export function noteSaved({ session, words }: StaffVisit, id: string): void {
  const { saved } = session.counter
  if (saved.has(id)) return
  saved.set(id, words.calendar.nowMs)
  keepNewest(saved, SHOWN)
}

/** The deliveries saved today, each in its newest version. */
export async function Lately({ visit }: { visit: StaffVisit }) {
  const { amount, calendar, say, worded } = visit.words
  const { session, timeZone } = visit
  const { today } = calendar
  const ids = [...session.counter.saved].filter(([, atMs]) => dayOf(timeZone, atMs) === today)
  const found = await Promise.all(ids.map(([id]) => newestOf(visit, id)))
  const records = found.filter((record) => record !== null).reverse()
  if (records.length === 0) return null

  const nameOf = await distinctNames(
    visit,
    records.map(({ from_party }) => String(from_party)),
  )
  const cropOf = await cropNames(visit.words, visit.run)
  return (
    <Table
      columns={['members.name', { right: 'member.quantity' }, '']}
      rows={records.map((record) => {
        const { standing, kg } = record.derived
        return [
          <>
            {nameOf(String(record.from_party))}
            <span class="label block">
              <a href={`/records/${record.id}`}>{calendar.clock(record.received_at)}</a> {cropOf(record.crop)}
            </span>
          </>,
          <>
            {quantityOf(visit.words, record)}
            {record.quantity?.unit !== 'kg' && (
              <span class="label block">
                {kg === null ? say('weigh.noKg') : say('weigh.inKg', { kg: amount(kg) })}
              </span>
            )}
          </>,
          standing === 'tip' ? (
            <a class="word" href={`/records/${record.id}/correction?back=weigh-in`}>
              {say('record.correct')}
            </a>
          ) : (
            <Badge kind={standing === 'forked' ? 'bad' : 'info'}>{worded(standing)}</Badge>
          ),
        ]
      })}
    />
  )
}

/** More corrections than a slip gets in a day. */
const MOST_CORRECTIONS = 8

async function newestOf(visit: StaffVisit, id: string): Promise<CounterRecord | null> {
  let newest = await recordIn(visit, id)
  for (let i = 0; i < MOST_CORRECTIONS && newest?.derived.standing === 'superseded'; i++)
    newest = (await recordIn(visit, newest.derived.superseded_by[0])) ?? newest
  return newest
}

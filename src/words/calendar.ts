import { must } from '../base/typed.ts'
import { asShown, type Happened, type Raw, type Shown } from '../text/kinds.ts'
import { apart, together } from '../text/wrap.ts'
import { ENGLISH, type Language } from './language.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const REMEMBERED = 5_000

interface LocalDay {
  readonly year: number
  /** January is 1. */
  readonly month: number
  readonly day: number
}

interface LocalTime extends LocalDay {
  readonly clock: string
}

/** Returns the machine's time zone, or UTC: if TZ names no zone, Intl reports none or Etc/Unknown. */
function machineZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

/** An instant known exactly; never a record's `occurred_at`, of which perhaps only the month is known. */
export type Instant = Raw | number

/** A record's time, with its precision. */
export interface Dated {
  readonly occurred_at: Happened | Raw
  readonly occurred_at_precision?: string | undefined
}

/** The time by which people read and write days. */
export interface Time {
  /** The service's time: the later of its clock and its newest entry. */
  readonly nowMs: number
  /** Whether the clock is so far behind that people must state the day of a record themselves. */
  readonly isBehind: boolean
}

/** The time of a program that has no service to ask. */
export const MACHINE_TIME: Time = {
  get nowMs() {
    return Date.now()
  },
  isBehind: false,
}

/** Formats dates in the appliance's time zone and a reader's language, and knows what day it is. */
export class Calendar {
  readonly time: Time
  readonly #language: Language
  #timeZone: string
  #made: Intl.DateTimeFormat | undefined
  /** Offsets by day since 1970; null for a day on which the clocks change. */
  readonly #offsets = new Map<number, number | null>()

  /** @param timeZone such as Africa/Kampala; empty for the machine's */
  constructor(timeZone: string, language: Language = ENGLISH, time: Time = MACHINE_TIME) {
    this.time = time
    this.#timeZone = timeZone
    this.#language = language
  }

  get timeZone(): string {
    this.#timeZone ||= machineZone()
    return this.#timeZone
  }

  /** Now, by the service's time. */
  get nowMs(): number {
    return this.time.nowMs
  }

  /** Today, by the service's time: `2026-06-28`. */
  get today(): string {
    return this.isoDay(this.nowMs)
  }

  /** Made for the first date, because making it takes 8 ms, which would delay every start. */
  get #format(): Intl.DateTimeFormat {
    this.#made ??= new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
      timeZone: this.timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    return this.#made
  }

  /** `28 Jun 2026` */
  day(at: Instant): Shown {
    return this.#dayText(this.#local(at))
  }

  /** `2026-06-28` */
  isoDay(at: Instant): string {
    const { year, month, day } = this.#local(at)
    return `${year}-${twoDigits(month)}-${twoDigits(day)}`
  }

  /** `28 June 2026`, for text that is read aloud. */
  longDay(at: Instant): Shown {
    return this.#dated('date.day', 'long', this.#local(at))
  }

  /** `28 Jun`, where the year is clear. */
  dayAndMonth(at: Instant): Shown {
    const { day, month } = this.#local(at)
    const values = { day: this.#dayOfMonth(day), month: this.#monthName(month) }
    return asShown(together(this.#language.say('date.dayMonth', values)))
  }

  /** `28`, where the month is clear. */
  dayOnly(at: Instant): Shown {
    return asShown(String(this.#dayOfMonth(this.#local(at).day)))
  }

  /** `Jun`, where the year is clear. */
  shortMonth(at: Instant): Shown {
    return asShown(this.#monthName(this.#local(at).month))
  }

  /** `28 Jun 2026, 10:15` */
  moment(at: Instant): Shown {
    return this.#language.say('date.moment', { day: this.day(at), clock: this.#local(at).clock })
  }

  /** `10:15`, where the day is said elsewhere. */
  clock(at: Instant): Shown {
    return asShown(this.#local(at).clock)
  }

  /** `28 Jun 2026, 10:15 +03:00`, for a page that does not name the time zone. */
  stamp(at: Instant): Shown {
    return asShown(apart(`${this.moment(at)} ${this.offset(at)}`))
  }

  /** The offset from UTC at that instant, as in `+03:00`. */
  offset(at: string | number): string {
    const minutes = this.#offsetMs(typeof at === 'number' ? at : Date.parse(at)) / MINUTE_MS
    const ahead = Math.abs(minutes)
    return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`
  }

  /** The instant with that offset, as in `2026-06-28T10:15:00.000+03:00` (RFC 3339). */
  withOffset(at: string): string {
    const ms = Date.parse(at)
    return new Date(ms + this.#offsetMs(ms)).toISOString().replace('Z', this.offset(ms))
  }

  /** `28 Jun 2026`, with ordinary spaces. */
  date(at: Instant): Shown {
    return asShown(apart(this.day(at)))
  }

  /** The date of a record, no more exact than the record states. */
  asRecorded({ occurred_at, occurred_at_precision }: Dated): Shown {
    const local = this.#local(occurred_at)
    switch (occurred_at_precision) {
      case 'week':
        return this.#language.say('date.week', { day: this.#dayText(mondayOf(local)) })
      case 'month':
        return this.#dated('date.month', 'short', local)
      case 'season':
        return this.#dated('date.season', 'short', local)
      default:
        return this.#dayText(local)
    }
  }

  /** The month of an instant, counted as `monthOf` does. */
  instantMonth(at: Instant): number {
    const { year, month } = this.#local(at)
    return year * 12 + month - 1
  }

  /** The month of a record, counted from the year 0; null if only its season is known. */
  monthOf({ occurred_at, occurred_at_precision }: Dated): number | null {
    if (occurred_at_precision === 'season') return null
    const local = this.#local(occurred_at)
    const { year, month } = occurred_at_precision === 'week' ? mondayOf(local) : local
    return year * 12 + month - 1
  }

  /** `Jun 2026`. @param month as `monthOf` counts it */
  monthName(month: number): Shown {
    const date = { year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 }
    return this.#dated('date.month', 'short', date)
  }

  #dayText(date: LocalDay): Shown {
    return asShown(together(this.#dated('date.day', 'short', date)))
  }

  #dated(key: 'date.day' | 'date.month' | 'date.season', length: 'short' | 'long', date: LocalDay): Shown {
    const month = must(this.#language.months(length)[date.month - 1])
    return this.#language.say(key, { day: this.#dayOfMonth(date.day), month, year: date.year })
  }

  /** Some languages write the first of a month in a way of its own, which `Intl` does not know. */
  #dayOfMonth(day: number): string | number {
    return day === 1 ? this.#language.say('date.first') : day
  }

  #monthName(month: number): string {
    return must(this.#language.months('short')[month - 1])
  }

  #local(at: string | number): LocalTime {
    const ms = typeof at === 'number' ? at : Date.parse(at)
    const local = new Date(ms + this.#offsetMs(ms))
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      clock: `${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`,
    }
  }

  /** Offset from UTC, cached by day unless the clocks change on that day. */
  #offsetMs(ms: number): number {
    const day = Math.floor(ms / DAY_MS)
    let known = this.#offsets.get(day)
    if (known === undefined) {
      const [first, last] = [this.#offsetAt(day * DAY_MS), this.#offsetAt((day + 1) * DAY_MS - 1)]
      known = first === last ? first : null
      if (this.#offsets.size >= REMEMBERED) this.#offsets.clear()
      this.#offsets.set(day, known)
    }
    return known ?? this.#offsetAt(ms)
  }

  #offsetAt(ms: number): number {
    const parts = new Map(this.#format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes) => must(parts.get(name))
    const local = new Date(0)
    local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    local.setUTCHours(part('hour'), part('minute'))
    return local.getTime() - Math.floor(ms / MINUTE_MS) * MINUTE_MS
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns the Monday on or before a day: ISO 8601 weeks begin on Monday. */
function mondayOf({ year, month, day }: LocalDay): LocalDay {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  const monday = new Date(date.getTime() - sinceMonday * DAY_MS)
  return { year: monday.getUTCFullYear(), month: monday.getUTCMonth() + 1, day: monday.getUTCDate() }
}

/** Returns a calendar that follows the time zone setting, which may change while the service runs. */
export function calendarOf(config: { readonly timeZone: string }): () => Calendar {
  let made: { readonly of: string; readonly calendar: Calendar } | null = null
  return () => {
    const { timeZone } = config
    if (made?.of !== timeZone) made = { of: timeZone, calendar: new Calendar(timeZone) }
    return made.calendar
  }
}

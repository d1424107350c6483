/** Readings that pages make for people of the staff: apart from what people do, and one line for each page. */

/** Actions that show something on a page. Making a receipt or a file is an act of the person who asks for it. */
const READINGS: ReadonlySet<string> = new Set([
  ...['access-request.list', 'access-request.show', 'audit', 'backup.suspension', 'chain'],
  ...['credential.list', 'delegation.list', 'device.list', 'device.list-of', 'device.show'],
  ...['device.take-in-from', 'disclosures', 'grant.held', 'grant.list', 'import.people', 'list'],
  ...[
    'member.seen',
    'message.list',
    'notifications.list',
    'objection.list',
    'origin',
    'party.alike',
    'party.claiming',
  ],
  ...['party.list', 'party.others', 'payment.list', 'payment.waiting', 'read', 'read_inference'],
  ...['report', 'staff.list', 'subject-access.list'],
])

interface Entry {
  readonly action: string
  readonly outcome: string
}

/** Whether a page made this reading for a person of the staff. A refusal is none. */
export const isPageReading = ({ action, outcome }: Entry, staff: unknown): boolean =>
  typeof staff === 'string' && READINGS.has(action) && (outcome === 'done' || outcome === 'disclosed')

/** A page makes its readings within this time of each other. */
const APART_MS = 2_000

interface Reading {
  readonly at: string
  readonly staff: string | null
}

/** Divides readings, newest first, into those of one page each: of one person, close to each other. */
export function viewsOf<T extends Reading>(readings: readonly T[]): T[][] {
  const views: T[][] = []
  let last: T | undefined
  for (const one of readings) {
    const isSame =
      last !== undefined && one.staff === last.staff && Date.parse(last.at) - Date.parse(one.at) <= APART_MS
    if (isSame) views.at(-1)?.push(one)
    else views.push([one])
    last = one
  }
  return views
}

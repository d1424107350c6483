/** Readings: apart from what people do, and one line for each page that was read. */

/** Actions that show something on a page of the staff. Making a receipt or a file is an act of the person who asks for it. */
const READINGS: ReadonlySet<string> = new Set([
  ...['access-request.list', 'access-request.show', 'audit', 'backup.suspension', 'chain'],
  ...['credential.list', 'delegation.list', 'device.list', 'device.list-of', 'device.show'],
  ...['device.take-in-from', 'disclosures', 'feed.list', 'grant.held', 'grant.list', 'grant.readers', 'list'],
  ...[
    'import.people',
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
  /** Seq of the token used; null for the staff and the operator. */
  readonly credential: number | null
}

/**
 * Whether a page made this reading for a person of the staff, or records were shown to the holder of a token: a lender, a
 * device, a program. A refusal is none.
 */
export const isReading = ({ action, outcome, credential }: Entry, staff: unknown): boolean =>
  typeof staff === 'string'
    ? READINGS.has(action) && (outcome === 'done' || outcome === 'disclosed')
    : credential !== null && outcome === 'disclosed'

/** A page makes its readings within this time. A program that reads without end fills a line for each such time. */
const APART_MS = 2_000

interface Reading {
  readonly n: number
  readonly at: string
  readonly staff: string | null
  readonly party: string | null
}

/** The readings of one page, the newest first. */
type View<T> = readonly [T, ...T[]]

const oldestOf = <T extends Reading>(view: View<T>): T => view.at(-1) ?? view[0]
const apartMs = (later: Reading, earlier: Reading) => Date.parse(later.at) - Date.parse(earlier.at)

/** Divides readings, newest first, into those of one page each: of one party, or one person of the staff, at one time. */
export function viewsOf<T extends Reading>(readings: readonly T[]): View<T>[] {
  const views: [T, ...T[]][] = []
  // Readers read at the same time.
  const newest = new Map<string, [T, ...T[]]>()
  for (const one of readings) {
    const reader = one.staff === null ? `party ${one.party}` : `staff ${one.staff}`
    const view = newest.get(reader)
    if (view !== undefined && apartMs(view[0], one) <= APART_MS) {
      view.push(one)
      continue
    }
    const begun: [T] = [one]
    views.push(begun)
    newest.set(reader, begun)
  }
  return views
}

/**
 * Returns the views of a page of the log that are whole, and the number before which the next page begins: one that has
 * more readings there is left to it, with those that it overlaps.
 * @param next the same for the readings; null if there are no more
 */
export function wholeViews<T extends Reading>(
  readings: readonly T[],
  next: number | null,
): { readonly shown: readonly View<T>[]; readonly next: number | null } {
  const views = viewsOf(readings)
  const last = readings.at(-1)
  if (next === null || last === undefined) return { shown: views, next }
  const isOpen = (view: View<T>) => apartMs(view[0], last) <= APART_MS
  let from = Math.max(...views.filter(isOpen).map(([{ n }]) => n))
  // By their newest readings, the earliest first: one that was passed has none after `from`.
  for (const view of [...views].reverse()) if (oldestOf(view).n <= from) from = Math.max(from, view[0].n)
  const shown = views.filter((view) => oldestOf(view).n > from)
  if (shown.length === 0) return { shown: views, next }
  return { shown, next: Math.min(...shown.map((view) => oldestOf(view).n)) }
}

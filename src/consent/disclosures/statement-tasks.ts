import { given } from '../../base/typed.ts'
import { DAY_MS, formatInstant } from '../../domain/time.ts'
import type { GrantableType } from '../../domain/types/index.ts'
import { entryIds, frontOffice, knownEntryIds } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct, type Operator } from '../../store/acts/doer.ts'
import type { Store } from '../../store/store.ts'
import type { Message, Value } from '../../words/message.ts'
import { type CalledParty, fullNameMessage, ownName } from '../../words/party-name.ts'
import { englishWords } from '../../words/words.ts'
import type { GrantEnd } from '../fetched.ts'
import type { GrantView } from '../grants.ts'
import type { ConsentKernel } from '../kernel.ts'
import { type MessageTold, messagesTo } from '../messages.ts'
import { type DisclosureSum, DisclosureSums } from '../subject-access/disclosure-sums.ts'
import { type DisclosurePlace, Disclosures, FIRST_PLACE } from '../subject-access/disclosures.ts'
import { isAbout } from './about.ts'
import { before, NewestFirst, type Page } from './newest-first.ts'
import { ReadableByOffice } from './readable-by-office.ts'
import { type DisclosedRecord, DisclosureRules } from './rules.ts'
import { type DisclosureReading, type ReaderTotal, Summing } from './summary.ts'

/**
 * The records whose readings are listed: all; or, for pages of the office, only those that the cooperative
 * may read as its own (contract §19).
 */
export type StatementScope = 'all' | 'cooperative'

/** Full names, of organisations only: no natural person other than the member is ever named. */
interface NamedReader {
  readonly to_name: Value | null
  readonly purpose_name: string | null
}

/** A live grant, with all the terms that the statement and the page show. */
export interface OpenTo {
  readonly id: string
  readonly grantee: string
  /** Null for a natural person, or a party without a known name. */
  readonly grantee_name: Value | null
  readonly purpose: string
  readonly purpose_name: string
  readonly record_types: readonly GrantableType[]
  readonly valid_from: string
  readonly expires_at: string
  readonly occurred_from?: string
  readonly occurred_to?: string
  readonly keep_until?: string
}

/** A grant that has ended, and whether the reader's program knows. */
export interface EndedTo
  extends GrantEnd,
    Pick<OpenTo, 'grantee' | 'grantee_name' | 'purpose' | 'purpose_name'> {
  readonly keep_until?: string
}

/** How many records that a reader was shown were corrected or retracted later, and of how many its program knows. */
export interface ChangedFor extends Pick<NamedReader, 'to_name'> {
  readonly to: string | null
  readonly changed: number
  readonly acknowledged: number
}

export interface MemberStatement {
  readonly party: string
  readonly name: CalledParty | null
  readonly member_no: string | null
  readonly cooperative: string | null
  readonly made_at: string
  readonly scope: StatementScope
  readonly totals: readonly (ReaderTotal & NamedReader)[]
  /** The same by month, as in the answer to subject access. */
  readonly months: readonly (DisclosureSum & NamedReader)[]
  readonly newest: readonly (DisclosureReading & NamedReader)[]
  /** Number of older readings by others: these are in the totals alone, as are all by the cooperative. */
  readonly older: number
  readonly may_read: readonly OpenTo[]
  /** Grants that have ended, the newest ends first, without those of which another opens all. */
  readonly ended: readonly EndedTo[]
  /** Number of those that ended earlier. */
  readonly ended_earlier: number
  readonly changed: readonly ChangedFor[]
  /** The objections in force, each in sentences. */
  readonly objections: readonly (readonly Message[])[]
  /** Text messages to the member, the newest of each of their entries first. */
  readonly messages: readonly MessageTold[]
}

export interface MemberSeen {
  readonly totals: readonly (ReaderTotal & NamedReader)[]
  /** From this instant on all readings are in the totals. */
  readonly since: string
}

/** Most readings printed one by one. */
const PRINTED = 200
/** The member's page adds up this many newest readings by others than the cooperative, within a year. */
const SEEN = 200
const SEEN_DAYS = 365
/** Most ended grants printed. */
const ENDED = 20
/** Most messages printed of an entry. */
const MESSAGES = 50
const GRANTS_AT_ONCE = 200
const TOLD_AT_ONCE = 20

export const statementTasks = tasksOn<ConsentKernel>()({
  /**
   * Adds up who read a member's records lately, except the cooperative. Its work is limited: the page is in
   * constant use.
   */
  'member.seen': async (
    kernel,
    operator: Operator,
    args: { readonly party: string },
  ): Promise<MemberSeen> => {
    const { store } = kernel
    const office = frontOffice(kernel, operator)
    const summing = new Summing(0)
    const entries = await store.jobs.submit(office, () => entryIds(kernel, operator, args.party))
    let sinceMs = 0
    for (const id of entries) sinceMs = Math.max(sinceMs, await addNewest(kernel, office, id, summing))
    return store.jobs.submit(office, () => {
      noteLook(kernel, operator, 'member.seen', args.party)
      return {
        totals: summing.summary.totals.map((one) => named(kernel, one)),
        since: formatInstant(sinceMs),
      }
    })
  },

  /** Collects who has read what about a member, who may read now, and what stops it: in slices. */
  'member.statement': async (
    kernel,
    operator: Operator,
    args: { readonly party: string; readonly scope: StatementScope },
  ): Promise<MemberStatement> => {
    const { store, people } = kernel
    const office = frontOffice(kernel, operator)
    const entries = await store.jobs.submit(office, () => knownEntryIds(kernel, operator, args.party))
    const summing = new Summing(PRINTED, office.partyId)
    const sums = new DisclosureSums(englishWords(kernel.config.timeZone).calendar, office.partyId)
    const changed: Changed = new Map()
    for (const [i, id] of entries.entries())
      await addAll(kernel, office, args.scope, id, entries.slice(0, i), { summing, sums, changed })
    const open: OpenTo[] = []
    const ended: EndedTo[] = []
    for (const id of entries) await addGrants(kernel, office, id, { open, ended })
    ended.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    return store.jobs.submit(office, () => {
      noteLook(kernel, operator, 'member.statement', args.party)
      const [party = args.party] = entries
      const n = store.parties.find(party)
      const facts = n === undefined ? null : people.facts(n)
      const { totals, newest, older } = summing.summary
      return {
        party,
        name: facts === null ? null : facts.called,
        member_no: facts?.memberNo ?? null,
        cooperative: ownName(people.facts(office.party).called),
        made_at: formatInstant(store.writer.nowMs),
        scope: args.scope,
        totals: totals.map((one) => named(kernel, one)),
        months: sums.all.map((one) => named(kernel, one)),
        newest: newest.map((one) => named(kernel, one)),
        older,
        may_read: open,
        ended: ended.slice(0, ENDED),
        ended_earlier: Math.max(0, ended.length - ENDED),
        changed: changedFor(kernel, changed),
        objections: entries.flatMap((id) =>
          kernel.objections
            .list(id, null, null, 100)
            .filter(({ withdrawn_at }) => withdrawn_at === null)
            .map(({ sentences }) => sentences),
        ),
        messages: entries.flatMap((id) => {
          const entry = store.parties.find(id)
          return entry === undefined ? [] : messagesTo(store, entry, null, MESSAGES).items
        }),
      }
    })
  },
})

type Office = ReturnType<typeof frontOffice>

/** Adds the newest readings. @returns the instant from which on all were added; 0 for an unknown party */
async function addNewest(
  kernel: ConsentKernel,
  office: Office,
  id: string,
  summing: Summing,
): Promise<number> {
  const { store } = kernel
  const party = store.parties.find(id)
  if (party === undefined) return 0
  const { told, next, fromMs } = await store.jobs.inSlices(office, () => {
    const rules = new DisclosureRules(store, party, (one) => kernel.gate.isNaturalPerson(one), {
      except: office.party,
    })
    const fromMs = store.writer.nowMs - SEEN_DAYS * DAY_MS
    const asked = { place: before(store.audit.size + 1), fromN: store.audit.firstSince(fromMs), limit: SEEN }
    const walk = new NewestFirst(store, party, rules, asked)
    let page: Page | null = null
    return () => {
      page ??= walk.slice()
      return page === null ? null : { ...page, fromMs }
    }
  })
  for (let i = 0; i < told.length; i += TOLD_AT_ONCE) {
    const some = told.slice(i, i + TOLD_AT_ONCE)
    const shown = await store.jobs.slice(office, () => {
      const filter = new ReadableByOffice(store, office.party)
      return some.map((one) => one.shown.filter(filter.may))
    })
    for (const [at, one] of some.entries()) summing.add(one, shown[at] ?? [])
  }
  if (next === null) return fromMs
  // The page ended early: readings older than the entry at which it ended may be missing.
  const n = Math.min(next.n, store.audit.size)
  return store.audit.entries([n]).get(n)?.at ?? fromMs
}

interface Added {
  readonly summing: Summing
  readonly sums: DisclosureSums
  readonly changed: Changed
}

/**
 * Adds all readings.
 * @param others entries of the same person added before: a record about both counts once
 */
async function addAll(
  kernel: ConsentKernel,
  office: Office,
  scope: StatementScope,
  id: string,
  others: readonly string[],
  { summing, sums, changed }: Added,
): Promise<void> {
  const { store } = kernel
  const party = store.parties.find(id)
  if (party === undefined) return
  const disclosures = new Disclosures(store, party, (one) => kernel.gate.isNaturalPerson(one))
  for (let place: DisclosurePlace | null = FIRST_PLACE; place !== null; ) {
    const from: DisclosurePlace = place
    // Added outside the job, which runs again if a fault of another job rolled it back.
    const { found, next } = await store.jobs.slice(office, () => {
      const filter = new ReadableByOffice(store, office.party)
      const isCounted = (one: DisclosedRecord) =>
        (scope === 'all' || filter.may(one)) && !others.some((other) => isOf(store, other, one))
      const page = disclosures.after(from)
      return {
        found: page.disclosures.map((told) => {
          const shown = told.shown.filter(isCounted)
          return {
            told,
            shown,
            changes: told.reader === office.party ? [] : changesOf(store, told.reader, shown),
          }
        }),
        next: page.next,
      }
    })
    for (const { told, shown, changes } of found) {
      summing.add(told, shown)
      if (shown.length > 0) {
        const record_ids = shown.map((one) => one.id)
        sums.add({ n: told.n, disclosure: { ...told.disclosure, record_ids } })
      }
      for (const { n, known } of changes) changed.set(n, { to: told.disclosure.to, known })
    }
    place = next
  }
}

function isOf(store: Store, party: string, { seq, type }: DisclosedRecord): boolean {
  const n = store.parties.find(party)
  if (n === undefined) return false
  return type === 'inference' ? store.inferences.subjectsOf(seq).includes(n) : isAbout(store, n, seq)
}

/** What became of records that others than the cooperative were shown, by the numbers of notifications. */
type Changed = Map<number, { readonly to: string | null; readonly known: boolean }>

const changesOf = ({ notifications, feedTold }: Store, reader: number, shown: readonly DisclosedRecord[]) =>
  shown.length === 0
    ? []
    : notifications
        .ofShown(
          reader,
          shown.map(({ seq }) => seq),
        )
        .map(({ n }) => ({ n, known: (feedTold.ofNotification(n)?.acknowledgedAt ?? null) !== null }))

function changedFor(kernel: ConsentKernel, changed: Changed): ChangedFor[] {
  const byReader = Map.groupBy(changed.values(), ({ to }) => to)
  return [...byReader].map(([to, some]) => ({
    to,
    to_name: to === null ? null : organisationName(kernel, to),
    changed: some.length,
    acknowledged: some.filter(({ known }) => known).length,
  }))
}

interface FoundGrants {
  readonly open: OpenTo[]
  readonly ended: EndedTo[]
}

async function addGrants(
  kernel: ConsentKernel,
  office: Office,
  id: string,
  { open, ended }: FoundGrants,
): Promise<void> {
  for (let last: string | null = null; ; ) {
    const place: string | null = last
    const found: readonly GrantView[] = await kernel.store.jobs.slice(office, () =>
      kernel.grants.list(id, 'subject', place, GRANTS_AT_ONCE, null),
    )
    for (const grant of found) {
      if (grant.live) open.push(openTo(kernel, grant))
      else if (grant.ended !== null && !kernel.grants.isCarriedOn(grant.id))
        ended.push(endedTo(kernel, grant, grant.ended))
    }
    if (found.length < GRANTS_AT_ONCE) return
    last = found[found.length - 1]?.id ?? null
  }
}

function openTo(kernel: ConsentKernel, grant: GrantView): OpenTo {
  const { id, grantee, purpose, record_types, valid_from, expires_at } = grant
  const { occurred_from, occurred_to, keep_until } = grant
  return {
    ...given({ occurred_from, occurred_to, keep_until }),
    id,
    grantee,
    grantee_name: organisationName(kernel, grantee),
    purpose,
    purpose_name: purposeName(kernel, purpose),
    record_types,
    valid_from,
    expires_at,
  }
}

const endedTo = (
  kernel: ConsentKernel,
  { grantee, purpose, keep_until }: GrantView,
  end: GrantEnd,
): EndedTo => ({
  ...given({ keep_until }),
  ...end,
  grantee,
  grantee_name: organisationName(kernel, grantee),
  purpose,
  purpose_name: purposeName(kernel, purpose),
})

function named<T extends Pick<ReaderTotal, 'to' | 'purpose'>>(
  kernel: ConsentKernel,
  one: T,
): T & NamedReader {
  return {
    ...one,
    to_name: one.to === null ? null : organisationName(kernel, one.to),
    purpose_name: one.purpose === null ? null : purposeName(kernel, one.purpose),
  }
}

function organisationName({ store, people }: ConsentKernel, party: string): Value | null {
  const n = store.parties.find(party)
  if (n === undefined) return null
  const { called, isNaturalPerson } = people.facts(n)
  return isNaturalPerson ? null : fullNameMessage(called)
}

const purposeName = ({ registry }: ConsentKernel, code: string): string =>
  registry.get('purposes', code)?.name ?? code.replaceAll('_', ' ')

function noteLook(kernel: ConsentKernel, operator: Operator, task: string, text: string): void {
  const { store } = kernel
  for (const id of entryIds(kernel, operator, text)) {
    const party = store.parties.find(id)
    if (party !== undefined) noteAct(store, { credential: null, operator }, task, { looked_up: party })
  }
}

import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { recordJson } from '../../../../src/records/views/record-view.ts'
import { isPerson, standingOf, subjectsOf } from '../../../support/records/gate/oracle.ts'
import {
  AT_FIRST,
  hasMoved,
  hasStoodOtherwise,
  isKeptOtherwise,
  isPaidOtherwise,
  isShownOtherwise,
  type LastTime,
  lastTime,
} from './comes-again.ts'
import { isOfASide } from './debts.ts'
import { compareHoldsNone } from './holds-none.ts'
import { keepUntilOfAll, type View } from './oracle-view.ts'
import { note, readAnything } from './reads.ts'
import { add, type Happening } from './tally.ts'
import { type Asker, PURPOSES, same, type World } from './world.ts'

/**
 * The change feed, pulled while the world grows: a puller gets everything it may read, nothing else, and nothing twice
 * but what was closed to it in between.
 */
export interface Pull {
  readonly asker: Asker
  /** Empty: its own records alone. */
  readonly purpose: string
  cursor: string | undefined
  /** It stopped between two pages: what consent changed since may bring a record again. */
  isMidway: boolean
  /** What a copy holds that takes in all changes and drops what is closed. */
  readonly mirror: Map<string, Held>
  readonly seen: Set<string>
  /** How much had been delivered, to anybody, when it began. */
  readonly beganAt: number
  /** What it has and could read at every moment since it last pulled. */
  readonly openSince: Set<string>
  /** When it last had everything. */
  last: LastTime
  /** Who counts as a person, and who has begun or ceased to since it last pulled. */
  persons: ReadonlySet<string>
  readonly turned: Set<string>
}

/** A record as it was brought, or as the gate shows it. */
interface Held {
  readonly json: string
  /** Its derived values at that moment, before anything is left out: the same for every reader. */
  readonly figures: string
}

const OWN = ''

/** Somebody pulls, in pages of some size; most have pulled before. */
export async function pullSomething(w: World): Promise<void> {
  const { random } = w
  if (w.pulls.length > 0 && random.chance(0.3)) return pullAPage(w, random.pick(w.pulls))
  if (w.pulls.length > 0 && random.chance(0.8)) return drain(w, random.pick(w.pulls))
  const granted = w.grants.filter(() => random.chance(0.5))
  const asker = granted.length > 0 ? w.asker(random.pick(granted).grantee) : random.pick(w.callers)
  const purposes = w.grants.filter((g) => g.grantee === asker.party).map((g) => g.purpose)
  const purpose = random.pick([OWN, ...PURPOSES, ...purposes, ...purposes])
  const known = w.pulls.find((pull) => pull.asker.party === asker.party && pull.purpose === purpose)
  await drain(w, known ?? begin(w, asker, purpose))
}

/** Another program of the asker begins. */
export function begin(w: World, asker: Asker, purpose: string): Pull {
  const pull = {
    asker,
    purpose,
    cursor: undefined,
    isMidway: false,
    mirror: new Map<string, Held>(),
    seen: new Set<string>(),
    beganAt: w.deliveries.count,
    openSince: new Set<string>(),
    last: AT_FIRST,
    persons: personsOf(w),
    turned: new Set<string>(),
  }
  w.pulls.push(pull)
  return pull
}

/** Every puller once more, and every party for every purpose from the beginning. */
export async function everybodyPulls(w: World): Promise<void> {
  for (const pull of [...w.pulls]) {
    await drain(w, pull)
    await readAnything(w, w.random)
  }
  for (const asker of w.callers)
    for (const purpose of [OWN, ...PURPOSES]) await drain(w, begin(w, asker, purpose))
}

/** To be called after every step: what is closed once may come again. */
export function noteClosed(w: World): void {
  const persons = personsOf(w)
  for (const pull of w.pulls) {
    const { asker, purpose, openSince } = pull
    for (const party of w.parties) if (persons.has(party) !== pull.persons.has(party)) pull.turned.add(party)
    pull.persons = persons
    if (openSince.size === 0) continue
    const view = w.view(asker, purpose)
    for (const id of openSince) if (!view.about(id).reads) openSince.delete(id)
  }
}

/** A page or two, and then the world goes on. */
export async function pullAPage(w: World, pull: Pull): Promise<void> {
  noteClosed(w)
  const view = w.view(pull.asker, pull.purpose)
  const got: string[] = []
  const isWhole = await fetch(w, view, pull, got, 1 + w.random.below(2))
  pull.isMidway = !isWhole
  for (const id of got) pull.seen.add(id)
  if (got.length > 0) note(w, pull.asker, view, 'changes', got)
  // What the rest would have brought is not known, so anything may come again.
  pull.openSince.clear()
  if (isWhole) await compareMirror(w, view, pull)
  // Pages pulled one right after the other stand in the audit log as one.
  await readAnything(w, w.random)
}

/** What the gate shows of these, without being audited. */
const shownNow = (w: World, { asker, purpose }: Pull, ids: readonly string[]): Promise<Map<string, Held>> =>
  w.submit(() => {
    const access = w.kernel.gate['core'].accessFor(w.requester(asker), purpose)
    const records = access.world.addIds(ids)
    access.prefetch(records)
    return new Map(
      records.map((record) => {
        const decision = access.decide(record)
        if (!decision.disclose) throw new Error(`${record.id} may not be read`)
        const gated = access.gated(record, decision)
        return [record.id, { json: recordJson(gated), figures: JSON.stringify(gated.remembered.derived) }]
      }),
    )
  })

/** All of it that does not grow with what others write, except its standing and what corrects it: those a copy has too. */
function lasting({ json }: Held) {
  const { derived, ...stored } = JSON.parse(json) as { derived: Record<string, unknown> }
  const { standing, superseded_by, keep_until, device, redacted = [] } = derived
  const isStored = ({ member }: { member: string }) => member === 'inputs' || member === 'supersedes'
  return {
    ...stored,
    ...{ standing, superseded_by, keep_until, device },
    redacted: (redacted as { member: string }[]).filter(isStored),
  }
}

/** The copy holds what the gate would show, and nothing else. */
async function compareMirror(w: World, view: View, pull: Pull): Promise<void> {
  const readable = w.records.filter((record) => view.decision(record).reads).map(({ id }) => id)
  for (const id of pull.mirror.keys()) same(readable.includes(id), true, where(w, pull, 'kept', id))
  const shown = await shownNow(w, pull, readable)
  for (const id of readable) {
    same(pull.mirror.has(id), true, where(w, pull, 'lacking', id))
    const [held, now] = [pull.mirror.get(id) as Held, shown.get(id) as Held]
    same(lasting(held), lasting(now), where(w, pull, 'shows something else', id))
    if (held.figures === now.figures)
      same(held.json, now.json, where(w, pull, 'shows something else of others', id))
    const record = w.records.find((r) => r.id === id) as RecordBody
    const isPaidTold =
      isOfASide(w, record) && record.agreed_price !== undefined && view.decisionOnPaid(record).reads
    const wanted = heldAs(standingOf(w, record), keepUntilOfAll(view.decisionsOn(record)), isPaidTold)
    const { derived } = JSON.parse(held.json) as Brought
    // A stranger's debt has no figure until its debtor confirms it, which brings it to nobody again.
    const isPaidShown = derived.paid !== undefined && isOfASide(w, record)
    const told = heldAs(derived.standing, derived.keep_until, isPaidShown)
    same(told, wanted, where(w, pull, 'kept otherwise than it stands', id))
  }
}

interface Brought {
  readonly derived: { readonly standing: string; readonly keep_until?: string; readonly paid?: object }
}

const heldAs = (standing: string, keepUntil: string | undefined, isPaidTold: boolean): string =>
  `${standing}, until ${keepUntil}, paid ${isPaidTold}`

/** Until nothing is left. */
export async function drain(w: World, pull: Pull): Promise<void> {
  noteClosed(w)
  const view = w.view(pull.asker, pull.purpose)
  const got: string[] = []
  await fetch(w, view, pull, got, Number.POSITIVE_INFINITY)
  await compareMirror(w, view, pull)
  for (const [i, id] of got.entries())
    same(
      // What once moved, or stood otherwise, is in the feed twice.
      got.indexOf(id) === i ||
        pull.isMidway ||
        hasMoved(w, pull.asker.party, AT_FIRST, id) ||
        hasStoodOtherwise(w, AT_FIRST, id) ||
        isShownOtherwise(w, view, pull, id),
      true,
      where(w, pull, 'brought twice at once', id),
    )
  for (const id of got) {
    same(view.about(id).reads, true, where(w, pull, 'brought', id))
    if (pull.seen.has(id) && pull.openSince.has(id)) {
      const why = whyAgain(w, view, pull, id)
      same(why === null, false, where(w, pull, 'brought twice', id))
      if (why !== null) add(w.tally, why)
    }
    pull.seen.add(id)
  }
  const readable = w.records.filter((record) => view.decision(record).reads)
  for (const { id } of readable) same(pull.seen.has(id), true, where(w, pull, 'never brought', id))
  w.decisions += w.records.length
  pull.isMidway = false
  pull.openSince.clear()
  for (const { id } of readable) pull.openSince.add(id)
  pull.last = lastTime(w, view, readable)
  pull.turned.clear()
  if (got.length > 0) note(w, pull.asker, view, 'changes', got)
}

/** @returns whether nothing is left */
async function fetch(w: World, view: View, pull: Pull, got: string[], pages: number): Promise<boolean> {
  const { credentials, ports, store } = w.kernel
  const { token, party } = pull.asker
  const n = store.parties.intern(party)
  const caller = credentials.verify(token) ?? {
    credential: pull.asker.credential as number,
    kind: 'party' as const,
    party: n,
    partyId: party,
  }
  const limit = w.random.pick([1, 2, 7, 500])
  for (let page = 0; page < pages; page++) {
    const { changes, closed, cursor, hasMore } = await ports.changes.pull(
      caller,
      { purpose: pull.purpose },
      pull.cursor,
      limit,
    )
    const count = changes.count + closed.length
    same(count <= limit, true, () => 'more than was asked for')
    // Nobody writes while a page is made, so that nothing on it is shown and closed.
    if (hasMore) same(count, limit, () => 'a short page before others')
    const ids = changes.made.map((json) => (JSON.parse(json) as RecordBody).id)
    compareHoldsNone(w, view, changes.made.join(), ids)
    for (const [i, id] of closed.entries()) {
      same(view.about(id).reads, false, where(w, pull, 'closed though it may be read', id))
      same(ids.includes(id) || closed.indexOf(id) !== i, false, where(w, pull, 'named twice on a page', id))
      if (!pull.mirror.has(id)) add(w.tally, 'a record was closed that this copy had not')
      // To this party for this purpose: two programs of one party may stand at different places.
      same(
        w.deliveries.hasSince(pull.beganAt, pull, id),
        true,
        where(w, pull, 'closed and never delivered', id),
      )
      pull.mirror.delete(id)
    }
    const shown = await shownNow(w, pull, [...new Set(ids)])
    for (const [i, json] of changes.made.entries())
      pull.mirror.set(ids[i] as string, { json, figures: shown.get(ids[i] as string)?.figures as string })
    if (closed.length > 0) add(w.tally, 'a copy had something closed')
    got.push(...ids)
    w.deliveries.add(pull, ids)
    pull.cursor = cursor
    if (!hasMore) return true
  }
  return false
}

const personsOf = (w: World): ReadonlySet<string> => new Set(w.parties.filter((party) => isPerson(w, party)))

/** Why it came again, though it is there and could be read all along. */
function whyAgain(w: World, view: View, pull: Pull, id: string): Happening | null {
  if (isOtherNow(w, pull, id)) return 'a record came again as others decide now'
  if (isKeptOtherwise(w, view, pull.last, id)) return 'a record came again to be kept for another time'
  if (isPaidOtherwise(w, view, pull.last, id))
    return 'a delivery came again as what was paid is told otherwise'
  if (hasStoodOtherwise(w, pull.last, id)) return 'a record came again as its standing changed'
  if (hasMoved(w, pull.asker.party, pull.last, id)) return 'a record came again as it had moved'
  return isShownOtherwise(w, view, pull, id) ? 'a record came again as it shows others otherwise' : null
}

/** Somebody in it has begun or ceased to count as a person, which brings it again. */
function isOtherNow(w: World, pull: Pull, id: string): boolean {
  const record = w.records.find((r) => r.id === id) as RecordBody
  return (subjectsOf(w, record) ?? []).some((party) => pull.turned.has(party))
}

const where =
  (w: World, { asker, purpose }: Pull, what: string, id: string) =>
  () => {
    const record = w.records.find((r) => r.id === id)
    return `${what}: ${record?.type} ${id}, party ${w.parties.indexOf(asker.party)} (${asker.party}), "${purpose}"`
  }

import { idHex } from '../../../../src/domain/id.ts'
import { ChainSoFar } from '../../../../src/records/gate/chain-so-far.ts'
import type { ListFilter } from '../../../../src/records/gate/reader.ts'
import type { Texts } from '../../../../src/records/gate/texts.ts'
import { find, firstOf, type Told } from '../../../support/records/gate/oracle.ts'
import type { Random } from '../../../support/records/gate/random.ts'
import { writtenForAnother } from './drafts.ts'
import { EVERY_RECORD } from './every-record.ts'
import { compareHoldsNone } from './holds-none.ts'
import type { OracleFilter, View } from './oracle-view.ts'
import { type Asker, DAY, PURPOSES, RECORD_TYPES, same, type World } from './world.ts'

/** One read on one surface: asked of the service, compared with the oracle, noted as shown, expected in the audit log. */

const NOBODY: ReadonlyMap<string, readonly string[]> = new Map()
const grantsOf = (told: Told) => (told.reads && !told.own ? told.grants : NOBODY)

/** By party, every grant of these. */
const ofAll = (openings: readonly ReadonlyMap<string, readonly string[]>[]) =>
  new Map(
    openings
      .flatMap((opening) => [...opening.keys()])
      .map((party) => [party, openings.flatMap((opening) => opening.get(party) ?? [])]),
  )

export const everything: OracleFilter = { ...EVERY_RECORD, standing: 'any' }

/** Notes what one answer showed, and the line of the audit log that must tell of it. */
export function note(
  w: World,
  asker: Asker,
  view: View,
  action: string,
  shown: readonly string[],
  refused?: { readonly reason: string; readonly asked: string },
): void {
  const told = shown.map((id) => {
    const record = find(w, id)
    return record === undefined ? [view.aboutEither(id)] : view.decisionsOn(record)
  })
  for (const [i, id] of shown.entries()) {
    const decisions = told[i] as readonly Told[]
    const decision = decisions[0] as Told
    const own = decision.reads && decision.own
    w.shown.push({
      to: view.requester,
      atMs: w.nowMs,
      purpose: view.purpose,
      id,
      own,
      printed: action === 'subject_access' && asker.operator !== undefined,
      grants: ofAll(decisions.map(grantsOf)),
    })
  }
  const unknown = refused?.reason.startsWith('no_such_') ? refused.asked : undefined
  w.audited.push({
    party: asker.operator === undefined ? asker.party : null,
    operator: asker.operator ?? null,
    action,
    purpose: view.purpose,
    outcome: refused?.reason ?? 'disclosed',
    records: refused === undefined ? shown : unknown === undefined ? [refused.asked] : [],
    ...(unknown === undefined ? {} : { asked: unknown }),
    grants: told.flatMap((decisions) => decisions.map(grantsOf)),
  })
}

const where = (w: World, view: View, what: string) => () =>
  `${what}, party ${w.parties.indexOf(view.requester)} (${view.requester}), ${view.purpose}`

/** @param shown whether the service gave it */
export function compareOne(w: World, asker: Asker, view: View, id: string, shown: boolean): void {
  const told = view.about(id)
  w.decisions++
  same(shown, told.reads, where(w, view, `one ${find(w, id)?.type} ${id}`))
  note(w, asker, view, 'read', shown ? [id] : [], told.reads ? undefined : { reason: told.reason, asked: id })
}

/** @param shown the versions the service gave, or null */
function compareChain(w: World, asker: Asker, view: View, id: string, shown: readonly string[] | null): void {
  const wanted = view.chain(id)
  w.decisions++
  const sorted = (ids: readonly string[] | null) => ids && [...ids].sort()
  same(sorted(shown), sorted(wanted), where(w, view, `chain ${find(w, id)?.type} ${id}`))
  const told = view.about(id)
  note(w, asker, view, 'chain', shown ?? [], told.reads ? undefined : { reason: told.reason, asked: id })
}

/** @param pages the ids on each page the service gave */
function compareList(
  w: World,
  asker: Asker,
  view: View,
  filter: OracleFilter,
  pages: readonly (readonly string[])[],
): void {
  same(pages.flat(), view.list(filter), where(w, view, `list ${JSON.stringify(filter)} ${pages.length}`))
  for (const page of pages) note(w, asker, view, 'list', page)
}

/** Through the reader itself, inside a job. */
export const byReader = {
  one(w: World, asker: Asker, view: View, id: string): void {
    const found = w.kernel.gate.readerFor(w.requester(asker), view.purpose).one(id)
    compareOne(w, asker, view, id, found?.record.id === id)
  },
  chain(w: World, asker: Asker, view: View, id: string): void {
    const { gate } = w.kernel
    const who = w.requester(asker)
    const soFar = new ChainSoFar(gate['core'], who, view.purpose, ({ record }) => record.id)
    let found: Texts | 'more' | null
    do found = gate.readerFor(who, view.purpose).chain(id, soFar)
    while (found === 'more')
    compareChain(w, asker, view, id, found?.made ?? null)
  },
  /** Page by page, going on from the last record of each, or from where the reader let other work pass. */
  list(w: World, asker: Asker, view: View, filter: OracleFilter, count: number): void {
    const pages: string[][] = []
    for (let after: { occurredAt: number; id: string } | null = null; ; ) {
      const reader = w.kernel.gate.readerFor(w.requester(asker), view.purpose)
      const { found, resume } = reader.list(filter as ListFilter, after, count)
      const page = found.slice(0, count).map((gated) => gated.record)
      pages.push(page.map((record) => record.id))
      const last = page[page.length - 1]
      const isMore = found.length > count && last !== undefined
      after = isMore ? { occurredAt: last.occurredAtMs, id: idHex(last.id) } : resume
      if (after === null) break
    }
    compareList(w, asker, view, filter, pages)
  },
}

/** Over HTTP with the party's own credential. */
export const byHttp = {
  async one(w: World, asker: Asker, view: View, id: string) {
    const answer = await w.http(asker, `/v1/records/${id}?purpose=${view.purpose}`)
    const body = answer.json()
    compareOne(w, asker, view, id, answer.statusCode === 200 && body.id === id)
    compareHoldsNone(w, view, answer.body, [id])
    return { answer, body }
  },
  async chain(w: World, asker: Asker, view: View, id: string) {
    const answer = await w.http(asker, `/v1/records/${id}/chain?purpose=${view.purpose}`)
    const records = answer.json().records as { id: string }[] | undefined
    const ids = answer.statusCode === 200 && records ? records.map((r) => r.id) : null
    compareChain(w, asker, view, id, ids)
    compareHoldsNone(w, view, answer.body, ids ?? [])
    return answer
  },
  async list(w: World, asker: Asker, view: View, filter: OracleFilter, count: number): Promise<void> {
    const pages: string[][] = []
    for (let cursor: string | null = null; ; ) {
      const search = new URLSearchParams(parametersOf(filter, view.purpose, count))
      if (cursor !== null) search.set('cursor', cursor)
      const answer = await w.http(asker, `/v1/records?${search}`)
      same(answer.statusCode, 200, () => answer.body)
      const page: { records: { id: string }[]; next: string | null } = answer.json()
      const ids = page.records.map((r) => r.id)
      compareHoldsNone(w, view, answer.body, ids)
      pages.push(ids)
      cursor = page.next
      if (cursor === null) break
    }
    compareList(w, asker, view, filter, pages)
  },
}

/** A record as the service shows it. */
// biome-ignore lint/suspicious/noExplicitAny: replies are whatever the service says; tests assert on them
export type Reply = any

/** Everything that a list over HTTP shows, by id. */
export async function listed(w: World, asker: Asker, purpose: string): Promise<Map<string, Reply>> {
  const records = new Map<string, Reply>()
  for (let cursor = ''; ; ) {
    const answer = await w.http(asker, `/v1/records?purpose=${purpose}&standing=any&limit=100${cursor}`)
    const page: { records: Reply[]; next: string | null } = answer.json()
    for (const record of page.records) records.set(record.id, record)
    if (page.next === null) return records
    cursor = `&cursor=${page.next}`
  }
}

function parametersOf(filter: OracleFilter, purpose: string, count: number): [string, string][] {
  const given: [string, string | null][] = [
    ['purpose', purpose],
    ['limit', String(count)],
    ['standing', filter.standing],
    ['order', filter.order],
    ['subject', filter.subject],
    ['lot_id', filter.lotId],
    ['obligation_id', filter.obligationId],
    ['occurred_from', filter.fromMs < 0 ? null : new Date(filter.fromMs).toISOString()],
    ['occurred_to', filter.toMs > 1e14 ? null : new Date(filter.toMs).toISOString()],
    ...filter.types.map((type): [string, string] => ['type', type]),
  ]
  return given.filter((parameter): parameter is [string, string] => parameter[1] !== null)
}

/** A question that asks for a part of what there is. */
export function anyFilter(w: World, random: Random): OracleFilter {
  const ids = (type: string) => [...w.records.filter((r) => r.type === type).map((r) => r.id), random.id(0)]
  const fromMs = w.nowMs - random.below(90) * DAY
  return {
    types: random.chance(0.6) ? RECORD_TYPES : [random.pick(RECORD_TYPES), 'delivery', 'loss'],
    subject: random.chance(0.4) ? random.pick(w.parties) : null,
    lotId: random.chance(0.15) ? random.pick([...ids('lot'), ...w.promised]) : null,
    obligationId: random.chance(0.1) ? random.pick(ids('obligation')) : null,
    fromMs: random.chance(0.2) ? fromMs : everything.fromMs,
    toMs: random.chance(0.2) ? fromMs + 30 * DAY : everything.toMs,
    standing: random.pick(['any', 'any', 'tip', 'forked', 'superseded', 'retracted']),
    order: random.pick(['newest', 'oldest']),
  }
}

/** Somebody reads something, on any surface, while the world grows. */
export async function readAnything(w: World, random: Random): Promise<void> {
  const shared = writtenForAnother(w)
  const theirs = shared.length > 0 && random.chance(0.3) ? random.pick(shared) : null
  const first = theirs && firstOf(w, theirs)
  const asker = first
    ? w.asker(random.pick([first.asserted_by, first.on_behalf_of ?? first.asserted_by]))
    : random.pick(w.askers)
  const granted = w.grants.filter((g) => g.grantee === asker.party)
  const purpose =
    granted.length > 0 && random.chance(0.7)
      ? random.pick(granted).purpose
      : random.pick([...PURPOSES, 'curiosity'])
  const view = w.view(asker, purpose)
  const known = random.chance(0.5) ? w.records.slice(-12) : w.records
  const others = [random.id(w.nowMs), ...w.inferences.slice(-1).map(({ body }) => body.id)]
  const id = theirs?.id ?? random.pick(random.chance(0.05) ? others : known.map((r) => r.id))
  const filter = random.chance(0.3) ? everything : anyFilter(w, random)
  const count = random.pick([1, 3, 8, 500])
  const surface = random.below(4)
  if (w.app && asker.operator === undefined && random.chance(0.5)) {
    if (surface < 2) await byHttp.one(w, asker, view, id)
    else if (surface === 2) await byHttp.chain(w, asker, view, id)
    else await byHttp.list(w, asker, view, filter, count)
    return
  }
  await w.submit(() => {
    if (surface < 2) byReader.one(w, asker, view, id)
    else if (surface === 2) byReader.chain(w, asker, view, id)
    else byReader.list(w, asker, view, filter, count)
  })
}

import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { confirmedIn } from '../../world.ts'
import { subjectsNamedIn } from '../subjects-named.ts'

/**
 * The consent decision of contract §7 told slowly and plainly over everything there is. It shares no code with the
 * service: no index, no links, only lists walked from end to end. What it found out of the records it keeps until the
 * next record comes, and nothing longer.
 */

export interface OracleGrant {
  readonly id: string
  readonly subject: string
  readonly grantee: string
  readonly purpose: string
  readonly types: readonly string[]
  readonly fromMs: number
  readonly untilMs: number
  /** Opens what happened from then on, and before then; null: whenever. */
  readonly happenedFromMs: number | null
  readonly happenedToMs: number | null
  /** Until when the reader may keep it; null: for good. */
  readonly keepUntilMs: number | null
  revoked: boolean
}

export interface OracleObjection {
  readonly id: string
  readonly lodger: string
  readonly subject: string
  readonly purposes: readonly string[] | null
  readonly types: readonly string[] | null
  withdrawn: boolean
}

export interface OracleDelegation {
  readonly id: string
  readonly principal: string
  readonly delegate: string
  readonly types: readonly string[]
  readonly acts: readonly string[]
  readonly fromMs: number
  readonly untilMs: number
  endedMs: number | null
}

export interface OracleWorld {
  readonly cooperative: string
  readonly records: RecordBody[]
  readonly grants: OracleGrant[]
  readonly objections: OracleObjection[]
  readonly delegations: OracleDelegation[]
  /** The later of the clock and the newest entry. */
  readonly nowMs: number
}

export const REACHED = ['consent', 'special_data_consent', 'legal_authorisation', 'public_duty']
const ORGANISATIONS = ['cooperative', 'business', 'institution', 'agency']

const kept = new WeakMap<OracleWorld, { size: number; answers: Map<string, unknown> }>()

/** The answer to a question about the records, worked out once until the next record comes. */
export function once<T>(w: OracleWorld, question: string, answer: () => T): T {
  let held = kept.get(w)
  if (held?.size !== w.records.length) {
    held = { size: w.records.length, answers: new Map() }
    kept.set(w, held)
  }
  if (!held.answers.has(question)) held.answers.set(question, answer())
  return held.answers.get(question) as T
}

export const find = (w: OracleWorld, id: unknown) => w.records.find((r) => r.id === id)
export const isRetracted = (w: OracleWorld, r: RecordBody) =>
  w.records.some((x) => x.type === 'retraction' && x.target_id === r.id)
export const children = (w: OracleWorld, r: RecordBody) => w.records.filter((x) => x.supersedes === r.id)
const isLiveBranch = (w: OracleWorld, r: RecordBody): boolean =>
  !isRetracted(w, r) || children(w, r).some((child) => isLiveBranch(w, child))

export function firstOf(w: OracleWorld, r: RecordBody): RecordBody {
  const parent = r.supersedes === undefined ? undefined : find(w, r.supersedes)
  return parent ? firstOf(w, parent) : r
}
export const chainOf = (w: OracleWorld, r: RecordBody): readonly RecordBody[] =>
  once(w, `chain ${r.id}`, () => {
    const first = firstOf(w, r)
    return w.records.filter((x) => x.type === r.type && firstOf(w, x).id === first.id)
  })

export const standingOf = (w: OracleWorld, r: RecordBody): string =>
  once(w, `standing ${r.id}`, () => {
    if (isRetracted(w, r)) return 'retracted'
    for (let at: RecordBody | undefined = r; at; at = find(w, at.supersedes)) {
      if (children(w, at).filter((child) => isLiveBranch(w, child)).length > 1) return 'forked'
    }
    return children(w, r).length > 0 ? 'superseded' : 'tip'
  })

export const isPerson = (w: OracleWorld, party: string): boolean =>
  once(w, `person ${party}`, () => {
    const said = w.records.filter(
      (r) =>
        r.type === 'party' &&
        r.party === party &&
        [party, w.cooperative].includes(r.asserted_by) &&
        standingOf(w, r) === 'tip',
    )
    return said.length === 0 || said.some((r) => !ORGANISATIONS.includes(r.kind as string))
  })

/** null: cannot be told */
export const subjectsOf = (w: OracleWorld, r: RecordBody): readonly string[] | null =>
  once(w, `subjects ${r.id}`, () => {
    const named = subjectsNamedIn(r)
    if (named !== null) return [...new Set(named)]
    switch (r.type) {
      case 'due_diligence':
      case 'loss': {
        const lot = find(w, r.lot_id)
        if (lot?.type !== 'lot') return null
        const has = (who: string | undefined) =>
          who !== undefined &&
          (receivers(w, lot).has(who) ||
            chainOf(w, lot).some((v) => [v.holder, v.asserted_by, v.on_behalf_of].includes(who)))
        // What the principal has to do with the lot helps a delegate no further than the mandate goes.
        const mandate = w.delegations.find((d) => d.id === r.delegation_id)
        if (!has(r.asserted_by) && !(mandate?.types.includes('lot') && has(r.on_behalf_of))) return null
        return [...new Set(chainOf(w, lot).map((v) => v.holder as string))]
      }
      default: {
        const target = find(w, r.target_id ?? confirmedIn(r))
        const isOne =
          r.type === 'retraction' ? target?.type !== r.type : r.type === `${target?.type}_confirmation`
        return target && isOne ? subjectsOf(w, target) : null
      }
    }
  })

/** Says who was entered twice, or takes that back: never opened by a grant. */
export function isBetweenEntries(w: OracleWorld, r: RecordBody): boolean {
  const target = r.type === 'retraction' ? find(w, r.target_id) : r
  return target?.type === 'party' && target.same_as !== undefined
}

export const recordsAbout = (w: OracleWorld, party: string): RecordBody[] =>
  w.records.filter((r) => subjectsOf(w, r)?.includes(party))

/**
 * Everybody who got hold of the lot, told hand-over by hand-over. The lot begins at the earliest time that any version of
 * it states, in the hands of everybody that any version states: corrected, forked and retracted ones too.
 */
export const receivers = (w: OracleWorld, lot: RecordBody): ReadonlySet<string> =>
  once(w, `receivers ${lot.id}`, () => {
    const chain = chainOf(w, lot)
    const [beginning] = chain.map((v) => v.occurred_at).sort()
    const held = new Set(chain.map((v) => v.holder as string))
    const received = new Set<string>()
    const waiting = w.records.filter(
      (r) =>
        r.type === 'custody_transfer' &&
        chain.some((v) => v.id === r.lot_id) &&
        standingOf(w, r) === 'tip' &&
        r.occurred_at >= (beginning as string) &&
        [r.asserted_by, r.on_behalf_of].includes(r.from_party as string),
    )
    for (const instant of [...new Set(waiting.map((r) => r.occurred_at))].sort()) {
      const now = new Set(waiting.filter((r) => r.occurred_at === instant))
      for (let moved = true; moved; ) {
        moved = false
        for (const transfer of now) {
          if (!held.has(transfer.from_party as string)) continue
          now.delete(transfer)
          held.add(transfer.to_party as string)
          received.add(transfer.to_party as string)
          moved = true
        }
      }
    }
    return received
  })

/** Step 2: needs nobody's leave. */
export function isOwn(w: OracleWorld, requester: string, r: RecordBody): boolean {
  if ([r.asserted_by, r.on_behalf_of].includes(requester)) return true
  if (subjectsOf(w, r)?.includes(requester)) return true
  return r.type === 'lot' && receivers(w, r).has(requester)
}

/** Whose grants a read needs: of every subject who is a natural person; where none is, of every subject. */
export function decidersAmong(w: OracleWorld, subjects: readonly string[]): readonly string[] {
  const persons = subjects.filter((s) => isPerson(w, s))
  return persons.length > 0 ? persons : subjects
}

export type Told =
  | { readonly reads: true; readonly own: true }
  /** Of each party whose grant was needed, the grants that open it; any of them may be the one relied on. */
  | {
      readonly reads: true
      readonly own: false
      readonly grants: ReadonlyMap<string, readonly string[]>
      /** null: for good */
      readonly keepUntilMs: number | null
    }
  | { readonly reads: false; readonly reason: string }

export function decisionOn(w: OracleWorld, requester: string, purpose: string, r: RecordBody): Told {
  if (isOwn(w, requester, r)) return { reads: true, own: true }
  const { type, lawful_basis } = r
  const subjects = isBetweenEntries(w, r) ? null : subjectsOf(w, r)
  return consented(w, requester, purpose, { type, lawful_basis, subjects, happened: happenedOf([r]) })
}

/** When records happened, as the windows of grants see it: names are of all time. */
export const happenedOf = (records: readonly RecordBody[]): readonly number[] =>
  records.filter(({ type }) => type !== 'party' && type !== 'plot').map((r) => Date.parse(r.occurred_at))

/** What steps 3 and 4 are asked about: a record, or something else that is about somebody. */
export interface Asked {
  readonly type: string
  readonly lawful_basis: string
  /** null: cannot be told */
  readonly subjects: readonly string[] | null
  /** Every instant that a window must take in. */
  readonly happened: readonly number[]
}

/** Steps 3 and 4: on whose grants somebody reads what is not its own, or why not. */
export function consented(
  w: OracleWorld,
  requester: string,
  purpose: string,
  { type, lawful_basis, subjects, happened }: Asked,
): Told {
  if (!subjects || subjects.length === 0) return { reads: false, reason: 'subject_unresolved' }
  const asked = decidersAmong(w, subjects)
  const keeping: number[] = []
  const grants = new Map<string, readonly string[]>()
  for (const subject of asked) {
    const opening = w.grants.filter(
      (g) =>
        g.subject === subject &&
        g.grantee === requester &&
        g.purpose === purpose &&
        g.types.includes(type) &&
        !g.revoked &&
        g.fromMs <= w.nowMs &&
        w.nowMs < g.untilMs &&
        happened.every(
          (ms) =>
            (g.happenedFromMs === null || g.happenedFromMs <= ms) &&
            (g.happenedToMs === null || ms < g.happenedToMs),
        ),
    )
    if (opening.length === 0) return { reads: false, reason: 'no_grant' }
    keeping.push(Math.max(...opening.map((g) => g.keepUntilMs ?? Number.POSITIVE_INFINITY)))
    grants.set(
      subject,
      opening.map((g) => g.id),
    )
  }
  const stopped = w.objections.some(
    (o) =>
      asked.includes(o.subject) &&
      !o.withdrawn &&
      (o.purposes === null || o.purposes.includes(purpose)) &&
      (o.types === null || o.types.includes(type)) &&
      REACHED.includes(lawful_basis),
  )
  if (stopped) return { reads: false, reason: 'objection' }
  const keepUntilMs = Math.min(...keeping)
  return { reads: true, own: false, grants, keepUntilMs: Number.isFinite(keepUntilMs) ? keepUntilMs : null }
}

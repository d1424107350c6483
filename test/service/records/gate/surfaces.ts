import {
  chainOf,
  children,
  find,
  isOwn,
  isRetracted,
  standingOf,
} from '../../../support/records/gate/oracle.ts'
import { confirmedIn } from '../../../support/world.ts'
import { isBare, wordsOf } from './bare.ts'
import { wordOn } from './debts.ts'
import { compareHoldsNone } from './holds-none.ts'
import { comparePaid } from './money-scenes.ts'
import { keepUntilOfAll, type View } from './oracle-view.ts'
import { anyFilter, byHttp, byReader, everything } from './reads.ts'
import { type Asker, DAY, PURPOSES, same, type World } from './world.ts'

/** Everything on every surface, for every party and purpose, as the world stands. */

const STANDINGS = ['tip', 'forked', 'superseded', 'retracted']

/** Through the reader: each record, each chain, and lists by every filter, in both orders, in pages of several sizes. */
export async function compareReader(w: World): Promise<void> {
  for (const asker of w.askers) {
    for (const purpose of PURPOSES) {
      const view = w.view(asker, purpose)
      await w.submit(() => {
        for (const { id } of [...w.records, { id: w.random.id(w.nowMs) }]) {
          byReader.one(w, asker, view, id)
          byReader.chain(w, asker, view, id)
        }
        compareLists(w, asker, view)
      })
    }
  }
}

function compareLists(w: World, asker: Asker, view: View): void {
  w.decisions += w.records.length
  const list = (filter: object, count = 500) =>
    byReader.list(w, asker, view, { ...everything, ...filter }, count)
  list({})
  list({ order: 'oldest' })
  list({}, w.random.pick([1, 2, 3]))
  list({ order: 'oldest' }, w.random.pick([7, 20]))
  for (const standing of STANDINGS) list({ standing })
  for (const subject of [w.random.pick(w.parties), w.random.pick(w.parties), w.random.id(0)])
    list({ subject })
  list({ types: ['delivery', 'loss', 'retraction'] }, 5)
  list({ fromMs: w.nowMs - 60 * DAY, toMs: w.nowMs - 20 * DAY })
  const lots = w.records.filter((r) => r.type === 'lot')
  for (const lot of lots.slice(-3)) list({ lotId: lot.id }, 2)
  for (const lotId of w.promised.slice(-1)) list({ lotId })
  const obligations = w.records.filter((r) => r.type === 'obligation')
  for (const obligation of obligations.slice(-2)) list({ obligationId: obligation.id })
  for (let i = 0; i < 3; i++)
    byReader.list(w, asker, view, anyFilter(w, w.random), w.random.pick([1, 4, 500]))
}

/** Over HTTP, for one purpose of each party: the answers' words too, for a refusal must tell nothing. */
export async function compareHttp(w: World): Promise<void> {
  for (const asker of w.callers) {
    const view = w.view(asker, w.random.chance(0.6) ? PURPOSES[0] : w.random.pick(PURPOSES))
    const unknown = w.random.id(w.nowMs)
    const absent = await byHttp.one(w, asker, view, unknown)
    const absentChain = await byHttp.chain(w, asker, view, unknown)
    isBare(absent.answer)
    isBare(absentChain)
    for (const { id } of w.records) {
      const { answer, body } = await byHttp.one(w, asker, view, id)
      const chain = await byHttp.chain(w, asker, view, id)
      if (answer.statusCode === 200) compareBody(w, asker, view, body)
      else {
        same(wordsOf(answer), wordsOf(absent.answer), () => `words of a refusal, ${id}`)
        same(wordsOf(chain), wordsOf(absentChain), () => `words of a refused chain, ${id}`)
      }
    }
    w.decisions += w.records.length
    await byHttp.list(w, asker, view, everything, 7)
    await byHttp.list(w, asker, view, { ...everything, order: 'oldest' }, 500)
    for (let i = 0; i < 3; i++)
      await byHttp.list(w, asker, view, anyFilter(w, w.random), w.random.pick([1, 4, 100]))
  }
}

/** What is shown is the record as it is kept; other records stand in it only where this reader may read them. */
function compareBody(w: World, asker: Asker, view: View, body: Readonly<Record<string, unknown>>): void {
  const record = find(w, body.id) as NonNullable<ReturnType<typeof find>>
  const where = () => `body of ${record.type} ${record.id} for ${w.parties.indexOf(asker.party)}`
  const { derived, ...stored } = body as { derived: Readonly<Record<string, unknown>>; inputs?: unknown }
  const inputs = (record.inputs ?? []) as { record_id: string }[]
  const reads = (id: string) => {
    const target = find(w, id)
    return target !== undefined && view.decision(target).reads
  }
  const seesAll = isOwn(w, asker.party, record)
  const shown = seesAll ? inputs : inputs.filter((input) => reads(input.record_id))
  const isParentHidden = record.supersedes !== undefined && !seesAll && !reads(record.supersedes)
  const wanted = {
    ...record,
    ...(record.inputs === undefined ? {} : { inputs: shown }),
    ...(isParentHidden ? { supersedes: null } : {}),
  }
  same(stored, wanted, where)
  const heirs = children(w, record).filter((child) => view.decision(child).reads)
  same(
    [derived.standing, derived.retracted, derived.superseded_by],
    [standingOf(w, record), isRetracted(w, record), heirs.map((r) => r.id).sort()],
    where,
  )
  const paid = record.agreed_price === undefined ? null : view.decisionOnPaid(record)
  same(derived.paid !== undefined, paid?.reads === true && wordOn(w, record) !== null, where)
  comparePaid(w, asker, view, record, derived)
  same(derived.keep_until, keepUntilOfAll(view.decisionsOn(record)), where)
  // A time of another record is there only where one happened then that is readable, or that only its type leaves out.
  const { confirmation, custody } = derived as {
    confirmation?: { confirmed_at: string | null; channel: string | null } | null
    custody?: { as_of: string | null; custodian: string | null }
  }
  const versions = new Set(chainOf(w, record).map(({ id }) => id))
  const times = w.records
    .filter((r) => versions.has(r.id) || versions.has(String(confirmedIn(r) ?? r.lot_id)))
    .filter(
      (r) =>
        view.decision(r).reads ||
        view.wouldRead(r, record.type) ||
        (seesAll && (r.type.endsWith('_confirmation') || r.type === 'custody_transfer')),
    )
    .map((r) => r.occurred_at)
  for (const at of [confirmation?.confirmed_at, custody?.as_of])
    same(at == null || times.includes(at), true, where)
  if (confirmation != null) same(confirmation.channel === null, confirmation.confirmed_at === null, where)
  if (custody?.as_of === null) same([custody.custodian, seesAll], [null, false], where)
}

/** A delivery that is not the caller's own cannot be confirmed, nor found out by trying. */
export async function compareConfirming(w: World): Promise<void> {
  const deliveries = w.records.filter((r) => r.type === 'delivery')
  for (const asker of w.callers) {
    const confirm = (id: string) =>
      w.http(asker, `/v1/deliveries/${id}/confirmation`, {
        id: w.id(),
        channel: 'app',
        occurred_at: new Date(w.nowMs).toISOString(),
      })
    const unknown = await confirm(w.random.id(w.nowMs))
    isBare(unknown)
    const absent = wordsOf(unknown)
    for (const delivery of deliveries) {
      if (isOwn(w, asker.party, delivery)) continue
      const before = w.kernel.store.log.size
      const answer = await confirm(delivery.id)
      w.decisions++
      same(wordsOf(answer), absent, () => `confirmation of ${delivery.id} by ${asker.party}`)
      same(w.kernel.store.log.size, before, () => `confirmation of ${delivery.id} wrote something`)
    }
  }
}

/** The page for a lender: the deliveries, lots and plots on it, known by their grades and names, are those that the oracle allows. */
export async function compareLenderView(w: World): Promise<void> {
  for (const asker of w.callers) {
    const purpose = w.random.pick(PURPOSES)
    const view = w.view(asker, purpose)
    const pageOf = async (subject: string) => {
      const answer = await w.http(asker, `/v1/lender-view?subject=${subject}&purpose=${purpose}`)
      same(answer.statusCode, 200, () => answer.body)
      compareHoldsNone(w, view, answer.body, [])
      return answer.body
    }
    const unknown = await pageOf(w.random.id(0))
    for (const subject of w.parties) {
      const text = await pageOf(subject)
      const about = (type: string, standing: string) =>
        view.list({ ...everything, subject, types: [type], standing })
      const shown = [...about('delivery', 'tip'), ...about('lot', 'tip')]
      const grades = shown.map((id) => find(w, id)?.grade as string)
      const namesOf = (standing: string) => about('plot', standing).map((id) => find(w, id)?.name as string)
      const names = namesOf('tip')
      const where = () => `lender view of ${subject} for ${asker.party}, ${purpose}`
      w.decisions += w.records.filter(({ type }) => ['delivery', 'lot', 'plot'].includes(type)).length
      same([...text.matchAll(/"(G\d+x)"/g)].map(([, grade]) => grade).sort(), grades.sort(), where)
      const told = [...text.matchAll(/((?:said|first|earlier)\s+)?"(P\d+x)"/g)].map(([, earlier, name]) => ({
        earlier,
        name,
      }))
      // Of versions that contradict each other the name alone is shown, and in no sum.
      const forked = namesOf('forked')
      const current = told
        .filter(({ earlier, name }) => earlier === undefined && !forked.includes(name as string))
        .map(({ name }) => name)
      same(current.sort(), names.sort(), where)
      const mayBeTold = namesOf('superseded')
      const untold = told.filter(({ earlier, name }) => earlier && !mayBeTold.includes(name as string))
      same(untold, [], () => `earlier names in ${where()}`)
      const opensPlots = w.grants.some(
        (g) =>
          g.subject === subject &&
          g.grantee === asker.party &&
          g.purpose === purpose &&
          g.types.includes('plot') &&
          isLive(w, g),
      )
      const hasPlots = names.length + about('plot', 'forked').length > 0
      same(
        text.includes('\nPLOTS\n'),
        opensPlots || hasPlots || subject === asker.party,
        () => `plots of ${where()}`,
      )
      const isGranted = w.grants.some(
        (g) => g.subject === subject && g.grantee === asker.party && g.purpose === purpose && isLive(w, g),
      )
      const isBlank =
        !isGranted &&
        subject !== asker.party &&
        ['delivery', 'lot', 'obligation', 'payment', 'plot'].every(
          (type) => about(type, 'tip').length + about(type, 'forked').length === 0,
        ) &&
        about('party', 'tip').length === 0
      if (isBlank) same(text, unknown, where)
    }
  }
}

const isLive = (w: World, g: { revoked: boolean; fromMs: number; untilMs: number }) =>
  !g.revoked && g.fromMs <= w.nowMs && w.nowMs < g.untilMs

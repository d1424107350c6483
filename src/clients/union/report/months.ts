import { fromJson } from '../../../base/typed.ts'
import type { Engine } from '../engine.ts'
import { recordsBetween } from '../records-between.ts'
import { STATEMENTS } from '../statements.ts'
import { decideDelivered, decidePaid, type Share } from './cells.ts'
import { shareIn } from './counted.ts'
import { ALL, type DecidedMonth, firstUnreported, monthAfter } from './rows.ts'

/**
 * Decides each month once, by what is held at its first report, and keeps what was decided: every later report prints from that. A
 * month of all sources is one row, so of two programs that decide it at once the first one counts.
 *
 * A source takes part if it has sent everything since the month ended. One that does so later is decided for itself, and is
 * in no total: those were printed without it.
 */

export interface Months {
  readonly decided: readonly DecidedMonth[]
  /** Months of sources that hold something of them but have not sent everything since they ended; none where nothing was ever all. */
  readonly waiting: readonly { readonly source: string; readonly months: readonly string[] }[]
}

export async function decidedMonths(engine: Engine, nowMs: number): Promise<Months> {
  const until = firstUnreported(nowMs)
  const sources = (await engine.all(STATEMENTS['source.all'], []))
    .filter(({ state, caught_up_at }) => state !== 'ended' || caught_up_at !== null)
    // The months before this one have ended for the source.
    .map((one) => ({ source: String(one.source), month: String(one.caught_up_at ?? '').slice(0, 7) }))
  const held: { readonly source: string; readonly month: string; readonly isReady: boolean }[] = []
  for (const { source, month: reached } of sources)
    for (const { month } of await engine.all(STATEMENTS['printed.months'], [source, until]))
      held.push({ source, month: String(month), isReady: String(month) < reached })
  const ready = held.filter(({ isReady }) => isReady)
  for (const month of [...new Set(ready.map(({ month }) => month))].sort()) {
    const kept = await printed(engine)
    const looked = new Set(kept.filter((one) => one.month === month).flatMap((one) => one.sources))
    const whole = kept.some((one) => one.month === month && one.source === ALL)
    const inTime = sources.filter(({ month: reached }) => month < reached).map(({ source }) => source)
    const late = ready.filter((one) => one.month === month && !looked.has(one.source))
    if (!whole) await decideMonth(engine, { source: ALL, month, sources: inTime }, kept, nowMs)
    else
      for (const { source } of late)
        await decideMonth(engine, { source, month, sources: [source] }, kept, nowMs)
  }
  const waiting = sources.flatMap(({ source, month: reached }) => {
    const months = held.filter((one) => one.source === source && !one.isReady).map(({ month }) => month)
    return reached === '' || months.length > 0 ? [{ source, months: months.sort() }] : []
  })
  return { decided: await printed(engine), waiting }
}

async function decideMonth(
  engine: Engine,
  { source, month, sources }: Pick<DecidedMonth, 'source' | 'month' | 'sources'>,
  kept: readonly DecidedMonth[],
  nowMs: number,
): Promise<void> {
  const delivered = decideDelivered(await sharesOf(engine, 'delivery', month, sources), source === ALL)
  const before = kept.filter((one) => one.month === monthAfter(month, -1)).flatMap((one) => one.delivered)
  const paid = decidePaid(await sharesOf(engine, 'payment', month, sources), [...before, ...delivered])
  const cells = JSON.stringify({ sources, delivered, paid })
  await engine.run(STATEMENTS['printed.keep'], [source, month, new Date(nowMs).toISOString(), cells])
}

async function sharesOf(
  engine: Engine,
  type: 'delivery' | 'payment',
  month: string,
  sources: readonly string[],
): Promise<Share[]> {
  const all: Share[] = []
  for (const source of sources) {
    const [row] = await engine.all(STATEMENTS['source.one'], [source])
    const sums = new Map<string, Share>()
    for await (const { body } of recordsBetween(engine, source, type, month, monthAfter(month))) {
      const share = shareIn(source, type, body, row?.cooperative ?? null)
      if (share === null) continue
      const key = JSON.stringify([share.item, share.person])
      const { amount, count } = sums.get(key) ?? { amount: 0, count: 0 }
      sums.set(key, { ...share, amount: amount + share.amount, count: count + 1 })
    }
    all.push(...sums.values())
  }
  return all
}

const printed = async (engine: Engine): Promise<DecidedMonth[]> =>
  (await engine.all(STATEMENTS['printed.all'], [])).map(({ source, month, decided_at, cells }) => ({
    source: String(source),
    month: String(month),
    decided_at: String(decided_at),
    ...fromJson<Pick<DecidedMonth, 'sources' | 'delivered' | 'paid'>>(String(cells)),
  }))

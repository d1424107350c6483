import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pageIn, takeIn } from '../../../src/clients/union/apply.ts'
import { makeStore, opened } from '../../../src/clients/union/store.ts'
import { clearAfterFile } from '../../support/after-file.ts'
import { added } from '../../support/clients/union-stores.ts'
import { lacksPostgres, postgres } from '../../support/postgres.ts'
import { median } from '../bench/measure.ts'
import { command } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { pause } from '../soak/stop.ts'
import { MadeOffice } from './made-office.ts'
import { type MadePage, MadeSource } from './made-source.ts'
import { UnionProgram } from './union-program.ts'

/** How fast a union is, and what it needs: measured, not judged. Nothing else should run on the machine meanwhile. */

type Kind = 'sqlite' | 'postgres'
/** As many as a union asks for. */
const PAGE = 200
const MIB = 2 ** 20
/** PostgreSQL as it is installed; the throw-away server of tests does not write to the disk before it answers. */
const SETTINGS = ['fsync=on']

const newStore = async (kind: Kind, folder: string): Promise<string> =>
  kind === 'sqlite' ? `file:${join(folder, 'union.db')}` : (await postgres(SETTINGS)).database()

const made = (name: string, seed: number, pages: number, more: Partial<MadeSource> = {}) =>
  Object.assign(
    new MadeSource({
      ...{ name, seed: seed % 200, way: 'fetched', pages, perPage: PAGE, nowMs: Date.now(), isPlain: true },
    }),
    more,
  )

/** Records a second that `union serve` as built fetches and stores, from one source and from twenty; and its memory. */
export async function rates(trial: TrialRun): Promise<string | null> {
  if (lacksPostgres !== null) return lacksPostgres
  try {
    for (const kind of ['sqlite', 'postgres'] as const)
      for (const count of [1, 20]) await rate(trial, kind, count)
  } finally {
    await clearAfterFile()
  }
  return null
}

async function rate(trial: TrialRun, kind: Kind, count: number): Promise<void> {
  const { folder, say, program, faults } = trial
  const pages = Math.ceil(400 / count)
  const sources = Array.from({ length: count }, (_, i) =>
    made(`s${count}-${kind}-${i}`, i, pages, { released: pages }),
  )
  const store = await newStore(kind, folder)
  await makeStore(store)
  const engine = await opened(store, false)
  const office = new MadeOffice(sources)
  const url = await office.start()
  for (const source of sources) await source.addTo(engine, url)
  await engine.close()
  const serving = await UnionProgram.on(program, store)
  await serving.start()
  while (!sources.some(({ reached }) => reached > 0)) await pause(5)
  const [before, watch] = [reachedBy(sources), new Stopwatch()]
  let mostMb = 0
  while (sources.some(({ reached }) => reached < pages)) {
    if (!serving.isRunning) throw new Error(`union serve ended: ${serving.said}`)
    mostMb = Math.max(mostMb, serving.memoryMb)
    await pause(20)
  }
  const rows = (reachedBy(sources) - before) * PAGE
  say(
    `${kind}, ${count} sources: ${Math.round(rows / watch.seconds)} records a second (${rows} in ${watch.seconds.toFixed(1)} s), ` +
      `union serve had at most ${Math.round(mostMb)} MiB`,
  )
  if ((await serving.end('SIGTERM')) !== 0) faults.add('it did not end in order', serving.said)
  office.stop()
}

const reachedBy = (sources: readonly MadeSource[]): number =>
  sources.reduce((sum, { reached }) => sum + reached, 0)

const SOURCES = 500
const LARGEST = 10_000_000
const SMALL = 100_000
const AT_ONCE = 3
const SAMPLES = 40

export const large = async (trial: TrialRun): Promise<string | null> =>
  lacksPostgres ?? (await largeOn('postgres', trial).finally(clearAfterFile))
export const largeFile = (trial: TrialRun): Promise<string | null> =>
  largeOn('sqlite', trial).finally(clearAfterFile)

/** A store of 500 sources, as full as it gets in the time. */
async function largeOn(kind: Kind, trial: TrialRun): Promise<null> {
  const { folder, say, program, seconds } = trial
  const store = await newStore(kind, folder)
  await makeStore(store)
  const engine = await opened(store, false)
  const watch = new Stopwatch()
  let rows = 0
  const add = async (source: MadeSource) => {
    await added(engine, source.name)
  }
  const take = async (source: MadeSource, page: MadePage, since: string | null) => {
    const taken = await takeIn(engine, source.name, pageIn({ ...page, has_more: false }), since, {
      nowMs: Date.now(),
    })
    if (taken.is !== 'taken') throw new Error(`${source.name}: ${taken.is}`)
    rows += page.changes.length
  }
  let next = 0
  /** Each source gets so many pages in turn. */
  const fill = async (until: () => boolean, pages: number) => {
    while (!until() && next < SOURCES) {
      const n = next++
      const source = made(`coop-${n}`, n, pages)
      await add(source)
      for (const [i, page] of source.pages.entries()) await take(source, page, source.cursorOf(i))
    }
  }
  const applied = async (name: string): Promise<number> => {
    const source = made(name, 7, SAMPLES)
    await add(source)
    const times: number[] = []
    for (const [i, page] of source.pages.entries()) {
      const one = new Stopwatch()
      await take(source, page, source.cursorOf(i))
      times.push(one.ms)
    }
    return median(times)
  }
  await fill(() => rows >= SMALL - SAMPLES * PAGE, 10)
  const small = await applied('measured-small')
  say(`${kind}: a page of ${PAGE} records at ${rows} records: ${small.toFixed(1)} ms (median of ${SAMPLES})`)
  const filling = new Stopwatch()
  const begun = rows
  const isFull = () => rows >= LARGEST || watch.seconds >= seconds
  // About what this machine manages in the time, over all sources; the servers of PostgreSQL work beside this program.
  const pace = ((kind === 'sqlite' ? 1 : 2) * PAGE) / (small / 1_000)
  const perSource = Math.min(LARGEST, pace * (seconds - watch.seconds)) / SOURCES / PAGE
  const pages = Math.max(4, Math.round(perSource))
  await Promise.all(Array.from({ length: kind === 'sqlite' ? 1 : AT_ONCE }, () => fill(isFull, pages)))
  say(
    `${kind}: ${rows} records of ${next} sources, ${Math.round((rows - begun) / filling.seconds)} a second by one program without a network`,
  )
  const big = await applied('measured-large')
  say(
    `${kind}: a page at ${rows} records: ${big.toFixed(1)} ms, ${(big / small).toFixed(2)} times that at ${SMALL}`,
  )
  const source = made('coop-3', 3, 10)
  const closings: number[] = []
  for (let i = 0; i < 20; i++) {
    const id = source.pages[0]?.changes[i]?.id as string
    const one = new Stopwatch()
    const page = pageIn({ changes: [], closed: [id], cursor: `coop-3-10-${i}`, has_more: false })
    const since = i === 0 ? 'coop-3-10' : `coop-3-10-${i - 1}`
    const taken = await takeIn(engine, 'coop-3', page, since, { nowMs: Date.now() })
    if (taken.is !== 'taken') throw new Error(taken.is)
    closings.push(one.ms)
  }
  say(`${kind}: one closing: ${median(closings).toFixed(1)} ms (median of 20)`)
  const size =
    kind === 'sqlite'
      ? statSync(join(folder, 'union.db')).size
      : Number((await engine.all('SELECT pg_database_size(current_database()) AS source', []))[0]?.source)
  say(`${kind}: ${Math.round(size / MIB)} MiB, ${Math.round(size / rows)} bytes a record`)
  for (const words of [['report', '--by', 'source,crop,month'], ['end', 'coop-4'], ['purge'], ['status']]) {
    const one = new Stopwatch()
    const { code, out, err } = await command(program, ['union', ...words, '--store', store])
    say(
      `${kind}: union ${words.join(' ')}: ${one.seconds.toFixed(1)} s${code === 0 ? '' : ` (${code}: ${err.slice(0, 200)})`}, ${out.length} characters`,
    )
  }
  await engine.close()
  return null
}

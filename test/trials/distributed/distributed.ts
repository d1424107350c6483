import { dirname, join } from 'node:path'
import { openPostgres } from '../../../src/clients/union/postgres.ts'
import { PARTITIONS } from '../../../src/clients/union/schema.ts'
import { clearAfterFile } from '../../support/after-file.ts'
import { divided, partitionsOn } from '../../support/clients/union-servers.ts'
import { asked, lacksPostgres, type Postgres, postgres } from '../../support/postgres.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { pause } from '../soak/stop.ts'
import { MadeOffice, send } from './made-office.ts'
import { MadeSource } from './made-source.ts'
import { UnionProgram } from './union-program.ts'

/**
 * One union on two servers of PostgreSQL with half of the partitions each, two programs that keep it, and a dozen made-up
 * appliances. Servers and programs are killed at random. While a server is away the sources on the other go on; in the end
 * each source's records are what it showed, and at no time was a page there in part.
 */

const SOURCES = 12
/** These send, the others are fetched. */
const SENDING = 4
const PER_PAGE = 60
const PAGES_A_SECOND = 1.5
/** Of the time, in which everything is released and things are killed. */
const BUSY_SHARE = 0.75
const CAUGHT_UP_MS = 90_000
/** In a long run nobody moves the leases of a killed program: the next one waits for their end. */
const LONG_S = 300
const LEASE_MS = 120_000

type Side = 0 | 1
const SIDES = [0, 1] as const

export async function distributed(trial: TrialRun): Promise<string | null> {
  if (lacksPostgres !== null) return lacksPostgres
  try {
    const scene = await UnionScene.made(trial)
    try {
      await scene.run()
    } finally {
      await scene.end()
    }
  } finally {
    await clearAfterFile()
  }
  return null
}

/** What the line of figures tells. */
export const DISTRIBUTED_FIGURES = [
  ...['servers crashed', 'programs killed', 'pages while a server was away', 'leases passed on'],
  ...['pages', 'sent twice', 'replies lost', 'looks', 'sources', 'records', 'kept', 'closings', 'wrong'],
]

interface Parts {
  readonly trial: TrialRun
  readonly servers: readonly [Postgres, Postgres]
  readonly stores: readonly [string, string]
  readonly programs: readonly [UnionProgram, UnionProgram]
  readonly sources: readonly MadeSource[]
  readonly office: MadeOffice
}

class UnionScene {
  readonly #parts: Parts
  readonly #trial: TrialRun
  readonly #random: Random
  readonly #sources: readonly MadeSource[]
  readonly #programs: readonly [UnionProgram, UnionProgram]
  /** On which server the row and the records of a source lie. */
  readonly #sideOf = new Map<string, Side>()
  readonly #isUp: [boolean, boolean] = [true, true]
  readonly #watch = new Stopwatch()
  #isOver = false

  private constructor(parts: Parts) {
    this.#parts = parts
    this.#trial = parts.trial
    this.#random = seeded(parts.trial.seed * 1_000 + 31)
    this.#sources = parts.sources
    this.#programs = parts.programs
  }

  static async made(trial: TrialRun): Promise<UnionScene> {
    const servers = [await postgres(), await postgres()] as const
    const stores = [await servers[0].database(), await servers[1].database()] as const
    await divided(stores, join(dirname(trial.program), '..', 'docs', 'union.md'))
    const pages = Math.max(12, Math.round(trial.seconds * BUSY_SHARE * PAGES_A_SECOND))
    const sources = Array.from(
      { length: SOURCES },
      (_, i) =>
        new MadeSource({
          name: `coop-${i + 1}`,
          seed: (trial.seed + i) % 200,
          way: i < SENDING ? 'sent' : 'fetched',
          ...{ pages, perPage: PER_PAGE, nowMs: Date.now() },
        }),
    )
    const office = new MadeOffice(sources)
    const url = await office.start()
    const engine = await openPostgres(stores[0])
    for (const source of sources) await source.addTo(engine, url)
    await engine.close()
    const programs = [
      await UnionProgram.on(trial.program, stores[0]),
      await UnionProgram.on(trial.program, stores[1]),
    ] as const
    const scene = new UnionScene({ trial, servers, stores, programs, sources, office })
    await scene.#findSides()
    for (const program of programs) await program.start()
    return scene
  }

  async #findSides(): Promise<void> {
    for (const side of SIDES)
      for (const { source } of await this.#onOwn(side, 'SELECT source FROM'))
        this.#sideOf.set(String(source), side)
    const on = (side: Side) => [...this.#sideOf.values()].filter((one) => one === side).length
    this.#trial.say(`${PARTITIONS} partitions, ${on(0)} sources on one server, ${on(1)} on the other`)
    if (on(0) === 0 || on(1) === 0) throw new Error('all sources lie on one server')
  }

  /** Runs a statement on each partition of the sources that lies on this server. */
  async #onOwn(side: Side, before: string, after = ''): Promise<Record<string, unknown>[]> {
    const parts = partitionsOn(side).map((n) => `${before} source_p${n} ${after}`)
    if (before.startsWith('SELECT')) return asked(this.#parts.stores[side], parts.join(' UNION ALL '))
    return asked(this.#parts.stores[side], `BEGIN; ${parts.join('; ')}; COMMIT`)
  }

  async run(): Promise<void> {
    const { seconds, faults } = this.#trial
    const busyMs = seconds * BUSY_SHARE * 1_000
    const works = [this.#releasing(busyMs), this.#looking(), this.#makingDue()]
    const sending = this.#sources.filter(({ way }) => way === 'sent').map((source) => this.#sending(source))
    const all = Promise.all([...works, ...sending]).catch((error: Error) =>
      faults.add('the trial could not go on', String(error.stack)),
    )
    await pause(3_000)
    // However slow the machine is, a server and a program.
    for (let n = 0; (n < 2 || this.#watch.ms < busyMs) && faults.count === 0; n++) await this.#harm()
    for (const source of this.#sources) source.released = source.pages.length
    await this.#caughtUp()
    this.#isOver = true
    await all
    if (faults.count === 0) await this.#compare()
  }

  async end(): Promise<void> {
    this.#isOver = true
    for (const program of this.#programs) {
      const code = await program.end('SIGTERM')
      if (code !== 0)
        this.#trial.faults.add(
          'a program did not end in order when it was asked to',
          `${code}: ${program.said}`,
        )
    }
    this.#parts.office.stop()
  }

  /** Each appliance has more and more to show. */
  async #releasing(busyMs: number): Promise<void> {
    for (; !this.#isOver; await pause(100)) {
      const share = Math.min(1, this.#watch.ms / busyMs)
      for (const source of this.#sources)
        source.released = Math.max(source.released, Math.ceil(share * source.pages.length))
    }
  }

  /** Fetched sources are read again at once, not after minutes. */
  async #makingDue(): Promise<void> {
    for (; !this.#isOver; await pause(400))
      for (const side of SIDES)
        if (this.#isUp[side])
          await this.#onOwn(
            side,
            'UPDATE',
            'SET lease_until = NULL WHERE lease_by IS NULL AND lease_until IS NOT NULL',
          ).catch(() => {})
  }

  /** Sends what there is, to either program; now and then to both, or without waiting for the answer. */
  async #sending(source: MadeSource): Promise<void> {
    const { tally, faults } = this.#trial
    const random = seeded(this.#trial.seed + source.name.length * 31 + source.pages.length)
    while (!this.#isOver) {
      if (source.reached >= source.released) {
        await pause(50)
        continue
      }
      const [one, other] = random.chance(0.5) ? this.#programs : [...this.#programs].reverse()
      const isCut = random.chance(0.1)
      const isTwice = random.chance(0.1)
      if (isCut) tally.add('replies lost')
      if (isTwice) tally.add('sent twice')
      const sent = await Promise.all([
        send(source, (one as UnionProgram).port, source.reached, isCut),
        ...(isTwice ? [send(source, (other as UnionProgram).port, source.reached)] : []),
      ])
      if (sent.filter(({ is }) => is === 'taken').length > 1)
        faults.add('a page was taken in twice', `${source.name} ${source.reached}`)
      for (const answer of sent) {
        tally.add(`inbox: ${answer.is === 'later' ? answer.why : answer.is}`)
        const n =
          answer.is === 'taken'
            ? source.after(answer.cursor)
            : answer.is === 'again'
              ? source.after(answer.since)
              : source.reached
        if (answer.is === 'later') await pause(100)
        if (Number.isNaN(n) || n < source.reached)
          faults.add(
            'a page that was acknowledged is asked for again',
            `${source.name}: ${JSON.stringify(answer)}`,
          )
        source.reached = Math.max(source.reached, n)
      }
    }
  }

  /** At any time a source's records are those of all pages before its cursor, and of none after it. */
  async #looking(): Promise<void> {
    const { tally, faults } = this.#trial
    for (; !this.#isOver; await pause(150)) {
      const source = this.#random.pick(this.#sources)
      const side = this.#sideOf.get(source.name) as Side
      if (!this.#isUp[side]) continue
      const [row] = await asked(
        this.#parts.stores[side],
        `SELECT cursor, (SELECT json_agg(id) FROM record r WHERE r.source = s.source) AS ids,
        (SELECT count(*)::int FROM closing c WHERE c.source = s.source) AS closing
        FROM source s WHERE source = '${source.name}'`,
      ).catch(() => [])
      if (row === undefined) continue
      const { record, closing } = source.held(source.after(row.cursor as string | null))
      const ids = ((row.ids ?? []) as string[]).sort()
      tally.add('looks')
      if (ids.join() !== [...record.keys()].sort().join() || row.closing !== closing.size)
        faults.add(
          'a page is there in part',
          `${source.name} at ${row.cursor}: ${ids.length} of ${record.size}`,
        )
    }
  }

  async #harm(): Promise<void> {
    const { tally, say } = this.#trial
    const n = tally.of('servers crashed') + tally.of('programs killed')
    // Each once, then by chance.
    const which = n < 4 ? n : this.#random.below(4)
    const side = (which % 2) as Side
    if (which === 0 || which === 3) await this.#crash(which === 0 ? 1 : 0)
    else await this.#kill(side)
    say(
      `${tally.of('servers crashed')} servers crashed, ${tally.of('programs killed')} programs killed, ` +
        `${this.#reached} of ${this.#sources.length * (this.#sources[0]?.pages.length ?? 0)} pages`,
    )
    await pause(this.#random.below(1_500))
  }

  /** While a server is away, the sources on the other go on. */
  async #crash(side: Side): Promise<void> {
    const { tally, faults } = this.#trial
    const other = (1 - side) as Side
    this.#isUp[side] = false
    await this.#parts.servers[side].crash()
    tally.add('servers crashed')
    const before = this.#reachedOn(other)
    const away = new Stopwatch()
    const leastMs = 1_500 + this.#random.below(2_500)
    // A round of a program is some seconds.
    while (away.ms < leastMs || (this.#reachedOn(other) === before && away.ms < 20_000)) await pause(50)
    const went = this.#reachedOn(other) - before
    tally.add('pages while a server was away', went)
    if (went === 0 && this.#sources.some((one) => this.#isOn(one, other) && one.reached < one.released))
      faults.add('sources of the other server do not go on', `server ${side} is away`)
    await this.#parts.servers[side].start()
    this.#isUp[side] = true
  }

  async #kill(side: Side): Promise<void> {
    const { tally, faults, seconds } = this.#trial
    const program = this.#programs[side]
    await program.end('SIGKILL')
    tally.add('programs killed')
    const left = await this.#leasesLeft()
    if (seconds < LONG_S && left.length > 0) await this.#endLeases(left)
    await pause(500 + this.#random.below(1_500))
    await program.start()
    if (left.length === 0) return
    const until = performance.now() + (seconds < LONG_S ? 0 : LEASE_MS) + 60_000
    while ((await this.#stillLeft(left)) > 0) {
      if (performance.now() > until) {
        faults.add(
          'a lease of a killed program was not passed on',
          left.map(({ source }) => source).join(' '),
        )
        return
      }
      await pause(300)
    }
    tally.add('leases passed on', left.length)
  }

  /** Leases that nobody renews. */
  async #leasesLeft(): Promise<Lease[]> {
    const first = await this.#leases()
    await pause(800)
    const now = await this.#leases()
    return first.filter((one) => now.some((other) => isSame(one, other)))
  }

  async #stillLeft(left: readonly Lease[]): Promise<number> {
    const now = await this.#leases()
    return left.filter(({ source, by }) => now.some((other) => other.source === source && other.by === by))
      .length
  }

  async #leases(): Promise<Lease[]> {
    const rows = await Promise.all(
      SIDES.map((side) =>
        this.#onOwn(side, 'SELECT source, lease_by, lease_until FROM', 'WHERE lease_by IS NOT NULL'),
      ),
    )
    return rows.flat().map(({ source, lease_by, lease_until }) => ({
      ...{ source: String(source), by: String(lease_by), until: String(lease_until) },
    }))
  }

  /** In a short run, as if the time of the leases had passed. */
  async #endLeases(left: readonly Lease[]): Promise<void> {
    const past = new Date(Date.now() - 1_000).toISOString()
    const names = left.map(({ source, by }) => `('${source}', '${by}')`).join(', ')
    for (const side of SIDES)
      await this.#onOwn(side, 'UPDATE', `SET lease_until = '${past}' WHERE (source, lease_by) IN (${names})`)
  }

  get #reached(): number {
    return this.#reachedOn(0) + this.#reachedOn(1)
  }

  readonly #isOn = ({ name }: MadeSource, side: Side): boolean => this.#sideOf.get(name) === side

  #reachedOn(side: Side): number {
    return this.#sources.filter((one) => this.#isOn(one, side)).reduce((sum, { reached }) => sum + reached, 0)
  }

  async #caughtUp(): Promise<void> {
    const { faults, say } = this.#trial
    const watch = new Stopwatch()
    const late = () => this.#sources.filter(({ reached, pages }) => reached < pages.length)
    while (late().length > 0) {
      if (watch.ms > CAUGHT_UP_MS) {
        faults.add(
          'sources were not caught up with',
          `${late().map(({ name, reached, pages }) => `${name} ${reached}/${pages.length}`)}; ${this.#programs.map(({ said }) => said).join(' | ')}`,
        )
        return
      }
      await pause(100)
    }
    say(`all pages are there, ${watch.seconds.toFixed(1)} s after the last was released`)
  }

  /** By either server the store holds the same: what the sources showed. */
  async #compare(): Promise<void> {
    const { tally, faults } = this.#trial
    const wrong = (what: string, example: string) => {
      tally.add('wrong')
      faults.add(what, example)
    }
    for (const side of SIDES) {
      const engine = await openPostgres(this.#parts.stores[side])
      for (const source of this.#sources) {
        const { name, pages } = source
        const all = async (sql: string) => engine.all(`${sql} WHERE source = $1 ORDER BY 1`, [name])
        const held = source.held(pages.length)
        const records = await all('SELECT id, standing, body FROM record')
        const bodies = new Map(records.map(({ id, body }) => [String(id), String(body)]))
        if (bodies.size !== records.length || bodies.size !== held.record.size)
          wrong(
            'records are missing, double or left over',
            `${name}: ${records.length} of ${held.record.size}`,
          )
        for (const [id, record] of held.record)
          if (bodies.get(id) !== JSON.stringify(record))
            wrong('a record is not as it was shown', `${name}: ${id}`)
        const ids = async (table: string) =>
          (await all(`SELECT id FROM ${table}`)).map(({ id }) => String(id)).join()
        if ((await ids('kept')) !== [...held.kept].sort().join()) wrong('what is kept differs', name)
        if ((await ids('closing')) !== [...held.closing].sort().join()) wrong('what was closed differs', name)
        const roots = await all('SELECT hash, follows FROM checkpoint')
        if (roots.length !== held.roots || roots.some(({ follows }) => follows !== 1))
          wrong('checkpoints differ', `${name}: ${roots.length} of ${held.roots}`)
        const [row] = await all('SELECT cursor, pages, state FROM source')
        if (row?.cursor !== source.cursorOf(pages.length) || row?.state !== 'live')
          wrong('a source stands elsewhere', `${name}: ${JSON.stringify(row)}`)
        if (source.way === 'sent' && row?.pages !== pages.length)
          wrong('pages were counted twice', `${name}: ${row?.pages} of ${pages.length}`)
        if (side === 1) continue
        tally.add('sources')
        tally.add('pages', pages.length)
        tally.add('records', records.length)
        tally.add('kept', held.kept.size)
        tally.add('closings', held.closing.size)
      }
      await engine.close()
    }
  }
}

interface Lease {
  readonly source: string
  readonly by: string
  readonly until: string
}

const isSame = (one: Lease, other: Lease): boolean =>
  one.source === other.source && one.by === other.by && one.until === other.until

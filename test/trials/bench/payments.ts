import { join } from 'node:path'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { type Kernel, makeServer, openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Draft } from '../../../src/domain/record.ts'
import type { Author } from '../../../src/records/intake/author.ts'
import { staffIn } from '../../../src/store/acts/doer.ts'
import { localTasks } from '../../../src/tasks.ts'
import { chance } from '../../support/records/gate/random.ts'
import { Helper, serveTasks } from './children.ts'
import type { Figure } from './figure.ts'
import { cpuOf, holdOf, quantile } from './measure.ts'
import { idAt } from './records.ts'

/**
 * 100,000 payments to 2,000 members, one of whom has 2,000 debts and as many payments, and the same store without payments:
 * processor time of pages, the lender view, lists, the feed and a scrape. Before each reading something is written, so that
 * no derived value is remembered.
 */

const MEMBERS = 2_000
const PAYMENTS = 100_000
const MOST = 2_000
const DEBTS_EACH = 25
const ROUNDS = 40
/** Work that takes long is repeated for this time, and this often at least. */
const WORK_MS = 15_000
const FEWEST_ROUNDS = 4
const ROUNDS_A_HOLD = 4
const AT_ONCE = 500
const PURPOSE = 'credit_assessment'
const OPERATOR = 'bench'
const PASSWORD = 'cherries by moonlight'
const DAY_MS = 86_400_000

interface Timed {
  /** Processor time, in milliseconds. */
  readonly p50: number
  readonly p95: number
  /** The longest time in which the event loop did nothing else, at the 95th percentile. */
  readonly hold: number
}
type Times = Readonly<Record<string, Timed>>
type Progress = (done: number, of: number) => void

/** Times that a page may take at the 95th percentile. */
const PAGE_MS = 50

export async function paymentFigures(folder: string, say: (text: string) => void): Promise<Figure[]> {
  const measured: Times[] = []
  for (const isPaid of [true, false]) {
    const helper = new Helper('payments')
    const what = isPaid ? '100,000 payments' : 'the same without payments'
    try {
      const order = { folder: join(folder, `paid-${isPaid}`), isPaid }
      measured.push(
        await helper.call<Times>('measure', order, (done, of) =>
          say(`${what}: ${Math.floor((100 * done) / of)} %`),
        ),
      )
    } finally {
      await helper.stop()
    }
  }
  const [paid = {}, unpaid = {}] = measured
  return Object.entries(paid).map(([name, { p50, p95, hold }]) => ({
    name: `${name}: processor time, p95 (p50 ${p50.toFixed(1)}, longest hold ${hold.toFixed(1)} ms)`,
    value: { amount: p95, unit: 'ms' },
    limit: { name: 'without payments', amount: unpaid[name]?.p95 ?? Number.NaN, unit: 'ms' },
    // A figure with a ratio is judged by it; a page by its own time.
    ...(name.startsWith('page') && !name.includes('2,000')
      ? { aim: { atMost: PAGE_MS } }
      : { ratio: p95 / (unpaid[name]?.p95 ?? Number.NaN) }),
  }))
}

interface Member {
  readonly id: string
  readonly debts: string[]
}

class Store {
  readonly #kernel: Kernel
  readonly #random = chance(23)
  #clerk = ''
  #ours: Author = { party: 0, partyId: '', credential: null }
  #token = ''
  #lenderToken = ''
  readonly members: Member[] = []

  constructor(data: string) {
    const settings = {
      ...{ data, logLevel: 'error', minFreeBytes: '0', refusalMs: '0' },
      ...{ readsPerSecond: '1000000', readBytesPerDay: '1000000000000', recordsPerDay: '1000000000' },
    }
    this.#kernel = openKernel(readConfig(settings, {}), { create: true, clock: Date.now })
  }

  async fill(isPaid: boolean, progress: Progress): Promise<void> {
    const founded = await this.#job(() => foundCooperative(this.#kernel, OPERATOR, 'Mount Elgon Growers'))
    this.#token = founded.credential
    const partyOf = (id: string) => this.#kernel.store.parties.find(id) as number
    this.#ours = { party: partyOf(founded.cooperative), partyId: founded.cooperative, credential: null }
    const us = founded.cooperative
    const introduce = (kind: string, display_name: string) => {
      const party = this.#id()
      return { party, draft: this.#draft('party', { party, kind, display_name }, 'contract_performance') }
    }
    const lender = introduce('institution', 'Savings and Credit Society')
    const people = Array.from({ length: MEMBERS }, (_, i) => introduce('person', `Farmer ${i + 1}`))
    await this.#append([lender, ...people].map(({ draft }) => draft))
    this.#lenderToken = (
      await this.#job(() => this.#kernel.credentials.issue(OPERATOR, lender.party, 'party', null))
    ).token
    const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
    const drafts: Draft[] = []
    for (const [n, { party }] of people.entries()) {
      const member: Member = { id: party, debts: [] }
      for (let i = 0; i < (n === 0 ? MOST : DEBTS_EACH); i++) {
        const draft = this.#draft('delivery', {
          ...{ from_party: party, to_party: us, crop: 'coffee_arabica_parchment', agreed_price: ugx(90_000) },
          ...{ quantity: { value: 40, unit: 'kg' }, measurement_method: 'coop_weighed' },
        })
        member.debts.push(draft.id)
        drafts.push(draft)
      }
      this.members.push(member)
    }
    await this.#append(drafts.splice(0), progress)
    const each = (PAYMENTS - MOST) / (MEMBERS - 1)
    for (const [n, { id, debts }] of this.members.entries()) {
      const count = n === 0 ? MOST : Math.floor((n + 1) * each) - Math.floor(n * each)
      for (let i = 0; i < (isPaid ? count : 0); i++)
        drafts.push(
          this.#draft('payment', {
            ...{ payer: us, payee: id, amount: ugx(40_000), method: 'mobile_money', purpose: 'produce' },
            settles: [{ record_id: debts[i % debts.length] as string, amount_minor: 40_000 }],
            reference: `MP${n}.${i}`,
          }),
        )
    }
    await this.#append(drafts, progress)
    for (const { id } of this.members.slice(0, 2))
      await this.#job(() =>
        this.#kernel.grants.give({ credential: null, operator: OPERATOR }, id, {
          ...{ id: this.#id(), grantee: lender.party, purpose: PURPOSE },
          record_types: ['delivery', 'obligation', 'payment'],
          expires_at: new Date(Date.now() + 365 * DAY_MS).toISOString(),
        }),
      )
  }

  async measure(progress: Progress): Promise<Times> {
    const tasks = localTasks(this.#kernel)
    // As `granary serve` runs the pages.
    const app = await makeServer(this.#kernel, {
      runAs: ({ id }) => ({
        run: (task, args) => tasks.run(task, staffIn(id), args),
        stream: (name, args) => tasks.stream(name, staffIn(id), args),
      }),
    })
    const [most, usual] = this.members as [Member, Member]
    const { one_time_code: code } = await tasks.run('staff.add', OPERATOR, {
      ...{ name: 'clerk', role: 'manager' },
    })
    const form = (fields: Record<string, string>) => ({
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    const name = 'clerk'
    await app.inject({
      ...{ method: 'POST', url: '/password' },
      ...form({ name, code, password: PASSWORD, again: PASSWORD }),
    })
    const signedIn = await app.inject({
      method: 'POST',
      url: '/sign-in',
      ...form({ name, password: PASSWORD }),
    })
    this.#clerk = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const get = (url: string, headers: Record<string, string>) => async () => {
      const answer = await app.inject({ method: 'GET', url, headers })
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    }
    const page = (url: string) => get(url, { cookie: this.#clerk })
    const api = (url: string, token = this.#token) => get(url, { authorization: `Bearer ${token}` })
    const today = new Date().toISOString().slice(0, 10)
    const report = (by: 'day' | 'member') => () =>
      tasks.run('report.payments', OPERATOR, {
        ...{ fromMs: Date.parse(today) - 30 * DAY_MS, toMs: Date.parse(today) + DAY_MS, by },
      })
    const of = (what: string, of: (id: string) => () => Promise<unknown>) => ({
      [what]: of(usual.id),
      [`${what}, of 2,000 debts`]: of(most.id),
    })
    const view = (id: string) => api(`/v1/lender-view?purpose=${PURPOSE}&subject=${id}`, this.#lenderToken)
    const works: Record<string, () => Promise<unknown>> = {
      ...of('page: member', (id) => page(`/members/${id}`)),
      ...of('page: statement', (id) => page(`/members/${id}/statement`)),
      ...of('page: account', (id) => page(`/members/${id}/account`)),
      ...of('page: pay a member', (id) => page(`/payments?who=${id}`)),
      ...of('lender view', view),
      'a list of 100 deliveries': api(`/v1/records?purpose=${PURPOSE}&type=delivery&limit=100`),
      'a list of 100 deliveries by a grant': api(
        `/v1/records?purpose=${PURPOSE}&type=delivery&limit=100`,
        this.#lenderToken,
      ),
      'a feed of 500': api(`/v1/sync/changes?purpose=${PURPOSE}&limit=500`),
      'one delivery of 2,000 debts': api(`/v1/records/${most.debts[0]}?purpose=${PURPOSE}`),
      'a scrape': get('/v1/metrics', {}),
      'a report of a month by day': report('day'),
      'a report of a month by member': report('member'),
    }
    const times: Record<string, Timed> = {}
    const all = Object.entries(works)
    for (const [n, [what, work]] of all.entries()) {
      times[what] = await this.#timed(work)
      progress(n + 1, all.length)
    }
    await app.close()
    this.#kernel.close()
    return times
  }

  async #timed(work: () => Promise<unknown>): Promise<Timed> {
    const [spent, held]: [number[], number[]] = [[], []]
    const startedMs = performance.now()
    for (let round = -1; round < ROUNDS; round++) {
      if (round >= FEWEST_ROUNDS && performance.now() - startedMs > WORK_MS) break
      await this.#append([
        this.#draft('harvest', {
          ...{ producer: this.members.at(-1)?.id, crop: 'coffee_arabica_parchment' },
          quantity: { value: 1, unit: 'kg' },
        }),
      ])
      const cpu = await cpuOf(work)
      if (round < 0) continue
      spent.push(cpu)
      // Watching the event loop costs processor time of its own, so this is another reading.
      if (round % ROUNDS_A_HOLD === 0) held.push(await holdOf(work))
    }
    const sorted = Float64Array.from(spent).sort()
    return {
      ...{ p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) },
      hold: quantile(Float64Array.from(held).sort(), 0.95),
    }
  }

  #id(): string {
    return idAt(Date.now(), this.#random)
  }

  #draft(type: string, fields: object, lawful_basis = 'special_data_consent'): Draft {
    const occurred_at = new Date(Date.now() - Math.floor(this.#random() * 30 * DAY_MS)).toISOString()
    return { id: this.#id(), type, occurred_at, lawful_basis, ...fields } as unknown as Draft
  }

  async #append(drafts: readonly Draft[], progress: Progress = () => {}): Promise<void> {
    for (let i = 0; i < drafts.length; i += AT_ONCE) {
      await this.#job(() => {
        for (const result of this.#kernel.intake.appendAll(this.#ours, drafts.slice(i, i + AT_ONCE)))
          if (!('record' in result)) throw new Error(`refused: ${JSON.stringify(result)}`)
      })
      progress(Math.min(i + AT_ONCE, drafts.length), drafts.length)
    }
  }

  #job<T>(work: () => T): Promise<T> {
    return this.#kernel.ports.submit(work)
  }
}

export function paymentsRole(): void {
  serveTasks({
    measure: async ({ folder, isPaid }: { folder: string; isPaid: boolean }, progress: Progress) => {
      const store = new Store(folder)
      await store.fill(isPaid, progress)
      return store.measure(progress)
    },
  })
}

import { notificationTasks } from '../../../../src/consent/notification-tasks.ts'
import type { ConversionFacts } from '../../../../src/domain/derived/world.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { type History, OPERATOR } from './history.ts'

/** What people do, one step after the other. Numbers choose among what there is, so that a history can be told again. */

export interface Drawn {
  readonly what: StepName | OutsideName
  readonly a: number
  readonly b: number
  readonly c: number
}

type Step = (h: History, told: Drawn) => void

const YEAR_MS = 365 * 86_400_000
const ANSWERED = { records: 0, redactions: 0, disclosures: 0 }
/** Four that the program ships (assumed, thin, measured often enough, exact), and three that nobody knows yet. */
const FACTORS = [
  'feresula_default',
  'basin_coffee_robusta_fresh_cherry_sample',
  'bunch_banana_matooke_sample_2026',
  'kg_exact',
  'later_1',
  'later_2',
  'later_3',
]
const LATER_KINDS: readonly ConversionFacts['kind'][] = ['assumed_default', 'measured', 'published_standard']
/** Doubles that do not add up in any order: 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1. */
const KG = [0.1, 0.2, 0.3, 60, 1e9, 123_456.789_012, 0.000_001, 0]
const BASES = ['special_data_consent', 'special_data_consent', 'consent', 'contract_performance'] as const

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length]
/** Mostly the newest: there is more to come of them. */
const pickLate = <T>(from: readonly T[], n: number): T | undefined =>
  n % 3 === 0 ? pick(from, n >> 2) : from.at(-1 - ((n >> 2) % 4))

/** Some cite a factor without having applied it, and some state exact kilograms beside one. */
function mass({ a, b }: Drawn): object {
  const conversion_id = pick(FACTORS, a)
  const normalized_kg = pick(KG, b)
  if (b % 7 === 0) return { quantity: { value: 3, unit: 'tin' }, conversion_id }
  if (b % 7 === 1) return { quantity: { value: 0.75, unit: 't' }, conversion_id }
  if (b % 7 === 2) return { quantity: { value: 40, unit: 'kg' } }
  return { quantity: { value: 3, unit: 'tin' }, conversion_id, normalized_kg }
}

/** Said by a party, or for it by whoever has a mandate. */
function said(h: History, by: string, c: number): { author: string; members: object } {
  const mandates = h.acts('delegation').filter(({ principal }) => principal === by)
  const mandate = c % 2 === 0 ? pick(mandates, c >> 1) : undefined
  if (mandate === undefined) return { author: by, members: {} }
  return {
    author: mandate.delegate as string,
    members: { on_behalf_of: by, delegation_id: mandate.id },
  }
}

function append(h: History, told: Drawn, type: string, by: string, members: object): void {
  const { author, members: acting } = said(h, by, told.c)
  h.append(author, type, { lawful_basis: pick(BASES, told.c), ...mass(told), ...members, ...acting })
}

const crop = 'coffee_fresh_cherry'

const steps = {
  harvest: (h, told) => {
    const by = pick(h.parties, told.c) as string
    append(h, told, 'harvest', by, { producer: by, crop })
  },
  delivery: (h, told) => {
    const [from_party, to_party] = [pick(h.parties, told.c) as string, pick(h.parties, told.c + 1)]
    const price = told.b % 2 === 0 ? { agreed_price: { amount_minor: 5, currency: 'UGX' } } : {}
    append(h, told, 'delivery', from_party, { from_party, to_party, crop, ...price })
  },
  obligation: (h, told) => {
    const [obligor, obligee] = [pick(h.parties, told.c) as string, pick(h.parties, told.c + 1)]
    append(h, told, 'obligation', obligor, { kind: 'deliver_produce', obligor, obligee, crop })
  },
  pay: (h, told) => {
    const debt = pickLate(
      h.records.filter(({ type }) => ['delivery', 'obligation'].includes(type)),
      told.c,
    )
    if (debt === undefined) return
    const [payer, payee] = [debt.obligor ?? debt.to_party, debt.obligee ?? debt.from_party]
    const { author, members } = said(h, payer as string, told.c)
    h.append(author, 'payment', {
      ...{ payer, payee, method: 'cash', purpose: 'other', lawful_basis: 'special_data_consent' },
      ...{ amount: { amount_minor: 5, currency: 'UGX' }, ...members },
      settles: [{ record_id: debt.id, amount_minor: 5 }],
    })
  },
  /** Of any version, so that there are forks, and again and again, so that there are forks in forks. */
  correct: (h, told) => {
    const weighed = h.records.filter(({ type }) => ['harvest', 'delivery', 'obligation'].includes(type))
    const target = pickLate(weighed, told.c)
    if (target === undefined) return
    const { id, type, asserted_by, lawful_basis, on_behalf_of, delegation_id, ...rest } = target
    const own = ['producer', 'crop', 'from_party', 'to_party', 'agreed_price', 'kind', 'obligor', 'obligee']
    const kept = Object.fromEntries(Object.entries(rest).filter(([member]) => own.includes(member)))
    const acting = on_behalf_of === undefined ? {} : { on_behalf_of, delegation_id }
    h.append(asserted_by, type, { lawful_basis, ...kept, ...mass(told), ...acting, supersedes: id })
  },
  retract: (h, told) => {
    const target = pickLate(h.records, told.c)
    if (target !== undefined) h.retract(target)
  },
  /** One branch of a fork is taken back, so that the other counts again. */
  resolve: (h, told) => {
    const { records } = h
    const rivals = records.filter(
      (r) =>
        records.some(
          (other) => other !== r && r.supersedes !== undefined && other.supersedes === r.supersedes,
        ) && !records.some(({ target_id }) => target_id === r.id),
    )
    const target = pick(rivals, told.c)
    if (target !== undefined) h.retract(target)
  },
  confirm: (h, told) => {
    const confirmed = pickLate(
      h.records.filter(({ type }) => ['delivery', 'payment'].includes(type)),
      told.c,
    )
    if (confirmed === undefined) return
    const { type, id, from_party, to_party, payer, payee, asserted_by } = confirmed
    const other = [from_party ?? payer, to_party ?? payee].find((party) => party !== asserted_by)
    h.append(other as string, `${type}_confirmation`, { [`${type}_id`]: id, channel: 'app' })
  },
  unconfirm: (h, told) => {
    const confirmation = pick(
      h.records.filter(({ type }) => type.endsWith('_confirmation')),
      told.c,
    )
    if (confirmation !== undefined) h.retract(confirmation)
  },
  delegate: (h, { a, b }) => {
    const [principal, delegate] = [pick(h.parties, a) as string, pick(h.parties, a + 1 + (b % 3)) as string]
    h.kernel.delegations.give(OPERATOR, {
      id: h.id(),
      principal,
      delegate,
      record_types: ['harvest', 'delivery', 'obligation', 'payment'],
      acts: ['assert', 'correct', 'confirm'],
      valid_from: new Date(h.clock.nowMs - YEAR_MS).toISOString(),
      valid_until: new Date(h.clock.nowMs + YEAR_MS).toISOString(),
      basis: 'in_person_signature',
    })
  },
  revoke: (h, { a }) => {
    const mandate = pick(h.acts('delegation'), a)
    if (mandate) h.kernel.delegations.revoke(OPERATOR, null, mandate.id as string, h.id())
  },
  withdraw: (h, { a }) => {
    const objection = pick(h.acts('objection'), a)
    if (objection)
      h.kernel.objections.withdraw(OPERATOR, null, objection.id as string, { id: h.id(), channel: 'written' })
  },
  ask: (h, { a }) => {
    h.kernel.subjectAccess.requests.open(OPERATOR, pick(h.parties, a) as string)
  },
  answer: (h, { a }) => {
    const request = pick(h.acts('subject_access_request'), a)
    if (request) h.kernel.subjectAccess.requests.answered(OPERATOR, request.id as string, ANSWERED)
  },
  show: (h, { c }) => {
    const readers = c % 3 === 0 ? h.readers : h.readers.slice(c % 2)
    for (const record of h.records.slice(-6)) for (const reader of readers) h.show(record, reader)
  },
  tell: (h, { a }) => {
    const owed = pick(h.kernel.store.notifications.after(0, 1_000, true), a)
    if (owed) notificationTasks['notifications.told'](h.kernel, 'test', { number: owed.n })
  },
  addFactor: (h, { a }) => {
    h.addFactor(`later_${1 + (a % 3)}`, pick(LATER_KINDS, a) as ConversionFacts['kind'])
  },
  /** A prediction takes a number of the sequence and counts nowhere. */
  infer: (h, { a }) => {
    const source = pick(h.records, a) as RecordBody
    h.kernel.inferences.append(h.author(source.asserted_by), {
      id: h.id(),
      model_id: 'm',
      model_version: '1',
      inputs: [source.id],
      output: { name: 'expected_harvest', value: 1 },
      occurred_at: new Date(h.clock.nowMs).toISOString(),
      lawful_basis: 'consent',
    })
  },
} as const satisfies Record<string, Step>
type StepName = keyof typeof steps
export const STEPS = Object.keys(steps) as StepName[]

/** Does it inside the job that runs. */
const doInside = (h: History, told: Drawn): void =>
  (steps as Readonly<Record<string, Step>>)[told.what]?.(h, told)

class Undone extends Error {}

/** What is no single job. */
const outside = {
  object: async (h, { a, b }) => {
    const draft = { id: h.id(), channel: 'written' as const }
    const types = b % 2 === 0 ? {} : { record_types: ['lot' as const] }
    await h.kernel.objections.lodge((work) => h.submit(work), OPERATOR, pick(h.parties, a) as string, {
      ...draft,
      ...types,
    })
  },
  /** Jobs of one transaction, of which one fails after it has written: that one never was, the others are. */
  fail: async (h, told) => {
    const { a, b } = told
    const inJob = (offset: number) => () =>
      doInside(h, { ...told, what: pick(STEPS, a + offset) as StepName, c: told.c + offset })
    const failing = h.submit(() => {
      inJob(b)()
      h.append(h.farmer, 'harvest', { producer: h.farmer, crop, quantity: { value: 9, unit: 'kg' } })
      inJob(b + 1)()
      throw new Undone()
    })
    const others = [h.submit(inJob(2)), h.submit(inJob(3))]
    await failing.catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
    await Promise.all(others)
  },
  /** At any moment, with whatever has not been counted by then. */
  restart: async (h) => h.restart(),
  /** The next program ships a factor that the last one did not have; or is an older one again, and has it no more. */
  program: async (h, { a, b }) => {
    const row = { id: `later_${1 + (a % 3)}`, unit: 'debe', factor: 15, weighings_count: 3 }
    h.shipped = b % 4 === 0 ? [] : [...h.shipped, { ...row, kind: pick(LATER_KINDS, b) as 'measured' }]
    h.restart()
  },
  command: async (h, told) =>
    h.byCommand(() => {
      for (const offset of [0, 1, 2])
        doInside(h, { ...told, what: pick(STEPS, told.a + offset) as StepName, c: told.c + offset })
    }),
  /** The figures are asked when everything has settled, ... */
  check: async (h) => h.check(),
  /** ... or as soon as new entries were counted: then some may still have to settle, but counts are those of the log. */
  glance: async (h) => {
    await h.kernel.store.tallies.caughtUp()
    const [figures, recounted] = [h.kernel.store.tallies.figures(), h.recounted]
    if (figures === null) return
    const { subjectAccess, notifications, kg, records } = figures
    if (figures.delegations !== recounted.delegations || kg.total !== recounted.kg.total)
      throw new Error('a glance shows another number')
    if (records.reduce((sum, { count }) => sum + count, 0) !== h.records.length)
      throw new Error('a glance shows another number of records')
    if (subjectAccess.open !== recounted.subjectAccess.open) throw new Error('another number of requests')
    if (notifications.outstanding !== recounted.notifications.outstanding)
      throw new Error('another number of notifications')
  },
} as const satisfies Record<string, (h: History, told: Drawn) => Promise<void>>
type OutsideName = keyof typeof outside
export const OUTSIDE = Object.keys(outside) as OutsideName[]

/** Does it, a little later than the last one. */
export async function happen(h: History, told: Drawn): Promise<void> {
  h.clock.nowMs += told.c * 1_000
  if (told.what in outside) await outside[told.what as OutsideName](h, told)
  else await h.submit(() => doInside(h, told))
}

import { uuidv7 } from 'uuidv7'
import { must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import type { RecordType } from '../../domain/types/index.ts'

/**
 * The season of a made-up coffee cooperative in western Uganda, with plausible amounts and prices. Nobody in it
 * exists. It is the same every time but for ids and tokens; its days are counted back from today. Everything is
 * written through the API and the operator's tasks, in the order and at the time in which it happens.
 */

export const COOPERATIVE = 'Example Hills Coffee Growers'
export const TIME_ZONE = 'Africa/Kampala'
export const COUNTRY = 'UG'
export const BANK = 'Pretend Rural Bank'
export const PURPOSE = 'credit_assessment'

/** A new service that is listening, and whose clock the season sets. */
interface SeedService {
  readonly cooperative: Pick<Party, 'id' | 'token'>
  readonly run: Run
  /** Sends a request to the API. @throws if it is refused */
  readonly send: (token: string, path: string, body?: object) => Promise<{ readonly token: string }>
  readonly setClock: (ms: number) => void
  readonly nowMs: number
  /** Called after each step. @throws to end the season */
  readonly progress: (done: number, of: number) => void
}

/** A party, or a telephone of the cooperative. The token is empty until it is issued. */
interface Party {
  readonly id: string
  token: string
  /** Whether they write with their own token; the others sign on paper. */
  readonly isOnline: boolean
  readonly isPhone?: true
}
type SeedDraft = { readonly id: string; readonly type: RecordType }
/** A delivery of a member; `i` is the member's place in the list. */
type Brought = { i: number; daysAgo: number; draft: SeedDraft; kg: number; price: number }
/** Parts of debts and deliveries. */
type DebtParts = readonly (readonly [SeedDraft, amount: number])[]
type Two = readonly [from: Party, to: Party]

const MEMBERS = `Grace Biira, Moses Kule, Jane Masika, Joseph Baluku, Esther Kabugho, Yokana Bwambale,
  Rose Mbambu, Erisa Masereka, Agnes Ithungu, Wilson Thembo, Joyce Muhindo, Jackson Mbusa, Sarah Nziabake,
  Godfrey Muhindo, Florence Kemigisha, Stephen Mugisha, Harriet Kyomuhendo, Charles Byaruhanga, Beatrice Biira,
  Amos Kule, Winnie Masika, Simon Baluku, Doreen Kabugho, Nelson Bwambale, Juliet Mbambu, Julius Masereka,
  Edith Ithungu, Patrick Thembo, Lydia Muhindo, Robert Mbusa, Stella Asiimwe, Daniel Kabagambe, Annet Biira,
  Peace Tumusiime, Samson Tumwine`
const VILLAGES = ['Bugoye', 'Kyarumba', 'Maliba', 'Kisinga', 'Kilembe']
const [CHERRY, PARCHMENT] = ['coffee_arabica_fresh_cherry', 'coffee_arabica_parchment']
/** Members bring parchment three times: days since the first, on how many days, shillings per kilogram. */
const ROUNDS = [
  { from: 90, days: 22, price: 9_800 },
  { from: 58, days: 22, price: 10_200 },
  { from: 22, days: 23, price: 10_500 },
]
/** Inputs on credit: member, shillings, days since given and since due, whether agreed, shillings repaid. */
const CREDITS = [
  [1, 180_000, 98, 12, true, 120_000],
  [3, 250_000, 95, 9, true, 0],
  [7, 150_000, 90, -21, true, 150_000],
  [14, 200_000, 62, -35, false, 0],
  [16, 120_000, 58, 2, true, 60_000],
] as const
/** Consent to the bank: member, days since it was given, until it ends, and since it was revoked. */
const CONSENTS = [
  [0, 80, 120],
  [1, 78, 120],
  [2, 76, 6],
  [7, 100, -11],
  [9, 75, 90, 25],
  [16, 33, 200],
] as const
const OPENED = `party harvest delivery delivery_confirmation lot custody_transfer loss obligation
  obligation_confirmation payment payment_confirmation`.split(/\s+/)
/** Counted in tins, with a factor that ships, of tins elsewhere. */
const TIN = 'debe_coffee_arabica_fresh_cherry_sample'
const TINS = { quantity: { value: 22, unit: 'debe', label: 'tin' }, normalized_kg: 301.1, conversion_id: TIN }
const OF_LOTS = ['party', 'lot', 'custody_transfer', 'loss', 'due_diligence']

const DAY_MS = 86_400_000
const KAMPALA_MS = 3 * 3_600_000

const shillings = (amount: number) => ({ amount_minor: Math.round(amount), currency: 'UGX' })
const weighed = (value: number) => ({ quantity: { value, unit: 'kg' }, measurement_method: 'coop_weighed' })
const half = (kg: number) => Math.round(kg * 2) / 2
/** Varies figures, the same way every time. */
const vary = (i: number, low: number, high: number) => low + ((i * 7_919) % 101) * ((high - low) / 100)
const villageOf = (i: number) => must(VILLAGES[i % VILLAGES.length])
const between = ([from, to]: Two) => ({ from_party: from.id, to_party: to.id })
const goods = (two: Two, kg: number, price: number, more: object) => {
  return { ...between(two), crop: PARCHMENT, ...weighed(kg), agreed_price: shillings(kg * price), ...more }
}
/** Returns the outline of a plot as in RFC 7946: longitude first, anticlockwise, closed. Nobody farms there. */
function outline(i: number): object {
  const [west, south] = [29.98 + 0.021 * (i % 5), 0.2 + 0.0031 * Math.floor(i / 5)]
  const degrees = (from: number, sides: number) => Number((from + sides * vary(i, 0.0009, 0.0015)).toFixed(6))
  const corners = '0 0,1 0.2,0.9 1,0.1 0.8,0 0'.split(',').map((corner) => corner.split(' ').map(Number))
  const ring = corners.map(([x = 0, y = 0]) => [degrees(west, x), degrees(south, y)])
  return { type: 'Polygon', coordinates: [ring] }
}

/** Steps are planned in any order, and made in the order of their times. */
class Season {
  readonly coop: Party
  readonly #service: SeedService
  readonly #steps: { readonly atMs: number; readonly work: () => Promise<unknown> }[] = []

  constructor(service: SeedService) {
    this.#service = service
    this.coop = { isOnline: true, ...service.cooperative }
  }

  /** A time in Kampala, by the days since then. Nothing happens later than now, but for what falls due. */
  #ms(daysAgo: number, minute: number): number {
    const { nowMs } = this.#service
    const todayMs = Math.floor((nowMs + KAMPALA_MS) / DAY_MS) * DAY_MS - KAMPALA_MS
    const ms = todayMs - daysAgo * DAY_MS + minute * 60_000
    return daysAgo < 0 ? ms : Math.min(ms, nowMs)
  }

  run: Run = (task, args) => this.#service.run(task, args)

  at = (daysAgo: number, minute = 600): string => new Date(this.#ms(daysAgo, minute)).toISOString()

  step(daysAgo: number, work: () => Promise<unknown>, minute = 600): void {
    this.#steps.push({ atMs: this.#ms(daysAgo, minute), work })
  }

  async play(): Promise<void> {
    for (const [i, { atMs, work }] of this.#steps.sort((a, b) => a.atMs - b.atMs).entries()) {
      this.#service.setClock(atMs)
      await work()
      this.#service.progress(i + 1, this.#steps.length)
    }
  }

  /** Plans what a party sends; its token is read when the step is made. */
  send(daysAgo: number, by: Party, path: string, body?: object, minute = 600): void {
    this.step(daysAgo, () => this.#service.send(by.token, path, body), minute)
  }

  /** A telephone sends every sixth day what was recorded on it. What people sign goes through the front office. */
  record(type: RecordType, daysAgo: number, members: object, by = this.coop, minute = 600): SeedDraft {
    const isFinancial = 'agreed_price' in members || type === 'payment' || type === 'obligation'
    const lawful_basis = isFinancial ? 'special_data_consent' : 'contract_performance'
    // A confirmation or retraction takes the basis of what it names.
    const basis = /_confirmation|retraction/.test(type) ? {} : { lawful_basis }
    const draft = { id: uuidv7(), type, occurred_at: this.at(daysAgo, minute), ...basis, ...members }
    const batch = { records: [{ recorded_at: draft.occurred_at, ...draft }] }
    if (by.isPhone) this.send(daysAgo - (daysAgo % 6), by, '/v1/sync/outbox', batch, 1_100)
    else if (by.isOnline) this.send(daysAgo, by, '/v1/records', draft, minute)
    else this.step(daysAgo, () => this.run('record.append', { draft }), minute)
    return draft
  }

  /** Plans the confirmation of a delivery, payment or debt: with a token, or signed on paper. */
  confirm({ id, type }: SeedDraft, daysAgo: number, by: Party): void {
    const how = by.isOnline ? { channel: 'ussd_pin' } : { channel: 'written', signed_by: by.id }
    this.record(`${type}_confirmation` as RecordType, daysAgo, { [`${type}_id`]: id, ...how }, by, 1_140)
  }

  party(daysAgo: number, kind: string, display_name: string, isOnline = true, more: object = {}): Party {
    const one: Party = { id: uuidv7(), token: '', isOnline }
    this.record('party', daysAgo, { party: one.id, kind, display_name, ...more }, this.coop, 480)
    const as = kind === 'institution' ? 'reader' : 'party'
    const issue = () => this.run('credential.issue', { party: one.id, kind: as, expiresAtMs: null })
    if (isOnline) this.step(daysAgo, async () => Object.assign(one, { token: (await issue()).token }), 480)
    return one
  }

  phone(daysAgo: number, name: string): Party {
    const phone: Party = { id: uuidv7(), token: '', isOnline: true, isPhone: true }
    const asked = { party: this.coop.id, lifeMs: DAY_MS, sinceMs: null }
    this.step(daysAgo, async () => {
      const { enrolment_code } = await this.run('device.enrol', asked)
      const device = { id: phone.id, name, platform: 'Android 14' }
      phone.token = (await this.#service.send(enrolment_code, '/v1/devices', device)).token
    })
    return phone
  }

  /** Plans a payment for parts of debts and deliveries, or of an amount. @param how method and purpose */
  pay(daysAgo: number, [payer, payee]: Two, how: string, parts: DebtParts, amount = 0): SeedDraft {
    const settles = parts.map(([{ id }, amount_minor]) => ({ record_id: id, amount_minor }))
    const sum = amount || settles.reduce((all, part) => all + part.amount_minor, 0)
    const [method, purpose] = how.split(' ')
    const number = /^[mb]/.test(how) ? { reference: `TX${4_410 + 37 * this.#steps.length}` } : {}
    const paid = { payer: payer.id, payee: payee.id, amount: shillings(sum), method, purpose, ...number }
    return this.record('payment', daysAgo, parts.length === 0 ? paid : { ...paid, settles }, this.coop, 700)
  }

  owe(daysAgo: number, [obligor, obligee]: Two, kind: string, due: number, what: object): SeedDraft {
    const between = { kind, obligor: obligor.id, obligee: obligee.id, due_at: this.at(due, 1_020) }
    return this.record('obligation', daysAgo, { ...between, ...what })
  }

  lot(daysAgo: number, brought: readonly Brought[], declaredKg: number, tooManyKg = 0) {
    const kgOf = (kg: number, i: number) => (i === 0 ? kg + tooManyKg : kg)
    const inputs = brought.map(({ draft, kg }, i) => ({ record_id: draft.id, kg: kgOf(kg, i) }))
    const kept = { holder: this.coop.id, crop: PARCHMENT, location: 'Main store, Bugoye', inputs }
    return { lot_id: this.record('lot', daysAgo, { ...kept, ...weighed(declaredKg) }, this.coop, 1_200).id }
  }
}

/** Writes the season. @returns the bank, and a member who opened records to it */
export async function seed(service: SeedService) {
  const s = new Season(service)
  const exporter = s.party(109, 'business', 'Fable Coffee Exporters')
  const mill = s.party(109, 'business', 'Sample Ridge Dry Mill')
  const bank = s.party(109, 'institution', BANK)
  const members = MEMBERS.split(/,\s+/).map((name, i) => {
    const phone = i % 7 === 4 ? {} : { phone: `+25677000${1_100 + 13 * i}` }
    const entry = { member_no: `EH-${String(i + 1).padStart(3, '0')}`, region: 'UG-406', ...phone }
    // Two joined late. A few write themselves, with a token of their own.
    return s.party(i < 33 ? 108 - (i % 5) : 36 - i, 'person', name, [1, 7, 16].includes(i), entry)
  })
  growAndPick(s, members.slice(0, 22))
  const rounds = bringParchment(s, members)
  lendInputs(s, members, broughtBy(rounds, 3, 2))
  trade(s, [exporter, mill, bank], rounds)
  contradict(s, rounds)
  consent(s, bank, exporter, members)
  const output = { name: 'expected_next_season', value: 410, unit: 'kg' }
  const inputs = [0, 1].map((round) => broughtBy(rounds, 1, round).draft.id)
  const model = { model_id: 'forecast', model_version: '3', lawful_basis: 'consent', inputs, output }
  s.send(5, s.coop, '/v1/inferences', { id: uuidv7(), ...model, confidence: 0.7, occurred_at: s.at(5) })
  s.step(0, () => s.run('anchor.run', { newKey: false }), 1_439)
  s.step(0, () => s.run('first-day.over', {}), 1_439)
  await s.play()
  return { bank, member: must(members[1]) }
}

/** Plots, and harvests that the cooperative states under mandates. */
function growAndPick(s: Season, members: readonly Party[]): void {
  for (const [i, { id }] of members.entries()) {
    const [plot, delegation_id] = [uuidv7(), uuidv7()]
    const name = `${villageOf(i)}, ${['upper', 'lower', 'home', 'river'][i % 4]} garden`
    const place = { country: COUNTRY, region: 'UG-406', crops: [CHERRY], geometry: outline(i), decimals: 6 }
    s.record('plot', 104, { plot, holder: id, name, ...place })
    const valid = { valid_from: s.at(104, 0), valid_until: s.at(-250, 0), basis: 'in_person_signature' }
    const draft = { id: delegation_id, record_types: ['harvest'], acts: ['assert', 'correct'], ...valid }
    const mandate = { principal: id, delegate: s.coop.id, draft }
    s.step(103, () => s.run('delegation.record', mandate), 500)
    for (const [round, { from }] of ROUNDS.slice(0, 2).entries()) {
      const amount = i === 8 ? TINS : weighed(half(vary(i + round, 120, 430)))
      const picked = { producer: id, crop: CHERRY, season: 'Main crop', plot_ids: [plot], ...amount }
      s.record('harvest', from + 12 - (i % 4), { ...picked, on_behalf_of: id, delegation_id }, s.coop, 960)
    }
  }
}

type Rounds = readonly (readonly Brought[])[]
const broughtBy = (all: Rounds, i: number, round: number) => must(all[round]?.find((one) => one.i === i))

/** Members deliver parchment and confirm it. They are paid for the first two rounds. */
function bringParchment(s: Season, members: readonly Party[]): Rounds {
  const [phone, oldPhone] = [s.phone(40, 'Kyarumba store'), s.phone(80, 'Kilembe store')]
  const rounds = ROUNDS.map(({ from, days, price }, round) =>
    members.slice(0, 32).flatMap((member, i): Brought[] => {
      // In the last round, some of those who would bring nothing bring it today.
      const isLate = (i + round) % 4 === 3
      if (isLate && (round < 2 || i > 20)) return []
      const daysAgo = isLate ? 0 : from - ((i * 5 + round * 3) % days)
      const kg = half(vary(i + 31 * round, 24, 92))
      const by = round === 2 && i % 5 === 1 ? phone : s.coop
      const what = goods([member, s.coop], kg, price, { location: `${villageOf(i)} store` })
      const draft = s.record('delivery', daysAgo, what, by, 480 + 9 * i)
      if ((member.isOnline || i % 3 === 0) && by === s.coop && daysAgo > 0) s.confirm(draft, daysAgo, member)
      return [{ i, daysAgo, draft, kg, price }]
    }),
  )
  const cherry = { crop: CHERRY, location: 'Kilembe store' }
  s.record('delivery', 27, goods([must(members[24]), s.coop], 64, 2_600, cherry), oldPhone)
  const early = rounds.slice(0, 2).flat()
  for (const [i, member] of members.slice(0, 28).entries()) {
    const theirs = early.filter((one) => one.i === i)
    const parts = theirs.map(({ draft, kg, price }) => [draft, kg * price] as const)
    const how = i % 7 === 4 ? 'cash produce' : 'mobile_money produce'
    const payment = s.pay(30 - (i % 3), [s.coop, member], how, parts)
    if (member.isOnline || i % 4 === 0) s.confirm(payment, 27, member)
  }
  return rounds
}

/** Inputs on credit: agreed with a token or on paper, one-sided, repaid, overdue. */
function lendInputs(s: Season, members: readonly Party[], { draft }: Brought): void {
  for (const [i, amount, given, due, isAgreed, repaid] of CREDITS) {
    const member = must(members[i])
    const debt = s.owe(given, [member, s.coop], 'repay_input_credit', due, { amount: shillings(amount) })
    const lent = s.pay(given, [s.coop, member], 'in_kind input_credit', [], amount)
    if (isAgreed) for (const one of [debt, lent]) s.confirm(one, given - 1, member)
    if (repaid > 0) s.pay(24, [member, s.coop], 'cash repayment', [[debt, repaid]])
    if (i !== 3) continue
    // Part of a delivery is set off against the credit: no money moves.
    const both = [debt, draft].map((one) => [one, 100_000] as const)
    s.confirm(s.pay(1, [member, s.coop], 'offset repayment', both, 100_000), 1, member)
  }
}

/** A loan of the bank, two buyers, lots with their losses and hand-overs. */
function trade(s: Season, [exporter, mill, bank]: readonly [Party, Party, Party], rounds: Rounds): void {
  const { coop } = s
  const loan = s.owe(96, [coop, bank], 'repay_loan', -40, { amount: shillings(20_000_000) })
  s.pay(96, [bank, coop], 'bank loan', [], 20_000_000)
  s.pay(15, [coop, bank], 'bank repayment', [[loan, 6_000_000]])
  const husks = s.owe(39, [mill, coop], 'pay_for_goods', 9, { amount: shillings(3_200_000) })
  s.confirm(husks, 38, mill)
  s.pay(20, [mill, coop], 'bank other', [[husks, 1_200_000]])
  const contract = s.owe(82, [coop, exporter], 'deliver_produce', -18, { crop: PARCHMENT, ...weighed(2_400) })
  s.confirm(contract, 81, exporter)
  const [first = [], second = [], third = []] = rounds
  const [lot, reweighed] = [s.lot(64, first, 1_332), s.lot(33, second, 1_417)]
  // The last lot draws more from one delivery than that had.
  const dry = third.filter(({ daysAgo }) => daysAgo > 4)
  const newest = s.lot(4, dry, 1_146.5, 30)
  s.record('loss', 60, { ...lot, cause: 'drying', ...weighed(15.5) })
  s.record('custody_transfer', 55, { ...lot, ...between([coop, mill]), ...weighed(1_312.5) })
  const filed = { reference: '26UGEXAMPLE001', filed_by: exporter.id, filed_at: s.at(41) }
  s.record('due_diligence', 41, { ...lot, ...filed })
  s.record('loss', 25, { ...reweighed, cause: 'spillage', ...weighed(6.5) })
  s.record('custody_transfer', 19, { ...reweighed, ...between([coop, exporter]), ...weighed(1_338) })
  const ordered = { ...lot, location: 'Sample Ridge Dry Mill', obligation_id: contract.id }
  const sale = s.record('delivery', 42, goods([coop, exporter], 1_100, 12_600, ordered))
  s.confirm(sale, 41, exporter)
  s.pay(28, [exporter, coop], 'bank produce', [[sale, 10_000_000]])
  // The second buyer states less than the cooperative.
  s.record('delivery', 3, goods([coop, mill], 320, 12_100, newest))
  s.record('delivery', 3, goods([coop, mill], 308, 12_100, {}), mill, 900)
}

/** A correction, two that contradict each other, and a delivery that was entered twice. */
function contradict(s: Season, rounds: Rounds): void {
  const reweigh = ({ draft, kg }: Brought, note: string, moreKg: number) => {
    const changes = { ...weighed(kg + moreKg), agreed_price: shillings((kg + moreKg) * 10_500), note }
    s.record('delivery', 1, { ...draft, ...changes, id: uuidv7(), supersedes: draft.id })
  }
  reweigh(broughtBy(rounds, 0, 2), 'Weighed with the sack', -2)
  reweigh(broughtBy(rounds, 8, 2), 'Read from the slip of the store', 4)
  reweigh(broughtBy(rounds, 8, 2), 'Read from the book of the clerk', -9)
  const twice = s.record('delivery', 3, { ...broughtBy(rounds, 20, 2).draft, id: uuidv7() }, s.coop, 700)
  s.record('retraction', 3, { target_id: twice.id, reason: 'duplicate' }, s.coop, 760)
}

/** Consent to readers, and its end; a lender's request, an objection, a request for access. */
function consent(s: Season, bank: Party, exporter: Party, members: readonly Party[]): void {
  const opened = { purpose: PURPOSE, record_types: OPENED }
  for (const [i, given, ends, revoked] of CONSENTS) {
    const [id, member] = [uuidv7(), must(members[i])]
    const channel = member.isOnline ? 'ussd_pin' : 'written'
    const draft = { id, ...opened, grantee: bank.id, expires_at: s.at(-ends), channel }
    if (member.isOnline) s.send(given, member, '/v1/grants', draft)
    else s.step(given, () => s.run('grant.record', { subject: member.id, grantee: bank.id, draft }))
    if (revoked !== undefined) s.step(revoked, () => s.run('grant.revoke', { id }))
  }
  const ofLots = { purpose: 'buyer_traceability', record_types: OF_LOTS, grantee: exporter.id }
  for (const terms of [ofLots, { ...opened, grantee: bank.id }])
    s.send(81, s.coop, '/v1/grants', { id: uuidv7(), ...terms, expires_at: s.at(-200) })
  for (const daysAgo of [32, 3]) s.send(daysAgo, bank, `/v1/records?purpose=${PURPOSE}&limit=500`)
  const asked = { about: { member_no: 'EH-013' }, reason: 'A drying table', expires_at: s.at(-180) }
  s.send(1, bank, '/v1/access-requests', { id: uuidv7(), ...opened, ...asked })
  const draft = { purposes: ['buyer_traceability', 'research'], channel: 'in_person' }
  s.step(13, () => s.run('objection.lodge', { subject: must(members[11]).id, draft }))
  s.step(6, () => s.run('subject-access.open', { party: must(members[19]).id }))
}

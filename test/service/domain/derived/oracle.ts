import type { ConversionFacts, Surroundings } from '../../../../src/domain/derived/world.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import {
  chainOf,
  children,
  find,
  firstOf,
  isOwn,
  isRetracted,
  type OracleWorld,
  standingOf,
  subjectsOf,
} from '../../../support/records/gate/oracle.ts'
import { COOP, confirmedIn } from '../../../support/world.ts'

/**
 * The derived values once more, slowly: every definition of the contract as a plain sentence over all records, worked
 * out afresh each time it is asked. It shares no code with the rules, and no thought of speed.
 */
export class Oracle {
  protected readonly all: readonly RecordBody[]
  protected readonly facts: Surroundings
  /** By delegation, the types it is over. */
  protected readonly mandates: Readonly<Record<string, readonly string[]>>

  /** What it states of somebody's plots counts as theirs. */
  protected readonly cooperative: string
  /** As the oracle of consent knows them: nothing but the records. */
  private readonly chains: OracleWorld

  constructor(
    all: readonly RecordBody[],
    facts: Surroundings,
    mandates: Readonly<Record<string, readonly string[]>>,
    cooperative: string = COOP,
  ) {
    this.cooperative = cooperative
    this.all = all
    const over = { principal: '', delegate: '', acts: [], fromMs: 0, untilMs: 0, endedMs: null }
    const delegations = Object.entries(mandates).map(([id, types]) => ({ ...over, id, types }))
    this.chains = { cooperative, records: [...all], grants: [], objections: [], delegations, nowMs: 0 }
    this.facts = facts
    this.mandates = mandates
  }

  // ---- chains

  protected find = (id: unknown): RecordBody | undefined => find(this.chains, id)
  protected first = (r: RecordBody): RecordBody => firstOf(this.chains, r)
  protected versions = (r: RecordBody): RecordBody[] => [...chainOf(this.chains, r)]
  protected children = (r: RecordBody): RecordBody[] => children(this.chains, r)
  protected retracted = (r: RecordBody): boolean => isRetracted(this.chains, r)
  standing = (r: RecordBody): string => standingOf(this.chains, r)

  protected sameChain(a: RecordBody, b: RecordBody): boolean {
    return this.first(a) === this.first(b)
  }

  protected depth(r: RecordBody): number {
    const parent = this.find(r.supersedes)
    return parent ? this.depth(parent) + 1 : 1
  }

  /** Something else was stated in its place, and it was not taken back itself. */
  private isCorrected(r: RecordBody): boolean {
    return !this.retracted(r) && this.children(r).length > 0
  }

  protected tips(r: RecordBody): RecordBody[] {
    return this.versions(r).filter((v) => this.standing(v) === 'tip')
  }

  protected bases(r: RecordBody): RecordBody[] {
    const tips = this.tips(r)
    return tips.length > 0 ? tips : this.versions(r).filter((v) => this.children(v).length === 0)
  }

  /** Does an id name some version of this chain? */
  protected names(id: unknown, r: RecordBody): boolean {
    const target = this.find(id)
    return target !== undefined && this.sameChain(target, r)
  }

  // ---- parties

  protected speakers(r: RecordBody): string[] {
    return [r.asserted_by, ...(r.on_behalf_of ? [r.on_behalf_of] : [])]
  }

  /** Does this record have to do with the chain, as far as its writer may know? */
  protected isWritersOwn(writer: RecordBody, r: RecordBody): boolean {
    const owned = (party: string) => this.versions(r).some((v) => this.owns(party, v))
    if (owned(writer.asserted_by)) return true
    const principal = writer.on_behalf_of
    const types = this.mandates[String(writer.delegation_id)] ?? []
    return principal !== undefined && owned(principal) && types.includes(r.type)
  }

  protected subjects = (r: RecordBody): readonly string[] => subjectsOf(this.chains, r) ?? []
  subjectsSorted = (r: RecordBody): string[] => [...this.subjects(r)].sort()
  owns = (party: string, r: RecordBody): boolean => isOwn(this.chains, party, r)

  /** The chain a reference leads to for its writer, or null. */
  protected follow(writer: RecordBody, id: unknown, types: readonly string[]): RecordBody | null {
    const target = this.find(id)
    if (!target || !types.includes(target.type)) return null
    return this.isWritersOwn(writer, target) ? target : null
  }

  // ---- custody

  /** The version of the lot that states the earliest time: whatever was corrected since, the lot began then. */
  protected earliest(lot: RecordBody): RecordBody {
    return this.versions(lot).sort((a, b) => time(a) - time(b))[0] as RecordBody
  }

  custody(lot: RecordBody) {
    const left = this.all.filter(
      (r) =>
        r.type === 'custody_transfer' &&
        this.names(r.lot_id, lot) &&
        this.standing(r) === 'tip' &&
        this.speakers(r).includes(r.from_party as string),
    )
    const walked: RecordBody[] = []
    // Whom any version states has held it from the beginning; whom this one states has it then.
    const from = time(this.earliest(lot))
    const hands = [...this.versions(lot), lot].map((v) => ({ who: v.holder as string, from }))
    let broken = false
    for (;;) {
      const now = hands.at(-1) as { who: string; from: number }
      const rank = (r: RecordBody) => [time(r), r.from_party === now.who ? 0 : 1, r.id] as const
      const next = left
        .filter((r) => !walked.includes(r))
        .filter((r) => time(r) >= now.from && hands.some((h) => h.who === r.from_party))
        .sort((a, b) => (String(rank(a)) < String(rank(b)) ? -1 : 1))[0]
      if (!next) return { walked, hands, broken }
      broken ||= next.from_party !== now.who
      walked.push(next)
      hands.push({ who: next.to_party as string, from: time(next) })
    }
  }

  /** Had somebody who speaks in this record held the lot by then? */
  protected byHolder(lot: RecordBody, r: RecordBody, who = this.speakers(r)): boolean {
    return this.custody(lot).hands.some((hand) => who.includes(hand.who) && hand.from <= time(r))
  }

  /** Is it said by somebody who had held the lot, and may say this of it? */
  protected saidInTime(lot: RecordBody, r: RecordBody): boolean {
    if (this.sameChain(lot, r)) return false
    if (r.type !== 'custody_transfer') return this.byHolder(lot, r)
    const from = r.from_party as string
    return this.speakers(r).includes(from) && this.byHolder(lot, r, [from])
  }

  protected countsInLot(lot: RecordBody, r: RecordBody): boolean {
    return this.saidInTime(lot, r) && !this.isOtherGoods(lot, r)
  }

  /** Only a delivery is of a crop of its own: a draw is of the lot's, and so are a loss and a weighing. */
  protected isOtherGoods(lot: RecordBody, r: RecordBody): boolean {
    return r.type === 'delivery' && r.crop !== lot.crop && this.formReached(r) !== lot.crop
  }

  // ---- mass

  protected conversion(r: RecordBody): ConversionFacts | undefined {
    return r.conversion_id === undefined ? undefined : this.facts.conversion(r.conversion_id)
  }

  /** The form that the factor leads to; null where it is the factor of another crop. */
  private formReached(r: RecordBody): string | null | undefined {
    const cited = this.conversion(r)
    const isOfAnother = cited?.to_crop !== undefined && ![undefined, cited.crop].includes(r.crop)
    return isOfAnother ? null : cited?.to_crop
  }

  protected weighed(r: RecordBody): number | null {
    if (!r.quantity) return null
    const perKg = new Map([
      ['kg', 1],
      ['g', 1000],
      ['t', 1 / 1000],
    ]).get(r.quantity.unit)
    return perKg === undefined ? null : round(r.quantity.value / perKg)
  }

  kg(r: RecordBody): number | null {
    return r.normalized_kg === undefined ? this.weighed(r) : round(r.normalized_kg)
  }

  protected massIn(r: RecordBody, crop: unknown): number | null {
    const leadsTo = this.formReached(r)
    const becomes = leadsTo === undefined ? r.crop : leadsTo
    if (crop === undefined) return this.kg(r)
    if (r.normalized_kg !== undefined && (becomes === crop || becomes === undefined))
      return round(r.normalized_kg)
    return r.crop === crop || r.crop === undefined ? this.weighed(r) : null
  }

  // ---- confirmation and fulfilment

  private confirmations(of: RecordBody): RecordBody[] {
    return this.all.filter(
      (r) => r.type === `${of.type}_confirmation` && confirmedIn(r) === of.id && !this.retracted(r),
    )
  }

  private confirmedBy(of: RecordBody): RecordBody | undefined {
    const candidates = this.confirmations(of)
      .map((r) => ({ r, key: `${r.on_behalf_of || r.signed_by ? 1 : 0} ${r.occurred_at} ${r.id}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    return candidates[0]?.r
  }

  /** Did this party agree to exactly this version, by an act of its own or a delegate's, or else by its signature? */
  protected agreedTo(of: RecordBody, party: string): 'act' | 'signature' | null {
    const given = this.confirmations(of)
    if (given.some((r) => r.signed_by === undefined && this.speakers(r).includes(party))) return 'act'
    return given.some((r) => r.signed_by === party) ? 'signature' : null
  }

  confirmation(delivery: RecordBody) {
    const best = this.confirmedBy(delivery)
    if (!best) return null
    return {
      confirmed: true,
      independent: best.on_behalf_of === undefined && best.signed_by === undefined,
      ...(best.signed_by === undefined ? {} : { on_paper: true }),
      confirmed_at: best.occurred_at,
      channel: best.channel,
    }
  }

  protected countsTowards(owed: RecordBody, delivery: RecordBody): boolean {
    const sides = [owed.obligor, owed.obligee]
    const forms = [undefined, delivery.crop, this.formReached(delivery)]
    return (
      delivery.from_party === owed.obligor &&
      delivery.to_party === owed.obligee &&
      this.speakers(delivery).some((who) => sides.includes(who)) &&
      forms.includes(owed.crop as string | undefined)
    )
  }

  /**
   * Every record of one of these parties that could enter a figure, its forked rivals beside it: one list for each
   * chain. What anybody else asserted is in no figure, not even among those that do not count.
   */
  protected countable(records: RecordBody[], parties: readonly unknown[]): RecordBody[][] {
    const ends = records.filter(
      (r) =>
        ['tip', 'forked'].includes(this.standing(r)) &&
        this.children(r).length === 0 &&
        this.speakers(r).some((who) => parties.includes(who)),
    )
    const firsts = new Set(ends.map((r) => this.first(r)))
    return [...firsts].map((first) => ends.filter((r) => this.first(r) === first))
  }

  fulfilment(owed: RecordBody) {
    const naming = this.all.filter((r) => r.type === 'delivery' && this.names(r.obligation_id, owed))
    const chains = this.countable(naming, [owed.obligor, owed.obligee])
    const good = chains.filter((ends) => ends.some((r) => this.countsTowards(owed, r)))
    const counted = good.flat().filter((r) => this.standing(r) === 'tip')
    const confirmed = counted.filter((r) => this.confirmation(r) !== null)
    const committed = this.massIn(owed, owed.crop)
    const masses = counted.map((r) => this.massIn(r, owed.crop))
    const delivered = sum(masses)
    const forked = good.filter((ends) => ends.some((r) => this.standing(r) === 'forked')).length
    const unconvertible = masses.filter((mass) => mass === null).length
    const states = owed.quantity !== undefined || owed.normalized_kg !== undefined
    return {
      committed_kg: committed,
      delivered_kg: delivered,
      confirmed_kg: sum(confirmed.map((r) => this.massIn(r, owed.crop))),
      outstanding_kg: committed === null ? null : round(committed - delivered),
      deliveries: counted.length,
      confirmed: confirmed.length,
      forked,
      unconvertible,
      not_counted: chains.length - good.length,
      incomplete: unconvertible > 0 || forked > 0 || (states && committed === null),
      ...(this.word(owed) === null ? {} : { money: this.paid(owed) }),
    }
  }

  // ---- money

  /** Who owes whom how much by this version, if it says so. */
  protected debt(r: RecordBody | undefined): Debt | null {
    if (r?.type === 'obligation' && r.amount !== undefined)
      return { from: r.obligor, to: r.obligee, minor: r.amount.amount_minor, currency: r.amount.currency }
    if (r?.type === 'delivery' && r.agreed_price !== undefined)
      return {
        from: r.to_party,
        to: r.from_party,
        minor: r.agreed_price.amount_minor,
        currency: r.agreed_price.currency,
      }
    return null
  }

  /** Was the mandate it was asserted under, if any, live when it arrived? */
  protected isLive(r: RecordBody): boolean {
    if (r.on_behalf_of === undefined) return true
    const mandate = this.facts.delegation(String(r.delegation_id))
    return (
      mandate !== undefined && (mandate.endedAtMs === null || Date.parse(r.received_at) < mandate.endedAtMs)
    )
  }

  /** Whose word a debt is; null if it is no debt, or only others say so. */
  word(r: RecordBody | undefined): 'agreed' | 'one-sided' | null {
    const debt = this.debt(r)
    if (r === undefined || debt === null) return null
    const [debtor, creditor] = [String(debt.from), String(debt.to)]
    const says = (party: string) => this.isLive(r) && this.speakers(r).includes(party)
    if (says(debtor) || this.agreedTo(r, debtor) !== null) return 'agreed'
    if (says(creditor)) return 'one-sided'
    // What a dismissed delegate states for somebody waits until that party confirms it.
    const hasTakenUp = r.on_behalf_of === creditor && this.agreedTo(r, creditor) !== null
    return !this.isLive(r) && hasTakenUp ? 'one-sided' : null
  }

  /** Is it a debt that one of its sides asserted, or had asserted under a mandate that was live? */
  isOfASide(r: RecordBody): boolean {
    const debt = this.debt(r)
    return (
      debt !== null && this.isLive(r) && [debt.from, debt.to].some((side) => this.speakers(r).includes(side))
    )
  }

  /** What the parts of an offset state for what one owes the other, as far as one it speaks for may read those records. */
  protected side(
    payment: RecordBody,
    from: unknown,
    to: unknown,
    currencies: readonly string[] | null,
  ): bigint {
    let side = 0n
    for (const part of payment.settles ?? []) {
      const named = this.find(part.record_id)
      const isTheirs =
        named !== undefined &&
        PAYABLE.includes(named.type) &&
        this.versions(named).some((v) => this.speakers(payment).some((who) => this.owns(who, v)))
      const tip = isTheirs ? this.tips(named)[0] : undefined
      const debt = this.word(tip) === null ? null : this.debt(tip)
      if (debt?.from !== from || debt?.to !== to) continue
      if (currencies === null || currencies.includes(debt?.currency ?? '')) side += BigInt(part.amount_minor)
    }
    return side
  }

  protected pays(payment: RecordBody, debt: Debt, isAnyCurrency = false): boolean {
    const { payer, payee, method, amount } = payment
    if (!this.speakers(payment).some((who) => who === payer || who === payee)) return false
    if (!isAnyCurrency && debt.currency !== amount?.currency) return false
    const [isOwn, isBack] = [
      debt.from === payer && debt.to === payee,
      debt.from === payee && debt.to === payer,
    ]
    if (method !== 'offset') return isOwn
    const only = isAnyCurrency ? null : [String(amount?.currency)]
    const [ours, theirs] = [this.side(payment, payer, payee, only), this.side(payment, payee, payer, only)]
    return (isOwn || isBack) && ours === theirs && ours > 0n
  }

  /** Is it the creditor's word that this was paid: by an act, its own or a delegate's of then, or by its signature? */
  protected release(payment: RecordBody, creditor: string): 'act' | 'signature' | null {
    const says =
      payment.asserted_by === creditor || (payment.on_behalf_of === creditor && this.isLive(payment))
    return says ? 'act' : this.agreedTo(payment, creditor)
  }

  /** Is it the creditor's word by a delegate alone? */
  protected isByDelegate(payment: RecordBody, creditor: string): boolean {
    const own = [payment, ...this.confirmations(payment)].filter((r) => r.signed_by === undefined)
    return this.release(payment, creditor) === 'act' && !own.some((r) => r.asserted_by === creditor)
  }

  paid(owed: RecordBody) {
    const debt = this.debt(owed) as Debt
    const naming = this.all.filter(
      (r) => r.type === 'payment' && (r.settles ?? []).some((part) => this.names(part.record_id, owed)),
    )
    const chains = this.countable(naming, [debt.from, debt.to])
    const good =
      this.tips(owed).length === 0 ? [] : chains.filter((ends) => ends.some((r) => this.pays(r, debt)))
    const counted = good.flat().filter((r) => this.standing(r) === 'tip')
    const total = (payments: RecordBody[]) =>
      payments
        .flatMap((r) => r.settles ?? [])
        .filter((part) => this.names(part.record_id, owed))
        .reduce((sum, part) => sum + BigInt(part.amount_minor), 0n)
    const released = (how: string | null) => total(counted.filter((r) => this.release(r, debt.to) === how))
    const [acknowledged, onPaper, claimed] = [released('act'), released('signature'), released(null)]
    const remaining = BigInt(debt.minor) - acknowledged - onPaper
    const sums = [acknowledged, onPaper, claimed, remaining].map(asNumber)
    const newestFirst = (a: RecordBody, b: RecordBody) => time(b) - time(a) || (a.id < b.id ? -1 : 1)
    const [last] = counted.sort(newestFirst)
    return {
      currency: debt.currency,
      agreed: this.word(owed) === 'agreed',
      owed_minor: debt.minor,
      acknowledged_minor: sums[0],
      on_paper_minor: sums[1],
      claimed_minor: sums[2],
      remaining_minor: sums[3],
      payments: counted.length,
      last_paid_at: last?.occurred_at ?? null,
      ...(last?.occurred_at_precision ? { last_paid_at_precision: last.occurred_at_precision } : {}),
      lastPaidBy: last?.id ?? null,
      isByDelegate: counted.some((r) => this.isByDelegate(r, debt.to)),
      forked: good.length - counted.length,
      incomplete: chains.length > counted.length || sums.includes(null),
    }
  }

  protected stated(payment: RecordBody): bigint {
    const { payer, payee } = payment
    if (payment.method !== 'offset')
      return (payment.settles ?? []).reduce((sum, part) => sum + BigInt(part.amount_minor), 0n)
    const [ours, theirs] = [this.side(payment, payer, payee, null), this.side(payment, payee, payer, null)]
    return ours > theirs ? ours : theirs
  }

  /** Records that a payment names and does not count for; of those, the ones where only the currency is in the way. */
  protected unpaid(r: RecordBody) {
    const tips = (r.settles ?? []).flatMap((part) => {
      const named = this.follow(r, part.record_id, PAYABLE)
      return named === null ? [] : this.tips(named)
    })
    const debts = tips.map((tip) => (this.word(tip) === null ? null : this.debt(tip)))
    const missed = debts.filter((debt) => debt === null || !this.pays(r, debt))
    // Of another currency itself: that of the other side of an offset may be of a debt that the asserter may not read.
    const isOther = (debt: Debt) => debt.currency !== r.amount?.currency
    return {
      missed,
      byCurrency: missed.filter((debt) => debt !== null && isOther(debt) && this.pays(r, debt, true)),
    }
  }

  // ---- mass balance

  protected draws(lot: RecordBody, on: RecordBody): number[] {
    return inputs(lot)
      .filter((input) => this.names(input.record_id, on))
      .map((input) => input.kg)
  }

  massBalance(lot: RecordBody) {
    const isForked = (ends: RecordBody[]) => ends.some((r) => this.standing(r) === 'forked')
    const drawn = inputs(lot)
      .map((input) => ({ kg: input.kg, from: this.follow(lot, input.record_id, DRAWABLE) }))
      .filter(({ from }) => from !== null && !this.sameChain(from, lot))
    const naming = this.all.filter(
      (r) => (this.names(r.lot_id, lot) && r.type !== 'due_diligence') || this.draws(r, lot).length > 0,
    )
    const holders = this.custody(lot).hands.map(({ who }) => who)
    const others = naming.filter((r) => !this.sameChain(r, lot))
    const chains = this.countable(others, holders)
    const good = chains.filter((ends) => ends.some((r) => this.countsInLot(lot, r)))
    const notCounted = chains.length - good.length
    const ofOtherGoods = chains.filter(
      (ends) => !good.includes(ends) && ends.some((r) => this.saidInTime(lot, r)),
    )
    const selfDrawn = [lot, ...this.versions(lot)].some(
      (r) =>
        this.draws(r, lot).length > 0 &&
        (r === lot || (['tip', 'forked'].includes(this.standing(r)) && this.children(r).length === 0)),
    )
    const counted = good.filter((ends) => !isForked(ends)).flat()
    const mass = (r: RecordBody) => (r.type === 'lot' ? sum(this.draws(r, lot)) : this.massIn(r, lot.crop))
    const outputs = counted.filter((r) => r.type === 'delivery' || r.type === 'lot')
    const losses = counted.filter((r) => r.type === 'loss')
    const gone = (from: number, to: number) =>
      sum([...outputs, ...losses].filter((r) => time(r) > from && time(r) <= to).map(mass))

    const declared = this.massIn(lot, lot.crop)
    const inputsKg = drawn.length === 0 ? null : sum(drawn.map((input) => input.kg))
    const formation = inputsKg === null || declared === null ? null : round(inputsKg - declared)
    const outputsKg = sum(outputs.map(mass))
    const lossesKg = sum(losses.map(mass))
    const remaining = declared === null ? null : round(declared - outputsKg - lossesKg)
    const allowed =
      declared === null ? Number.POSITIVE_INFINITY : round(this.facts.massBalanceTolerance * declared)

    const weighed = this.custody(lot).walked.filter((r) => r.quantity ?? r.normalized_kg)
    const legs: object[] = []
    const differences: number[] = []
    let last = { kg: declared, at: Number.NEGATIVE_INFINITY }
    for (const r of weighed) {
      const kg = this.massIn(r, lot.crop)
      if (kg === null) continue
      const expected = last.kg === null ? null : round(last.kg - gone(last.at, time(r)))
      const difference = expected === null ? null : round(kg - expected)
      legs.push({
        transferId: r.id,
        at: r.occurred_at,
        at_precision: r.occurred_at_precision,
        kg,
        expected_kg: expected,
        difference_kg: difference,
        breached: difference !== null && Math.abs(difference) > allowed,
      })
      if (difference !== null) differences.push(difference)
      last = { kg, at: time(r) }
    }
    return {
      inputs_kg: inputsKg,
      declared_kg: declared,
      outputs_kg: outputsKg,
      losses_kg: lossesKg,
      formation_difference_kg: formation,
      remaining_kg: remaining,
      legs,
      tolerance: this.facts.massBalanceTolerance,
      breached: [formation ?? 0, Math.min(remaining ?? 0, 0), ...differences].some(
        (kg) => Math.abs(kg) > allowed,
      ),
      not_counted: notCounted + (selfDrawn ? 1 : 0),
      incomplete:
        declared === null ||
        good.some(isForked) ||
        ofOtherGoods.length > 0 ||
        weighed.length > legs.length ||
        [...outputs, ...losses].some((r) => mass(r) === null) ||
        drawn.some(({ from }) => from !== null && this.tips(from).length === 0),
    }
  }

  // ---- flags

  protected overdrawing(drawnOn: RecordBody): RecordBody[] {
    const [tip] = this.tips(drawnOn)
    if (!tip || !DRAWABLE.includes(tip.type)) return []
    const lots = this.all
      .filter((r) => r.type === 'lot' && this.standing(r) === 'tip' && this.draws(r, tip).length > 0)
      .filter((r) => !this.sameChain(r, tip) && this.follow(r, tip.id, DRAWABLE) !== null)
      .filter((r) => tip.type !== 'lot' || this.byHolder(tip, r))
    const had = this.massIn(tip, tip.crop)
    const took = sum(lots.map((r) => sum(this.draws(r, tip))))
    return had !== null && round(took - had) > 0.000001 ? [tip, ...lots] : []
  }

  /** Whose plots a record may speak of. */
  protected speakersOfPlots(r: RecordBody): string[] {
    const types = this.mandates[String(r.delegation_id)] ?? []
    return this.speakers(r).filter((who) => who === r.asserted_by || types.includes('plot'))
  }

  /** Other people's plots as this one's asserter states them. */
  protected others(r: RecordBody): RecordBody[] {
    if (r.type !== 'plot') return []
    return this.all.filter(
      (other) =>
        other.type === 'plot' &&
        other.holder !== r.holder &&
        other.plot !== r.plot &&
        this.standing(other) === 'tip' &&
        this.speakers(other).some((who) => this.speakersOfPlots(r).includes(who)),
    )
  }

  /** Other plots of the holder that touch this one and are as small. */
  protected ownBeside(r: RecordBody): RecordBody[] {
    if (r.type !== 'plot' || smallHectares(r) === 0) return []
    return this.all.filter(
      (other) =>
        other.type === 'plot' &&
        other.holder === r.holder &&
        other.plot !== r.plot &&
        other.asserted_by === r.asserted_by &&
        this.standing(other) === 'tip' &&
        smallHectares(other) > 0 &&
        lieAtEachOther(r, other),
    )
  }

  protected knowsPlot(r: RecordBody, id: string): boolean {
    return this.all.some(
      (p) =>
        p.type === 'plot' &&
        p.plot === id &&
        this.speakersOfPlots(r).some(
          (who) => this.speakers(p).includes(who) || (p.holder === who && p.asserted_by === this.cooperative),
        ),
    )
  }

  protected outOfScope(r: RecordBody, conversion: ConversionFacts): boolean {
    const hasLot = r.type === 'custody_transfer' || r.type === 'loss'
    const lot = hasLot ? this.follow(r, r.lot_id, ['lot']) : null
    const lots = lot ? this.bases(lot) : []
    const crops = (hasLot ? lots : [r]).map((x) => x.crop).filter((crop) => crop !== undefined)
    const leading = r.producer ?? r.holder ?? r.from_party ?? r.obligor
    const where = (r.type === 'loss' ? lots.map((x) => x.holder) : [leading])
      .map((who) =>
        this.speakers(r)
          .map((asker) => this.facts.regionOf(String(who), asker))
          .find((told) => told !== undefined),
      )
      .filter((region) => region !== undefined)
    const { crop, region, valid_from, valid_to } = conversion
    return (
      (r.quantity !== undefined && r.quantity.unit !== conversion.unit) ||
      (crop !== undefined && crops.length > 0 && !crops.includes(crop)) ||
      (region !== undefined &&
        where.length > 0 &&
        !where.some((place) => place === region || place.split('-')[0] === region)) ||
      (valid_from !== undefined && time(r) < Date.parse(valid_from)) ||
      (valid_to !== undefined && time(r) >= Date.parse(valid_to))
    )
  }

  protected leftOut(r: RecordBody): boolean {
    if (r.type === 'due_diligence') return false
    const lot = this.follow(r, r.lot_id, ['lot'])
    if (lot && this.bases(lot).every((base) => !this.countsInLot(base, r))) return true
    const owed = r.type === 'delivery' ? this.follow(r, r.obligation_id, ['obligation']) : null
    if (owed && this.bases(owed).every((base) => !this.countsTowards(base, r))) return true
    return inputs(r).some((input) => {
      const drawnOn = this.follow(r, input.record_id, ['lot'])
      return drawnOn !== null && this.bases(drawnOn).every((base) => !this.countsInLot(base, r))
    })
  }

  /** Two weighings that cannot both have happened, as far as one party says so, of which neither was corrected or withdrawn. */
  protected saysTheSameAgain(r: RecordBody, other: RecordBody): boolean {
    if (r === other || r.type !== other.type || !['harvest', 'delivery'].includes(r.type)) return false
    if (r.occurred_at_precision !== 'instant') return false
    const [a, b] = [this.kg(r), this.kg(other)]
    const isAsHeavy =
      a === null && b === null
        ? r.quantity?.value === other.quantity?.value && r.quantity?.unit === other.quantity?.unit
        : a === b
    const alike = [
      'occurred_at_precision',
      'asserted_by',
      'on_behalf_of',
      'lawful_basis',
      'producer',
      'from_party',
      'to_party',
      'crop',
    ] as const
    return (
      isAsHeavy &&
      time(r) === time(other) &&
      alike.every((member) => r[member] === other[member]) &&
      this.standing(r) === 'tip' &&
      this.standing(other) === 'tip'
    )
  }

  flags(r: RecordBody): string[] {
    const conversion = this.conversion(r)
    const standing = this.standing(r)
    const delegation = r.delegation_id === undefined ? undefined : this.facts.delegation(r.delegation_id)
    const product = r.quantity && conversion ? r.quantity.value * conversion.factor : null
    const received = Date.parse(r.received_at)
    const recorded = Date.parse(r.recorded_at)
    const confirmation = CONFIRMABLE.includes(r.type) ? this.confirmation(r) : null
    const confirmed = this.find(confirmedIn(r))
    const paid = this.word(r) === null ? null : this.paid(r)
    const drawnOn = inputs(r).map((input) => this.find(input.record_id))
    const enrolled = r.device_id === undefined ? null : this.facts.enrolledAtMs(r.device_id, r.asserted_by)
    const unknown = (kind: 'units' | 'crops', code: unknown) =>
      typeof code === 'string' && !this.facts.isKnownCode(kind, code)
    const lost = (id: unknown, type: readonly string[]) =>
      id !== undefined && this.follow(r, id, type) === null

    const said: [string, boolean][] = [
      ['occurred_after_recorded', time(r) > recorded],
      ['recorded_after_received', recorded > received],
      ['recorded_before_enrolment', enrolled !== null && recorded < enrolled && enrolled <= received],
      ['received_late', received - time(r) > 30 * 24 * 3600 * 1000],
      ['quantity_not_normalized', r.quantity !== undefined && this.kg(r) === null],
      ['conversion_unresolved', r.conversion_id !== undefined && !conversion],
      [
        'conversion_mismatch',
        product !== null &&
          r.normalized_kg !== undefined &&
          round(Math.abs(product - r.normalized_kg)) > round(product / 200),
      ],
      ['conversion_out_of_scope', conversion !== undefined && this.outOfScope(r, conversion)],
      [
        'implausible_quantity',
        (this.kg(r) ?? 0) > this.facts.implausibleAboveKg &&
          (r.type === 'harvest'
            ? this.facts.isNaturalPerson(r.producer as string)
            : r.type === 'delivery' &&
              (this.facts.isNaturalPerson(r.from_party as string) ||
                this.facts.isNaturalPerson(r.to_party as string))),
      ],
      ['possibly_recorded_twice', this.all.some((other) => this.saysTheSameAgain(r, other))],
      ['assumed_conversion', conversion?.kind === 'assumed_default'],
      ['thin_sample', conversion?.kind === 'measured' && conversion.weighings_count < 10],
      [
        'code_unknown',
        unknown('units', r.quantity?.unit) ||
          unknown('crops', r.crop) ||
          (r.crops ?? []).some((crop) => unknown('crops', crop)),
      ],
      ['geometry_invalid', drawing(r) === 'crossed'],
      ['geometry_too_coarse', ['rectangle', 'point'].includes(drawing(r)) && isCoarse(r)],
      ['polygon_required', drawing(r) === 'point' && (r.area_ha ?? 0) > 4],
      [
        'area_mismatch',
        r.area_ha !== undefined &&
          (r.area_ha <= 0 ||
            (drawing(r) === 'rectangle' && Math.abs(hectares(r) - r.area_ha) > 0.1 * r.area_ha)),
      ],
      ['plots_overlap', standing === 'tip' && this.others(r).some((other) => lieOnEachOther(r, other))],
      [
        'plots_adjoin',
        standing === 'tip' &&
          this.ownBeside(r).length > 0 &&
          smallHectares(r) + sum(this.ownBeside(r).map((other) => smallHectares(other))) > 4,
      ],
      ['plot_outside_country', ['rectangle', 'point'].includes(drawing(r)) && r.country !== IN_COUNTRY],
      ['plot_unresolved', (r.plot_ids ?? []).some((id) => !this.knowsPlot(r, id))],
      [
        'reference_unresolved',
        lost(r.lot_id, ['lot']) ||
          (r.type === 'delivery' && lost(r.obligation_id, ['obligation'])) ||
          inputs(r).some((input) => lost(input.record_id, DRAWABLE)) ||
          (r.settles ?? []).some((part) => lost(part.record_id, PAYABLE)) ||
          (r.device_id !== undefined && enrolled === null) ||
          !(r.evidence ?? []).every((e) => this.facts.isStoredEvidence(e.sha256, r.asserted_by)),
      ],
      ['not_counted', standing === 'tip' && (this.leftOut(r) || this.unpaid(r).missed.length > 0)],
      ['currency_differs', standing === 'tip' && this.unpaid(r).byCurrency.length > 0],
      ['settles_mismatch', r.type === 'payment' && this.stated(r) > BigInt(r.amount.amount_minor)],
      ['overpaid', paid !== null && (paid.remaining_minor ?? -1) < 0],
      ['acknowledged_by_delegate', paid?.isByDelegate === true],
      [
        'input_overdrawn',
        standing === 'tip' &&
          [r, ...drawnOn].some((on) => on !== undefined && this.overdrawing(on).includes(r)),
      ],
      ['forked', standing === 'forked'],
      ['chain_deep', this.depth(r) >= 48],
      ['custody_broken', r.type === 'lot' && this.custody(r).broken],
      ['mass_balance_discrepancy', r.type === 'lot' && this.massBalance(r).breached],
      [
        'asserted_by_outsider',
        !this.speakers(r).some((who) => this.subjects(r).includes(who)) &&
          ((this.find(r.target_id) ?? r).type !== 'party' || !this.facts.isCooperative(r.asserted_by)),
      ],
      ['delegated_authority', r.on_behalf_of !== undefined],
      ['delegated_by_bylaw', delegation?.basis === 'organisational_bylaw'],
      [
        'delegation_revoked_before_receipt',
        delegation !== undefined && delegation.endedAtMs !== null && delegation.endedAtMs <= received,
      ],
      ['confirmed_under_delegation', this.confirmedBy(r)?.on_behalf_of !== undefined],
      ['confirmed_on_paper', confirmation?.on_paper === true],
      [
        'confirms_superseded_version',
        (confirmation !== null && this.isCorrected(r)) ||
          (confirmed !== undefined && this.isCorrected(confirmed)),
      ],
    ]
    return said
      .filter(([, applies]) => applies)
      .map(([code]) => code)
      .sort()
  }

  private statedOf = (lot: RecordBody) => {
    const rank = ({ id, at }: { id: string; at: string }) => `${at} ${id === lot.id ? '' : id}`
    return this.versions(lot)
      .map((each) => ({ id: each.id, at: each.occurred_at, precision: each.occurred_at_precision }))
      .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }

  derive(r: RecordBody): object {
    const custody = r.type === 'lot' ? this.custody(r) : null
    return {
      superseded_by: this.children(r)
        .map((child) => child.id)
        .sort(),
      retracted: this.retracted(r),
      standing: this.standing(r),
      kg: this.kg(r),
      flags: this.flags(r),
      ...(r.type === 'delivery' && this.word(r) !== null ? { paid: this.paid(r) } : {}),
      ...(r.type === 'payment'
        ? { unallocated_minor: asNumber(BigInt(r.amount.amount_minor) - this.stated(r)) }
        : {}),
      ...(CONFIRMABLE.includes(r.type)
        ? { confirmation: this.confirmation(r), confirmedBy: this.confirmedBy(r)?.id ?? null }
        : {}),
      ...(r.type === 'obligation' ? { fulfilment: this.fulfilment(r) } : {}),
      ...(custody
        ? {
            custody: {
              custodian: custody.hands.at(-1)?.who,
              as_of: (custody.walked.at(-1) ?? this.earliest(r)).occurred_at,
              as_of_precision:
                custody.walked.length > 0
                  ? custody.walked.at(-1)?.occurred_at_precision
                  : this.statedOf(r)[0]?.precision,
              transfers: custody.walked.length,
              broken: custody.broken,
              givenBy: custody.walked.at(-1)?.id ?? null,
              stated: custody.walked.length > 0 ? [] : this.statedOf(r),
            },
            mass_balance: this.massBalance(r),
          }
        : {}),
    }
  }
}

type Corner = readonly [lon: number, lat: number]

/** Random worlds draw rectangles along the axes, rectangles whose corners are joined crosswise, and points. */
function drawing(r: RecordBody): 'rectangle' | 'crossed' | 'point' | 'nothing' {
  if (r.type !== 'plot' || r.geometry === undefined) return 'nothing'
  if (r.geometry.type === 'Point') return 'point'
  const [first, second] = corners(r) as [Corner, Corner]
  return first[0] !== second[0] && first[1] !== second[1] ? 'crossed' : 'rectangle'
}

function corners(r: RecordBody): Corner[] {
  const { coordinates } = (r as { geometry: { coordinates: unknown } }).geometry
  return drawnAsPoint(r) ? [coordinates as Corner] : ((coordinates as Corner[][])[0] as Corner[])
}

const drawnAsPoint = (r: RecordBody) => r.type === 'plot' && r.geometry?.type === 'Point'

/** Random worlds draw plots in Uganda alone, far from its borders. */
const IN_COUNTRY = 'UG'

/** 0 for a plot of more than four hectares, of an unknown size, or that cannot be drawn. */
function smallHectares(r: RecordBody): number {
  const kind = drawing(r)
  const size = kind === 'rectangle' ? hectares(r) : kind === 'point' ? (r.area_ha ?? 0) : 0
  return size > 0 && size <= 4 ? size : 0
}

/** To within a decimetre. */
function lieAtEachOther(a: RecordBody, b: RecordBody): boolean {
  const [one, two] = [sides(a), sides(b)]
  const apart = Math.max(
    ...[one.west - two.east, two.west - one.east],
    ...[one.south - two.north, two.south - one.north],
  )
  return apart < 1.5e-6
}

const isCoarse = (r: RecordBody): boolean =>
  r.decimals === undefined
    ? corners(r)
        .flat()
        .every((n) => (String(n).split('.')[1] ?? '').length < 6)
    : r.decimals < 6

function sides(r: RecordBody) {
  const [lons, lats] = [corners(r).map(([lon]) => lon), corners(r).map(([, lat]) => lat)]
  return {
    west: Math.min(...lons),
    east: Math.max(...lons),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
}

/** Lengths of a degree on the equator, where all of them lie. */
function hectares(r: RecordBody): number {
  const { west, east, south, north } = sides(r)
  return ((east - west) * 111_319.5 * (north - south) * 110_574.3) / 10_000
}

function lieOnEachOther(a: RecordBody, b: RecordBody): boolean {
  const kinds = [drawing(a), drawing(b)]
  if (kinds.some((kind) => kind === 'nothing' || kind === 'crossed')) return false
  const [one, two] = [sides(a), sides(b)]
  const wide = Math.min(one.east, two.east) - Math.max(one.west, two.west)
  const high = Math.min(one.north, two.north) - Math.max(one.south, two.south)
  if (kinds.includes('rectangle') && kinds.includes('point')) {
    const [lon, lat] = corners(drawnAsPoint(a) ? a : b)[0] as Corner
    const around = drawnAsPoint(a) ? two : one
    return lon > around.west && lon < around.east && lat > around.south && lat < around.north
  }
  if (kinds.includes('point')) return wide === 0 && high === 0
  // Rounding leaves slivers between neighbours, of a hundredth at most.
  return wide > 0 && high > 0 && wide * high > 0.01 * Math.min(...[one, two].map(area))
}

const area = ({ west, east, south, north }: ReturnType<typeof sides>) => (east - west) * (north - south)

interface Debt {
  readonly from: string
  readonly to: string
  readonly minor: number
  readonly currency: string
}

const CONFIRMABLE: readonly string[] = ['delivery', 'payment', 'obligation']
const PAYABLE = ['obligation', 'delivery']
const asNumber = (sum: bigint): number | null => (Number.isSafeInteger(Number(sum)) ? Number(sum) : null)

export const DRAWABLE: readonly string[] = ['harvest', 'delivery', 'lot']

const time = (r: RecordBody): number => Date.parse(r.occurred_at)
export const inputs = (r: RecordBody) => (r.inputs ?? []) as readonly { record_id: string; kg: number }[]
export const round = (kg: number): number => Number((Math.round(kg * 1e6) / 1e6 || 0).toString())
const sum = (masses: readonly (number | null)[]): number =>
  round(
    masses
      .filter((mass) => mass !== null)
      .sort((a, b) => a - b)
      .reduce((total, mass) => total + mass, 0),
  )

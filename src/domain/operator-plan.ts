import { must } from '../base/typed.ts'
import { compare, type ListedLine, OWN_REFERENCE, type PaymentPart } from './mass-payment.ts'
import { isShownBy } from './operator-cells.ts'
import {
  hasNumber,
  type Ledger,
  type LeftReason,
  type LeftRow,
  type NamedRow,
  type OperatorLine,
  type PaymentPlan,
  type RecordedPayment,
  type RowOf,
  type ToPay,
} from './operator-lines.ts'
import { referenceKey } from './payment.ts'

/** What the file of an operator of mobile money shows was paid, and what is written for it. */

/**
 * Decides what to write for an operator's file. The order of its lines makes no difference, nor do lines that were read
 * before: a transaction makes one payment, and no payment settles more of a debt than is open.
 */
export function paymentPlan(lines: readonly OperatorLine[], ledger: Ledger): PaymentPlan {
  const plan = new Planner(ledger)
  const stated = lines.filter(
    (line) => plan.isTransaction(line) && (line.state === 'failed' || plan.isUsable(line)),
  )
  const groups = [...Map.groupBy(stated, keyOf).values()]
    .map((group) => plan.asReversal(plan.withFees(group)))
    .filter((group) => group.length > 0)
    .sort(([a], [b]) => compare(sortedBy(a), sortedBy(b)))
  const ofState = (state: ReturnType<typeof stateOf>) => groups.filter((group) => stateOf(group) === state)
  const paid = ofState('paid')
  // Reversals first: they open debts again.
  for (const group of ofState('reversed')) plan.add(group, plan.reversed(group))
  const byAmount = Map.groupBy(paid, ([line]) => amountKey(line?.amount ?? null))
  const cameBack = new Set(ofState('in').map((group) => plan.cameBack(group, byAmount)))
  for (const group of groups) {
    const state = stateOf(group)
    if (state === 'paid' && !cameBack.has(group)) plan.add(group, plan.paid(group))
    else if (state === 'failed') plan.failed.push(...group)
    else if (state === 'contradicts') plan.add(group, state)
  }
  return plan
}

/** A line that was not paid may have no number; it is then about itself alone. */
const keyOf = ({ transaction, row }: OperatorLine) =>
  transaction === '' ? `row ${row}` : `no. ${referenceKey(transaction)}`

const sortedBy = (line: OperatorLine | undefined) =>
  `${line?.time?.occurred_at ?? ''} ${line?.transaction ?? ''}`

function stateOf(group: readonly OperatorLine[]): 'paid' | 'failed' | 'reversed' | 'contradicts' | 'in' {
  const states = new Set(group.map(({ state }) => state))
  const paid = group.filter(({ state }) => state === 'paid')
  if (new Set(paid.map(contentOf)).size > 1 || (states.has('failed') && states.size > 1)) return 'contradicts'
  if (group.some(({ isIn, state }) => isIn && state !== 'failed') && group.every(({ isIn }) => isIn))
    return 'in'
  return states.has('reversed') ? 'reversed' : states.has('failed') ? 'failed' : 'paid'
}

const contentOf = ({ reference, phone, amount, time, note }: OperatorLine): string =>
  JSON.stringify([reference, phone, amount, time, note])

const minorOf = ({ amount }: OperatorLine) => amount?.amount_minor ?? 0

const A_DAY = 24 * 3600 * 1000
type PaymentTime = Pick<RecordedPayment, 'occurred_at' | 'occurred_at_precision'>

/** Two files of one transaction write its time to the second, the minute or the day. */
const isTimeOf = (line: OperatorLine, occurred_at: string) =>
  line.time !== null && Math.abs(Date.parse(line.time.occurred_at) - Date.parse(occurred_at)) < A_DAY

/** Whether two notes contradict each other: they state different values under one heading. Another format has other headings. */
function isNoteOf(one: string, other: string): boolean {
  const valuesOf = (note: string) =>
    new Map(note.split('; ').map((part) => part.split(': ', 2) as [string, string | undefined]))
  const values = valuesOf(one)
  return [...valuesOf(other)].every(
    ([heading, value]) => !values.has(heading) || values.get(heading) === value,
  )
}

class Planner implements PaymentPlan {
  readonly pay: ToPay[] = []
  readonly retract: { readonly id: string; readonly line: OperatorLine; readonly of?: RowOf }[] = []
  readonly already: OperatorLine[] = []
  readonly failed: OperatorLine[] = []
  readonly left: LeftRow[] = []
  readonly named: { readonly line: OperatorLine; readonly what: NamedRow }[] = []
  readonly warned: { readonly line: OperatorLine; readonly id: string }[] = []
  /** The lines of `pay` and `retract`. */
  readonly #planned = new Set<OperatorLine>()
  readonly #ledger: Ledger
  readonly #open: Map<string, number>
  readonly #byReference: ReadonlyMap<string, ListedLine>
  /** Lines by telephone and amount. */
  readonly #alike: ReadonlyMap<string, readonly ListedLine[]>
  readonly #ofAmount: ReadonlyMap<string, readonly ListedLine[]>

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#open = new Map(ledger.open)
    this.#byReference = new Map(ledger.list.map((due) => [due.reference, due]))
    this.#alike = Map.groupBy(ledger.list, (due) => alikeKey(due.phone, due))
    this.#ofAmount = Map.groupBy(ledger.list, (due) => amountKey(due))
  }

  /** Names a row that moved no money. */
  isTransaction(line: OperatorLine): boolean {
    const { says, amount, state } = line
    if (says === 'summary' || says === 'heading') this.named.push({ line, what: says })
    else if (state === 'paid' && amount?.amount_minor === 0) this.named.push({ line, what: 'zero' })
    else return true
    return false
  }

  /**
   * Takes the fees out of the rows of one transaction, and adds them to its payment. A row is a fee if it says so and is the
   * smaller, or names nobody and has less than a quarter of what another row pays by the list. A row that says so under a
   * number of its own is one if it names nobody.
   */
  withFees(group: readonly OperatorLine[]): readonly OperatorLine[] {
    const most = group.reduce((largest, line) => Math.max(largest, minorOf(line)), 0)
    const isListed = (line: OperatorLine) => typeof this.#match(line) !== 'string'
    const isOfNobody = ({ phone, mask, unread, reference }: OperatorLine) =>
      phone === null && mask === undefined && unread === undefined && reference === ''
    const isFee = (line: OperatorLine) =>
      line.state === 'paid' &&
      (line.says === 'fee'
        ? (minorOf(line) < most && !isListed(line)) || isOfNobody(line)
        : 4 * minorOf(line) < most &&
          isOfNobody(line) &&
          line.fee === null &&
          !line.isIn &&
          group.some(isListed))
    const fees = group.filter(isFee)
    if (fees.length === 0) return group
    this.named.push(...fees.map((line) => ({ line, what: 'fee' as const })))
    const charged = fees.filter(({ isIn }) => !isIn)
    const currency = charged[0]?.amount?.currency
    const amount_minor = charged.reduce((sum, line) => sum + minorOf(line), 0)
    const told = charged.map(({ feeNote = '' }) => feeNote)
    return group
      .filter((line) => !fees.includes(line))
      .map((line) =>
        line.fee !== null || line.state !== 'paid' || line.isIn || currency === undefined
          ? line
          : {
              ...line,
              fee: { amount_minor, currency },
              note: [line.note, ...told].filter((part) => part !== '').join('; '),
            },
      )
  }

  /** Money that came back under the number of its payment is its reversal. */
  asReversal(group: readonly OperatorLine[]): readonly OperatorLine[] {
    const [first] = group
    const isKnown =
      group.some(({ isIn }) => !isIn) || (first !== undefined && this.#versions(first).length > 0)
    if (!isKnown) return group
    return group.map((line) => {
      const { isIn, ...rest } = line
      return isIn && line.state === 'paid' ? { ...rest, state: 'reversed' as const } : line
    })
  }

  /** Leaves a line to a person that cannot be told apart from others. */
  isUsable(line: OperatorLine): boolean {
    if (line.state === null) this.add([line], 'state')
    else if (!hasNumber(line)) this.add([line], 'transaction')
    else return true
    return false
  }

  /** @param outcome why the lines are left to a person; `done` if one of them was planned, and the others repeat it */
  add(lines: readonly OperatorLine[], outcome: LeftReason | 'already' | 'done', of?: RowOf): void {
    if (outcome === 'already') this.already.push(...lines)
    else if (outcome === 'done') this.already.push(...lines.filter((line) => !this.#planned.has(line)))
    else
      this.left.push(
        ...lines.map((line) => {
          const about = of ?? this.#aboutOf(line, outcome)
          return about === undefined ? { line, reason: outcome } : { line, reason: outcome, of: about }
        }),
      )
  }

  /**
   * Money that came in under a number of its own. If it is surely the payment of one other row come back, that payment is
   * recorded and taken back at once, and its group returned. A payment that is recorded is a person's to retract.
   */
  cameBack(
    group: readonly OperatorLine[],
    paid: ReadonlyMap<string, readonly (readonly OperatorLine[])[]>,
  ): readonly OperatorLine[] | null {
    const line = must(group[0])
    const named = new Set((line.names ?? []).map(referenceKey))
    const unrecorded = (paid.get(amountKey(line.amount)) ?? []).filter(
      ([one]) =>
        one !== undefined &&
        this.#versions(one).length === 0 &&
        (one.time === null || !isLater(one.time, line.time)),
    )
    const recorded = [...named].flatMap((key) => this.#ledger.recorded.get(key) ?? [])
    const isNamed = ([one]: readonly OperatorLine[]) =>
      one !== undefined && named.has(referenceKey(one.transaction))
    const isToSame = ([one]: readonly OperatorLine[]) =>
      one !== undefined &&
      ((one.phone !== null && one.phone === line.phone) ||
        (OWN_REFERENCE.test(line.reference) && one.reference === line.reference))
    const isByNumber = recorded.length > 0 || unrecorded.some(isNamed)
    const known = (
      isByNumber ? recorded : line.phone === null ? [] : (this.#ledger.paidTo?.get(line.phone) ?? [])
    ).filter((one) => amountKey(one.amount) === amountKey(line.amount) && !isLater(one, line.time))
    const live = known.filter(({ standing }) => standing === 'tip' || standing === 'forked')
    const rows = unrecorded.filter(isByNumber ? isNamed : isToSame)
    const isSaid = isByNumber || line.says === 'reversal' || line.state === 'reversed'
    const [only] = rows
    const [first] = live
    if (live.length + rows.length > 1) this.add(group, isSaid ? 'came_back_several' : 'came_in')
    else if (first !== undefined)
      this.add(group, isSaid ? 'came_back' : 'came_in', { id: first.id, transaction: first.reference ?? '' })
    else if (only !== undefined && !isSaid) this.add(group, 'came_in', rowOf(must(only[0])))
    else if (only !== undefined) {
      const found = this.#match(must(only[0]))
      if (typeof found === 'string') this.add(group, 'came_back_unknown', rowOf(must(only[0])))
      else {
        this.#pay(found)
        this.#retract(found.id, line, rowOf(found.line))
        this.add([...only, ...group], 'done')
        return only
      }
    } else if (known.length > 0) this.add(group, 'already')
    else if (isSaid) this.add(group, 'came_back_unknown')
    else this.named.push(...group.map((one) => ({ line: one, what: 'in' as const })))
    return null
  }

  reversed(group: readonly OperatorLine[]): LeftReason | 'already' | 'done' {
    const reversals = group.filter(({ state }) => state === 'reversed')
    const line = must(reversals[0])
    const versions = this.#versions(line)
    if (versions.some(({ standing }) => standing === 'forked')) return 'forked'
    const current = versions.filter(({ standing }) => standing === 'tip')
    if (!current.every((payment) => reversals.every((one) => this.#isOf(one, payment)))) return 'changed'
    if (current.length > 0 && reversals.some((one) => this.#dueOf(one) === 'list_changed'))
      return 'list_changed'
    for (const { id, settles } of current) {
      this.#retract(id, line)
      this.#change(settles, 1)
    }
    if (current.length > 0) return 'done'
    if (versions.some(({ standing }) => standing === 'retracted')) return 'already'
    if (versions.length > 0) return 'corrected'
    // Recorded and retracted at once, so that an older file, read later, cannot record it as paid.
    const found = this.#match(group.find(({ state }) => state === 'paid') ?? line)
    if (typeof found === 'string') return found
    this.#pay(found)
    this.#retract(found.id, line)
    return 'done'
  }

  paid([line]: readonly OperatorLine[]): LeftReason | 'already' | 'done' {
    const stated = must(line)
    const versions = this.#versions(stated)
    if (versions.length > 0) return this.#isAsRecorded(stated, versions) ? 'already' : 'changed'
    const found = this.#match(stated)
    if (typeof found === 'string') return found
    const { settles } = found.due
    if (settles.some(({ record_id: id, amount_minor }) => (this.#open.get(id) ?? 0) < amount_minor))
      return 'closed'
    this.#change(settles, -1)
    this.#pay(found)
    return 'done'
  }

  #pay(one: ToPay): void {
    const { line } = one
    this.pay.push(one)
    this.#planned.add(line)
    const id = this.#ledger.others.get(referenceKey(line.transaction))
    if (id !== undefined) this.warned.push({ line, id })
  }

  #retract(id: string, line: OperatorLine, of?: RowOf): void {
    this.retract.push(of === undefined ? { id, line } : { id, line, of })
    this.#planned.add(line)
  }

  #change(parts: readonly PaymentPart[], sign: 1 | -1): void {
    for (const { record_id: id, amount_minor } of parts)
      this.#open.set(id, (this.#open.get(id) ?? 0) + sign * amount_minor)
  }

  readonly #versions = ({ transaction }: OperatorLine): readonly RecordedPayment[] =>
    this.#ledger.recorded.get(referenceKey(transaction)) ?? []

  /** Compares a line with what it wrote before, or with the amount that someone entered by hand. */
  #isAsRecorded(line: OperatorLine, versions: readonly RecordedPayment[]): boolean {
    const { transaction, note } = line
    const written = versions.find(({ id }) => id === this.#ledger.idOf(transaction))
    const before = written ?? versions.find(({ standing }) => standing === 'tip') ?? must(versions[0])
    return (
      this.#isOf(line, before) &&
      (written === undefined || (isTimeOf(line, written.occurred_at) && isNoteOf(note, written.note)))
    )
  }

  /** Whether a line has the amount of a payment, and its payee if the list shows who that is. */
  #isOf(line: OperatorLine, { amount, payee }: RecordedPayment): boolean {
    const due = this.#dueOf(line)
    return (
      line.amount?.amount_minor === amount.amount_minor &&
      line.amount.currency === amount.currency &&
      (typeof due === 'string' || due.payee === payee)
    )
  }

  #match(line: OperatorLine): ToPay | LeftReason {
    const due = this.#dueOf(line)
    if (typeof due === 'string') return due
    const { amount, phone, time } = line
    if (amount?.amount_minor !== due.amount_minor || amount.currency !== due.currency) return 'amount'
    if (phone !== null && phone !== due.phone) return 'telephone'
    if (line.mask !== undefined && !isShownBy(line.mask, due.phone)) return 'telephone'
    return time === null ? 'time' : { id: this.#ledger.idOf(line.transaction), line, due, amount, time }
  }

  #aboutOf(line: OperatorLine, reason: LeftReason): RowOf | undefined {
    if (reason === 'masked') return this.#maskedOf(line)
    const recorded =
      reason === 'changed' ? this.#versions(line).find(({ standing }) => standing === 'tip') : undefined
    return recorded && { id: recorded.id, transaction: line.transaction }
  }

  /** The line of the list that a masked number fits, if it is the only one. */
  #maskedOf({ mask = '', amount }: OperatorLine): RowOf | undefined {
    const [only, another] = this.#masked(mask, amount)
    if (only === undefined || another !== undefined) return undefined
    return {
      id: null,
      transaction: '',
      fits: only.name === undefined ? only.reference : `${only.name} (${only.reference})`,
    }
  }

  #masked(mask: string, amount: OperatorLine['amount']): readonly ListedLine[] {
    return (this.#ofAmount.get(amountKey(amount)) ?? []).filter(({ phone }) => isShownBy(mask, phone))
  }

  #dueOf({ reference, phone, amount, mask, unread, says }: OperatorLine): ListedLine | LeftReason {
    const named = this.#byReference.get(reference)
    if (named !== undefined) return named.changed?.length ? 'list_changed' : named
    // Our reference of another list must not be taken for a line of this one with the same amount.
    if (OWN_REFERENCE.test(reference)) return this.#ledger.isListChanged ? 'list_changed' : 'other_list'
    // A line that was changed, added or removed decides which line alone has a telephone number and an amount.
    if (this.#ledger.isListChanged) return 'list_changed'
    const alike = phone === null || amount === null ? [] : (this.#alike.get(alikeKey(phone, amount)) ?? [])
    const [only, another] = alike
    // Money out for a reversal gives back what was received: it pays no line of the list.
    if (says === 'reversal') return 'came_back_unknown'
    if (mask !== undefined && this.#masked(mask, amount).length > 0) return 'masked'
    if (unread !== undefined) return unread === 'shortened' ? 'phone_shortened' : 'phone_unread'
    return another !== undefined ? 'several' : (only ?? 'no_match')
  }
}

const amountKey = (amount: OperatorLine['amount']) => `${amount?.amount_minor} ${amount?.currency}`
const alikeKey = (phone: string, amount: NonNullable<OperatorLine['amount']>) =>
  `${phone} ${amountKey(amount)}`

const rowOf = ({ transaction, row }: OperatorLine): RowOf => ({ id: null, transaction, row })

/** Whether a payment was after money came in. A day without a time may be any hour of it. */
function isLater(payment: PaymentTime, came: OperatorLine['time']): boolean {
  if (came === null) return false
  const isDay = [payment, came].some(({ occurred_at_precision: precision }) => precision === 'day')
  return Date.parse(payment.occurred_at) > Date.parse(came.occurred_at) + (isDay ? A_DAY : 0)
}

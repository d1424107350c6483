import { fromJson, given, must } from '../../base/typed.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { confirmedBy } from '../../domain/derived/confirmation.ts'
import { PAYABLE, type Paid } from '../../domain/derived/money.ts'
import { resolved } from '../../domain/derived/own.ts'
import { tipsOf } from '../../domain/derived/standing.ts'
import { NAMELESS } from '../../domain/party.ts'
import { debtShown, debtWord } from '../../domain/payment.ts'
import { sha256 } from '../../domain/sha256.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { Registry } from '../../registry/registry.ts'
import { actedBy } from '../../store/doer.ts'
import { INDEXED } from '../../store/postings.ts'
import type { StoredRecord, StoredRecordOf } from '../../store/stored-record.ts'
import { codeOf } from '../../text/kinds.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { shortName } from '../../words/party-name.ts'
import type { Money, Quantity } from '../../words/values.ts'
import { wayOf } from '../../words/ways.ts'
import { unitWords } from '../../words/words.ts'
import type { Reader } from '../gate/reader.ts'
import type { RecordKernel } from '../kernel.ts'
import { idTyped, numberOf } from '../numbered.ts'
import type { CounterRecord } from '../record-tasks.ts'
import { statedBy } from '../report/report.ts'
import { recordJson } from '../views/record-view.ts'
import { wordOf } from './payment-word.ts'
import type {
  DeliveryReceipt,
  PaymentReceipt,
  Receipt,
  ReceiptFrame,
  ReceiptParty,
  SettledDebt,
} from './receipt.ts'

export const receiptTasks = tasksOn<RecordKernel>()({
  /** Returns the contents of a receipt. The audit log notes each print, so a second is a copy. */
  'receipt.make': (kernel, operator, args: { readonly id: string }): Receipt => {
    const { people, store } = kernel
    const office = frontOffice(kernel, operator)
    const id = idTyped(store, args.id)
    const reader = kernel.gate.readerFor(office, FRONT_OFFICE_PURPOSE)
    const gated = id === null ? null : reader.one(id, 'receipt')
    if (!gated)
      throw new OperatorFault(
        message('record.none', { id: args.id }),
        message('counter.onlyConfirmable.remedy'),
      )
    const { derived, ...stored } = fromJson<CounterRecord & Delivery>(recordJson(gated))
    const { called, phone } = people.facts(office.party)
    const frame = {
      ...pick(stored, ['occurred_at', 'occurred_at_precision', 'received_at']),
      record: gated.record.id,
      number: numberOf(store, gated.record),
      digest: sha256(canonicalJson(stored)).toString('hex'),
      isCopy: wasPrinted(kernel, gated.record),
      cooperative: { name: shortName(called), phone },
      standing: derived.standing,
      printed_by: nameOfDoer(kernel, operator),
    }
    if (gated.record.type === 'payment')
      return paymentReceipt(kernel, reader, office.partyId, frame, gated.record, derived)
    if (stored.type === 'delivery')
      return deliveryReceipt(kernel, office.partyId, frame, { ...stored, derived })
    throw new OperatorFault(
      message('receipt.hasNone', { type: { code: stored.type } }),
      message('counter.onlyConfirmable.remedy'),
    )
  },
})

function deliveryReceipt(
  kernel: RecordKernel,
  cooperative: string,
  frame: ReceiptFrame,
  record: Delivery & Pick<CounterRecord, 'derived'>,
): DeliveryReceipt {
  const { registry } = kernel
  const { derived, quantity, conversion_id } = record
  const factor = conversion_id === undefined ? undefined : registry.conversion(conversion_id)
  const debt = debtShown<Owed>(record as unknown as CounterRecord)
  return {
    ...frame,
    ...pick(record, ['measurement_method', 'grade', 'location']),
    ...(debt && { ...pick(record, ['agreed_price']), whose: debtWord(debt, cooperative) }),
    type: 'delivery',
    from: partyOf(kernel, record.from_party),
    to: partyOf(kernel, record.to_party),
    crop: nameOf(registry, 'crops', record.crop),
    crop_code: record.crop,
    quantity:
      quantity === undefined
        ? null
        : { ...quantity, unit: nameOf(registry, 'units', quantity.unit), unit_code: quantity.unit },
    kg: derived.kg,
    way: wayOf(record, factor?.kind),
    factor: record.normalized_kg === undefined ? null : (factor?.factor ?? null),
    is_ours: isOurs(kernel, cooperative, { ...record, isConfirmed: derived.confirmation != null }),
  }
}

/** Returns the name of the person at the office page, or of the user who types the command. */
function nameOfDoer({ store }: RecordKernel, operator: string): string {
  const { staff } = actedBy(operator)
  return staff === undefined ? operator : (store.staff.byId(staff)?.name ?? operator)
}

function isOurs(
  { store }: RecordKernel,
  cooperative: string,
  {
    id,
    from_party,
    to_party,
    asserted_by,
    on_behalf_of,
    isConfirmed,
  }: Delivery & { readonly isConfirmed: boolean },
): boolean {
  const asserters = [asserted_by, on_behalf_of].filter((party) => party !== undefined)
  const hasConfirmed = () => confirmedBy(store.recordGraph(), { id, type: 'delivery' }, cooperative) !== null
  const statement = { from: from_party, to: to_party, asserters, isConfirmed }
  return statedBy(statement, cooperative, hasConfirmed) === 'cooperative'
}

interface Delivery {
  readonly id: string
  readonly asserted_by: string
  readonly on_behalf_of?: string
  readonly from_party: string
  readonly to_party: string
  readonly crop: string
  readonly quantity?: Quantity
  readonly normalized_kg?: number
  readonly conversion_id?: string
  readonly measurement_method?: string
  readonly grade?: string
  readonly location?: string
  readonly agreed_price?: Money
}

function paymentReceipt(
  kernel: RecordKernel,
  reader: Reader,
  cooperative: string,
  frame: ReceiptFrame,
  payment: StoredRecordOf<'payment'>,
  derived: CounterRecord['derived'],
): PaymentReceipt {
  const { payer, payee, amount, method, purpose, reference, settles = [], ...by } = payment.body
  // The receipt of a payment between two others would show each what the cooperative may read alone.
  if (cooperative !== payer && cooperative !== payee)
    throw new OperatorFault(message('receipt.notParty'), message('counter.onlyConfirmable.remedy'))
  const known = (party: string | undefined) =>
    party === payer || party === payee ? partyOf(kernel, party) : null
  return {
    ...frame,
    type: 'payment',
    payer: partyOf(kernel, payer),
    payee: partyOf(kernel, payee),
    member: cooperative === payer ? payee : payer,
    amount,
    method: codeOf(method),
    purpose: codeOf(purpose),
    ...given({ reference }),
    settles: settles.map(({ record_id, amount_minor }) => ({
      amount: { ...amount, amount_minor },
      debt: debtBetween(kernel, reader, payment, record_id, cooperative),
    })),
    unallocated_minor: derived.unallocated_minor ?? null,
    word: wordOf({ ...payment.body, derived }),
    not_counted: derived.flags.includes('not_counted'),
    recorded_by: known(by.asserted_by),
    recorded_for: known(by.on_behalf_of),
  }
}

/**
 * Returns the current version of a debt that the payment names. Null unless it is between the payer and the
 * payee, by the word of one of them: the paper must not show one member the delivery of another, nor what strangers
 * state.
 */
function debtBetween(
  { store, registry }: RecordKernel,
  reader: Reader,
  payment: StoredRecordOf<'payment'>,
  id: string,
  cooperative: string,
): SettledDebt['debt'] {
  const graph = store.recordGraph()
  const named = resolved(graph, payment, id, PAYABLE)
  const [tip] = named === null ? [] : tipsOf(graph, named.root)
  const gated = tip === undefined ? null : reader.one(tip.id)
  const record = gated && fromJson<CounterRecord>(recordJson(gated))
  const debt = record && debtShown<Owed>(record)
  const { payer, payee } = payment.body
  if (tip === undefined || !debt || !isBetween(debt, payer, payee)) return null
  const shown = {
    ...pick(record, ['occurred_at', 'occurred_at_precision']),
    owed: { amount_minor: debt.paid.owed_minor, currency: debt.paid.currency },
    whose: debtWord(debt, cooperative),
  }
  if (tip.type !== 'delivery') return { ...shown, kind: must(record.kind) }
  const { crop } = tip.body
  return { ...shown, kind: null, crop: nameOf(registry, 'crops', crop), crop_code: crop }
}

type Owed = Pick<Paid, 'agreed' | 'owed_minor' | 'currency'>

const isBetween = ({ debtor, creditor }: { debtor: unknown; creditor: unknown }, a: string, b: string) =>
  (debtor === a && creditor === b) || (debtor === b && creditor === a)

const pick = <T extends object, K extends keyof T>(record: T, members: readonly K[]): Pick<T, K> =>
  Object.fromEntries(members.filter((one) => one in record).map((one) => [one, record[one]])) as Pick<T, K>

const nameOf = (registry: Registry, kind: 'crops' | 'units', code: string): string =>
  unitWords(code, registry.get(kind, code)?.name)

function partyOf({ store, people }: RecordKernel, id: string): ReceiptParty {
  const n = store.parties.find(id)
  const called = n === undefined ? NAMELESS : people.facts(n).called
  const region = (n === undefined ? undefined : people.recorded.of(n)?.region) ?? null
  return { party: id, name: shortName(called), member_no: called.memberNo, region }
}

/** Newest disclosures of the record to examine: a receipt is printed soon after its record is written. */
const LOOKED_THROUGH = 500

/** Whether the receipt was printed before. The audit log already has an entry for the present print. */
function wasPrinted({ store }: RecordKernel, record: StoredRecord): boolean {
  const shown = [...store.audit.index.ofRecord(INDEXED.shown, record, 1)].map(({ n }) => n)
  const entries = store.audit.entries(shown.slice(-LOOKED_THROUGH))
  return [...entries.values()].filter(({ action }) => action === 'receipt').length > 1
}

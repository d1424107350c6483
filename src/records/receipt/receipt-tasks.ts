import { fromJson, given, must } from '../../base/typed.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { chosenConfirmation, confirmedBy } from '../../domain/derived/confirmation.ts'
import { PAYABLE, type Paid } from '../../domain/derived/money.ts'
import { resolved } from '../../domain/derived/own.ts'
import { standingOf, tipsOf } from '../../domain/derived/standing.ts'
import { isToBeAsked } from '../../domain/messages/asking.ts'
import { NAMELESS } from '../../domain/party.ts'
import { debtShown, debtWord } from '../../domain/payment.ts'
import { sha256 } from '../../domain/sha256.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { isShippedConversion } from '../../registry/embedded.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { Registry } from '../../registry/registry.ts'
import { actedBy } from '../../store/acts/doer.ts'
import { INDEXED } from '../../store/audit/postings.ts'
import type { StoredRecord, StoredRecordOf } from '../../store/log/stored-record.ts'
import { codeOf } from '../../text/kinds.ts'
import { type Advice, OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { ownName } from '../../words/party-name.ts'
import { wayOf } from '../../words/ways.ts'
import { unitWords } from '../../words/words.ts'
import { confirmersOf } from '../confirmation-tasks.ts'
import type { Reader } from '../gate/reader.ts'
import type { RecordKernel } from '../kernel.ts'
import { idTyped, numberOf } from '../numbered.ts'
import type { CounterRecord, CounterRecordOf } from '../record-tasks.ts'
import { statedBy } from '../report/report.ts'
import { recordJson } from '../views/record-view.ts'
import { wordOf } from './payment-word.ts'
import type {
  DebtVoucher,
  DeliveryReceipt,
  PaymentReceipt,
  Receipt,
  ReceiptFrame,
  ReceiptParty,
  SettledDebt,
  Signature,
} from './receipt.ts'

/**
 * The contents of receipts and vouchers, as data; `receipt-text` and the office's paper put them into words.
 * - State: none. That a receipt was printed is in the audit log, by which the next one is a copy.
 * - Holds: every figure is the stored one, or derived from it by the rules that pages use; all that is printed was read by the
 *   front office through the gate; the digest is that of the record as stored.
 */
export const receiptTasks = tasksOn<RecordKernel>()({
  /**
   * Returns the contents of a receipt, which is a copy if one was printed before.
   * @param args.toSign returns a voucher instead, which a person signs; it is no receipt
   * @param args.prints counts as a print of it
   */
  'receipt.make': (kernel, operator, args: ReceiptAsked): Receipt => {
    const { people, store } = kernel
    const office = frontOffice(kernel, operator)
    const id = idTyped(store, args.id)
    const reader = kernel.gate.readerFor(office, FRONT_OFFICE_PURPOSE)
    const isVoucher = args.toSign === true
    const isPrint = args.prints === true && !isVoucher
    const gated = id === null ? null : reader.one(id, isPrint ? 'receipt' : 'read')
    if (!gated)
      throw new OperatorFault(
        message('record.none', { id: args.id }),
        findIt(message('counter.onlyConfirmable.remedy')),
      )
    const { record } = gated
    const shown = fromJson<CounterRecord>(recordJson(gated))
    const { derived, ...stored } = shown
    const { called, phone } = people.facts(office.party)
    const frame = {
      ...pick(stored, ['occurred_at', 'occurred_at_precision', 'received_at']),
      record: record.id,
      number: numberOf(store, record),
      digest: sha256(canonicalJson(stored)).toString('hex'),
      is_copy: !isVoucher && printsOf(kernel, record) > (isPrint ? 1 : 0),
      cooperative: { name: ownName(called), phone },
      standing: derived.standing,
      device: gated.device,
      printed_by: nameOfDoer(kernel, operator),
      signed: derived.confirmation?.on_paper === true ? signatureOn(kernel, record) : null,
      sign: isVoucher ? { by: partyOf(kernel, signerOf(kernel, office.partyId, record)) } : null,
    }
    if (record.type === 'payment')
      return paymentReceipt(kernel, reader, office.partyId, frame, record, derived)
    if (record.type === 'obligation' && isVoucher) return debtVoucher(kernel, office.partyId, frame, record)
    if (shown.type === 'delivery') return deliveryReceipt(kernel, office.partyId, frame, shown)
    throw withoutReceipt(stored.type)
  },

  /**
   * Notes in the audit log that a receipt was printed, so that the next one is a copy.
   * @returns whether it was, and whether one had been printed before
   * @throws {OperatorFault} if such a record has no receipt
   */
  'receipt.printed': (kernel, operator, { id }: { readonly id: string }) => {
    const known = idTyped(kernel.store, id)
    const reader = kernel.gate.readerFor(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE)
    const gated = known === null ? null : reader.one(known, 'receipt')
    if (gated === null) return { printed: false, is_copy: false }
    const { record } = gated
    if (record.type !== 'delivery' && record.type !== 'payment') throw withoutReceipt(record.type)
    return { printed: true, is_copy: printsOf(kernel, record) > 1 }
  },
})

const withoutReceipt = (type: string): OperatorFault =>
  new OperatorFault(
    message('receipt.hasNone', { type: { code: type } }),
    findIt(message('receipt.hasNone.remedy')),
  )

interface ReceiptAsked {
  readonly id: string
  readonly toSign?: boolean
  readonly prints?: boolean
}

/** Where to find another record: by a command at the server, on a page at the office. */
const findIt = (onTerminal: Message): Advice => ({
  onTerminal,
  onPage: message('fault.findRecord'),
})

function deliveryReceipt(
  kernel: RecordKernel,
  cooperative: string,
  frame: ReceiptFrame,
  record: CounterRecordOf<'delivery'>,
): DeliveryReceipt {
  const { registry } = kernel
  const { derived, quantity, conversion_id } = record
  const factor = conversion_id === undefined ? undefined : registry.conversion(conversion_id)
  const debt = debtShown<Owed>(record)
  return {
    ...frame,
    ...askedOf(kernel, record.from_party),
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
    ...(factor !== undefined && !isShippedConversion(factor.id) ? { is_own_factor: true } : {}),
    is_ours: isOurs(kernel, cooperative, { ...record, isConfirmed: derived.confirmation != null }),
  }
}

/** Where messages are sent, a member is asked until they answered. */
function askedOf(
  { config, people, store }: RecordKernel,
  member: string,
): Pick<ReceiptFrame, 'asks_messages'> {
  const n = store.parties.find(member)
  const isAsked = config.messages !== '' && n !== undefined && isToBeAsked(people.facts(people.kept(n)))
  return isAsked ? { asks_messages: true } : {}
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
  }: CounterRecordOf<'delivery'> & { readonly isConfirmed: boolean },
): boolean {
  const asserters = [asserted_by, on_behalf_of].filter((party) => party !== undefined)
  const hasConfirmed = () => confirmedBy(store.recordGraph(), { id, type: 'delivery' }, cooperative) !== null
  const statement = { from: from_party, to: to_party, asserters, isConfirmed }
  return statedBy(statement, cooperative, hasConfirmed) === 'cooperative'
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
    throw new OperatorFault(message('receipt.notParty'), findIt(message('receipt.hasNone.remedy')))
  const known = (party: string | undefined) =>
    party === payer || party === payee ? partyOf(kernel, party) : null
  const member = cooperative === payer ? payee : payer
  return {
    ...frame,
    ...askedOf(kernel, member),
    type: 'payment',
    payer: partyOf(kernel, payer),
    payee: partyOf(kernel, payee),
    member,
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
  if (tip.type !== 'delivery') return { ...shown, kind: codeOf(must(record.kind)) }
  const { crop } = tip.body
  return { ...shown, kind: null, crop: nameOf(registry, 'crops', crop), crop_code: crop }
}

type Owed = Pick<Paid, 'agreed' | 'owed_minor' | 'currency'>

const isBetween = ({ debtor, creditor }: { debtor: unknown; creditor: unknown }, a: string, b: string) =>
  (debtor === a && creditor === b) || (debtor === b && creditor === a)

/** Returns the signature on paper that counts for a record. */
function signatureOn(kernel: RecordKernel, record: StoredRecord): Signature | null {
  const chosen = chosenConfirmation(kernel.store.recordGraph(), record)
  const signer = chosen?.body.signed_by
  if (chosen === null || signer === undefined) return null
  const { occurred_at, occurred_at_precision } = fromJson<CounterRecord>(JSON.stringify(chosen.body))
  return { by: partyOf(kernel, signer), occurred_at, ...given({ occurred_at_precision }) }
}

/**
 * Returns the person who could sign for a payment or an obligation of the cooperative.
 * @throws {OperatorFault} if it is another record, or nobody could
 */
function signerOf(kernel: RecordKernel, cooperative: string, record: StoredRecord): string {
  if (record.type !== 'payment' && record.type !== 'obligation')
    throw new OperatorFault(
      message('voucher.hasNone', { type: { code: record.type } }),
      findIt(message('voucher.hasNone.remedy')),
    )
  if (standingOf(kernel.store.recordGraph(), record) !== 'tip')
    throw new OperatorFault(...withRemedy('voucher.notCurrent'))
  const confirmers = confirmersOf(kernel, record)
  const signer = confirmers.find(({ party, obstacle }) => party !== cooperative && obstacle === null)
  if (signer === undefined || !confirmers.some(({ party }) => party === cooperative))
    throw new OperatorFault(...withRemedy('voucher.nobody'))
  return signer.party
}

function debtVoucher(
  kernel: RecordKernel,
  cooperative: string,
  frame: ReceiptFrame,
  { body }: StoredRecordOf<'obligation'>,
): DebtVoucher {
  const { registry } = kernel
  const { obligor, obligee, kind, amount, quantity, crop, due_at } = body
  return {
    ...frame,
    sign: must(frame.sign),
    type: 'obligation',
    debtor: partyOf(kernel, obligor),
    creditor: partyOf(kernel, obligee),
    member: obligor === cooperative ? obligee : obligor,
    kind: codeOf(kind),
    ...given({ amount, due_at }),
    ...(crop === undefined ? {} : { crop: nameOf(registry, 'crops', crop), crop_code: crop }),
    quantity:
      quantity === undefined
        ? null
        : { ...quantity, unit: nameOf(registry, 'units', quantity.unit), unit_code: quantity.unit },
  }
}

const pick = <T extends object, K extends keyof T>(record: T, members: readonly K[]): Pick<T, K> =>
  Object.fromEntries(members.filter((one) => one in record).map((one) => [one, record[one]])) as Pick<T, K>

const nameOf = (registry: Registry, kind: 'crops' | 'units', code: string): string =>
  unitWords(code, registry.get(kind, code)?.name)

function partyOf({ store, people }: RecordKernel, id: string): ReceiptParty {
  const n = store.parties.find(id)
  const called = n === undefined ? NAMELESS : people.facts(n).called
  const region = (n === undefined ? undefined : people.recorded.of(n)?.region) ?? null
  return { party: id, name: called, member_no: called.memberNo, region }
}

/** Newest disclosures of the record to examine: a receipt is printed soon after its record is written. */
const LOOKED_THROUGH = 500

/** Returns how often a receipt of the record was printed; a print that is noted in the same job is among them. */
function printsOf({ store }: RecordKernel, record: StoredRecord): number {
  const shown = [...store.audit.index.ofRecord(INDEXED.shown, record, 1)].map(({ n }) => n)
  const entries = store.audit.entries(shown.slice(-LOOKED_THROUGH))
  return [...entries.values()].filter(({ action }) => action === 'receipt').length
}

import { fromJson } from '../../base/typed.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { isConfirmedBy } from '../../domain/derived/confirmation.ts'
import { NAMELESS } from '../../domain/party.ts'
import { sha256 } from '../../domain/sha256.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import type { Registry } from '../../registry/registry.ts'
import { actedBy } from '../../store/doer.ts'
import type { People } from '../../store/people.ts'
import { INDEXED } from '../../store/postings.ts'
import type { Store } from '../../store/store.ts'
import type { StoredRecord } from '../../store/stored-record.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { shortName } from '../../words/party-name.ts'
import type { Quantity } from '../../words/values.ts'
import { wayOf } from '../../words/ways.ts'
import { unitWords } from '../../words/words.ts'
import { idTyped, numberOf } from '../numbered.ts'
import type { CounterRecord, RecordTaskPorts } from '../record-tasks.ts'
import { statedBy } from '../report/report.ts'
import { recordJson } from '../views/record-view.ts'
import type { Receipt, ReceiptParty } from './receipt.ts'

export interface ReceiptTaskPorts extends RecordTaskPorts {
  readonly store: Store
  readonly people: People
  readonly registry: Pick<Registry, 'conversion' | 'get'>
}

export const receiptTasks = {
  /** Returns the contents of a delivery's receipt. The audit log notes each print, so a second is a copy. */
  'receipt.make': (kernel: ReceiptTaskPorts, operator: string, args: { readonly id: string }): Receipt => {
    const { people, registry, store } = kernel
    const office = frontOffice(kernel, operator)
    const id = idTyped(store, args.id)
    const reader = kernel.gate.readerFor(office, FRONT_OFFICE_PURPOSE)
    const gated = id === null ? null : reader.one(id, 'receipt')
    if (!gated)
      throw new OperatorFault(message('record.none', { id: args.id }), message('record.findDelivery'))
    const { derived, ...stored } = fromJson<
      CounterRecord & Asserted & { readonly derived: { readonly confirmation: object | null } }
    >(recordJson(gated))
    if (stored.type !== 'delivery')
      throw new OperatorFault(
        message('receipt.onlyDeliveries', { type: { code: stored.type } }),
        message('record.findDelivery'),
      )
    const factor = stored.conversion_id === undefined ? undefined : registry.conversion(stored.conversion_id)
    const { called, phone } = people.facts(office.party)
    const { quantity } = stored
    return {
      ...pick(stored),
      record: gated.record.id,
      number: numberOf(store, gated.record),
      digest: sha256(canonicalJson(stored)).toString('hex'),
      isCopy: wasPrinted(kernel, gated.record),
      cooperative: { name: shortName(called), phone },
      from: partyOf(kernel, stored.from_party),
      to: partyOf(kernel, stored.to_party),
      crop: nameOf(registry, 'crops', stored.crop),
      crop_code: stored.crop,
      quantity:
        quantity === undefined
          ? null
          : { ...quantity, unit: nameOf(registry, 'units', quantity.unit), unit_code: quantity.unit },
      kg: derived.kg,
      way: wayOf({ ...stored, derived }, factor?.kind),
      factor: stored.normalized_kg === undefined ? null : (factor?.factor ?? null),
      standing: derived.standing,
      is_ours: isOurs(kernel, office.partyId, { ...stored, isConfirmed: derived.confirmation !== null }),
      printed_by: nameOfDoer(kernel, operator),
    }
  },
} as const

/** Returns the name of the person at the office page, or of the user who types the command. */
function nameOfDoer({ store }: ReceiptTaskPorts, operator: string): string {
  const { staff } = actedBy(operator)
  return staff === undefined ? operator : (store.staff.byId(staff)?.name ?? operator)
}

function isOurs(
  { store }: ReceiptTaskPorts,
  cooperative: string,
  {
    id,
    from_party,
    to_party,
    asserted_by,
    on_behalf_of,
    isConfirmed,
  }: Asserted & { readonly isConfirmed: boolean },
): boolean {
  const asserters = [asserted_by, on_behalf_of].filter((party) => party !== undefined)
  const hasConfirmed = () => isConfirmedBy(store.recordGraph(), id, cooperative)
  const statement = { from: from_party, to: to_party, asserters, isConfirmed }
  return statedBy(statement, cooperative, hasConfirmed) === 'cooperative'
}

interface Asserted extends DeliveryMembers {
  readonly id: string
  readonly asserted_by: string
  readonly on_behalf_of?: string
}

interface DeliveryMembers {
  readonly from_party: string
  readonly to_party: string
  readonly crop: string
  readonly quantity?: Quantity
  readonly normalized_kg?: number
  readonly conversion_id?: string
}

const COPIED = [
  ...['occurred_at', 'occurred_at_precision', 'received_at', 'measurement_method', 'grade', 'location'],
  'agreed_price',
]
const pick = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([member]) => COPIED.includes(member))) as Pick<
    Receipt,
    'occurred_at' | 'received_at'
  >

const nameOf = (registry: Pick<Registry, 'get'>, kind: 'crops' | 'units', code: string): string =>
  unitWords(code, registry.get(kind, code)?.name)

function partyOf({ store, people }: ReceiptTaskPorts, id: string): ReceiptParty {
  const n = store.parties.find(id)
  const called = n === undefined ? NAMELESS : people.facts(n).called
  const region = (n === undefined ? undefined : people.recorded.of(n)?.region) ?? null
  return { party: id, name: shortName(called), member_no: called.memberNo, region }
}

/** Newest disclosures of the record to examine: a receipt is printed soon after its record is written. */
const LOOKED_THROUGH = 500

/** Whether the receipt was printed before. The audit log already has an entry for the present print. */
function wasPrinted({ store }: ReceiptTaskPorts, record: StoredRecord): boolean {
  const shown = [...store.audit.index.ofRecord(INDEXED.shown, record, 1)].map(({ n }) => n)
  const entries = store.audit.entries(shown.slice(-LOOKED_THROUGH))
  return [...entries.values()].filter(({ action }) => action === 'receipt').length > 1
}

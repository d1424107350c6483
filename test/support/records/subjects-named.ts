import type { RecordBody } from '../../../src/domain/types/index.ts'

/** The subjects that a record itself names (contract §3), for every oracle; null: those of the record that it names. */
export function subjectsNamedIn(r: RecordBody): readonly string[] | null {
  switch (r.type) {
    case 'party':
      return [r.party]
    case 'harvest':
      return [r.producer]
    case 'lot':
    case 'plot':
      return [r.holder]
    case 'delivery':
    case 'custody_transfer':
      return [r.from_party, r.to_party]
    case 'obligation':
      return [r.obligor, r.obligee]
    case 'payment':
      return [r.payer, r.payee]
    case 'loss':
    case 'due_diligence':
    case 'retraction':
    case 'delivery_confirmation':
    case 'payment_confirmation':
    case 'obligation_confirmation':
      return null
  }
}

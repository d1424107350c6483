import type { StaffAccounts } from '../identity/staff.ts'
import type { MapFiles } from '../records/plots/map-files.ts'
import type { Attempts } from './frame/attempts.ts'
import type { KeptForms } from './frame/kept-form.ts'
import type { PasswordLine } from './frame/line.ts'
import type { Pending, Sessions } from './frame/sessions.ts'
import type { PacksUnderWay } from './trade/packs.ts'
import type { ImportDesk } from './uploads/import-desk.ts'
import type { PaymentDesk } from './uploads/payment-desk.ts'

/** What pages of the office may use besides the tasks of the person who is signed in. */
export interface AnswerPorts {
  readonly staff: StaffAccounts
  readonly sessions: Sessions
  readonly pending: Pending
  readonly attempts: Attempts
  readonly kept: KeptForms
  /** The queue for everything that hashes a password. */
  readonly line: PasswordLine
  readonly submit: <T>(job: () => T) => Promise<T>
  readonly packs: PacksUnderWay
  readonly maps: MapFiles
  /** Both are null where the service cannot start other programs. */
  readonly desk: ImportDesk | null
  readonly paymentDesk: PaymentDesk | null
}

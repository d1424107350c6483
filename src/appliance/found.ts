import { uuidv7 } from 'uuidv7'
import { formatInstant } from '../domain/time.ts'
import type { RecordKernel } from '../records/kernel.ts'
import { tasksOn } from '../registry/kernel.ts'
import { newIncarnation } from '../store/acts/appliance.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'

/** The name that `serve` chooses for a cooperative in a new folder. */
export const DEFAULT_NAME = 'My cooperative'

/**
 * Sets up a new folder: the cooperative's party, which the cooperative itself asserts, and a credential. Call
 * inside a job.
 * @throws {OperatorFault} when the folder already has a cooperative
 */
export function foundCooperative(
  kernel: RecordKernel,
  operator: string,
  name: string,
): { cooperative: string; credential: string } {
  const { store, intake, credentials } = kernel
  if (store.appliance.cooperative !== null) throw new OperatorFault(...withRemedy('init.isThere'))
  const cooperative = uuidv7()
  const nowMs = store.writer.nowMs
  const party = store.parties.intern(cooperative)
  const id = uuidv7()
  store.acts.append('appliance', id, nowMs, {
    id,
    cooperative,
    name,
    incarnation: newIncarnation().toString('hex'),
    operator,
    received_at: formatInstant(nowMs),
  })
  // The key is made now, so that every backup contains it. Cursors then stay valid after a restore.
  store.changes.cursorKey()
  intake.append(
    { party, partyId: cooperative, credential: null, operator },
    {
      id: uuidv7(),
      type: 'party',
      occurred_at: formatInstant(nowMs),
      lawful_basis: 'contract_performance',
      party: cooperative,
      kind: 'cooperative',
      display_name: name,
    },
  )
  store.audit.append(nowMs, { credential: null, action: 'init', outcome: 'done', detail: { operator } })
  const issued = credentials.issue(operator, cooperative, 'party', null)
  return { cooperative, credential: issued.token }
}

export const foundingTasks = tasksOn<RecordKernel>()({
  'cooperative.found': (kernel, operator, { name }: { readonly name: string }) =>
    foundCooperative(kernel, operator, name),

  'cooperative.founded': ({ store }) => ({
    is_founded: store.appliance.cooperative !== null,
  }),
})

import type { ProblemCode } from '../../../../src/base/problem.ts'
import { daysAgo, idOf } from '../people.ts'
import { ENDED_MANDATE } from '../story/consent.ts'
import { PAID, PAID_TWICE } from '../story/payments.ts'
import { CONFIRMED, HARVEST, TAKEN_BACK } from '../story/records.ts'
import type { Refusing } from './scene.ts'

/** Confirmations by somebody who may not, for somebody, or of what there is not. */
export async function refuseConfirmations({ village, refuseToo }: Refusing): Promise<void> {
  const { cooperative, grace, moses } = village
  const forGrace = (delegation_id: string) => ({ on_behalf_of: grace.id, delegation_id })
  const confirmed = [
    ['POST /v1/deliveries/{id}/confirmation', 'delivery', CONFIRMED, TAKEN_BACK],
    ['POST /v1/payments/{id}/confirmation', 'payment', PAID, PAID_TWICE],
  ] as const
  for (const [operation, what, known, takenBack] of confirmed) {
    const confirm = (named: string, more: object = {}) => ({
      id: idOf(`${what} ${named}`),
      channel: 'app',
      occurred_at: daysAgo(0),
      ...more,
    })
    const refused = (code: ProblemCode, id: string, body: object, as = grace) =>
      refuseToo(code, operation, { as, path: { id }, body })

    await refused('id_conflict', known, confirm('of a record', { id: HARVEST }))
    await refused('delegation_required', known, confirm('for her', { on_behalf_of: grace.id }), moses)
    await refused('reference_unresolved', known, confirm('under nothing', forGrace(idOf('nothing'))), moses)
    await refused('delegation_not_live', known, confirm('too late', forGrace(ENDED_MANDATE)), cooperative)
    await refused('already_retracted', takenBack, confirm('of what was taken back'))
    await refused('not_found', idOf('nothing'), confirm('of nothing'))
    await refused('not_the_counterparty', known, confirm('by itself'), cooperative)
  }
}

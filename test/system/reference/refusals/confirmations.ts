import { daysAgo, idOf } from '../people.ts'
import type { Scene } from '../scene.ts'
import { PAID_TWICE } from '../story/payments.ts'
import { TAKEN_BACK } from '../story/records.ts'

/** Confirmations of what was taken back. */
export async function refuseConfirmations({ village: { grace }, refuseToo }: Scene): Promise<void> {
  for (const [operation, id] of [
    ['POST /v1/deliveries/{id}/confirmation', TAKEN_BACK],
    ['POST /v1/payments/{id}/confirmation', PAID_TWICE],
  ] as const)
    await refuseToo('already_retracted', operation, {
      as: grace,
      path: { id },
      body: { id: idOf(`of ${id}`), channel: 'app', occurred_at: daysAgo(0) },
    })
}

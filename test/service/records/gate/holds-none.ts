import { find, isOwn } from '../../../support/records/gate/oracle.ts'
import { MODEL } from './inference-drafts.ts'
import type { View } from './oracle-view.ts'
import { same, type World } from './world.ts'

/**
 * In a text that shows records there is no prediction, and the id of one only where a record itself names it; in a lot's
 * inputs, only for those who read the lot as their own.
 * @param shown ids of the records
 */
export function compareHoldsNone(
  w: World,
  { requester }: View,
  text: string,
  shown: readonly string[],
): void {
  same(text.includes(MODEL), false, () => `a prediction in ${text}`)
  for (const { body } of w.inferences) {
    if (!text.includes(body.id)) continue
    const isNamed = shown.some((id) => {
      const record = find(w, id)
      if (record === undefined) return false
      const { inputs, ...plain } = record
      return JSON.stringify(isOwn(w, requester, record) ? record : plain).includes(body.id)
    })
    same(isNamed, true, () => `inference ${body.id} in what ${requester} is told: ${text}`)
  }
}

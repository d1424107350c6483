import { fromJson } from '../../base/typed.ts'
import { draftOf } from '../../domain/draft-shape.ts'
import { isToBeAsked } from '../../domain/messages/asking.ts'
import { frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { RecordKernel } from '../kernel.ts'
import { type CounterRecord, gatedFor } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'
import { corrected } from './correction.ts'

/** What a member answered at the counter. */

interface Answered {
  /** Of the record that is written: the same answer is written once. */
  readonly id: string
  readonly party: string
  readonly messages: boolean
}

export const messagesTasks = tasksOn<RecordKernel>()({
  /** Writes on the member's record whether they want messages, unless they answered meanwhile: a STOP stays. */
  'party.messages': (kernel, operator, { id, party, messages }: Answered) => {
    const { people, store } = kernel
    const found = store.parties.find(party)
    const n = found === undefined ? undefined : people.kept(found)
    const statement = n === undefined ? undefined : people.recorded.of(n)?.statement
    const isAsked = n !== undefined && isToBeAsked(people.facts(n)) && store.records.byId(id) === undefined
    if (statement == null || !isAsked) return { written: false }
    const old = fromJson<CounterRecord>(recordJson(gatedFor(kernel, operator, statement)))
    const draft = corrected(old, { members: { messages }, cleared: [] })
    kernel.intake.append(frontOffice(kernel, operator), draftOf({ id, ...draft }))
    return { written: true }
  },
})

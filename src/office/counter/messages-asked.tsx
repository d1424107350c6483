import { uuidv7 } from 'uuidv7'
import { given } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import { type MadeReceipt, takenHomeBy } from '../../records/receipt/made-receipt.ts'
import { nounName } from '../../words/party-name.ts'
import { idOf } from '../frame/entry-form.tsx'
import { Form } from '../frame/form.tsx'
import { useWords } from '../frame/reader.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/**
 * Asks a member at the counter, once, whether they want messages about their records. The question has keys of its own, `+` and
 * `-`, and never the focus: Enter prints the receipt or records the next delivery, as without it.
 */

interface Asked {
  readonly visit: StaffVisit
  readonly receipt: MadeReceipt
  /** The day in the form, which the next form keeps. */
  readonly day: string | undefined
}

const ANSWERS = [
  ['yes', '+'],
  ['no', '-'],
] as const

export function MessagesAsked({ visit, receipt, day }: Asked) {
  const { say } = useWords()
  if (receipt.asks_messages !== true || receipt.type !== 'delivery') return null
  return (
    <Form action="/weigh-in/messages" session={visit.session} class="apart">
      <input type="hidden" name="id" value={uuidv7()} />
      <input type="hidden" name="party" value={takenHomeBy(receipt)} />
      <input type="hidden" name="saved" value={receipt.record} />
      <input type="hidden" name="day" value={day} />
      <p>
        {say('weigh.messages', {
          name: nounName(receipt.from.name, visit.words) ?? receipt.from.member_no ?? '',
        })}
      </p>
      <div class="acts">
        {ANSWERS.map(([answer, key]) => (
          <button type="submit" class="quiet" name="answer" value={answer} data-key={key}>
            {say(`weigh.messages.${answer}`)}
          </button>
        ))}
      </div>
    </Form>
  )
}

/** Writes the answer on the member's record unless there is one, and goes back to the page that asked. */
export async function answerMessages({ form, run }: StaffVisit): Promise<Answer> {
  const { id, party = '', saved = '', day, answer } = form
  if (isId(party) && (answer === 'yes' || answer === 'no'))
    await run('party.messages', { id: idOf(id), party, messages: answer === 'yes' })
  const back = new URLSearchParams(given({ saved: isId(saved) ? saved : undefined, day, answered: '' }))
  return { to: `/weigh-in?${back}` }
}

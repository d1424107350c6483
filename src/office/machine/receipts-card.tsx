import { keysOf } from '../../base/typed.ts'
import { PAPERS } from '../../records/receipt/receipt.ts'
import { isAnswerable, wordsOf } from '../frame/fault-words.ts'
import { Form, Select, Submit } from '../frame/form.tsx'
import { Card } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import type { StaffVisit } from '../frame/visit.ts'

/** When receipts are printed, and on what paper. */

export const ReceiptsCard = ({ visit: { habits, session } }: { visit: StaffVisit }) => {
  const { say } = useWords()
  return (
    <Card title={say('cooperative.receipts')} span={6}>
      <p>{say('cooperative.receipts.what')}</p>
      <Form action="/cooperative/receipts" session={session}>
        <div class="fields">
          <Select
            name="paper"
            label={say('receipt.paper')}
            words={keysOf(PAPERS)}
            chosen={habits.paper}
            called={(paper) => (paper === 'a5' ? say('receipt.a5') : say('receipt.roll', { width: paper }))}
          />
        </div>
        <label class="box-label">
          <input type="checkbox" name="at_once" value="1" checked={habits.printsAtOnce} />
          {say('cooperative.receipts.atOnce')}
        </label>
        <p class="help">{say('cooperative.receipts.help')}</p>
        <Submit>{say('cooperative.save')}</Submit>
      </Form>
    </Card>
  )
}

/** @returns what is wrong; null if it was changed */
export async function changeReceipts(visit: StaffVisit): Promise<string | null> {
  const { form, run, words } = visit
  try {
    await run('settings.choose', {
      receiptPaper: (form.paper ?? '').slice(0, 20),
      weighInPrints: form.at_once === undefined ? 'asked' : 'saved',
    })
    return null
  } catch (error) {
    if (!isAnswerable(error)) throw error
    return wordsOf(words, error)
  }
}

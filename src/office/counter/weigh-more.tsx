import { must } from '../../base/typed.ts'
import { netOf } from '../../domain/net.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import { type FrontOffice, readField } from '../../records/entry/read.ts'
import { AnswerFault } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { allRead, noteUnread } from '../frame/fault-words.ts'
import { Field, type Filled } from '../frame/form.tsx'
import { withChosenUnit } from '../frame/picks.tsx'
import { useWords } from '../frame/reader.tsx'

/** What the form for a delivery asks for seldom. */

/** Longer than any weight. */
const MOST_TYPED = 200

/** Fields that most deliveries leave empty; they are folded until one of them has something. */
const SELDOM = ['gross', 'tare', 'grade', 'price', 'note'] as const
export function Seldom({ filled }: { filled: Filled }) {
  const { say } = useWords()
  const isOpen = SELDOM.some((name) => (filled.values[name] ?? '') !== '' || filled.faults[name])
  return (
    <details open={isOpen}>
      <summary>{say('weigh.more')}</summary>
      <div class="fields">
        <Field name="gross" label={say('weigh.gross')} filled={filled} optional />
        <Field name="tare" label={say('weigh.tare')} filled={filled} help={say('weigh.tareHelp')} optional />
        <Field name="grade" label={say('entry.grade')} filled={filled} optional />
        <Field
          name="price"
          label={say('entry.agreed_price')}
          filled={filled}
          help={say('entry.moneyHelp')}
          optional
        />
        <Field name="note" label={say('entry.note')} filled={filled} optional />
      </div>
    </details>
  )
}

const QUANTITY = must(FIELDS.delivery.find(({ member }) => member === 'quantity'))

/** The field of a word that fits several units: the one for the unit, unless it is written behind the figure. */
export const unitFieldOf = <Name extends string>(text: string, name: Name): Name | 'unit' =>
  /\p{L}/u.test(text) ? name : 'unit'

/**
 * Reads gross and tare. The record has the net weight, so that is what they must make together with the weight
 * that was typed, or what they give if none was; its note says how it was found.
 */
export async function netIn(words: Words, office: FrontOffice, values: Filled['values']) {
  const { quantity, say, typed } = words
  const unread = allRead()
  const { faults } = unread
  const readIn = async (name: 'gross' | 'tare' | 'quantity') => {
    const text = (values[name] ?? '').trim().slice(0, MOST_TYPED)
    if (text === '') return null
    try {
      const asked = withChosenUnit(office, values, name)
      return must((await readField(asked, QUANTITY, text))?.members.quantity)
    } catch (error) {
      const isOfUnit = error instanceof AnswerFault && error.choices.length > 0
      noteUnread(words, unread, isOfUnit ? unitFieldOf(text, name) : name, error)
      return null
    }
  }
  const [gross, tare] = [await readIn('gross'), await readIn('tare')]
  if (Object.keys(faults).length > 0 || (gross === null && tare === null)) return { values: {}, ...unread }
  if (gross === null || tare === null) {
    faults[gross === null ? 'gross' : 'tare'] = say('weigh.both')
    return { values: {}, ...unread }
  }
  const found = netOf(gross, tare)
  const net = await readIn('quantity')
  if ('fault' in found) faults.tare = say(found.fault === 'units' ? 'weigh.oneUnit' : 'weigh.noNet')
  else if (net !== null && (net.value !== found.net.value || net.unit !== found.net.unit))
    faults.quantity = say('weigh.notNet', { net: quantity(found.net), typed: quantity(net) })
  if ('fault' in found || Object.keys(faults).length > 0) return { values: {}, ...unread }
  const how = say('weigh.grossAndTare', { gross: quantity(gross), tare: quantity(tare) })
  const note = [how, (values.note ?? '').trim()].filter(Boolean).join(' ')
  return { values: { quantity: `${typed(found.net.value)} ${found.net.unit}`, note }, ...unread }
}

import { scaleReading, weightText } from '../../domain/scale/reading.ts'
import { figureToType } from '../../words/figure-typed.ts'
import type { Words } from '../../words/words.ts'
import { EMPTY, Field, type Filled, Select } from '../frame/form.tsx'
import { useWords } from '../frame/reader.tsx'

/**
 * The scale at Weigh in. Its parts are hidden until their script (`scale/page.ts`) has found Web Serial. The form sends the
 * line of the scale; whether the weight is still the scale's is decided here, by the same rule as in the browser.
 */

const SPEEDS = ['1200', '2400', '4800', '9600', '19200', '38400', '57600', '115200'] as const
/** Bits of data, parity, bits of stop. */
const FORMATS = ['8N1', '8E1', '8O1', '8N2', '7E1', '7O1', '7N2'] as const
/** What the page says of the scale. */
const SAYS = [
  ...(['waiting', 'settling', 'below', 'over', 'empty', 'filled', 'offer'] as const),
  ...(['again', 'unreadable', 'gone', 'busy'] as const),
]
const WITH_WEIGHT: ReadonlySet<string> = new Set(['filled', 'offer', 'again'])
const LONGEST_NAME = 80

/** What the form sends of the scale. */
export const ScaleFields = ({ filled }: { filled: Filled }) => (
  <>
    <input type="hidden" id="scale-line" name="scale_line" value={filled.values.scale_line ?? ''} />
    <input type="hidden" id="scale-called" name="scale_name" value={filled.values.scale_name ?? ''} />
  </>
)

/** Below the weight. */
export function ScaleShown() {
  const { language, say } = useWords()
  return (
    <div id="scale" data-decimal={language.signs.decimal} hidden>
      <p class="help" role="status">
        {SAYS.map((says) => (
          <span data-says={says} hidden>
            {say(`scale.${says}`)} {WITH_WEIGHT.has(says) && <strong />}
          </span>
        ))}
      </p>
      <button type="button" class="quiet" id="scale-use" hidden>
        {say('scale.use')}
      </button>
    </div>
  )
}

/** Below the form. The browser keeps them for this computer. */
export function ScaleSettings() {
  const { say } = useWords()
  return (
    <details id="scale-settings" hidden>
      <summary>{say('scale.settings')}</summary>
      <p class="help">{say('scale.help')}</p>
      <div class="fields">
        <Field name="scale-name" label={say('scale.name')} filled={EMPTY} optional />
        <Select name="scale-speed" label={say('scale.speed')} words={SPEEDS} chosen="9600" called={asIs} />
        <Select name="scale-format" label={say('scale.format')} words={FORMATS} chosen="8N1" called={asIs} />
      </div>
      <div class="buttons">
        <button type="button" class="quiet" id="scale-choose">
          {say('scale.choose')}
        </button>
        <button type="button" class="quiet" id="scale-forget" hidden>
          {say('scale.forget')}
        </button>
      </div>
      <script type="module" src="/office-scale.js" />
    </details>
  )
}

const asIs = (word: string): string => word

/**
 * The weight that the scale gave, and a note with its line; nothing if somebody changed the weight since.
 * @returns values in place of those of the form
 */
export function scaledIn({ language, say }: Words, values: Filled['values']): Filled['values'] {
  const reading = scaleReading(values.scale_line ?? '')
  if (reading?.state !== 'stable' || reading.weight === null) return {}
  const { figure, unit } = reading.weight
  if (values.quantity?.trim() !== weightText(reading.weight, language.signs.decimal)) return {}
  const name = (values.scale_name ?? '').trim().slice(0, LONGEST_NAME)
  const how = name === '' ? say('scale.note') : say('scale.noteNamed', { name })
  return {
    quantity: `${figureToType(Number(figure), language.signs)} ${unit}`,
    note: `${how} [${reading.line}] ${values.note ?? ''}`.trim(),
  }
}

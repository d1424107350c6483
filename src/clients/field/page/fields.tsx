import { useMemo } from 'preact/hooks'
import {
  type DraftField,
  type DraftKind,
  dayOf,
  METHODS,
  PURPOSES,
  type Typed,
  waysOf,
} from '../rules/drafts.ts'
import { safeText } from '../rules/text.ts'
import { Choice, Fault, TextField } from './parts.tsx'
import { useScreen } from './screen.ts'

/** The fields of a step that are plain: texts, figures and choices. */

const TEXTS = ['place', 'grade', 'season', 'name', 'number', 'reference'] as const
const MOST = { number: 40, reference: 64, note: 2000 } as const

export function StepFields(props: {
  readonly kind: DraftKind
  readonly fields: readonly DraftField[]
  readonly typed: Typed
  readonly faults: readonly DraftField[]
  readonly change: (typed: Typed) => void
}) {
  const { kind, fields, typed, faults, change } = props
  const { engine, words } = useScreen()
  const { say } = words
  const { crops, units, regions } = engine.registry
  const countries = useMemo(() => countriesIn(words.locale), [words.locale])
  const currencies = useMemo(
    () => Intl.supportedValuesOf('currency').map((code) => [code, code] as const),
    [],
  )
  const member = engine.members.of(typed.member ?? '')
  const faultOf = (name: Exclude<DraftField, 'outline'>): string => {
    const [one, other] = waysOf(name, typed, words.signs) ?? []
    if (one === undefined || other === undefined) return say(`field.fault.${name}`)
    return say('field.fault.twoWays', { text: typed[name] ?? '', one, other })
  }
  const field = (name: Exclude<DraftField, 'outline'>) => ({
    id: name,
    label: say(`field.label.${name}`),
    value: typed[name] ?? '',
    fault: faults.includes(name) ? faultOf(name) : '',
    onInput: (value: string) => change({ [name]: value }),
  })
  const one = (name: DraftField) => {
    if (name === 'weight')
      return (
        <TextField
          key={name}
          {...field(name)}
          label={say('field.weight', { type: kind })}
          mode="decimal"
          isBig
          most={18}
        />
      )
    if (name === 'amount') return <TextField key={name} {...field(name)} mode="decimal" isBig most={18} />
    if (name === 'phone') return <TextField key={name} {...field(name)} mode="tel" most={24} />
    if (name === 'note') return <TextField key={name} {...field(name)} most={MOST.note} />
    if (name === 'day')
      return <TextField key={name} {...field(name)} type="date" value={typed.day || dayOf(engine.nowMs)} />
    if (name === 'unit')
      return <Choice key={name} {...field(name)} options={units.map((unit) => [unit.id, words.unit(unit)])} />
    if (name === 'crop')
      return (
        <Choice
          key={name}
          {...field(name)}
          isOptional={kind === 'plot'}
          options={crops.map((crop) => [crop.id, words.crop(crop)])}
        />
      )
    if (name === 'currency') return <Choice key={name} {...field(name)} options={currencies} />
    if (name === 'country') {
      const likely = member?.region?.split('-')[0] ?? ''
      const chosen = field(name)
      if (chosen.value === '' && /^[A-Z]{2}$/.test(likely)) queueMicrotask(() => change({ country: likely }))
      return <Choice key={name} {...chosen} options={countries} />
    }
    if (name === 'region')
      return (
        <Choice
          key={name}
          {...field(name)}
          isOptional
          options={Object.entries(regions).map(([id, text]) => [id, safeText(text)])}
        />
      )
    if (name === 'direction')
      return (
        <Choice
          key={name}
          {...field(name)}
          options={(['out', 'in'] as const).map((way) => [way, say('field.direction', { direction: way })])}
        />
      )
    if (name === 'method')
      return (
        <Choice
          key={name}
          {...field(name)}
          options={METHODS.map((method) => [method, say('field.method', { method })])}
        />
      )
    if (name === 'purpose')
      return (
        <Choice
          key={name}
          {...field(name)}
          options={PURPOSES.map((purpose) => [purpose, say('field.purpose', { purpose })])}
        />
      )
    if (name === 'consent')
      return (
        <div key={name}>
          <label class="box-label">
            <input
              type="checkbox"
              id="consent"
              checked={typed.consent === 'yes'}
              aria-invalid={faults.includes('consent') ? 'true' : undefined}
              onChange={({ currentTarget }) => change({ consent: currentTarget.checked ? 'yes' : '' })}
            />
            {say('field.label.consent')}
          </label>
          <Fault>{faults.includes('consent') ? say('field.fault.consent') : ''}</Fault>
        </div>
      )
    const text = TEXTS.find((each) => each === name)
    return text === undefined ? null : (
      <TextField
        key={name}
        {...field(text)}
        {...(text in MOST ? { most: MOST[text as keyof typeof MOST] } : {})}
      />
    )
  }
  return <>{fields.map(one)}</>
}

/** Codes that name no country (ISO 3166-1 leaves them free or reserves them). */
const NONE = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'XK',
  'ZZ',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function countriesIn(locale: string): (readonly [string, string])[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
  return codes
    .flatMap((code) => {
      const name = NONE.has(code) ? undefined : names.of(code)
      return name === undefined ? [] : [[code, name] as const]
    })
    .sort(([, a], [, b]) => a.localeCompare(b, locale))
}

import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { PAYMENT_PURPOSES } from '../../../domain/payment-words.ts'
import { ownFirst } from '../../../domain/ticked.ts'
import {
  type DraftField,
  type DraftKind,
  dayOf,
  LONGEST,
  METHODS,
  type Typed,
  type TypedDraft,
  waysOf,
} from '../rules/drafts.ts'
import type { Outline } from '../rules/outline.ts'
import { safeText } from '../rules/text.ts'
import { FindMember } from './find-member.tsx'
import { LotField } from './lot-field.tsx'
import { OutlineField } from './outline-field.tsx'
import { OwnChoice, PlaceField } from './own-first.tsx'
import { type Choice, Fault, OneOf, TextField } from './parts.tsx'
import { Photographs } from './photographs.tsx'
import { useScreen } from './screen.ts'

/** The fields of a screen of a form. */

/** Records that may have a photograph: it is taken where the day is asked. */
const PICTURED: ReadonlySet<DraftKind> = new Set(['delivery', 'harvest', 'custody_transfer', 'payment'])

export function StepFields(props: {
  readonly kind: DraftKind
  readonly fields: readonly DraftField[]
  readonly draft: TypedDraft
  readonly faults: readonly DraftField[]
  readonly change: (typed: Typed) => void
  /** A member or a lot was found. @param isSure whether the form goes on at once */
  readonly choose: (typed: Typed, isSure: boolean) => void
  readonly walk: (outline: Outline | null) => void
  readonly photographs: Parameters<typeof Photographs>[0]
}) {
  const { kind, fields, draft, faults, change, choose } = props
  const { typed } = draft
  const { engine, words } = useScreen()
  const { say } = words
  const { ticked } = engine
  const { crops, units, regions } = engine.registry
  const lists = useMemo(() => {
    const byName = (name: 'crop' | 'unit', rows: readonly Named[]): Options =>
      words.sorted(rows.map((row) => [row.id, words[name](row)]))
    const ownByName = (name: 'crop' | 'unit', rows: readonly Named[], ofOffice: readonly string[]) => {
      const { own, others } = ownFirst(rows, ofOffice)
      return { options: byName(name, own), others: byName(name, others) }
    }
    return {
      crop: ownByName('crop', crops, ticked.crops),
      unit: ownByName('unit', units, ticked.units),
      region: words.sorted(Object.entries(regions).map(([id, name]) => [id, safeText(name)])),
    }
  }, [words, crops, units, regions, ticked])
  const countries = useMemo(() => words.sorted(countriesIn(words.locale)), [words])
  const currencies = useMemo(
    () => Intl.supportedValuesOf('currency').map((code) => [code, code] as const),
    [],
  )
  const member = engine.members.of(typed.member ?? '')
  const faultOf = (name: Plain): string => {
    const [one, other] = waysOf(name, typed, words.signs) ?? []
    if (one === undefined || other === undefined) return say(`field.fault.${name}`)
    return say('field.fault.twoWays', { text: typed[name] ?? '', one, other })
  }
  const field = (name: Plain) => ({
    id: name,
    label: say(`field.label.${name}`),
    value: typed[name] ?? '',
    fault: faults.includes(name) ? faultOf(name) : '',
    onInput: (value: string) => change({ [name]: value }),
  })
  const text = (name: keyof typeof LONGEST) => <TextField key={name} {...field(name)} most={LONGEST[name]} />
  const choice = (name: Plain, options: Options, isOptional = false) => (
    <OneOf key={name} {...field(name)} isOptional={isOptional} options={options} />
  )
  const ownChoice = (name: 'crop' | 'unit', isOptional = false) => (
    <OwnChoice key={name} {...field(name)} {...lists[name]} field={name} isOptional={isOptional} />
  )
  const country = () => {
    const likely = member?.region?.split('-')[0] ?? ''
    if ((typed.country ?? '') === '' && /^[A-Z]{2}$/.test(likely))
      queueMicrotask(() => change({ country: likely }))
    return choice('country', countries)
  }
  const fault = (name: 'member' | 'lot' | 'outline') =>
    faults.includes(name) ? say(`field.fault.${name}`) : ''
  const controls: Readonly<Record<DraftField, () => VNode>> = {
    member: () => (
      <FindMember
        key="member"
        label={say('field.find', { type: kind })}
        chosen={typed.member ?? ''}
        fault={fault('member')}
        choose={(party, isSure) => choose({ member: party }, isSure)}
      />
    ),
    lot: () => (
      <LotField
        key="lot"
        chosen={typed.lot ?? ''}
        fault={fault('lot')}
        choose={(lot) => choose({ lot }, true)}
      />
    ),
    outline: () => (
      <OutlineField key="outline" outline={draft.outline} fault={fault('outline')} choose={props.walk} />
    ),
    weight: () => (
      <TextField
        key="weight"
        {...field('weight')}
        label={say('field.weight', { type: kind })}
        mode="decimal"
        isBig
        most={18}
      />
    ),
    amount: () => <TextField key="amount" {...field('amount')} mode="decimal" isBig most={18} />,
    phone: () => <TextField key="phone" {...field('phone')} mode="tel" most={24} />,
    day: () => <TextField key="day" {...field('day')} type="date" value={typed.day || dayOf(engine.nowMs)} />,
    unit: () => ownChoice('unit'),
    crop: () => ownChoice('crop', kind === 'plot'),
    currency: () => choice('currency', currencies),
    country,
    region: () => choice('region', lists.region, true),
    direction: () =>
      choice('direction', (['out', 'in'] as const).map((way) => [way, say('field.direction', { direction: way })])), // biome-ignore format: one list
    method: () => choice('method', METHODS.map((method) => [method, say('field.method', { method })])), // biome-ignore format: one list
    purpose: () =>
      choice('purpose', PAYMENT_PURPOSES.map((purpose) => [purpose, say('field.purpose', { purpose })])), // biome-ignore format: one list
    consent: () => (
      <div key="consent">
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
    ),
    place: () => <PlaceField key="place" {...field('place')} most={LONGEST.place} places={ticked.places} />,
    grade: () => text('grade'),
    season: () => text('season'),
    name: () => text('name'),
    number: () => text('number'),
    reference: () => text('reference'),
    note: () => text('note'),
  }
  return (
    <>
      {fields.map((name) => controls[name]())}
      {fields.includes('day') && PICTURED.has(kind) && <Photographs {...props.photographs} />}
    </>
  )
}

interface Named {
  readonly id: string
  readonly name: string
}
type Plain = Exclude<DraftField, 'outline'>
type Options = Choice['options']

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
  return codes.flatMap((code) => {
    const name = NONE.has(code) ? undefined : names.of(code)
    return name === undefined ? [] : [[code, name] as const]
  })
}

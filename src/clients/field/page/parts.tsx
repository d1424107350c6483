import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ListedEntry } from '../engine/engine.ts'
import { safeText } from '../rules/text.ts'
import { Icon, type IconName } from './icons.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'
import type { Option } from './words.ts'

/** What several screens are made of. */

/** The top of a screen: the way back, and what it is. */
export function Top(props: {
  readonly title: string
  readonly aside?: ComponentChildren
  /** It has a person's name, which may be one long word. */
  readonly isName?: boolean
  /** In the place of the way back to the screen before. */
  readonly back?: () => void
}) {
  const { title, aside } = props
  const { say } = useScreen().words
  const open = useOpen()
  const back = props.back ?? open.back
  return (
    <div class="top">
      <button type="button" class="plain" aria-label={say('field.back')} onClick={back}>
        <Icon name="back" />
      </button>
      <h1 class={props.isName ? 'named' : undefined}>{title}</h1>
      {aside}
    </div>
  )
}

/** Buttons at the bottom of the screen, where the thumb is. */
export const Bar = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="bar">{children}</div>
)

const STATES = {
  draft: { kind: 'info', icon: 'info' },
  waiting: { kind: 'warn', icon: 'waiting' },
  sending: { kind: 'info', icon: 'send' },
  accepted: { kind: 'good', icon: 'good' },
  rejected: { kind: 'bad', icon: 'rejected' },
} as const satisfies Record<string, { kind: string; icon: IconName }>

/** How a record stands: a colour, a shape and a word. */
export function State({ entry }: { readonly entry: Pick<ListedEntry, 'state' | 'isSending'> }) {
  const state = entry.isSending ? 'sending' : entry.state
  const { kind, icon } = STATES[state]
  return (
    <span class={`badge ${kind}`}>
      <Icon name={icon} />
      {useScreen().words.say('field.list.state', { state })}
    </span>
  )
}

export const Box = (props: {
  readonly kind: 'good' | 'warn' | 'bad' | 'info'
  readonly children: ComponentChildren
}) => (
  <div class={`box ${props.kind}`}>
    <Icon name={props.kind === 'good' ? 'good' : props.kind === 'info' ? 'info' : 'warn'} />
    <div>{props.children}</div>
  </div>
)

export const Fault = ({ id, children }: { readonly id?: string; readonly children: string }) => (
  <p id={id} class="fault" role="alert">
    {children}
  </p>
)

/** Fields that few people need. */
export function Folded(props: {
  /** Whether one of them must be seen. */
  readonly isOpen: boolean
  readonly children: ComponentChildren
}) {
  const [isOpen, setOpen] = useState(props.isOpen)
  useEffect(() => {
    if (props.isOpen) setOpen(true)
  }, [props.isOpen])
  return (
    <details open={isOpen || props.isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{useScreen().words.say('field.form.others')}</summary>
      {props.children}
    </details>
  )
}

/** A field with its label and what is wrong with it. */
export function TextField(props: {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly fault?: string
  readonly mode?: 'decimal' | 'tel' | 'text'
  readonly type?: 'date' | 'search'
  readonly isBig?: boolean
  readonly most?: number
  readonly onInput: (value: string) => void
}) {
  const { id, label, value, fault = '', mode, type, isBig, most = 200, onInput } = props
  return (
    <div class={isBig ? 'big' : undefined}>
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        {...(type === 'search' ? { type } : type === 'date' ? { type } : {})}
        inputMode={mode}
        maxLength={most}
        autocomplete="off"
        enterkeyhint={type === 'search' ? 'search' : 'next'}
        aria-invalid={fault === '' ? undefined : 'true'}
        aria-describedby={`${id}-fault`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Fault id={`${id}-fault`}>{fault}</Fault>
    </div>
  )
}

export interface Choice {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly fault?: string
  readonly isOptional?: boolean
  readonly options: readonly Option[]
  /** A button below it for what it does not offer. */
  readonly more?: { readonly text: string; readonly open: () => void }
  readonly onInput: (value: string) => void
}

export function OneOf(props: Choice) {
  const { id, label, value, fault = '', options, more, onInput } = props
  const { say } = useScreen().words
  const isThere = value === '' || options.some(([one]) => one === value)
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={fault === '' ? undefined : 'true'}
        aria-describedby={`${id}-fault`}
        onChange={({ currentTarget }) => onInput(currentTarget.value)}
      >
        <option value="">{props.isOptional ? '' : say('field.choose')}</option>
        {!isThere && <option value={value}>{safeText(value)}</option>}
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <Fault id={`${id}-fault`}>{fault}</Fault>
      {more !== undefined && (
        <button
          type="button"
          class="plain others"
          onClick={() => {
            more.open()
            // The field that then stands here has everything.
            setTimeout(() => document.getElementById(id)?.focus())
          }}
        >
          {more.text}
        </button>
      )}
    </div>
  )
}

export const Facts = ({ lines }: { readonly lines: readonly (readonly [string, string])[] }) => (
  <dl>
    {lines.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

import { type ComponentChildren, Fragment } from 'preact'
import { Icon, type IconName } from './icons.tsx'
import { useWords } from './reader.tsx'

/** What pages are made of: no page has a style of its own. */

/** How a thing stands. Each has its own shape too, for readers who do not see its colour. */
export type Standing = 'good' | 'warn' | 'bad' | 'info'
const SHAPES = { good: 'good', warn: 'alert', bad: 'bad', info: 'info' } as const

/** Cards beside each other on a screen, below each other on a phone. */
export const Grid = ({ children }: { children: ComponentChildren }) => <div class="grid">{children}</div>

interface CardProps {
  /** By which links reach it. */
  readonly id?: string
  readonly title?: string
  /** What stands beside the title, such as a count. */
  readonly aside?: ComponentChildren
  /** How many twelfths of the width it takes on a screen; all of them if it is not stated. */
  readonly span?: 3 | 4 | 5 | 6 | 7 | 8 | 9
  readonly children?: ComponentChildren
}

export const Card = ({ id, title, aside, span, children }: CardProps) => (
  <section id={id} class={span === undefined ? 'card' : `card c${span}`}>
    {title !== undefined && (
      <h2>
        {title}
        {aside !== undefined && <span class="aside"> {aside}</span>}
      </h2>
    )}
    {children}
  </section>
)

interface FigureProps {
  readonly label: string
  /** Made by the formatters of `Words`. */
  readonly value: string
  readonly unit?: string
  /** How the figure was reached, or what is left out of it. */
  readonly note?: ComponentChildren
  readonly span?: CardProps['span']
}

/** One large figure. */
export const Figure = ({ label, value, unit, note, span = 4 }: FigureProps) => (
  <section class={`card c${span}`}>
    <p class="label">{label}</p>
    <p class="figure">
      {value}
      {unit !== undefined && <small> {unit}</small>}
    </p>
    {note !== undefined && <p class="label">{note}</p>}
  </section>
)

export const Badge = ({ kind, children }: { kind: Standing; children: ComponentChildren }) => (
  <span class={`badge ${kind}`}>
    <Icon name={SHAPES[kind]} />
    {children}
  </span>
)

/** What the page says back to the person: that something was saved, or why it was not. */
export const Box = ({ kind, children }: { kind: Standing; children: ComponentChildren }) => (
  <div class={`box ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    <Icon name={SHAPES[kind]} />
    <div>{children}</div>
  </div>
)

interface ActionProps {
  readonly href: string
  readonly icon?: IconName
  /** Whether it is what most people come to this page for. */
  readonly isMain?: boolean
  /** Whether it is what the keyboard reaches first. */
  readonly isNext?: boolean
  readonly children: ComponentChildren
}

/** A link to where something is done, as a button. */
export const Action = ({ href, icon, isMain = false, isNext, children }: ActionProps) => (
  <a class={isMain ? 'action main' : 'action'} href={href} autofocus={isNext}>
    {icon !== undefined && <Icon name={icon} />}
    {children}
  </a>
)

/** Further actions of a page's head, which has room for four. */
export const More = ({ children }: { children: ComponentChildren }) => {
  const { say } = useWords()
  return (
    <details class="more">
      <summary class="action">{say('page.more')}</summary>
      <div>{children}</div>
    </details>
  )
}

/** Actions below the text that they belong to; those of the whole page stand in its head. */
export const Actions = ({ children }: { children: ComponentChildren }) => <p class="actions">{children}</p>

/** What is known of one thing, by name. A row without a value is left out. */
export const Facts = ({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl>
    {rows
      .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
      .map(([term, value]) => (
        <Fragment>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)

interface Event {
  readonly what: ComponentChildren
  /** When, and by whom. */
  readonly when?: ComponentChildren
  /** Whether it counts no longer. */
  readonly isPast?: boolean
}

/** What happened to one thing, in order. */
export const Timeline = ({ events }: { events: readonly Event[] }) => (
  <ol class="timeline">
    {events.map(({ what, when, isPast }) => (
      <li class={isPast ? 'past' : undefined}>
        <div>{what}</div>
        {when !== undefined && <div class="label">{when}</div>}
      </li>
    ))}
  </ol>
)

export interface GuideStep {
  readonly name: ComponentChildren
  readonly isDone: boolean
  readonly isNow?: boolean
  /** What to do for it. */
  readonly todo?: ComponentChildren
}

/** The steps of something that is done in an order. */
export const Steps = ({ steps }: { steps: readonly GuideStep[] }) => (
  <ol class="steps">
    {steps.map(({ name, isDone, isNow, todo }) => (
      <li class={isDone ? 'done' : undefined} aria-current={isNow ? 'step' : undefined}>
        {isDone && <Icon name="good" />}
        {name}
        {todo !== undefined && <div>{todo}</div>}
      </li>
    ))}
  </ol>
)

/** In place of a list that has nothing yet: what to do, so that it has. */
export const Empty = ({ text, children }: { text: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
)

import { hash } from 'node:crypto'
import type { ComponentChildren, JSX } from 'preact'
import { must } from '../base/typed.ts'
import { BarRows } from './bars.tsx'
import { Mark } from './brand.tsx'
import { BRAND_STYLE } from './brand-style.ts'
import { type Look, PLAIN_LOOK } from './colours.ts'
import { BLOCK_STYLE, PAGE_STYLE } from './page-style.ts'
import type { Part } from './parts.ts'
import { rendered } from './rendered.ts'
import { apart } from './wrap.ts'

/**
 * Lays out the parts of a page as HTML without scripts, readable from 360 px up and printable. Its style is
 * within it; the only other file is the cooperative's mark.
 */

export interface Layout {
  readonly title: string
  /** BCP 47. Default: English. */
  readonly language?: string
  /** Links at the top of the page. */
  readonly links?: readonly { readonly text: string; readonly href: string }[]
  /** Returns the address of the page about a party, to which a row links. */
  readonly addressOf?: (subject: string) => string
  /** Whose page it is. Default: Granary's own. */
  readonly house?: House
}

/** The cooperative whose pages these are, as their head shows it. */
export interface House {
  readonly name: string
  readonly look: Look
}

/** A page with the content security policy that allows its own style, and nothing else but the mark. */
export interface HtmlPage {
  readonly html: string
  readonly policy: string
}

export function htmlOf(
  parts: readonly Part[],
  { title, language = 'en', links = [], addressOf, house = { name: 'Granary', look: PLAIN_LOOK } }: Layout,
): HtmlPage {
  const { name, look } = house
  const style = look.colours + BRAND_STYLE + PAGE_STYLE + BLOCK_STYLE
  const page = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={look.mark ?? 'data:,'} />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header>
          <a class="brand" href="/">
            <Mark look={look} />
            <strong>{name}</strong>
          </a>
          {links.length > 0 && (
            <nav>
              {links.map(({ text, href }) => (
                <a href={href}>{text}</a>
              ))}
            </nav>
          )}
        </header>
        <main>
          <Cards parts={parts} addressOf={addressOf} />
        </main>
      </body>
    </html>
  )
  return { html: `<!doctype html>\n${rendered(page)}\n`, policy: policyFor(style) }
}

/** The head of the page, and a card for each of its sections. */
function Cards({ parts, addressOf }: { parts: readonly Part[]; addressOf: Layout['addressOf'] }) {
  const starts = parts.flatMap(({ kind }, at) => (kind === 'heading' ? [at] : []))
  const isFine = (at: number) => {
    const part = parts[at]
    return part?.kind === 'heading' && part.isFine === true
  }
  const sections = starts.map((from, i) => ({
    isSmall: isFine(from),
    card: <section class="card">{blocksOf(parts.slice(from, starts[i + 1]), addressOf)}</section>,
  }))
  const small = sections.filter(({ isSmall }) => isSmall)
  const [main, ...others] = sections.filter(({ isSmall }) => !isSmall)
  return (
    <>
      <section class="card">{blocksOf(parts.slice(0, starts[0]), addressOf)}</section>
      {main?.card}
      {others.length > 0 && <div class="beside">{others.map(({ card }) => card)}</div>}
      {small.length > 0 && <div class="smallprint">{small.map(({ card }) => card)}</div>}
    </>
  )
}

/** The parts alone, for a page with its own frame and style. */
export const Blocks = ({ parts }: { parts: readonly Part[] }) => <>{blocksOf(parts, undefined)}</>

/** Groups the parts into blocks: neighbouring fields, items and rows belong together. */
function blocksOf(parts: readonly Part[], addressOf: Layout['addressOf']): JSX.Element[] {
  const blocks: JSX.Element[] = []
  for (let at = 0; at < parts.length; ) {
    const from = at
    const kind = kindOf(must(parts[at]))
    do at++
    while (at < parts.length && kind.joins && kindOf(must(parts[at])).name === kind.name)
    blocks.push(...blockOf(kind.name, parts.slice(from, at), addressOf))
  }
  return blocks
}

const kindOf = (part: Part): { readonly name: string; readonly joins: boolean } => {
  if (part.kind === 'head' || part.kind === 'row' || part.kind === 'note')
    return { name: 'table', joins: true }
  if (part.kind === 'field') return { name: 'fields', joins: true }
  if (part.kind === 'paragraph' && part.isItem) return { name: 'items', joins: true }
  return { name: part.kind, joins: false }
}

function blockOf(name: string, parts: readonly Part[], addressOf: Layout['addressOf']): JSX.Element[] {
  if (name === 'table') return [<Table parts={parts} addressOf={addressOf} />]
  if (name === 'fields')
    return [
      <dl>
        {parts.map(
          (part) =>
            part.kind === 'field' && (
              <div>
                <dt>{part.name}</dt>
                <dd>{apart(part.text)}</dd>
              </div>
            ),
        )}
      </dl>,
    ]
  if (name === 'items')
    return [<ul>{parts.map((part) => part.kind === 'paragraph' && <li>{worded(part)}</li>)}</ul>]
  const [part] = parts as [Part]
  switch (part.kind) {
    case 'title':
      return [<h1>{apart(part.text)}</h1>]
    case 'heading':
      return [<h2 class="caps">{apart(part.text)}</h2>]
    case 'paragraph':
      return [<p class={part.depth > 2 ? 'in' : undefined}>{worded(part)}</p>]
    case 'bars':
      return [<BarRows {...part} />]
    default:
      return []
  }
}

const worded = ({ text, linked, href }: Extract<Part, { kind: 'paragraph' }>): ComponentChildren =>
  href === undefined ? apart(linked ?? text) : <a href={href}>{apart(linked ?? text)}</a>

function Table({ parts, addressOf }: { parts: readonly Part[]; addressOf: Layout['addressOf'] }) {
  const [first] = parts
  const head = first?.kind === 'head' ? first : null
  // A table with links needs no tab stop: tabbing to a link already lets the keyboard scroll it.
  const leads = addressOf && parts.some((part) => part.kind === 'row' && part.subject !== undefined)
  const columns = head?.columns ?? (first?.kind === 'row' ? first.columns : [])
  return (
    <div class="wide" tabIndex={leads ? undefined : 0}>
      <table class={head === null ? 'facts' : undefined}>
        {head !== null && (
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" class={column.align}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {parts.map((part) =>
            part.kind === 'row' ? (
              <Row part={part} isTitled={head !== null} addressOf={addressOf} />
            ) : part.kind === 'note' ? (
              <tr class="note">
                <td colSpan={columns.length}>{apart(part.text)}</td>
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly part: Extract<Part, { kind: 'row' }>
  readonly isTitled: boolean
  readonly addressOf: Layout['addressOf']
}

function Row({ part: { columns, cells, subject }, isTitled, addressOf }: RowProps) {
  const href = subject === undefined ? undefined : addressOf?.(subject)
  return (
    <tr>
      {columns.map((column, i) => {
        const text = apart(cells[i] ?? '')
        if (!isTitled && i === 0) return <th scope="row">{text}</th>
        return (
          <td class={column.keeps ? 'keeps' : column.align} data-title={column.title || undefined}>
            {column.leads && href !== undefined ? <a href={href}>{text}</a> : text}
          </td>
        )
      })}
    </tr>
  )
}

/** The content security policy of a page with this style. */
const policyFor = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

import { hash } from 'node:crypto'
import type { ComponentChildren, JSX } from 'preact'
import { must } from '../base/typed.ts'
import type { Part } from './parts.ts'
import { rendered } from './rendered.ts'
import { apart } from './wrap.ts'

/**
 * Lays out the parts of a page as HTML without scripts or other files, readable from 360 px up and printable.
 */

export interface Layout {
  readonly title: string
  /** BCP 47. Default: English. */
  readonly language?: string
  /** Links at the top of the page. */
  readonly links?: readonly { readonly text: string; readonly href: string }[]
  /** Returns the address of the page about a party, to which a row links. */
  readonly addressOf?: (subject: string) => string
}

export function htmlOf(
  parts: readonly Part[],
  { title, language = 'en', links = [], addressOf }: Layout,
): string {
  const page = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        {links.length > 0 && (
          <nav>
            {links.map(({ text, href }) => (
              <a href={href}>{text}</a>
            ))}
          </nav>
        )}
        <main>{blocksOf(parts, addressOf)}</main>
      </body>
    </html>
  )
  return `<!doctype html>\n${rendered(page)}\n`
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
      return [<h2>{apart(part.text)}</h2>]
    case 'paragraph':
      return [<p class={part.depth > 2 ? 'in' : undefined}>{worded(part)}</p>]
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
          <td class={column.align} data-title={column.title || undefined}>
            {column.leads && href !== undefined ? <a href={href}>{text}</a> : text}
          </td>
        )
      })}
    </tr>
  )
}

const STYLE = `:root{color-scheme:light dark;--line:#8886;--quiet:#555}
@media(prefers-color-scheme:dark){:root{--quiet:#bbb}}
html{background:Canvas;color:CanvasText}
body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
nav a,li a,td a{display:inline-block;padding:.65rem 0}
nav button{font:inherit;min-height:44px;padding:.5rem .75rem}
h1{font-size:1.3rem;line-height:1.3;border-block:3px double var(--line);padding:.5rem 0}
h2{font-size:1.05rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}
p{margin:.5rem 0}p.in{margin-left:1rem}
dl>div{display:grid;grid-template-columns:6rem 1fr}dt{font-weight:bold}dd{margin:0}
table{border-collapse:collapse;width:100%;margin:.5rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top;overflow-wrap:break-word}
thead th,td.right{white-space:nowrap}.wide{overflow-x:auto}
thead th{border-bottom:2px solid var(--line)}tr:not(.note) td{border-top:1px solid var(--line)}
table.facts{width:auto;margin-left:1rem}table.facts th{font-weight:normal;color:var(--quiet)}table.facts td{border:0}
.right{text-align:right}tr.note td{color:var(--quiet);padding-left:1rem}
@media screen and (max-width:40rem){
td,th{overflow-wrap:anywhere}.facts th{white-space:nowrap}thead{display:none}
table:not(.facts),table:not(.facts)>tbody,table:not(.facts)>tbody>tr,table:not(.facts)>tbody>tr>td{display:block;text-align:left}
table:not(.facts)>tbody>tr:not(.note){border-top:1px solid var(--line);padding-top:.5rem}
tr:not(.note)>td[data-title]{display:flex!important;justify-content:space-between;align-items:center;gap:1rem;white-space:normal;border:0!important}
td[data-title]::before{content:attr(data-title);color:var(--quiet);flex:none}
dl>div{display:block}table.facts{margin-left:0}}
@media print{:root{color-scheme:light;--line:#999;--quiet:#333}html{background:#fff;color:#000}thead th,td.right{white-space:normal}thead{display:table-header-group}
.wide{overflow:visible}body{max-width:none;padding:0;font-size:10pt;line-height:1.4}table{font-size:9pt}nav{display:none}a{color:inherit;text-decoration:none}nav a,li a,td a{display:inline;padding:0}
@page{margin:15mm 16mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif}}
h1{border-block:0;border-bottom:2px solid #000;font-size:16pt}h2{break-after:avoid}tr,p,li,dl>div{break-inside:avoid;orphans:2;widows:2}tbody:not(:has(>.note:first-child))>tr:has(+.note),tbody:has(>.note:first-child)>.note{break-after:avoid}
tbody:has(>.note:first-child)>.note td{border-top:1px solid var(--line);padding:.4rem 0 0;color:#000;font-weight:bold}tbody:has(>.note:first-child)>.note+tr td{border-top:0}}`

/** The content security policy of these pages, which allows only their own style. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { kept, marked } from './foreign.ts'

/**
 * Renders a page as HTML; nothing else may. Every text and attribute is made safe here, so that a new page
 * need not do it. Values that a form sends back are kept exactly: `asSent` restores them.
 */
export function rendered(page: JSX.Element): string {
  const html = renderToString(page)
  return NEEDS_WORK.test(html) ? safeHtml(html) : html
}

/** Scripts that are written from right to left. */
const LETTER = `[${['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Mand', 'Samr', 'Rohg', 'Yezi', 'Mend']
  .map((script) => `\\p{sc=${script}}`)
  .join('')}]`
/** Matches words that belong together. Punctuation ends them, so that two names stay separate. */
const RIGHT_TO_LEFT = new RegExp(`${LETTER}\\p{M}*(?:[ '’.\\p{Nd}\\u200c\\u200d-]*${LETTER}\\p{M}*)*`, 'gu')
const WIDE_SPACES = /[\p{Zs}]{2,}/gu

/** Matches characters that pages do not usually contain and that need treatment. */
const NEEDS_WORK = new RegExp(
  `[[\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}\\p{Z}\\u2800]--[ \\t\\n\\r]]|${LETTER}|\\[U\\+`,
  'v',
)

const TOKEN = /<(?:"[^"]*"|[^>"])*>|[^<]+/g
const TAG = /^<([a-z][\w-]*)/
const ATTRIBUTE = / ([\w:-]+)="([^"]*)"/g
/** Elements that may contain only text. */
const TEXT_ONLY = ['title', 'textarea', 'option', 'text', 'tspan', 'desc']
const OURS = ['style', 'script']

function safeHtml(html: string): string {
  let within = ''
  return html.replace(TOKEN, (token) => {
    if (!token.startsWith('<')) return OURS.includes(within) ? token : safeText(token, within)
    within = TAG.exec(token)?.[1] ?? ''
    return token.replace(
      ATTRIBUTE,
      (_, name: string, value: string) => ` ${name}="${name === 'value' ? kept(value) : marked(value)}"`,
    )
  })
}

function safeText(text: string, within: string): string {
  if (within === 'textarea') return kept(text)
  const seen = marked(text).replace(WIDE_SPACES, (run) => (/[^ ]/.test(run) ? ' ' : run))
  // Isolates a right-to-left name, so that it does not reorder the text around it (HTML, "The bdi element").
  return TEXT_ONLY.includes(within) ? seen : seen.replace(RIGHT_TO_LEFT, (words) => `<bdi>${words}</bdi>`)
}

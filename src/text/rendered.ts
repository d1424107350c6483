import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { kept, marked } from './foreign.ts'

/**
 * The only way from a page to its HTML. Every text and attribute in it is made safe here, whoever wrote it, so that a new page
 * need not remember to. What a form sends back is kept exactly: `asSent` reads it again.
 */
export function rendered(page: JSX.Element): string {
  const html = renderToString(page)
  return NEEDS_WORK.test(html) ? safeHtml(html) : html
}

/** Scripts that are written from right to left. */
const LETTER = `[${['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Mand', 'Samr', 'Rohg', 'Yezi', 'Mend']
  .map((script) => `\\p{sc=${script}}`)
  .join('')}]`
/** Words that belong together; punctuation ends them, so that two names stay two. */
const RIGHT_TO_LEFT = new RegExp(`${LETTER}\\p{M}*(?:[ '’.\\p{Nd}\\u200c\\u200d-]*${LETTER}\\p{M}*)*`, 'gu')
const WIDE_SPACES = /[\p{Zs}]{2,}/gu

/** Anything but the letters, marks and signs that pages usually have. */
const NEEDS_WORK = new RegExp(
  `[[\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}\\p{Z}\\u2800]--[ \\t\\n\\r]]|${LETTER}|\\[U\\+`,
  'v',
)

const TOKEN = /<(?:"[^"]*"|[^>"])*>|[^<]+/g
const TAG = /^<([a-z][\w-]*)/
const ATTRIBUTE = / ([\w:-]+)="([^"]*)"/g
/** No element may stand in these. */
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
  // A name from right to left stands by itself and leaves what is around it where it was (HTML, "The bdi element").
  return TEXT_ONLY.includes(within) ? seen : seen.replace(RIGHT_TO_LEFT, (words) => `<bdi>${words}</bdi>`)
}

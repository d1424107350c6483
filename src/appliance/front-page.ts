import type { App } from '../http/app.ts'
import { prefersHtml } from '../http/media-type.ts'
import { pageOf, sendPage } from '../http/page.ts'
import { serveOwnHosts } from '../http/served-host.ts'
import { type Part, paragraph, textOf } from '../text/parts.ts'
import { plain } from '../text/wrap.ts'

/** The first page: it shows each kind of visitor where to go. It is public, so it names nobody. */

export interface FrontPagePorts {
  readonly office: { readonly isOurs: (host: string) => boolean }
  readonly registry: {
    /** Changes whenever a row is added. */
    readonly version: number
    rows(kind: 'purposes'): readonly { readonly id: string }[]
  }
}

export function frontPageRoutes(app: App, { registry, office }: FrontPagePorts, hasOffice = false): void {
  serveOwnHosts(app, office.isOurs)
  // The page is public and may be requested at any rate, so it is made only once per version of the registry.
  let made: { readonly version: number; readonly text: string; readonly html: string } | null = null
  const latest = async () => {
    const { version } = registry
    if (made?.version === version) return made
    const parts = frontPage(registry.rows('purposes') as readonly Purpose[], hasOffice)
    made = { version, text: textOf(parts), html: await pageOf(parts, { title: 'Granary' }) }
    return made
  }
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const { text, html } = await latest()
    reply.header('vary', 'accept')
    return prefersHtml(request.headers)
      ? sendPage(reply, html)
      : reply.header('content-type', 'text/plain; charset=utf-8').send(text)
  })
}

interface Purpose {
  readonly id: string
  readonly name: string
}

function frontPage(purposes: readonly Purpose[], hasOffice: boolean): Part[] {
  return [
    heading('title', 'GRANARY'),
    ...text("This is a cooperative's store of records of produce. Where to go from here:"),
    heading('heading', 'LENDERS, BUYERS, AUDITORS'),
    ...(hasOffice
      ? address('/lender', 'Read the records that people opened to you, with the token from the cooperative')
      : withPurpose(purposes)),
    heading('heading', 'STAFF OF THE COOPERATIVE'),
    ...(hasOffice ? address('/sign-in', 'Sign in to the office page') : []),
    ...text(
      'To set up or restore the server, use the command "granary" on the server itself. To see what it can do: granary --help',
    ),
    heading('heading', 'TELEPHONES AND OTHER FIELD DEVICES'),
    ...text(
      'Ask the cooperative to enrol yours. Its app then needs the address of this page and the code that the cooperative shows you.',
    ),
    heading('heading', 'ANYONE WHO WANTS TO CHECK A RECORD'),
    ...text('These pages are open to everyone, without a token.'),
    ...address('/v1/anchors/key', 'The key that signs the log'),
    ...address('/v1/anchors/roots', 'The published fingerprints of the log'),
    heading('heading', 'DEVELOPERS'),
    ...address('/docs', 'The API reference'),
    ...address('/v1/openapi.json', 'The API contract (OpenAPI)'),
  ]
}

/** Without the office there is no page to sign in to, so the browser itself asks for the token. */
const withPurpose = (purposes: readonly Purpose[]): Part[] => [
  ...text(
    'Choose the purpose for which you read. The browser then asks for a name and a password: any name will do, and the password is the token from the cooperative.',
  ),
  ...purposes.flatMap(({ id, name }) =>
    address(`/v1/lender-view?${new URLSearchParams({ purpose: id })}`, plain(name)),
  ),
]

const heading = (kind: 'title' | 'heading', words: string): Part => ({
  kind,
  text: words,
  lines: [...(kind === 'title' ? [] : ['', '']), words, (kind === 'title' ? '=' : '-').repeat(words.length)],
})

const text = (words: string) => paragraph(words, '  ')

/** A link on the page; in plain text, a line with the address. */
const address = (href: string, name: string) =>
  paragraph(`${name}: ${href}`, '  - ', '    ', { href, linked: name })

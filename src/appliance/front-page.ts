import type { App } from '../http/app.ts'
import { prefersHtml } from '../http/media-type.ts'
import { pageOf, sendPage } from '../http/page.ts'
import { serveOwnHosts } from '../http/served-host.ts'
import { type Part, paragraph, textOf } from '../text/parts.ts'
import { plain } from '../text/wrap.ts'

/** The first page: where each kind of visitor goes. Public, so it names nobody. */

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
  // Anybody may ask for it as often as they like, so it is made once.
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
    ...said("This is a cooperative's store of records of produce. Where to go from here:"),
    heading('heading', 'LENDERS, BUYERS, AUDITORS'),
    ...(hasOffice
      ? address('/lender', 'Read what people opened to you, with the token that the cooperative gave you')
      : withPurpose(purposes)),
    heading('heading', 'STAFF OF THE COOPERATIVE'),
    ...(hasOffice ? address('/sign-in', 'Sign in: the work of the office is done there') : []),
    ...said(
      'Setting the server up, and restoring it, is done on the server itself, with the command "granary". It lists what it can do: granary --help',
    ),
    heading('heading', 'TELEPHONES AND OTHER FIELD DEVICES'),
    ...said(
      'Ask the cooperative to enrol yours. Its app then needs the address of this page and the code that the cooperative shows you.',
    ),
    heading('heading', 'WHOEVER WANTS TO CHECK A RECORD'),
    ...said('These pages are for everybody, without a token.'),
    ...address('/v1/anchors/key', 'The key with which the log is signed'),
    ...address('/v1/anchors/roots', 'The fingerprints of the log that were published'),
    heading('heading', 'DEVELOPERS'),
    ...address('/docs', 'The reference of the interface'),
    ...address('/v1/openapi.json', 'Its contract'),
  ]
}

/** Where there are no pages to sign in to, the browser itself asks for the token. */
const withPurpose = (purposes: readonly Purpose[]): Part[] => [
  ...said(
    'Choose what you read for. The browser then asks for a name and a password: any name will do, and the password is the token that the cooperative gave you.',
  ),
  ...purposes.flatMap(({ id, name }) =>
    address(`/v1/lender-view?${new URLSearchParams({ purpose: id })}`, plain(name)),
  ),
]

const heading = (kind: 'title' | 'heading', text: string): Part => ({
  kind,
  text,
  lines: [...(kind === 'title' ? [] : ['', '']), text, (kind === 'title' ? '=' : '-').repeat(text.length)],
})

const said = (text: string) => paragraph(text, '  ')

/** A link, or in text a line with the address. */
const address = (href: string, name: string) =>
  paragraph(`${name}: ${href}`, '  - ', '    ', { href, linked: name })

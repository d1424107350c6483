import type { App } from '../http/app.ts'
import { languageFor } from '../http/language.ts'
import { prefersHtml } from '../http/media-type.ts'
import { pageOf, sendPage } from '../http/page.ts'
import { serveOwnHosts } from '../http/served-host.ts'
import type { RegistryPorts } from '../registry/registry-routes.ts'
import type { Look } from '../text/colours.ts'
import type { HtmlPage } from '../text/html.tsx'
import { type Part, paragraph, textOf } from '../text/parts.ts'
import type { Language, PlainKey } from '../words/language.ts'
import { type Words, wordsIn } from '../words/words.ts'

/**
 * The first page: it shows each kind of visitor where to go. It is public, so it names nobody but, for browsers,
 * the cooperative, as the page to sign in does.
 */

export function frontPageRoutes(app: App, { registry, office }: RegistryPorts, hasOffice = false): void {
  serveOwnHosts(app, office.isOurs)
  // The page is public and may be requested at any rate, so it is made only once per language for as long as
  // nothing of it changes.
  const made = new Map<Language, MadePage>()
  const latest = async (language: Language) => {
    const { version } = registry
    const [name, look] = [office.cooperative(), office.look()]
    const before = made.get(language)
    if (before?.version === version && before.name === name && before.look === look) return before
    const words = wordsIn(language, '')
    const parts = frontPage(words, registry.rows('purposes') as readonly Purpose[], hasOffice)
    const html = await pageOf(parts, {
      title: 'Granary',
      language: language.locale,
      house: { name, look },
    })
    const page = { version, name, look, text: textOf(parts), html }
    made.set(language, page)
    return page
  }
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const { text, html } = await latest(languageFor(request))
    reply.header('vary', 'accept, accept-language, cookie')
    return prefersHtml(request.headers)
      ? sendPage(reply, html)
      : reply.header('content-type', 'text/plain; charset=utf-8').send(text)
  })
}

interface MadePage {
  readonly version: number
  readonly name: string
  readonly look: Look
  readonly text: string
  readonly html: HtmlPage
}

interface Purpose {
  readonly id: string
  readonly name: string
}

function frontPage({ say, purpose }: Words, purposes: readonly Purpose[], hasOffice: boolean): Part[] {
  const text = (key: PlainKey) => paragraph(say(key), '  ')
  /** A link on the page; in plain text, a line with the address. */
  const link = (href: string, name: string) =>
    paragraph(say('front.link', { name, address: href }), '  - ', '    ', { href, linked: name })
  /** Without the office there is no page to sign in to, so the browser itself asks for the token. */
  const withPurpose = () => [
    ...text('front.purpose'),
    ...purposes.flatMap((row) =>
      link(`/v1/lender-view?${new URLSearchParams({ purpose: row.id })}`, purpose(row)),
    ),
  ]
  return [
    heading('title', 'GRANARY'),
    ...text('front.what'),
    heading('heading', say('front.readers')),
    ...(hasOffice ? link('/lender', say('front.read')) : withPurpose()),
    heading('heading', say('front.staff')),
    ...(hasOffice ? link('/sign-in', say('front.signIn')) : []),
    ...text('front.command'),
    heading('heading', say('front.devices')),
    ...text('front.enrol'),
    heading('heading', say('front.check')),
    ...text('front.open'),
    ...link('/v1/anchors/key', say('front.key')),
    ...link('/v1/anchors/roots', say('front.roots')),
    heading('heading', say('front.developers')),
    ...link('/docs', say('front.reference')),
    ...link('/v1/openapi.json', say('front.contract')),
  ]
}

const heading = (kind: 'title' | 'heading', words: string): Part => ({
  kind,
  text: words,
  lines: [...(kind === 'title' ? [] : ['', '']), words, (kind === 'title' ? '=' : '-').repeat(words.length)],
})

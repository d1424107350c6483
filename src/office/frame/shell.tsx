import type { ComponentChildren } from 'preact'
import type { Look } from '../../text/colours.ts'
import { languages } from '../../words/language.ts'
import type { Words } from '../../words/words.ts'
import { Icon } from './icons.tsx'
import { Mark } from './mark.tsx'
import { Menu } from './menu.tsx'
import { Box } from './parts.tsx'
import { renderedFor, useWords } from './reader.tsx'
import type { Session } from './sessions.ts'
import { styleAddress } from './style.ts'
import type { Waiting } from './waiting.ts'

/** What surrounds every page: the cooperative's name, the menu, and the head of the page. `rendered` escapes every text. */

export interface Frame {
  readonly words: Words
  readonly cooperative: string
  /** The cooperative's colour and mark. */
  readonly look: Look
  readonly session: Session | null
  /** The address of the page, for the menu. */
  readonly path: string
  /** Shown above the page's content. */
  readonly notice?: ComponentChildren
  /** What waits for the staff. */
  readonly waiting?: Waiting
  /** The menu of readers who are not staff. */
  readonly menu?: ComponentChildren
}

/** The head of a page. */
export interface Head {
  /** In the window's title and above the page. */
  readonly title: string
  /** Above the page in place of the title, such as with a badge. */
  readonly shown?: ComponentChildren
  /** One line below the title that says what this is about. */
  readonly line?: ComponentChildren
  /** What can be done here: `Action`s, and forms of one button. */
  readonly actions?: ComponentChildren
}

/** Options of a page for printing. Only elements of class `sheet` are printed. */
interface ToPrint {
  /** CSS of this page alone, without `<`. The page's `Answer` must have it too. */
  readonly style?: string
  /** What the paper is called, in its own language: browsers print it at the head, and call a file by it. */
  readonly called?: string
}

export function pageText(
  frame: Frame,
  head: string | Head,
  content: ComponentChildren,
  toPrint?: ToPrint,
): string {
  const its = typeof head === 'string' ? { title: head } : head
  const page = <Page frame={frame} head={its} content={content} toPrint={toPrint} />
  return `<!doctype html>\n${renderedFor(frame.words, page)}\n`
}

/** The answer for an address that names nothing. */
export const nothingThere = (frame: Frame, title: string, text: string) => ({
  status: 404,
  html: pageText(frame, title, <Box kind="bad">{text}</Box>),
})

interface PageProps {
  readonly frame: Frame
  readonly head: Head
  readonly content: ComponentChildren
  readonly toPrint: ToPrint | undefined
}

function Page({ frame, head, content, toPrint }: PageProps) {
  const { say } = frame.words
  const { session, cooperative, look, path, notice, waiting, menu } = frame
  const { title, shown, line, actions } = head
  const side = session === null ? menu : <Menu session={session} path={path} waiting={waiting ?? {}} />
  return (
    <html lang={frame.words.language.locale}>
      <head>
        <meta charset="utf-8" />
        <title>{say('page.title', { page: toPrint?.called ?? title, cooperative })}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={look.mark ?? 'data:,'} />
        <link rel="stylesheet" href={styleAddress(look)} />
        {toPrint?.style !== undefined && <style dangerouslySetInnerHTML={{ __html: toPrint.style }} />}
        {session !== null && <script src="/office.js" defer />}
      </head>
      <body class={side ? 'shell' : 'single'}>
        <a class="skip" href="#content">
          {say('page.skip')}
        </a>
        <header>
          <a class="brand" href={session === null ? '/' : '/today'}>
            <Mark look={look} />
            <strong>{cooperative}</strong>
          </a>
          {side && (
            <a class="open" href="#menu">
              <Icon name="menu" />
              {say('page.menu')}
            </a>
          )}
          {side}
        </header>
        <main id="content" class={toPrint && 'printed'}>
          <div class="head">
            <div>
              <h1>{shown ?? title}</h1>
              {line !== undefined && <p class="line">{line}</p>}
            </div>
            {actions ? <div class="acts">{actions}</div> : null}
          </div>
          {notice}
          {content}
        </main>
        {session === null && <LanguageLinks path={path} />}
      </body>
    </html>
  )
}

/** Other languages, for readers without an account; the choice stays in their browser. */
const LanguageLinks = ({ path }: { path: string }) => {
  const { language, say } = useWords()
  return (
    <nav class="languages" aria-label={say('page.languages')}>
      {languages().map(({ code, locale, name }) =>
        code === language.code ? (
          <span aria-current="true">{name}</span>
        ) : (
          <a href={`${path}?language=${code}`} lang={locale} hreflang={locale}>
            {name}
          </a>
        ),
      )}
    </nav>
  )
}

import type { ComponentChildren } from 'preact'
import { given } from '../../base/typed.ts'
import { allows } from '../../domain/staff.ts'
import { paperWords } from '../../identity/paper-language.ts'
import { languageOf, languages } from '../../words/language.ts'
import { shortName } from '../../words/party-name.ts'
import { Form } from './form.tsx'
import { footStyle } from './paper-style.ts'
import { Carried, type CarriedProps } from './picks.tsx'
import { InWords } from './reader.tsx'
import { type Head, pageText } from './shell.tsx'
import type { StaffVisit } from './visit.ts'

/** Paper for a party, in the party's language, on a page in the clerk's (contract §25). */

/** The field by which the clerk chooses another language for one print. */
export const PAPER_LANGUAGE = 'paper_language'

const chosenIn = ({ form, query }: StaffVisit): string | undefined =>
  form[PAPER_LANGUAGE] ?? query[PAPER_LANGUAGE]

/** Returns the visit with the words of the paper. */
export const paperFor = async (visit: StaffVisit, party: string): Promise<StaffVisit> => ({
  ...visit,
  words: await paperWords(visit.run, visit.words, party, chosenIn(visit)),
})

interface SheetProps {
  readonly paper: StaffVisit
  readonly class?: string
  /** Its heading. Without one, the paper has its own head. */
  readonly title?: string
  /** When it was made; by default, the day. */
  readonly made?: string
  readonly children: ComponentChildren
}

/** What is printed of a page. */
export const Sheet = ({ paper, class: name, title, made, children }: SheetProps) => (
  <div class={name === undefined ? 'sheet' : `sheet ${name}`} lang={paper.words.language.locale}>
    {title !== undefined && <Letterhead paper={paper} title={title} {...given({ made })} />}
    <InWords words={paper.words}>{children}</InWords>
  </div>
)

/** The head of a paper: whose it is, what it is, and when it was made. */
export const Letterhead = ({
  paper: { cooperative, words },
  title,
  made,
}: Pick<SheetProps, 'paper' | 'made'> & { readonly title: string }) => (
  <div class="letterhead">
    <p>{cooperative}</p>
    <h2>{title}</h2>
    <p>{made ?? words.calendar.day(words.calendar.nowMs)}</p>
  </div>
)

/** Returns a page with a paper whose title is at the foot of each sheet. */
export function paperPage(
  visit: StaffVisit,
  head: string | Head,
  onPaper: string,
  content: ComponentChildren,
) {
  const style = footStyle(visit.cooperative, onPaper)
  return { html: pageText(visit, head, content, { style, called: onPaper }), style }
}

interface ChoiceProps {
  readonly visit: StaffVisit
  readonly paper: StaffVisit
  readonly party: string
  /** Fields that are sent again, on a page that answers a form. */
  readonly sent?: CarriedProps
  /** Fields of the address that stay. */
  readonly asked?: CarriedProps
}

/** Offers the paper in the other languages and, once one is chosen, to keep it for the party. */
export async function paperChoice({ visit, paper, party, sent, asked }: ChoiceProps) {
  const { say } = visit.words
  const { language } = paper.words
  const { called, language: own } = await visit.run('party.resolve', { text: party })
  const name = shortName(called, visit.words)
  const isNew = languageOf(chosenIn(visit) ?? '') !== undefined && languageOf(own ?? '') !== language
  const buttons = (
    <>
      <span>{say('paper.printIn')}</span>
      {languages()
        .filter((other) => other !== language)
        .map((other) => (
          <button type="submit" class="quiet" name={PAPER_LANGUAGE} value={other.code} lang={other.locale}>
            {other.name}
          </button>
        ))}
    </>
  )
  return (
    <>
      {sent === undefined ? (
        <form method="get" action={visit.path} class="buttons">
          {asked && <Carried {...asked} />}
          {buttons}
        </form>
      ) : (
        <Form action={visit.path} session={visit.session} class="buttons">
          <Carried {...sent} />
          {buttons}
        </Form>
      )}
      {isNew && name !== null && allows(visit.session.person.role, 'write') && (
        <p class="links">
          <a
            href={`/members/${party}/correction?${PAPER_LANGUAGE}=${language.code}`}
            target="_blank"
            rel="noreferrer"
          >
            {say('paper.fromNowOn', { language: language.name, name })}
          </a>
        </p>
      )}
    </>
  )
}

import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { must } from '../../base/typed.ts'
import { rendered } from '../../text/rendered.ts'
import type { Reviewed } from '../../words/reviewed.ts'
import type { Words } from '../../words/words.ts'

/** The words of the person who reads a page: its components take them from here. */
const Reader = createContext<Words | null>(null)

export const useWords = (): Words => must(useContext(Reader))

/** Says that no speaker of the language has reviewed these texts; nothing if one has. Paper shows it too. */
export const Unreviewed = ({ texts }: { texts: Reviewed }) => {
  const note = useWords().reviewNote(texts)
  return note === null ? null : <p class="unreviewed">{note}</p>
}

/** What another person reads than the rest of the page. */
export const InWords = ({ words, children }: { words: Words; children: ComponentChildren }) => (
  <Reader.Provider value={words}>{children}</Reader.Provider>
)

export const renderedFor = (words: Words, page: JSX.Element): string =>
  rendered(<InWords words={words}>{page}</InWords>)

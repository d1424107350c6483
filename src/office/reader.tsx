import { createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { must } from '../base/typed.ts'
import { rendered } from '../text/rendered.ts'
import type { Words } from '../words/words.ts'

/** The words of the person who reads a page: its components take them from here. */
const Reader = createContext<Words | null>(null)

export const useWords = (): Words => must(useContext(Reader))

export const renderedFor = (words: Words, page: JSX.Element): string =>
  rendered(<Reader.Provider value={words}>{page}</Reader.Provider>)

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Engine, PhoneStatus } from '../engine/engine.ts'
import type { Words } from './words.ts'

/** What every screen has. */
export interface Screen {
  readonly engine: Engine
  /** Changes with each change of the engine, so that a screen that reads it is drawn again. */
  readonly status: PhoneStatus
  readonly words: Words
  /** Chooses another language, for good. */
  readonly choose: (language: string) => Promise<void>
}

export const ScreenContext = createContext<Screen | null>(null)

export function useScreen(): Screen {
  const screen = useContext(ScreenContext)
  if (screen === null) throw new Error('outside of the page')
  return screen
}

import { apart, together } from '../../text/wrap.ts'
import type { Key } from '../../words/language.ts'
import type { Values } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { NAMES } from './scenario.ts'
import type { Manner, Tale } from './tale.ts'

/** Presents the tour: sentences for people, facts for programs. */

/** A scene of the story, in the order in which it happens. */
export interface Scene {
  /** Stable identifier for programs. */
  readonly name: string
  readonly title: Title
  /**
   * Sends what happens to the service, checks what it replies, and says it.
   * @returns figures from the service's replies
   */
  readonly play: (tale: Tale) => Promise<Facts>
}

/** A sentence that needs nothing but the names of the people. */
type Title = { [K in Key]: keyof Values<K> extends keyof typeof NAMES ? K : never }[Key]

export type Fact = string | number | boolean | null | readonly (string | number | null)[]
type Facts = Readonly<Record<string, Fact>>

export const scene = (name: string, title: Title, play: Scene['play']): Scene => ({ name, title, play })

/** A scene that was played. */
export interface Step {
  readonly step: number
  readonly name: string
  readonly title: string
  readonly said: readonly string[]
  readonly facts: Facts
}

/** Receives the tour as it happens. */
export interface Audience {
  title(step: number, title: string): void
  sentence(text: string): void
  readonly progress: Manner['progress']
}

/** Plays the scenes in turn. */
export async function narrate(
  scenes: readonly Scene[],
  tale: Tale,
  audience: Audience,
  { tell }: Words,
): Promise<Step[]> {
  const steps: Step[] = []
  for (const { name, title: key, play } of scenes) {
    const [step, title] = [steps.length + 1, tell({ key, args: NAMES })]
    audience.title(step, title)
    const facts = await play(tale)
    const said = tale.said.splice(0).map(tell)
    for (const text of said) audience.sentence(text.replace(/\d kg\b/g, together))
    steps.push({ step, name, title, said: said.map(apart), facts })
  }
  return steps
}

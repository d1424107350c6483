import Sprout from 'lucide/dist/esm/icons/sprout.mjs'
import { createElement } from 'preact'
import type { Look } from './colours.ts'
import { rendered } from './rendered.ts'

/** The cooperative's mark; without one, a sprout on its colour. The name stands beside it, so it has no text. */
export const Mark = ({ look }: { look: Pick<Look, 'mark'> }) => (
  <span class="mark">
    {look.mark === null ? (
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {Sprout.map(([shape, its]) => createElement(shape, its))}
      </svg>
    ) : (
      <img src={look.mark} alt="" />
    )}
  </span>
)

/** The name and the mark, for the head of a page that is not made by preact. */
export const headHtml = (name: string, look: Pick<Look, 'mark'>): string =>
  rendered(
    <header>
      <a class="brand" href="/">
        <Mark look={look} />
        <strong>{name}</strong>
      </a>
    </header>,
  )

import { hash } from 'node:crypto'
import { Problem } from '../../base/problem.ts'
import { type Colour, colourFault, colourIn, darkShades, lightShades } from '../../domain/colour.ts'
import { cleanPicture } from '../../evidence/pictures/clean-picture.ts'
import type { CleanPicture } from '../../evidence/pictures/picture.ts'
import { shared } from '../../http/reply-room.ts'
import { noteAct } from '../../store/acts/doer.ts'
import type { Store } from '../../store/store.ts'
import { coloursOf, type Look, PLAIN_LOOK } from '../../text/colours.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/** The cooperative's own colour and mark, on its pages and papers. */

/** A mark is shown small, and every first visit loads it. */
export const MOST_MARK_BYTES = 100_000
const MOST_MARK_PIXELS = 1_000

export interface Mark {
  readonly mediaType: string
  readonly sha256: string
  readonly bytes: Buffer
}

/** What is to change; null takes it away, and what is left out stays. */
export interface NewAppearance {
  /** As a person typed it. */
  readonly colour?: string | null
  /** A file. */
  readonly mark?: Uint8Array | null
}

export class Appearance {
  readonly #store: Store
  #made: { readonly look: Look; readonly colour: Colour | null; readonly mark: Mark | null } | null = null

  constructor(store: Store) {
    this.#store = store
    store.onRollback(() => this.#forget())
  }

  get look(): Look {
    return this.#current.look
  }

  /** Null without a colour of their own. */
  get colour(): Colour | null {
    return this.#current.colour
  }

  get mark(): Mark | null {
    return this.#current.mark
  }

  /**
   * Changes the colour, the mark or both.
   * @throws {OperatorFault} when the colour could not be read, or the picture is not one that may be shown
   */
  async change(operator: string, { colour: typed, mark: file }: NewAppearance): Promise<void> {
    const colour = typed === undefined || typed === null ? typed : goodColour(typed)
    const picture = file === undefined || file === null ? file : await goodMark(file)
    const { appearance, writer } = this.#store
    await writer.submit(() => {
      const atMs = writer.nowMs
      if (colour !== undefined) appearance.add('colour', Buffer.from(colour ?? ''), null, atMs)
      const bytes = picture && Buffer.concat(picture.pieces)
      if (picture !== undefined)
        appearance.add('mark', bytes ?? Buffer.alloc(0), picture?.mediaType ?? null, atMs)
      noteAct(this.#store, { credential: null, operator }, 'appearance', {
        ...(colour === undefined ? {} : { colour: colour ?? 'none' }),
        ...(bytes === undefined ? {} : { mark: bytes === null ? 'none' : hash('sha256', bytes) }),
      })
      this.#forget()
    })
  }

  #forget(): void {
    this.#made = null
  }

  get #current() {
    this.#made ??= this.#read()
    return this.#made
  }

  #read() {
    const { appearance } = this.#store
    const colour = colourIn(String(appearance.newest('colour')?.value ?? ''))
    const row = appearance.newest('mark')
    const mark = row && {
      mediaType: row.mediaType ?? '',
      sha256: hash('sha256', row.value),
      bytes: shared(row.value),
    }
    const colours =
      colour === null
        ? PLAIN_LOOK.colours
        : coloursOf({ light: lightShades(colour), dark: darkShades(colour) })
    return { look: { colours, mark: mark && markAddress(mark.sha256) }, colour, mark }
  }
}

export const markAddress = (sha256: string): string => `/mark/${sha256.slice(0, 32)}`

function goodColour(typed: string): Colour {
  const colour = colourIn(typed)
  if (colour === null)
    throw new OperatorFault(...withRemedy('appearance.noColour', { text: typed.slice(0, 40) }))
  const fault = colourFault(colour)
  if (fault === null) return colour
  throw new OperatorFault(
    ...withRemedy(
      'appearance.tooLight',
      {
        colour,
        // Rounded down, so that it never looks like enough.
        contrast: { amount: Math.floor(fault.contrast * 10) / 10 },
        least: { amount: 4.5 },
      },
      { colour: fault.instead },
    ),
  )
}

async function goodMark(file: Uint8Array): Promise<CleanPicture> {
  const remedy = message('appearance.mark.remedy', {
    kilobytes: { count: MOST_MARK_BYTES / 1_000 },
    pixels: { count: MOST_MARK_PIXELS },
  })
  if (file.length > MOST_MARK_BYTES) throw new OperatorFault(message('appearance.mark.tooLarge'), remedy)
  try {
    const picture = await cleanPicture(file)
    if (Math.max(picture.width, picture.height) <= MOST_MARK_PIXELS) return picture
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new OperatorFault(message('appearance.mark.unreadable'), remedy)
  }
  throw new OperatorFault(message('appearance.mark.tooLarge'), remedy)
}

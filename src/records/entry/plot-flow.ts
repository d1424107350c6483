import { uuidv7 } from 'uuidv7'
import type { Fallback } from '../../cli/ask.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { PlainKey } from '../../words/language.ts'
import type { Message } from '../../words/message.ts'
import { drawnWords, flagsOf } from '../plots/plot-words.ts'
import { FIELDS } from './fields.ts'
import { type Given, gather, today } from './gather.ts'
import { actingFlags, type Session, write } from './session.ts'
import { whichToChange } from './which.ts'

/** Entry of a plot of land by a clerk: its members, and its place on the map. */

/** A place as it was typed: a file of the boundary, or a point in the plot. */
export interface GivenPlace {
  readonly boundary?: string | undefined
  readonly point?: string | undefined
}

/** Reads a file or a typed place. The room that also imports plots provides it. */
export type ReadPlace = (
  place: GivenPlace,
  country: string,
) => Promise<{
  readonly geometry: object
  readonly decimals: number
  /** What was changed in the geometry; null if nothing was. */
  readonly remark: Message | null
}>

export const hasPlace = ({ boundary, point }: Given): boolean => boundary !== undefined || point !== undefined

export async function addPlot(session: Session, readPlace: ReadPlace): Promise<void> {
  const { asker, office, run } = session
  const { words } = office
  const { say } = words
  let { given } = session
  const fields = FIELDS.plot
  if (given.boundary !== undefined && given.point !== undefined)
    throw new OperatorFault(...withRemedy('counter.bothPlaces'), 2)
  if (!asker && !hasPlace(given)) throw new OperatorFault(...withRemedy('counter.noPlace'), 2)
  const plot = uuidv7()
  let isPlaceAsked = !hasPlace(given)
  let typed = given.boundary ?? given.point ?? ''
  let fallbacks: Readonly<Record<string, Fallback>> = asker ? today(words) : {}
  let only: ReadonlySet<string> | undefined
  for (;;) {
    const { members, shown, answers } = await gather(office, {
      ...{ fields, given, asker, fallbacks },
      ...(only && { only }),
    })
    const country = String(members.country)
    const place = async (text: string) => {
      typed = text
      return readPlace(placeIn(text), country)
    }
    const { geometry, decimals, remark } =
      asker && isPlaceAsked
        ? await asker.value(say('counter.where'), place, { text: typed })
        : await readPlace(session.given, country)
    const draft = { type: 'plot', plot, ...members, geometry, decimals }
    const { plots } = await run('plot.under', { geometry, holder: String(members.holder), plot })
    const flags = [
      ...flagsOf({ geometry, decimals }, members.area_ha),
      ...(plots.length === 0 ? [] : ['plots_overlap']),
    ]
    const ending = await write(
      session,
      say('counter.willWritePlot'),
      [
        ...shown,
        [say('counter.onTheMap'), drawnWords(words, geometry)],
        ...(remark === null ? [] : [[say('counter.remark'), words.tell(remark)] as const]),
      ],
      draft,
      draft,
      flags.map((flag) => say(`plots.flag.${flag}` as PlainKey)),
    )
    if (ending !== 'again') return
    fallbacks = answers
    given = actingFlags(given)
    // The place on the map may be what the clerk wants to change.
    isPlaceAsked = true
    only = asker ? await whichToChange(words, asker, fields, answers) : undefined
  }
}

/** Reads two numbers as a point, and anything else as the name of a file. */
const placeIn = (text: string): GivenPlace =>
  /^[-+\d.\s]+,[-+\d.\s]+$/.test(text) ? { point: text } : { boundary: text }

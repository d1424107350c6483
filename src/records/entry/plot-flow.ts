import { uuidv7 } from 'uuidv7'
import type { PlainKey } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
import { drawnWords, flagsOf } from '../plots/plot-words.ts'
import { FIELDS } from './fields.ts'
import { type GivenFlags, mustHaveNone, readFlags, whyRefused, wrongFlag } from './flags.ts'
import { type EntrySession, write } from './session.ts'

/** Entry of a plot of land by a clerk: its members, and its place on the map. */

/** A place as it was typed: a file of the boundary, or a point in the plot. */
interface GivenPlace {
  readonly boundary?: string | undefined
  readonly point?: string | undefined
}

interface PlotPlace {
  readonly geometry: object
  readonly decimals: number
  /** What was changed in the geometry; null if nothing was. */
  readonly remark: Message | null
}

/**
 * Reads a file or a typed place. The room that also imports plots provides it.
 * @param country in which the plot must lie; null if it is not known
 */
export type ReadPlace = (place: GivenPlace, country: string | null) => Promise<PlotPlace>

export async function addPlot(session: EntrySession, readPlace: ReadPlace): Promise<void> {
  const { office, run, given, usual } = session
  const { say, tell } = office.words
  const { members, shown, faults } = await readFlags(office, { fields: FIELDS.plot, given, usual })
  const country = members.country === undefined ? null : String(members.country)
  const place = await placeGiven(given, (one) => readPlace(one, country))
  mustHaveNone([...faults, ...('key' in place ? [place] : []), ...session.faults])
  if ('key' in place) return
  const { geometry, decimals, remark } = place
  const plot = uuidv7()
  const draft = { type: 'plot', plot, ...members, geometry, decimals }
  const { plots } = await run('plot.under', { geometry, holder: String(members.holder), plot })
  const flags = [
    ...flagsOf({ geometry, decimals }, members.area_ha),
    ...(plots.length === 0 ? [] : ['plots_overlap']),
  ]
  await write(
    session,
    say('counter.willWritePlot'),
    [
      ...shown,
      [say('counter.onTheMap'), drawnWords(office.words, geometry)],
      ...(remark === null ? [] : [[say('counter.remark'), tell(remark)] as const]),
    ],
    draft,
    draft,
    flags.map((flag) => say(`plots.flag.${flag}` as PlainKey)),
  )
}

/** Returns the place that the flags give, or what is wrong with them. */
async function placeGiven(
  { boundary, point }: GivenFlags,
  read: (place: GivenPlace) => Promise<PlotPlace>,
): Promise<PlotPlace | Message> {
  if (boundary !== undefined && point !== undefined) return message('counter.bothPlaces')
  const text = boundary ?? point
  if (text === undefined) return message('counter.noPlace')
  return read({ boundary, point }).catch((error: unknown) =>
    wrongFlag(boundary === undefined ? 'point' : 'boundary', text, whyRefused(error)),
  )
}

import { uuidv7 } from 'uuidv7'
import { say } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import { drawnWords, flagsOf } from '../plots/plot-words.ts'
import { FIELDS } from './fields.ts'
import { type Given, gather } from './gather.ts'
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
  /** What was changed in the geometry, in words for the clerk; empty if nothing was. */
  readonly remark: string
}>

export const hasPlace = ({ boundary, point }: Given): boolean => boundary !== undefined || point !== undefined

export async function addPlot(session: Session, readPlace: ReadPlace): Promise<void> {
  const { asker, office, run } = session
  let { given } = session
  const fields = FIELDS.plot
  if (given.boundary !== undefined && given.point !== undefined)
    throw new OperatorFault('Both --boundary and --point were given.', 'Give one of them.', 2)
  if (!asker && !hasPlace(given))
    throw new OperatorFault(
      'Missing: --boundary or --point.',
      'Give one of these flags, or run the command on a terminal to be asked.',
      2,
    )
  const plot = uuidv7()
  let isPlaceAsked = !hasPlace(given)
  let typed = given.boundary ?? given.point ?? ''
  let fallbacks: Parameters<typeof gather>[1]['fallbacks'] = asker ? { occurred_at: { text: 'today' } } : {}
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
    const { geometry, remark } =
      asker && isPlaceAsked
        ? await asker.value(QUESTION, place, { text: typed })
        : await readPlace(session.given, country)
    const draft = { type: 'plot', plot, ...members, geometry }
    const { plots } = await run('plot.under', { geometry, holder: String(members.holder), plot })
    const flags = [...flagsOf(geometry, members.area_ha), ...(plots.length === 0 ? [] : ['plots_overlap'])]
    const ending = await write(
      session,
      'This plot will be written:',
      [
        ...shown,
        ['on the map', drawnWords(geometry)],
        ...(remark === '' ? [] : [['remark', remark] as const]),
      ],
      draft,
      draft,
      flags.map((flag) => say(`plots.flag.${flag}` as 'plots.flag.plots_overlap')),
    )
    if (ending !== 'again') return
    fallbacks = answers
    given = actingFlags(given)
    // The place on the map may be what the clerk wants to change.
    isPlaceAsked = true
    only = asker ? await whichToChange(asker, fields, answers) : undefined
  }
}

const QUESTION =
  'Where is it: a file of its boundary (GeoJSON, KML or GPX), or a place in it (longitude, latitude)'

/** Reads two numbers as a point, and anything else as the name of a file. */
const placeIn = (text: string): GivenPlace =>
  /^[-+\d.\s]+,[-+\d.\s]+$/.test(text) ? { point: text } : { boundary: text }

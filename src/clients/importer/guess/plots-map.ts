import { given, ifGiven } from '../../../base/typed.ts'
import { NOTHING } from '../../../cli/ask.ts'
import { message } from '../../../words/message.ts'
import { type FeatureTable, GEOMETRY_COLUMN } from '../../outlines/features.ts'
import { readRecords } from '../../sheets/csv.ts'
import { normalized } from '../../sheets/meaning.ts'
import type { ImportMap } from '../map.ts'
import type { Asking } from './asking.ts'
import { cropCalled } from './quantity-questions.ts'
import { asOfAsked, basisAsked, countryIn, type GuessFacts, nameAsked } from './session.ts'

/**
 * Asks what the properties in a map file mean, and makes the import map for them. Only plots are drawn in such a file,
 * so this is about their record type alone.
 */

const NUMBER = /member|farmer|grower|holder|owner|socio|membre/
const PLOT = /plot|field|parcel|garden|shamba|^id$|^name$/

export async function guessPlots(
  asker: Asking,
  { header, text }: FeatureTable,
  facts: GuessFacts,
): Promise<ImportMap> {
  const rows = readRecords(text, ',').filter((cells) => cells.length === header.length)
  const names = header.filter((name) => name !== GEOMETRY_COLUMN)
  asker.hint(message('import.guess.plots', { count: rows.length }))
  const example = (name: string) =>
    rows.find((cells) => cells[header.indexOf(name)])?.[header.indexOf(name)] ?? ''
  const choices = names.map((word) => ({
    word,
    shown: message('import.guess.property', { name: word, example: example(word).slice(0, 40) }),
  }))
  const like = (pattern: RegExp) => {
    const at = names.findIndex((name) => pattern.test(normalized(name)))
    return at === -1 ? undefined : { text: String(at + 1) }
  }
  const member = await asker.choice(message('import.guess.plotMember'), choices, like(NUMBER))
  const key = await asker.choice(message('import.guess.plotKey'), choices, like(PLOT))
  const country = await asker.value(
    message('import.guess.plotCountry'),
    countryIn,
    facts.country === '' ? undefined : { text: facts.country },
  )
  const crop = await asker.value(
    message('import.guess.plotCrop'),
    (answer) => (answer === NOTHING ? null : cropCalled(answer, facts.crops)),
    { text: NOTHING },
  )
  return {
    name: await nameAsked(asker, facts.name),
    key: [key],
    lawful_basis: await basisAsked(asker),
    as_of: await asOfAsked(asker, message('import.guess.plotsAsOf'), facts),
    time_zone: facts.timeZone,
    members: { member: { member_no: { column: member } } },
    records: {
      plot: {
        holder: ['member'],
        plot_name: { column: names.find((name) => normalized(name) === 'name') ?? key },
        country: { constant: country },
        ...given({ crop: ifGiven(crop, (constant) => ({ constant })) }),
        geometry: { column: GEOMETRY_COLUMN },
      },
    },
  }
}

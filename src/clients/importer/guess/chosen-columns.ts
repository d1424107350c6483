import { ifGiven, isOneOf, must } from '../../../base/typed.ts'
import { type Message, message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { type GuessedColumn, kindOf, MANY, type Meaning, meant } from './columns.ts'
import { type GuessedColumns, MAKES, type Makes, meaningsFor } from './guessed-map.ts'
import type { Choices, Option, Points } from './points.ts'
import { checkOf } from './quantity-points.ts'

/** The columns as a person chose them, or as guessed where they chose nothing, and what is wrong with them together. */

export interface ProposedColumn extends GuessedColumn {
  readonly options: readonly Meaning[]
}

export function rowOf(points: Points, guessed: readonly GuessedColumn[]): Makes {
  const isList = !guessed.some(({ kind }) => kind === 'day' || kind === 'weight')
  const hasPlaces = guessed.some(({ kind }) => kind === 'plot')
  const options = MAKES.filter((word) => hasPlaces || word !== 'plot').map(
    (word): Option<Makes> => ({ word, shown: message(`import.guess.row.${word}`) }),
  )
  const proposed = isList ? (hasPlaces ? 'plot' : 'people') : 'delivery'
  return must(points.choice('makes', message('import.guess.whatIsARow'), options, proposed))
}

/** Takes the columns as chosen, and as guessed where nothing was. */
export function columnsFor(
  guessed: readonly GuessedColumn[],
  makes: Makes,
  choices: Choices,
): readonly ProposedColumn[] {
  const names = guessed.map(({ name }) => normalized(name))
  const all = meaningsFor(makes)
  const options = names.map((name, i) =>
    name === '' || names.indexOf(name) !== i ? (['nothing'] as const) : all,
  )
  const chosen = options.map((some, i) => {
    const word = choices[`column_${i}`]
    return isOneOf<Meaning>(some, word) ? word : undefined
  })
  const isTaken = (meaning: Meaning) => !MANY.has(meaning) && chosen.includes(meaning)
  const undecided = (why: Message) => ({ meaning: null, sureness: 'decide' as const, why })
  return guessed.map((column, i) => {
    const its = { ...column, options: must(options[i]) }
    const [word, { meaning, kind }] = [chosen[i], column]
    if (word !== undefined && isTaken(word) && chosen.indexOf(word) !== i)
      return { ...its, ...undecided(message('import.guess.twoColumns', { meaning: meant(word) })) }
    if (word !== undefined)
      return { ...its, meaning: word, sureness: 'chosen', why: message('import.why.chosen') }
    if (meaning === null || (all.includes(meaning) && !isTaken(meaning))) return its
    if (kind !== null) {
      const isOther = all.includes(meaning)
      const why = message(isOther ? 'import.why.takenBy' : 'import.why.notOfRow', { meaning: meant(meaning) })
      return { ...its, ...undecided(why) }
    }
    const plain = all.includes('note') ? 'note' : 'nothing'
    return { ...its, meaning: plain, sureness: 'none', why: message(`import.why.${plain}`) }
  })
}

const NEEDED: Readonly<Record<Makes, readonly Meaning[]>> = {
  delivery: ['weight'],
  harvest: ['weight'],
  people: ['name'],
  plot: ['name', 'latitude', 'longitude'],
  feature: ['member_no', 'plot'],
}
/** What is enough in place of a meaning. */
const INSTEAD: Readonly<Partial<Record<Makes, Readonly<Partial<Record<Meaning, Meaning>>>>>> = {
  plot: { name: 'member_no', latitude: 'position', longitude: 'position' },
}

/** Returns the meanings without which nothing can be read, if no column may still turn out to have them. */
export function lacks(columns: GuessedColumns, makes: Makes): Message[] {
  const needed = new Set(NEEDED[makes])
  // Half of a place is none.
  if (columns.has('latitude')) needed.add('longitude')
  if (columns.has('longitude')) needed.add('latitude')
  const has = (meaning: Meaning) =>
    (meaning === 'weight' ? columns.quantity !== undefined : columns.has(meaning)) ||
    mayBe(columns, kindOf(meaning)) ||
    ifGiven(INSTEAD[makes]?.[meaning], (other) => columns.has(other)) === true
  return [...needed]
    .filter((meaning) => !has(meaning))
    .map((meaning) => message('import.guess.noColumn', { meaning: meant(meaning) }))
}

/** Returns meanings that cannot both be read from a row. */
export function clashes(columns: GuessedColumns): Message[] {
  const pairs: readonly (readonly [Meaning, Meaning])[] = [
    ['weight', 'gross'],
    ['count', 'tare'],
    ['kg_price', 'unit_price'],
    ['position', 'latitude'],
    // Beside the whole price, the import compares the price of one with it.
    ...(checkOf(columns) === undefined
      ? ([
          ['price', 'kg_price'],
          ['price', 'unit_price'],
        ] as const)
      : []),
  ]
  return pairs
    .filter((pair) => pair.every((meaning) => columns.has(meaning)))
    .map(([one, other]) => message('import.guess.notTogether', { one: meant(one), other: meant(other) }))
}

/** Whether a column of this kind is still to be decided. */
export const mayBe = ({ all }: GuessedColumns, wanted: GuessedColumn['kind'] | undefined): boolean =>
  all.some(({ meaning, kind }) => meaning === null && kind === wanted)

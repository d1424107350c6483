import { must } from '../../../base/typed.ts'
import { type Message, message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { type IsMember, type Numbering, numberingOf } from '../../sheets/numbering.ts'
import { OWN_COLUMNS } from '../../sheets/own-columns.ts'
import { isOfTheForm, submissionKey } from '../../sheets/submissions.ts'
import { isGrossOrTare, perhapsWeighed, type Weighed, weighingIn } from '../../sheets/weighing.ts'
import { type GuessedColumn, type Kind, kindOf, MANY, type Meaning, twoOf, twoPlaces } from './columns.ts'
import { explanationOf, pricedBy } from './compared.ts'
import { furtherQuantities } from './further-quantities.ts'
import {
  CELLS,
  CONTAINER,
  GIVEN_NAME,
  HEADINGS,
  hasUnit,
  heading,
  isDates,
  isNumber,
  isSignature,
  isWords,
  OF_DAYS,
  OF_OTHERS,
  OF_PLOTS,
  PLAIN_NAME,
  type Read,
  saidBy,
  share,
  shownBy,
} from './headings.ts'
import { type Layout, TOTALS } from './layout.ts'
import { areFewNames, areMany } from './people.ts'
import { type PlaceGuess, placesIn } from './places.ts'
import { datesOf, figuresIn } from './styles.ts'
import { surenessOf, whyPlot } from './sureness.ts'
import { isOnlyUnit } from './words.ts'

/**
 * Says what each column is, by its heading and its cells, and how sure that is. A column that looks like days, weights,
 * prices or people is never left out and never taken for something else: where it cannot be read, a person decides.
 */

/** @param isMember whether a member of the cooperative has a number */
export function meaningsOf(
  layout: Pick<Layout, 'columns' | 'rowCount'>,
  isMember?: IsMember,
): GuessedColumn[] {
  const guess = new Guess(layout, isMember)
  guess.leaveOut()
  guess.places()
  guess.weighing()
  guess.quantities()
  guess.byHeadings()
  guess.byCells()
  guess.people()
  return guess.columns()
}

type Judged = Pick<GuessedColumn, 'meaning' | 'sureness' | 'why'>

/**
 * The guess of one sheet.
 * - State: the meaning of each column, and what is said of it where that is particular.
 * - Changed by: the steps, each of which gives meanings only to columns that have none yet, so their order decides.
 */
class Guess {
  readonly #read: readonly Read[]
  readonly #rowCount: number
  /** Normalized. */
  readonly #names: readonly string[]
  readonly #said: readonly ReturnType<typeof saidBy>[]
  readonly #numberings: readonly (Numbering | null)[]
  readonly #places: PlaceGuess
  readonly #kinds: (Kind | null)[]
  readonly #meanings = new Map<number, Meaning>()
  readonly #judged = new Map<number, Judged>()
  /** Columns whose meanings only their cells show. */
  readonly #byCells = new Set<number>()

  constructor({ columns, rowCount }: Pick<Layout, 'columns' | 'rowCount'>, isMember?: IsMember) {
    this.#rowCount = rowCount
    this.#read = columns.map((column) => ({
      ...column,
      dates: datesOf(column.cells, OF_DAYS.test(heading(normalized(column.name)))),
    }))
    this.#names = columns.map(({ name }) => normalized(name))
    this.#said = this.#read.map((column, i) => saidBy(this.#name(i), column))
    this.#places = placesIn(columns, (i) => !this.#isUnread(i))
    this.#numberings = this.#numberingsBy(isMember)
    const hasOtherDays = this.#read.some((column, i) => isDates(column) && !isOfTheForm(this.#name(i)))
    this.#kinds = this.#read.map((_, i) => this.#kindOf(i, hasOtherDays))
  }

  #name(i: number): string {
    return must(this.#names[i])
  }

  #heading(i: number): string {
    return heading(this.#name(i))
  }

  /** A map names columns by their headings: a second one with the same heading cannot be read. */
  #isUnread(i: number): boolean {
    return this.#name(i) === '' || this.#names.indexOf(this.#name(i)) !== i
  }

  /** Numbers that count are those of rows if another column is headed as the members'. */
  #numberingsBy(isMember?: IsMember): (Numbering | null)[] {
    const ofMembers = HEADINGS.filter(([meaning]) => meaning === 'member_no')
    const hasNumbers = this.#read.some((column, i) =>
      ofMembers.some(([, cells, pattern]) => pattern.test(this.#heading(i)) && CELLS[cells](column)),
    )
    return this.#read.map(({ name, cells }) => {
      const numbering = numberingOf(name, cells, isMember)
      return numbering === 'either' && hasNumbers ? 'rows' : numbering
    })
  }

  #kindOf(i: number, hasOtherDays: boolean): Kind | null {
    const [name, column] = [this.#name(i), must(this.#read[i])]
    if (column.cells.length === 0 || TOTALS.includes(name) || OWN_COLUMNS.includes(name)) return null
    if (this.#places.others.has(i) || isSignature(name, column)) return null
    if (this.#places.meanings.has(i)) return 'plot'
    const numbering = this.#numberings[i]
    if (numbering != null) return numbering === 'rows' ? null : 'person'
    // What a program noted about the form itself is the day only where nothing else is.
    if (isOfTheForm(name) && hasOtherDays) return null
    const { isSaid, kind } = must(this.#said[i])
    return (isSaid && kind !== undefined ? kind : shownBy(column, name)) ?? null
  }

  #isFree(meaning: Meaning): boolean {
    return ![...this.#meanings.values()].includes(meaning)
  }

  #assign(i: number, meaning: Meaning): void {
    if (MANY.has(meaning) || this.#isFree(meaning)) this.#meanings.set(i, meaning)
  }

  /** Has a person choose. */
  #ask(i: number, why: Message): void {
    this.#meanings.delete(i)
    this.#judged.set(i, { meaning: null, sureness: 'decide', why })
  }

  /** What no map reads, numbers of rows, signatures, and the key of a submission. */
  leaveOut(): void {
    this.#names.forEach((name, i) => {
      if (this.#isUnread(i) || TOTALS.includes(name) || OWN_COLUMNS.includes(name))
        this.#meanings.set(i, 'nothing')
      else if (this.#numberings[i] === 'rows') {
        this.#meanings.set(i, 'nothing')
        this.#judged.set(i, { meaning: 'nothing', sureness: 'none', why: message('import.why.rowNumber') })
      } else if (isSignature(name, must(this.#read[i]))) {
        this.#meanings.set(i, 'nothing')
        this.#judged.set(i, { meaning: 'nothing', sureness: 'none', why: message('import.why.signature') })
      }
    })
    const key = submissionKey(this.#read, this.#rowCount)
    if (key !== null) this.#assign(this.#names.indexOf(normalized(key)), 'receipt')
  }

  /** Where the farmers' plots are, and what they are called. */
  places(): void {
    for (const i of this.#places.others) if (!this.#meanings.has(i)) this.#meanings.set(i, 'note')
    for (const [i, meaning] of this.#places.meanings)
      if (meaning === null)
        this.#ask(i, message('import.why.whichPlace', { cells: twoPlaces(must(this.#read[i]).cells) }))
      else {
        this.#meanings.set(i, meaning)
        this.#judged.set(i, { meaning, sureness: 'look', why: whyPlot(must(this.#read[i]), meaning) })
      }
    if (this.#places.meanings.size === 0) return
    const plot = this.#names.findIndex(
      (_, i) =>
        !this.#meanings.has(i) &&
        !this.#judged.has(i) &&
        OF_PLOTS.test(this.#heading(i)) &&
        this.#kinds[i] === null &&
        must(this.#read[i]).cells.length === this.#rowCount,
    )
    if (plot !== -1) this.#assign(plot, 'plot')
  }

  /** A gross weight, a tare and a net weight in words that also mean a total or bags. */
  weighing(): void {
    const places = this.#read.flatMap((column, i) => {
      const mayBe = this.#kinds[i] === 'weight' || this.#kinds[i] === null
      return mayBe && !this.#isUnread(i) && CELLS.figures(column) ? [i] : []
    })
    const columns = places.map((i) => ({
      heading: this.#heading(i),
      figures: figuresIn(must(this.#read[i])),
    }))
    const found = weighingIn(columns)
    if (found !== null)
      for (const [what, at] of Object.entries(found))
        this.#weigh(must(places[at]), what === 'net' ? 'weight' : (what as 'gross' | 'tare'))
  }

  #weigh(i: number, meaning: Meaning): void {
    this.#meanings.set(i, meaning)
    this.#kinds[i] = 'weight'
  }

  /** Which column is the quantity of a row, and which are its parts and sums. */
  quantities(): void {
    const places = this.#read.flatMap((column, i) => {
      const isSum = TOTALS.includes(this.#name(i)) && CELLS.figures(column)
      const isQuantity =
        this.#kinds[i] === 'weight' && CELLS.figures(column) && !isGrossOrTare(this.#heading(i))
      const isWeighed = kindOf(this.#meanings.get(i) ?? 'nothing') === 'weight'
      return !this.#isUnread(i) && !isWeighed && (isSum || isQuantity) ? [i] : []
    })
    const { total, kept, unclear } = furtherQuantities(this.#read, places)
    for (const [i, as] of kept) {
      this.#meanings.set(i, 'note')
      const sureness = as === 'order' ? 'look' : 'sure'
      this.#judged.set(i, { meaning: 'note', sureness, why: message(`import.why.${as}`) })
    }
    if (total !== null) this.#meanings.set(total, 'weight')
    if (unclear.length > 0) this.#weighedOrTotal(unclear)
    if (total === null) this.#netBesideGross(places)
    const hasPrices = this.#kinds.includes('price')
    const isSeveral = places.filter((i) => this.#kinds[i] === 'weight').length > 1
    for (const i of places) {
      if (this.#kinds[i] !== null || i === total || kept.has(i)) continue
      // A total that is no sum of quantities is money where the sheet has prices, and is left to a person among quantities.
      if (hasPrices) this.#assign(i, 'price')
      else if (!isSeveral) continue
      this.#kinds[i] = hasPrices ? 'price' : 'weight'
    }
  }

  /** One net weight, and a column such as `Uzito wa jumla` that nothing shows to be the total of others. */
  #netBesideGross(places: readonly number[]): void {
    const called = (what: Weighed) =>
      places.filter((i) => this.#kinds[i] === 'weight' && perhapsWeighed(this.#heading(i)) === what)
    const [[net, another], [gross]] = [called('net'), called('gross')]
    if (net === undefined || another !== undefined || gross === undefined) return
    this.#weigh(net, 'weight')
    this.#weigh(gross, 'gross')
  }

  /** A sum with a part that may be a tare: the prices show which of them was paid, or a person says it. */
  #weighedOrTotal(places: readonly number[]): void {
    const columns = places.map((i) => must(this.#read[i]))
    const prices = this.#read.filter(
      (column, i) =>
        !places.includes(i) &&
        CELLS.figures(column) &&
        (this.#kinds[i] === 'price' || TOTALS.includes(this.#name(i))),
    )
    const paid = pricedBy(columns, prices)
    for (const i of places) {
      const column = must(this.#read[i])
      this.#kinds[i] = 'weight'
      if (paid === undefined)
        this.#ask(i, message('import.why.weighedOrTotal', { cells: twoOf(column.cells) }))
      else {
        const meaning = column === paid ? 'weight' : 'note'
        const why =
          column === paid ? message('import.why.paid') : message('import.why.paidOther', { name: paid.name })
        this.#meanings.set(i, meaning)
        this.#judged.set(i, { meaning, sureness: 'look', why })
      }
    }
  }

  byHeadings(): void {
    const hasGivenName = this.#names.some((name) => GIVEN_NAME.test(heading(name)))
    for (const [meaning, cells, pattern] of HEADINGS)
      this.#read.forEach((column, i) => {
        if (!this.#isOpen(i) || !pattern.test(this.#heading(i))) return
        if (hasGivenName && meaning === 'name' && PLAIN_NAME.test(this.#heading(i)))
          this.#assign(i, 'surname')
        else if (CELLS[cells](column) && (meaning !== 'receipt' || column.cells.length === this.#rowCount))
          this.#assign(i, meaning)
      })
  }

  #isOpen(i: number): boolean {
    return !this.#meanings.has(i) && !this.#judged.has(i)
  }

  /** Gives a meaning to the first column that looks so, and whose heading says nothing else. */
  #first(meaning: Meaning, is: (column: Read, i: number) => boolean): void {
    const kind = kindOf(meaning)
    const mayBe = (at: number) =>
      this.#kinds[at] === null ? !this.#said[at]?.isSaid : this.#kinds[at] === kind
    const i = this.#read.findIndex(
      (column, at) => this.#isOpen(at) && (meaning === 'count' || mayBe(at)) && is(column, at),
    )
    if (i === -1 || !this.#isFree(meaning)) return
    this.#assign(i, meaning)
    this.#byCells.add(i)
  }

  byCells(): void {
    // A number of bags is a count only next to the weight of one bag.
    if (this.#names.some((name, i) => this.#meanings.get(i) === 'weight' && CONTAINER.test(heading(name))))
      this.#first('count', (column, i) => CONTAINER.test(this.#heading(i)) && share(column, isNumber) > 0.5)
    this.#first('date', (column, i) => isDates(column) && !isOfTheForm(this.#name(i)))
    this.#first('date', isDates)
    // A column of days that cannot be read is asked about, and is never taken for something else.
    this.#first('date', ({ cells }, i) => cells.length > 0 && OF_DAYS.test(this.#heading(i)))
    this.#first(
      'phone',
      (_, i) => this.#kinds[i] === 'person' && !this.#said[i]?.isSaid && this.#numberings[i] == null,
    )
    if (!this.#isFree('weight') || !this.#isFree('gross')) return
    this.#first('weight', (column, i) => isOnlyUnit(this.#name(i)) && CELLS.figures(column))
    this.#first('weight', (column) => share(column, hasUnit) > 0.8)
  }

  /** Who the farmer of a row is, where no heading says it. */
  people(): void {
    // A ledger of member numbers is about known members: its words may be villages or remarks.
    if (this.#isFarmerUnknown())
      this.#first(
        'name',
        (column, i) => share(column, isWords) > 0.8 && areMany(column) && !OF_OTHERS.test(this.#heading(i)),
      )
    this.#numberings.forEach((numbering, i) => {
      const cells = twoOf(must(this.#read[i]).cells)
      if (!this.#isOpen(i)) return
      if (numbering === 'either') this.#ask(i, message('import.why.rowsOrMembers', { cells }))
      if (numbering !== 'members' || !this.#isFree('member_no')) return
      this.#meanings.set(i, 'member_no')
      const why = message('import.why.knownNumbers', { cells })
      this.#judged.set(i, { meaning: 'member_no', sureness: 'look', why })
    })
    if (this.#isFarmerUnknown()) for (const [i, column] of this.#read.entries()) this.#askWho(column, i)
  }

  #isFarmerUnknown(): boolean {
    return this.#isFree('name') && this.#isFree('member_no')
  }

  /** Asks who the people of a column are, rather than for one farmer of all rows. */
  #askWho(column: Read, i: number): void {
    const cells = twoOf(column.cells)
    if (this.#meanings.get(i) === 'buyer') this.#ask(i, message('import.why.buyersOrFarmers', { cells }))
    const isOfOthers = this.#said[i]?.isSaid || OF_OTHERS.test(this.#heading(i)) || isOfTheForm(this.#name(i))
    if (!this.#isOpen(i) || this.#kinds[i] !== null || isOfOthers || !areFewNames(column)) return
    this.#kinds[i] = 'person'
    this.#ask(i, message('import.why.whoAreThey', { cells }))
  }

  columns(): GuessedColumn[] {
    return this.#read.map((column, i) => ({
      ...column,
      kind: this.#kinds[i] ?? null,
      ...this.#judge(column, i),
    }))
  }

  #judge(column: Read, i: number): Judged {
    const [kind, meaning, judged] = [this.#kinds[i] ?? null, this.#meanings.get(i), this.#judged.get(i)]
    if (judged !== undefined) return judged
    const of = (wanted: Meaning) => this.#read.find((_, at) => this.#meanings.get(at) === wanted)
    const weights = this.#read.filter((_, at) => this.#kinds[at] === 'weight')
    const explained = meaning === undefined ? null : explanationOf(meaning, column, of, weights)
    if (explained !== null) return explained
    if (kind !== null && (meaning === undefined || meaning === 'nothing'))
      return { meaning: null, sureness: 'decide', why: this.#undecided(column, kind, i) }
    if (meaning === undefined || meaning === 'nothing' || meaning === 'note') {
      const plain = meaning ?? (column.cells.length === 0 ? 'nothing' : 'note')
      return { meaning: plain, sureness: 'none', why: message(`import.why.${plain}`) }
    }
    return { meaning, ...surenessOf(meaning, column, this.#byCells.has(i)) }
  }

  #undecided({ name, cells }: Read, kind: Kind, i: number): Message {
    if (this.#isUnread(i)) return message(name === '' ? 'import.why.noHeading' : 'import.why.headingTwice')
    const its = { kind: message(`import.kind.${kind}`) }
    const isTaken = [...this.#meanings.values()].some((meaning) => kindOf(meaning) === kind)
    return isTaken
      ? message('import.why.another', its)
      : message('import.why.unread', { ...its, cells: twoOf(cells) })
  }
}

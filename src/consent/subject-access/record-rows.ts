import { must } from '../../base/typed.ts'
import { confirmedType, RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import { note, type Part, paragraph, partsOfTable } from '../../text/parts.ts'
import type { Column } from '../../text/table.ts'
import { COLUMNS, widthOf } from '../../text/wrap.ts'
import { atStart } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { inferenceHow, inferenceWhat } from './inference-words.ts'
import type { DeliveryWords, RecordWords, TextWording } from './record-words.ts'
import type { RedactedItem } from './reply.ts'

/**
 * The records of the answer as tables: of deliveries, a row each, with what is true of all of them said once above; of the
 * others, a row for all that read alike, with the days. What is true of many deliveries has a number, explained below.
 * - State: rows not written yet, at most some hundred, however many records there are.
 */

const isLast = (type: RecordType) => type === 'retraction' || confirmedType(type) !== undefined

/** Types in the order in which people read them. */
export const READ_TOGETHER: readonly (readonly RecordType[])[] = [
  ['delivery'],
  RECORD_TYPES.filter((type) => type !== 'delivery' && !isLast(type)),
  RECORD_TYPES.filter(isLast),
]

/** A long table is written in parts, so that an answer of any length takes little memory. */
const MOST_ROWS = 400

interface DeliveryRow extends DeliveryWords {
  readonly day: string
}

export class RecordRows {
  readonly #words: Words
  readonly #wording: TextWording
  readonly #records: RecordWords
  readonly #indent: string
  #deliveries: DeliveryRow[] = []
  #others = new Map<string, string[]>()
  #rows = 0

  constructor(words: Words, wording: TextWording, records: RecordWords, indent: string) {
    this.#words = words
    this.#wording = wording
    this.#records = records
    this.#indent = indent
  }

  /** Adds a record. @returns the parts that can be written now */
  add({ record, leftOut }: RedactedItem): Part[] {
    const day = this.#words.calendar.asRecorded(record)
    const isDelivery = record.record_class === 'observation' && record.type === 'delivery'
    const before = isDelivery === this.#deliveries.length > 0 && this.#rows < MOST_ROWS ? [] : this.end()
    this.#rows++
    if (record.record_class === 'observation' && record.type === 'delivery')
      this.#deliveries.push({ day, ...this.#records.delivery(record, leftOut) })
    else {
      const text = this.#sentences({ record, leftOut })
      const days = this.#others.get(text)
      if (days === undefined) this.#others.set(text, [day])
      else days.push(day)
    }
    return before
  }

  #sentences({ record, leftOut }: RedactedItem): string {
    if (record.record_class === 'observation') return this.#records.sentences(record, leftOut)
    const how = inferenceHow(this.#words, record, { wording: this.#wording, records: this.#records })
    return `${atStart(inferenceWhat(this.#words, record))} ${how}`
  }

  /** Returns the parts that were not written yet. */
  end(): Part[] {
    const parts = [...this.#deliveryParts(), ...this.#otherParts()]
    this.#deliveries = []
    this.#others = new Map()
    this.#rows = 0
    return parts
  }

  #deliveryParts(): Part[] {
    const byParties = Map.groupBy(this.#deliveries, ({ parties }) => parties)
    return [...byParties].flatMap(([parties, rows]) => this.#deliveryTable(parties, rows))
  }

  /** @param isWide whether quantities and prices have columns; else they stand below their rows */
  #deliveryTable(parties: string, rows: readonly DeliveryRow[], isWide = true): Part[] {
    const { say } = this.#words
    const { shared, often, own } = sharedOf(rows.map(({ remarks }) => remarks))
    const hasPrice = isWide && rows.some(({ price }) => price !== '')
    const hasKg = rows.some(({ isReckoned }) => isReckoned)
    const columns: readonly Column[] = [
      { title: say('member.day'), keeps: true },
      { title: say('today.crop'), gives: true },
      ...(isWide ? [{ title: say('member.quantity'), align: 'right' } as const] : []),
      ...(hasKg ? [{ title: say('today.kg'), align: 'right' } as const] : []),
      ...(hasPrice ? [{ title: say('receipt.price'), align: 'right' } as const] : []),
      { title: say('show.confirmed') },
      ...(often.length === 0 ? [] : [{ title: say('answer.seeBelow') }]),
    ]
    const cells = rows.map(({ day, crop, quantity, kg, price, confirmed, remarks }) => [
      ...[day, crop],
      ...(isWide ? [quantity] : []),
      ...(hasKg ? [kg] : []),
      ...(hasPrice ? [price] : []),
      confirmed,
      often.flatMap((remark, i) => (remarks.includes(remark) ? [i + 1] : [])).join(', '),
    ])
    const table = partsOfTable(columns, cells, this.#indent)
    if (isWide && widthOf(must(table.head.lines.at(-1))) > COLUMNS)
      return this.#deliveryTable(parties, rows, false)
    const below = ({ quantity, price }: DeliveryRow) =>
      isWide ? [] : [`${quantity}.`, ...(price === '' ? [] : [`${say('receipt.price')}: ${price}.`])]
    const further = (i: number) =>
      note([...below(must(rows[i])), ...must(own[i])].join(' '), ' '.repeat(table.secondAt))
    return [
      ...paragraph([parties, ...shared].join(' '), this.#indent),
      table.head,
      ...rows.flatMap((_, i) => [must(table.rows[i]), ...further(i)]),
      ...paragraph(often.map((remark, i) => `${i + 1}: ${remark}`).join(' '), this.#indent),
    ]
  }

  #otherParts(): Part[] {
    if (this.#others.size === 0) return []
    const { listed, say } = this.#words
    const columns: readonly Column[] = [
      { title: say('member.day'), keeps: true },
      { title: say('answer.whatIsRecorded'), gives: true },
    ]
    const cells = [...this.#others].map(([text, days]) => {
      const [day = '', another] = days
      if (another === undefined) return [day, text]
      return [day, `${text} ${say('answer.onDays', { count: days.length, days: listed(days) })}`]
    })
    const { head, rows } = partsOfTable(columns, cells, this.#indent)
    return [head, ...rows]
  }
}

/** A remark on fewer rows than this is below its row. */
const OFTEN = 3

/** Takes out of each list what all of them have, and what many have. */
export function sharedOf(lists: readonly (readonly string[])[]): {
  readonly shared: readonly string[]
  readonly often: readonly string[]
  readonly own: readonly (readonly string[])[]
} {
  const times = new Map<string, number>()
  for (const list of lists) for (const text of new Set(list)) times.set(text, (times.get(text) ?? 0) + 1)
  const isShared = (text: string) => times.get(text) === lists.length
  const isOften = (text: string) => !isShared(text) && (times.get(text) ?? 0) >= OFTEN
  const all = [...times.keys()]
  return {
    shared: all.filter(isShared),
    often: all.filter(isOften),
    own: lists.map((list) => list.filter((text) => !isShared(text) && !isOften(text))),
  }
}

import { type Part, paragraph } from '../text/parts.ts'
import type { ApiRecord, Delivery, Earlier, Listing } from './data.ts'
import { wordOfPrice } from './debts.ts'
import type { Lexicon } from './lexicon.ts'

/**
 * Returns a sentence on when a record was corrected and what it stated before, if the reader may read that.
 * Empty if it never was corrected.
 * @param textOf returns words for what a version stated
 */
export function correctionText<V extends ApiRecord = Earlier>(
  record: ApiRecord,
  earlier: Listing<V>,
  lexicon: Lexicon,
  textOf: (version: V) => string = (version) => earlierText(version, record, lexicon),
): string {
  if (record.supersedes === undefined) return ''
  const { say } = lexicon.words
  const day = lexicon.calendar.day(record.received_at)
  const [last, ...others] = versionsBefore(record, earlier.found)
  const first = others.at(-1)
  if (last === undefined) return say(earlier.complete ? 'view.corrected' : 'view.corrected.unread', { day })
  const before = textOf(last)
  if (first === undefined) return say('view.corrected.before', { day, before })
  return first.supersedes === undefined
    ? say('view.corrected.first', { day, before, first: textOf(first) })
    : say('view.corrected.earlier', { day, before, earlier: textOf(first) })
}

/** Returns the same sentence as a separate line. */
export function correctionParts(
  record: ApiRecord,
  earlier: Listing<Earlier>,
  lexicon: Lexicon,
  indent: string,
): Part[] {
  return paragraph(correctionText(record, earlier, lexicon), indent)
}

/** Returns the versions before this one, newest first, as far as the reader may read them without a gap. */
function versionsBefore<V extends ApiRecord>(record: ApiRecord, earlier: readonly V[]): V[] {
  const before: V[] = []
  let next = record.supersedes
  while (next != null && before.length < LONGEST_CHAIN) {
    const version = earlier.find(({ id }) => id === next)
    if (version !== undefined) before.push(version)
    next = version?.supersedes
  }
  return before
}

/** Limit of contract §18. */
const LONGEST_CHAIN = 64

function earlierText(version: Earlier, record: ApiRecord, lexicon: Lexicon): string {
  const { quantity, crop, amount, agreed_price, derived } = version
  const { say, kg, money } = lexicon.words
  const goods = quantity === undefined && crop === undefined ? [] : [lexicon.goods(version)]
  const date = lexicon.calendar.asRecorded(version)
  return [
    ...goods,
    ...(derived.kg === null || lexicon.way(version) === 'exact unit'
      ? []
      : [say('view.was.kg', { kg: kg(derived.kg), way: lexicon.wayName(version) })]),
    ...(amount === undefined ? [] : [money(amount)]),
    ...(agreed_price === undefined || wordOfPrice(version as Delivery) === null
      ? []
      : [say('view.was.price', { price: money(agreed_price) })]),
    ...(date === lexicon.calendar.asRecorded(record) && goods.length > 0
      ? []
      : [say('view.was.dated', { date })]),
  ].join(', ')
}

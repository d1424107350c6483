import { type Part, paragraph } from '../text/parts.ts'
import { kg, money } from '../words/english.ts'
import type { ApiRecord, Earlier, Listing } from './data.ts'
import type { Lexicon } from './lexicon.ts'

/**
 * Returns words for when a record was corrected and what it stated before, if the reader may read that. Empty
 * if it never was corrected.
 * @param textOf returns words for what a version stated
 */
export function correctionText<V extends ApiRecord = Earlier>(
  record: ApiRecord,
  earlier: Listing<V>,
  lexicon: Lexicon,
  textOf: (version: V) => string = (version) => earlierText(version, record, lexicon),
): string {
  if (record.supersedes === undefined) return ''
  const [last, ...others] = versionsBefore(record, earlier.found)
  const first = others.at(-1)
  return [
    `Corrected on ${lexicon.calendar.day(record.received_at)}`,
    last && `before, it said ${textOf(last)}`,
    !last && !earlier.complete && 'what it said before was not read',
    first && `${first.supersedes === undefined ? 'at first' : 'earlier'} ${textOf(first)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Returns the same words as a separate line. */
export function correctionParts(
  record: ApiRecord,
  earlier: Listing<Earlier>,
  lexicon: Lexicon,
  indent: string,
): Part[] {
  const text = correctionText(record, earlier, lexicon)
  return text === '' ? [] : paragraph(`${text}.`, indent)
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
  const goods = quantity === undefined && crop === undefined ? [] : [lexicon.goods(version)]
  const way = lexicon.way(version)
  const dated = lexicon.calendar.asRecorded(version)
  return [
    ...goods,
    ...(derived.kg === null || way === 'exact unit' ? [] : [`${kg(derived.kg)} kg (${way})`]),
    ...(amount === undefined ? [] : [money(amount)]),
    ...(agreed_price === undefined ? [] : [`agreed price ${money(agreed_price)}`]),
    ...(dated === lexicon.calendar.asRecorded(record) && goods.length > 0 ? [] : [`dated ${dated}`]),
  ].join(', ')
}

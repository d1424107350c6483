import { sumKg } from '../domain/quantity.ts'
import { GAP, note, type Part, partsOfTable } from '../text/parts.ts'
import { WAYS } from '../words/ways.ts'
import type { Words } from '../words/words.ts'
import type { Delivery } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { INDENT, sentence } from './section.ts'

/** Sums of deliveries by crop and form, by source of the kilograms, and by confirmation. */

export const CONFIRMED = ['confirmed', 'by_delegate', 'on_paper', 'not_confirmed'] as const
export type ConfirmedBy = (typeof CONFIRMED)[number]

export function confirmedBy({ derived }: Delivery): ConfirmedBy {
  if (derived.confirmation === null) return 'not_confirmed'
  if (derived.confirmation.on_paper === true) return 'on_paper'
  return derived.confirmation.independent ? 'confirmed' : 'by_delegate'
}

/** Whether a delivery was recorded by or for one of its two parties; others' records are not summed. */
export function isByAParty({ asserted_by, on_behalf_of, from_party, to_party }: Delivery): boolean {
  return [asserted_by, on_behalf_of].some((party) => party === from_party || party === to_party)
}

type Reason = 'to_itself' | 'by_outsider' | 'without_kg' | 'of_another_crop'

/** Returns why a delivery is not summed; null if it is. */
export function reasonLeftOut(delivery: Delivery, lexicon: Pick<Lexicon, 'formOf'>): Reason | null {
  if (delivery.from_party === delivery.to_party) return 'to_itself'
  if (!isByAParty(delivery)) return 'by_outsider'
  if (delivery.derived.kg === null) return 'without_kg'
  return lexicon.formOf(delivery) === null ? 'of_another_crop' : null
}

const MOST_FORMS = 20

/** Returns the table of sums, and sentences on what it leaves out. */
export function sumParts(
  deliveries: readonly Delivery[],
  subject: string,
  lexicon: Lexicon,
  forked: number,
): Part[] {
  const { words } = lexicon
  const { say } = words
  const summed = deliveries.filter((delivery) => reasonLeftOut(delivery, lexicon) === null)
  const forms = formsOf(summed, subject, lexicon)
  const isSigned = summed.some((delivery) => confirmedBy(delivery) === 'on_paper')
  const columns = CONFIRMED.filter((one) => one !== 'on_paper' || isSigned)
  const groups = forms.slice(0, MOST_FORMS).map(({ members }) => [
    ...WAYS.flatMap((way) =>
      sumRow(
        words,
        words.way(way),
        columns,
        members.filter((member) => lexicon.way(member) === way),
      ),
    ),
    ...(new Set(members.map((member) => lexicon.way(member))).size > 1
      ? sumRow(words, say('view.sums.together'), columns, members)
      : []),
  ])
  const table = partsOfTable(
    [
      { title: say('view.sums.kg'), narrows: true },
      ...(['deliveries', 'total', ...columns] as const).map(
        (column) => ({ title: say(`view.sums.${column}`), align: 'right' }) as const,
      ),
    ],
    groups.flat(),
    INDENT.repeat(2),
  )
  const notes = noteParts(deliveries, forked, forms.length - MOST_FORMS, lexicon)
  if (summed.length === 0) return [GAP, ...notes]
  const rows = table.rows.values()
  const body = groups.flatMap((group, i) => [
    ...note(forms[i]?.heading ?? '', INDENT),
    ...group.flatMap(() => rows.next().value ?? []),
  ])
  const vouched = isSigned ? sentence(say('view.sums.signed')) : []
  return [GAP, table.head, ...body, GAP, ...vouched, ...notes]
}

interface Form {
  readonly heading: string
  readonly members: Delivery[]
}

/** Kilograms of different crops or forms are never added up. */
export function formsOf(deliveries: readonly Delivery[], subject: string, lexicon: Lexicon): Form[] {
  const forms = new Map<string, Form>()
  for (const delivery of deliveries) {
    const form = lexicon.formOf(delivery) ?? delivery.crop
    const isOut = delivery.from_party === subject
    const key = `${isOut ? 0 : 1} ${form}`
    const known = forms.get(key)
    if (known) known.members.push(delivery)
    else {
      const heading = lexicon.words.say(isOut ? 'view.sums.delivered' : 'view.sums.received', {
        subject: lexicon.subject,
        crop: lexicon.crop(form),
      })
      forms.set(key, { heading, members: [delivery] })
    }
  }
  return [...forms.entries()]
    .sort(
      ([a, x], [b, y]) =>
        Number(a[0]) - Number(b[0]) || y.members.length - x.members.length || (a < b ? -1 : 1),
    )
    .map(([, form]) => form)
}

function sumRow(
  words: Words,
  title: string,
  columns: readonly ConfirmedBy[],
  members: readonly Delivery[],
): string[][] {
  if (members.length === 0) return []
  const of = (some: readonly Delivery[]) =>
    some.length === 0 ? '-' : words.kg(sumKg(some.map(({ derived }) => derived.kg ?? 0)))
  const parts = columns.map((by) => of(members.filter((member) => confirmedBy(member) === by)))
  return [[title, words.count(members.length), of(members), ...parts]]
}

function noteParts(
  deliveries: readonly Delivery[],
  forked: number,
  moreForms: number,
  lexicon: Lexicon,
): Part[] {
  const { say, series } = lexicon.words
  const reasons = new Map<Reason, number>()
  for (const reason of deliveries.map((delivery) => reasonLeftOut(delivery, lexicon)))
    if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const notes: string[] = [...reasons].map(([reason, count]) => say(`view.left.${reason}`, { count }))
  if (forked > 0) notes.push(say('view.left.forked', { count: forked }))
  if (moreForms > 0) notes.push(say('view.left.forms', { count: moreForms }))
  return [
    ...sentence(lexicon.isOwn ? say('view.sums.own', { subject: lexicon.subject }) : say('view.sums.opened')),
    ...(notes.length === 0 ? [] : sentence(say('view.sums.incomplete', { what: series(notes) }))),
  ]
}

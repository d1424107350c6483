import { sumKg } from '../domain/quantity.ts'
import { GAP, note, type Part, partsOfTable } from '../text/parts.ts'
import { count, kg, several } from '../words/english.ts'
import { WAYS } from '../words/ways.ts'
import type { Delivery } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { INDENT, sentence } from './section.ts'

/** Sums of deliveries by crop and form, by source of the kilograms, and by confirmation. */

const CONFIRMED = ['confirmed', 'by a delegate', 'not confirmed'] as const
type Confirmed = (typeof CONFIRMED)[number]

export function confirmedWord({ derived }: Delivery): Confirmed {
  if (derived.confirmation === null) return 'not confirmed'
  return derived.confirmation.independent ? 'confirmed' : 'by a delegate'
}

/** Whether a delivery was recorded by or for one of its two parties; others' records are not summed. */
export function isByAParty({ asserted_by, on_behalf_of, from_party, to_party }: Delivery): boolean {
  return [asserted_by, on_behalf_of].some((party) => party === from_party || party === to_party)
}

/** Returns why a delivery is not summed; null if it is. */
export function reasonLeftOut(delivery: Delivery): string | null {
  if (delivery.from_party === delivery.to_party) return 'from one party to itself'
  if (!isByAParty(delivery)) return 'written by somebody who is no party to it'
  return delivery.derived.kg === null ? 'without kilograms' : null
}

const MOST_FORMS = 20

/** Returns the table of sums, and sentences on what it leaves out. */
export function sumParts(
  deliveries: readonly Delivery[],
  subject: string,
  lexicon: Lexicon,
  forked: number,
): Part[] {
  const summed = deliveries.filter((delivery) => reasonLeftOut(delivery) === null)
  const forms = formsOf(summed, subject, lexicon)
  const groups = forms.slice(0, MOST_FORMS).map(({ members }) => [
    ...WAYS.flatMap((way) =>
      sumRow(
        way,
        members.filter((member) => lexicon.way(member) === way),
      ),
    ),
    ...(new Set(members.map((member) => lexicon.way(member))).size > 1 ? sumRow('together', members) : []),
  ])
  const table = partsOfTable(
    [
      { title: 'Sums in kilograms' },
      ...['Deliveries', 'Total', 'Confirmed', 'By a delegate', 'Not confirmed'].map(
        (title) => ({ title, align: 'right' }) as const,
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
  return [GAP, table.head, ...body, GAP, ...notes]
}

interface Form {
  readonly heading: string
  readonly members: Delivery[]
}

/** Kilograms of different crops or forms are never added up. */
function formsOf(deliveries: readonly Delivery[], subject: string, lexicon: Lexicon): Form[] {
  const forms = new Map<string, Form>()
  for (const delivery of deliveries) {
    const form = lexicon.formOf(delivery) ?? delivery.crop
    const isOut = delivery.from_party === subject
    const key = `${isOut ? 0 : 1} ${form}`
    const known = forms.get(key)
    if (known) known.members.push(delivery)
    else {
      const heading = `${isOut ? 'Delivered' : 'Received'} by ${lexicon.subject}: ${lexicon.crop(form)}`
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

function sumRow(title: string, members: readonly Delivery[]): string[][] {
  if (members.length === 0) return []
  const of = (some: readonly Delivery[]) =>
    some.length === 0 ? '-' : kg(sumKg(some.map(({ derived }) => derived.kg ?? 0)))
  const parts = CONFIRMED.map((word) => of(members.filter((member) => confirmedWord(member) === word)))
  return [[title, count(members.length), of(members), ...parts]]
}

function noteParts(
  deliveries: readonly Delivery[],
  forked: number,
  moreForms: number,
  lexicon: Lexicon,
): Part[] {
  const reasons = new Map<string, number>()
  for (const reason of deliveries.map(reasonLeftOut))
    if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const notes = [...reasons].map(([reason, n]) => `${several(n, 'delivery', 'deliveries')} ${reason}`)
  if (forked > 0)
    notes.push(`${several(forked, 'delivery', 'deliveries')} with corrections that contradict each other`)
  if (moreForms > 0)
    notes.push(`the deliveries of ${several(moreForms, 'other crop or form', 'other crops or forms')}`)
  const whose = lexicon.isOwn ? `of ${lexicon.subject}` : 'open to the reader'
  return [
    ...sentence(`The sums are taken over the deliveries ${whose}, and no others.`),
    ...(notes.length === 0 ? [] : sentence(`INCOMPLETE. Left out of the sums: ${notes.join('; ')}.`)),
  ]
}

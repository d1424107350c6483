import { must } from '../../base/typed.ts'
import type { Fallback } from '../../cli/ask.ts'
import { dayOf, looksLikeDay } from '../../cli/day.ts'
import { ofEachMeasure } from '../../domain/measures.ts'
import { keepsOldPrice } from '../../domain/money/price.ts'
import { instantOf } from '../../domain/time.ts'
import { dayTyped } from '../../domain/typed.ts'
import type { AskedKind } from '../../domain/types/kinds.ts'
import { idsText } from '../../identity/other-ids.ts'
import { partiesNamed, withName } from '../../identity/party-names.ts'
import { distinctName } from '../../identity/party-search.ts'
import { figureToType } from '../../words/figure-typed.ts'
import { type Message, message } from '../../words/message.ts'
import type { Money, Quantity } from '../../words/values.ts'
import { typedMoney } from '../../words/words.ts'
import { type CropName, cropNames } from '../crop-names.ts'
import type { CounterRecord } from '../record-tasks.ts'
import type { Field } from './fields.ts'
import type { Gathered } from './flags.ts'
import type { FrontOffice } from './read.ts'
import { severalAsText, severalIn } from './several.ts'

/** A new version of a record: what is kept of the old one, and what a clerk sees of it. */

const SERVICE_MEMBERS = [
  'id',
  'received_at',
  'recorded_at',
  'asserted_by',
  'derived',
  'device_id',
  'supersedes',
  'record_class',
  'on_behalf_of',
  'delegation_id',
]

/** Returns a new version of a record, as the service accepts it. */
export function corrected(
  old: CounterRecord,
  { members, cleared }: Pick<Gathered, 'members' | 'cleared'>,
): Record<string, unknown> {
  const kept = Object.entries(old).filter(
    ([member]) => !SERVICE_MEMBERS.includes(member) && !cleared.includes(member),
  )
  const draft: Record<string, unknown> = { ...Object.fromEntries(kept), ...members, supersedes: old.id }
  if ('occurred_at' in members && !('occurred_at_precision' in members)) delete draft.occurred_at_precision
  return draft
}

/** Returns a draft without an unchanged date or quantity: the clerk has checked them before. */
export function changedOnly(
  draft: Record<string, unknown>,
  { members }: Pick<Gathered, 'members'>,
): Record<string, unknown> {
  const kept = ['occurred_at', 'quantity', 'normalized_kg'].filter((member) => !(member in members))
  return Object.fromEntries(Object.entries(draft).filter(([member]) => !kept.includes(member)))
}

/** Returns what to look at once more because a correction leaves it as it was. */
export const leftAsItWas = (old: CounterRecord, draft: Record<string, unknown>): readonly Message[] =>
  old.agreed_price !== undefined && keepsOldPrice(old, draft)
    ? [message('warning.totalStays', { price: { money: old.agreed_price } })]
    : []

interface Names {
  readonly parties: Awaited<ReturnType<typeof partiesNamed>>
  readonly cropOf: CropName
}

interface Present {
  readonly office: FrontOffice
  readonly record: CounterRecord
  readonly names: Names
}

/** How a clerk would type the values of a kind. */
interface AsTyped {
  // biome-ignore lint/suspicious/noExplicitAny: each kind accepts what the schema of its member allows
  readonly text: (value: any, present: Present) => string
  /** Returns the text that people read in its place if it differs: a party's name, a local time. */
  readonly shown?: (text: string, present: Present) => string | null
}

const asStored: AsTyped = { text: String }

const figureToo = (figure: number, { office }: Present): string =>
  figureToType(figure, office.words.language.signs)
const money = (amount: Money, { office }: Present): string => typedMoney(amount, office.words.language.signs)

/** Several records, each with its figure; where the comma is that of decimals, semicolons are between them. */
const withFigures = (
  parts: readonly (readonly [id: string, figure: string])[],
  { office }: Present,
): string => parts.map((part) => part.join(':')).join(office.words.language.signs.decimal === ',' ? ';' : ',')

const stampOf = (text: string, { office }: Present): string | null =>
  looksLikeDay(text) ? dayTyped(text) : office.words.calendar.stamp(text)
const dayAsTyped = (at: unknown, { office }: Present): string =>
  dayOf(office.words.calendar.timeZone, instantOf(String(at)))

const AS_TYPED: Readonly<Record<AskedKind, AsTyped>> = {
  ...ofEachMeasure(() => ({ text: figureToo })),
  party: {
    text: String,
    shown: (id, { names, office }) => {
      const found = names.parties.get(id)
      const party = found && withName(office.words, found)
      return party === undefined || party.name === null ? null : distinctName(party)
    },
  },
  crop: { text: String, shown: (code, { names }) => names.cropOf(code) },
  crops: {
    text: severalAsText,
    shown: (text, { names }) => severalAsText(severalIn(text, () => false).map(names.cropOf)),
  },
  quantity: {
    text: ({ value, unit }: Quantity, present) => `${figureToo(value, present)} ${unit}`,
    // In a language other than the registry's, the unit by its name there, which is read back as its code is.
    shown: (text, { office, record: { quantity } }) => {
      const named = quantity && office.words.unitNamed(quantity.unit, quantity.value)
      return named === undefined || named === quantity?.unit
        ? null
        : text.replace(/ [^ ]+$/, () => ` ${named}`)
    },
  },
  money: { text: money },
  happened: {
    text: (at, present) =>
      present.record.occurred_at_precision === 'day' ? dayAsTyped(at, present) : String(at),
    shown: stampOf,
  },
  day: { text: dayAsTyped, shown: stampOf },
  inputs: {
    text: (inputs: NonNullable<CounterRecord['inputs']>, present) =>
      withFigures(
        inputs.map(({ record_id, kg }) => [record_id, figureToo(kg, present)] as const),
        present,
      ),
  },
  parts: {
    text: (settles: NonNullable<CounterRecord['settles']>, present) => {
      const { currency } = must(present.record.amount)
      return withFigures(
        settles.map(
          ({ record_id, amount_minor }) =>
            [record_id, money({ amount_minor, currency }, present).slice(0, -4)] as const,
        ),
        present,
      )
    },
  },
  ids: { text: idsText },
  reference: asStored,
  country: asStored,
  word: asStored,
  text: asStored,
  yes: asStored,
  answer: asStored,
  region: asStored,
  phone: asStored,
  language: asStored,
  pictures: asStored,
}

/** Returns the current values as a clerk would type them. */
export async function presentValues(
  office: FrontOffice,
  old: CounterRecord,
  fields: readonly Field[],
): Promise<Record<string, Fallback>> {
  const present: Record<string, Fallback> = {}
  const parties = fields.filter(({ kind }) => kind === 'party').map(({ member }) => old[member])
  const names = {
    parties: await partiesNamed(
      office.run,
      parties.filter((id) => typeof id === 'string'),
    ),
    cropOf: await cropNames(office.words, office.run),
  }
  for (const { member, kind } of fields) {
    if (old[member] === undefined) continue
    const { text: typed, shown: named } = AS_TYPED[kind]
    const text = typed(old[member], { office, record: old, names })
    const shown = named?.(text, { office, record: old, names }) ?? null
    present[member] = shown === null ? { text } : { text, shown }
  }
  return present
}

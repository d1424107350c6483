import { must } from '../../base/typed.ts'
import type { Fallback } from '../../cli/ask.ts'
import { dayOf, looksLikeDay } from '../../cli/day.ts'
import type { OtherId } from '../../domain/other-ids.ts'
import { instantOf } from '../../domain/time.ts'
import { idsText } from '../../identity/other-ids.ts'
import { partiesNamed, withName } from '../../identity/party-names.ts'
import { distinctName } from '../../identity/party-search.ts'
import { figureToType } from '../../words/figure-typed.ts'
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

interface Names {
  readonly parties: Awaited<ReturnType<typeof partiesNamed>>
  readonly cropOf: CropName
}

/** Returns the text in brackets if it differs from what a clerk would type: a party's name, a local time. */
function shownOf(office: FrontOffice, { kind }: Field, text: string, names: Names): string | null {
  if (kind === 'party') {
    const found = names.parties.get(text)
    const party = found && withName(office.words, found)
    return party === undefined || party.name === null ? null : distinctName(party)
  }
  if (kind === 'crop') return names.cropOf(text)
  if (kind === 'crops') return severalAsText(severalIn(text, () => false).map(names.cropOf))
  return isDate(kind) && !looksLikeDay(text) ? office.words.calendar.stamp(text) : null
}

const isDate = (kind: Field['kind']): boolean => kind === 'happened' || kind === 'day'

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
  for (const field of fields) {
    if (old[field.member] === undefined) continue
    const text = asText(office, old, field)
    const shown = shownOf(office, field, text, names)
    present[field.member] = shown === null ? { text } : { text, shown }
  }
  return present
}

function asText({ words }: FrontOffice, record: CounterRecord, field: Field): string {
  const { signs } = words.language
  const typed = (figure: number) => figureToType(figure, signs)
  const value = record[field.member]
  switch (field.kind) {
    case 'happened':
    case 'day': {
      const isDay = field.member !== 'occurred_at' || record.occurred_at_precision === 'day'
      return isDay ? dayOf(words.calendar.timeZone, instantOf(String(value))) : String(value)
    }
    case 'quantity': {
      const quantity = must(record.quantity)
      return `${typed(quantity.value)} ${quantity.unit}`
    }
    case 'money':
      return typedMoney(must(field.member === 'amount' ? record.amount : record.agreed_price), signs)
    case 'inputs':
      return must(record.inputs)
        .map((i) => `${i.record_id}:${typed(i.kg)}`)
        .join(signs.decimal === ',' ? ';' : ',')
    case 'parts':
      return must(record.settles)
        .map(({ record_id, amount_minor }) => {
          const { currency } = must(record.amount)
          return `${record_id}:${typedMoney({ amount_minor, currency }, signs).slice(0, -4)}`
        })
        .join(signs.decimal === ',' ? ';' : ',')
    case 'hectares':
      return typed(must(record.area_ha))
    case 'ids':
      return idsText((record.ids ?? []) as readonly OtherId[])
    case 'crops':
      return severalAsText(must(record.crops))
    default:
      return String(value)
  }
}

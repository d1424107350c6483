import type { VNode } from 'preact'
import { uuidv7 } from 'uuidv7'
import { given, ifGiven, must } from '../../base/typed.ts'
import type { Fallback } from '../../cli/ask.ts'
import { dayAhead, dayOf, startOfDay } from '../../cli/day.ts'
import { isId } from '../../domain/id.ts'
import { ofEachMeasure } from '../../domain/measures.ts'
import { kgOf } from '../../domain/quantity.ts'
import { onlyOwn, ownFirst } from '../../domain/ticked.ts'
import type { RecordMember, RecordType } from '../../domain/types/index.ts'
import type { AskedKind } from '../../domain/types/kinds.ts'
import { languageCalled } from '../../identity/paper-language.ts'
import { cropNames } from '../../records/crop-names.ts'
import type { Field as EntryField } from '../../records/entry/fields.ts'
import { addMass } from '../../records/entry/mass.ts'
import { type FrontOffice, readField, withLabel } from '../../records/entry/read.ts'
import type { CounterRecord, Members } from '../../records/record-tasks.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { asShown, type Shown } from '../../text/kinds.ts'
import type { Choice } from '../../words/fault.ts'
import { languages, type PlainKey } from '../../words/language.ts'
import type { NamedRow, Words } from '../../words/words.ts'
import { allRead, isAnswerable, noteUnread, wordsOf } from './fault-words.ts'
import { asOptions, Field, type Filled, Select } from './form.tsx'
import { pickedIn, withChosenUnit } from './picks.tsx'
import { PictureField } from './picture-field.tsx'
import { useWords } from './reader.tsx'
import { valueShown } from './record-values.ts'
import type { StaffVisit } from './visit.ts'

/** A record's fields as a form, and reading that form. */

/** A record member's name as people read it. @param type where records of a type call it otherwise */
export const labelled = ({ say, sayIfKnown }: Words, member: RecordMember, type?: RecordType): Shown =>
  (type && sayIfKnown(`entry.${type}.${member}`)) ?? say(`entry.${member}`)

/** Crops, with their names as the reader calls them. */
export const cropsIn = async ({ run, words }: StaffVisit): Promise<readonly NamedRow[]> =>
  (await rowsOf(run, 'crops')).map((row) => ({ id: row.id, name: words.crop(row) }))

/** What the fields of a form offer while a person types: the cooperative's own. Every other may be typed too. */
export interface Offered {
  readonly crops: readonly string[]
  /** Empty where no unit is ticked. */
  readonly units: readonly string[]
  readonly places: readonly string[]
}

/** For forms without crops, units and places. */
export const NOTHING_OFFERED: Offered = { crops: [], units: [], places: [] }

/** Returns what forms offer. Below what is ticked is the word that asks for the others. */
export async function offeredIn(visit: StaffVisit): Promise<Offered> {
  const { run, words } = visit
  const { ticked } = visit.habits
  const { own, others } = ownFirst(await cropsIn(visit), ticked.crops)
  const names = (rows: readonly NamedRow[]) => rows.map(({ name }) => name)
  const rest = words.say('typed.others')
  const units = ticked.units.length === 0 ? null : ownFirst(await rowsOf(run, 'units'), ticked.units)
  return {
    crops: [...names(own), ...(others.length === 0 ? [] : [rest])],
    units:
      units === null || units.others.length === 0
        ? []
        : [...units.own.map((row) => words.unitNamed(row.id)), rest],
    places: ticked.places,
  }
}

/** Returns what a form begins with: the crop, unit or place, where exactly one is ticked. */
export async function usualIn({ habits, run, words }: StaffVisit) {
  const { crops, units, places } = habits.ticked
  const crop = crops.length === 0 ? null : onlyOwn(await rowsOf(run, 'crops'), crops)
  const unit = units.length === 0 ? null : onlyOwn(await rowsOf(run, 'units'), units)
  return given({
    crop: crop === null ? undefined : words.crop(crop),
    unit: unit === null ? undefined : words.unitNamed(unit.id),
    place: places.length === 1 ? places[0] : undefined,
  })
}

interface FieldsProps {
  readonly fields: readonly EntryField[]
  readonly filled: Filled
  readonly offered: Offered
  /** The member that is changed first: its field has the focus. */
  readonly first?: RecordMember | undefined
}

/** Whether fields that are folded away must be seen: one is wrong, or empty though a browser lets no form go without it. */
export const mustUnfold = (fields: readonly EntryField[], { values, faults }: Filled): boolean =>
  fields.some(
    ({ member, optional }) =>
      faults[member] !== undefined || (!optional && (values[member] ?? '').trim() === ''),
  )

export function EntryFields({ fields, filled, offered, first }: FieldsProps) {
  const words = useWords()
  return (
    <div class="fields">
      {fields.map((field) => {
        const { Control } = IN_FORM[field.kind]
        return (
          <Control
            field={field}
            label={labelled(words, field.member, field.type)}
            filled={filled}
            offered={offered}
            isFirst={field.member === first}
          />
        )
      })}
    </div>
  )
}

interface ControlProps {
  readonly field: EntryField
  readonly label: Shown
  readonly filled: Filled
  readonly offered: Offered
  readonly isFirst: boolean
}

/** How a field of a kind is asked for. */
interface InForm {
  readonly Control: (props: ControlProps) => VNode
  /** It is shown as it will be stored; for other kinds the words that the person typed say more. */
  readonly isAsStored?: true
}

const commonOf = ({ field: { member, optional }, label, filled, isFirst }: ControlProps) => ({
  name: member,
  label,
  filled,
  optional,
  isReplaced: isFirst,
})

/** A field for text. @param help what stands below it */
const written =
  (help?: PlainKey): InForm['Control'] =>
  (props) => {
    const { say } = useWords()
    return <Field {...commonOf(props)} {...given({ help: ifGiven(help, (key) => say(key)) })} />
  }

/** A text; of a place, those that the cooperative ticked are offered. */
function TextField(props: ControlProps) {
  const { places } = props.offered
  const isOffered = props.field.member === 'location' && places.length > 0
  return <Field {...commonOf(props)} {...given({ options: isOffered ? asOptions(places) : undefined })} />
}

const CropField = (props: ControlProps) => (
  <Field {...commonOf(props)} options={asOptions(props.offered.crops)} />
)

function HappenedField(props: ControlProps) {
  const { calendar, say } = useWords()
  const help = say(calendar.time.isBehind ? 'reading.clockBehind' : 'entry.dateHelp')
  return <Field {...commonOf(props)} help={help} />
}

function DayField(props: ControlProps) {
  const words = useWords()
  const isAhead = props.field.member === 'due_at'
  const help = isAhead ? words.say('entry.aheadHelp', { day: dayAhead(words) }) : words.say('entry.dateHelp')
  return <Field {...commonOf(props)} help={help} />
}

function CropsField(props: ControlProps) {
  const { say } = useWords()
  const { crops } = props.offered
  return <Field {...commonOf(props)} options={asOptions(crops)} isSeveral help={say('entry.cropsHelp')} />
}

function PicturesField(props: ControlProps) {
  const { say } = useWords()
  return (
    <>
      <PictureField into={props.field.member} isSeveral />
      <Field {...commonOf(props)} help={say('entry.picturesHelp')} />
    </>
  )
}

function WordField({ field: { member, optional, words = [] }, label, filled }: ControlProps) {
  const chosen = filled.values[member] ?? ''
  // No answer is preselected for a person, except the usual lawful basis.
  const isOpen = optional || (chosen === '' && member !== 'lawful_basis')
  return (
    <Select
      name={member}
      label={label}
      words={isOpen ? ['', ...words] : words}
      chosen={chosen}
      isNeeded={!optional}
      fault={filled.faults[member]}
    />
  )
}

/** @param words of which the empty one clears the field */
const answers = (words: readonly ('' | 'true' | 'false')[]) =>
  function AnswerField({ field: { member }, label, filled }: ControlProps) {
    const { say } = useWords()
    const called = { '': '', true: say('entry.yes'), false: say('entry.no') }
    return (
      <Select
        name={member}
        label={label}
        words={words}
        chosen={filled.values[member] ?? ''}
        called={(word) => called[word]}
        fault={filled.faults[member]}
      />
    )
  }

const IN_FORM: Readonly<Record<AskedKind, InForm>> = {
  ...ofEachMeasure((_, { help }): InForm => ({ Control: written(help), isAsStored: true })),
  party: { Control: written('entry.partyHelp') },
  crop: { Control: CropField, isAsStored: true },
  crops: { Control: CropsField, isAsStored: true },
  quantity: { Control: written('entry.quantityHelp'), isAsStored: true },
  money: { Control: written('entry.moneyHelp'), isAsStored: true },
  happened: { Control: HappenedField },
  day: { Control: DayField },
  word: { Control: WordField, isAsStored: true },
  yes: { Control: answers(['', 'true']), isAsStored: true },
  answer: { Control: answers(['', 'true', 'false']), isAsStored: true },
  language: { Control: LanguageSelect },
  reference: { Control: written('entry.recordHelp') },
  inputs: { Control: written('entry.inputsHelp'), isAsStored: true },
  parts: { Control: written('entry.settlesHelp'), isAsStored: true },
  country: { Control: written('entry.countryHelp') },
  pictures: { Control: PicturesField },
  ids: { Control: written('entry.idsHelp') },
  text: { Control: TextField },
  region: { Control: written() },
  phone: { Control: written() },
}

/** The language of papers for a party. A tag that does not ship stays as it is. */
export function LanguageSelect({ label, filled }: { label: string; filled: Filled }) {
  const chosen = filled.values.language ?? ''
  return (
    <Select
      name="language"
      label={label}
      words={[...new Set(['', ...languages().map(({ code }) => code), chosen])]}
      chosen={chosen}
      called={languageCalled}
      fault={filled.faults.language}
    />
  )
}

export interface Entered {
  readonly members: Record<string, unknown>
  /** Members of the old record that the new one leaves out. */
  readonly cleared: readonly string[]
  /** The lines that a person checks: each field with the text that it will have. */
  readonly shown: readonly (readonly [member: RecordMember, text: string])[]
  /** Parties that were found, by the field that names them. */
  readonly found: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
  /** What the words of a field may mean, where they fit several: its fault asks to choose. */
  readonly choices: Readonly<Record<string, readonly Choice[]>>
}

interface Corrected {
  readonly record: CounterRecord
  /** Its present values, as a person would type them. */
  readonly present: Readonly<Record<string, Fallback>>
}

/** Kinds whose words may fit several rows, of which the form carries the one that was found or chosen. */
const PICKED: ReadonlySet<AskedKind> = new Set(['party', 'crop'])

/** Returns the members that the fields state (in a correction, only changed ones), or the faults. */
export async function readEntry(
  words: Words,
  office: FrontOffice,
  fields: readonly EntryField[],
  values: Filled['values'],
  old?: Corrected,
): Promise<Entered> {
  const members: Members = {}
  const cleared: string[] = []
  const shown: [RecordMember, string][] = []
  const found: Record<string, string> = {}
  const unread = allRead()
  const { faults, choices } = unread
  const context = await contextOf(words, office)
  for (const field of fields) {
    const { member, kind } = field
    const said = PICKED.has(kind) ? pickedIn(values, member) : (values[member] ?? '').trim()
    const text = said.slice(0, MOST_TYPED)
    const present = old?.present[member]
    if (old !== undefined && (text === (present?.text ?? '') || text === present?.shown)) continue
    try {
      const asked = kind === 'quantity' ? withChosenUnit(office, values, member) : office
      const read = await readField(asked, field, text, { ...old?.record, ...members })
      const reading = read === null ? null : withLabel(read, old?.record)
      if (reading === null) {
        if (present === undefined) continue
        cleared.push(...(member === 'quantity' ? WITH_QUANTITY : [member]))
        shown.push([member, ''])
        continue
      }
      if (kind === 'party') {
        found[member] = String(reading.members[member])
        // The same party under another name is no change.
        if (found[member] === present?.text) continue
      }
      Object.assign(members, reading.members)
      const value = IN_FORM[kind].isAsStored ? valueShown(reading.members, member, context) : reading.shown
      shown.push([member, value])
    } catch (error) {
      // Of several crops in one field, the page cannot tell which word it is.
      if (kind === 'crops' && isAnswerable(error)) faults[member] = wordsOf(words, error)
      else noteUnread(words, unread, member, error)
    }
  }
  if (Object.keys(faults).length === 0) {
    onItsBasis(words, fields, members, shown)
    const hasQuantity = !cleared.includes('quantity')
    const mass = hasQuantity ? await addMass(office, members, undefined, old?.record) : null
    if (mass?.id === null) cleared.push('normalized_kg', 'conversion_id')
  }
  return { members, cleared, shown, found, faults, choices }
}

/** The quantity of a record; for a debt in money, the amount. */
export const quantityOf = (words: Words, record: Pick<CounterRecord, 'quantity' | 'amount'>): Shown => {
  const { money, quantity } = words
  return asShown(
    [
      ...(record.quantity === undefined ? [] : [quantity(record.quantity)]),
      ...(record.amount === undefined ? [] : [money(record.amount)]),
    ].join(', '),
  )
}

/** More than any field takes, so that its reader sees a text that is too long. */
const MOST_TYPED = 10_000
const contextOf = async (words: Words, { run }: FrontOffice) => ({
  words,
  nameOf: (party: string) => party,
  cropOf: await cropNames(words, run),
})
const WITH_QUANTITY = ['quantity', 'normalized_kg', 'conversion_id']

/** Sets the lawful basis of records that show money or debt: the contract allows only one (contract §3). */
function onItsBasis(
  words: Words,
  fields: readonly EntryField[],
  members: Members,
  shown: [RecordMember, string][],
): void {
  const { worded } = words
  const isFinancial = 'agreed_price' in members || fields.some(({ member }) => member === 'amount')
  const line = shown.find(([member]) => member === 'lawful_basis')
  if (!isFinancial || members.lawful_basis === 'special_data_consent') return
  if (line === undefined && !('agreed_price' in members)) return
  members.lawful_basis = 'special_data_consent'
  if (line === undefined) shown.push(['lawful_basis', worded('special_data_consent')])
  else line[1] = worded('special_data_consent')
}

export const kgIn = (words: Words, draft: Members): Shown => {
  const { amount, say } = words
  const kg = kgOf(draft)
  return kg === null ? say('member.noKg') : amount(kg)
}

/** Returns the words whose boxes are ticked in a form. */
export const tickedIn = <Word extends string>(
  form: Filled['values'],
  name: string,
  words: readonly Word[],
): Word[] => words.filter((word) => form[`${name}_${word}`] !== undefined)

/** Returns the id that a form carries, or a new one. */
export const idOf = (sent: string | undefined): string => (isId(sent ?? '') ? must(sent) : uuidv7())

/**
 * Returns when the form was shown, which is the time in its id (UUIDv7), so that a form sent twice means the
 * same day and time. For a form left open overnight it returns the start of today, which is the same all day.
 */
function shownAt(id: string, { nowMs, timeZone, today }: Words['calendar']): number {
  const shownMs = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  const isOfToday = shownMs <= nowMs && dayOf(timeZone, shownMs) === today
  return isOfToday ? shownMs : (startOfDay(timeZone, today) ?? nowMs)
}

export const officeOf = (
  { habits, run, words }: StaffVisit,
  id: string,
  unit: string | null,
): FrontOffice => {
  const shownMs = shownAt(id, words.calendar)
  return { run, words, now: () => shownMs, unit, ticked: habits.ticked }
}

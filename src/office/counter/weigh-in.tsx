import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given, isOneOf, keysOf, must } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import { kgOf } from '../../domain/quantity.ts'
import { withName } from '../../identity/party-names.ts'
import { distinctName } from '../../identity/party-search.ts'
import { cropNames } from '../../records/crop-names.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import { type FrontOffice, usualDay } from '../../records/entry/read.ts'
import type { Paper } from '../../records/receipt/receipt.ts'
import type { CounterRecord, Members } from '../../records/record-tasks.ts'
import { isShippedConversion } from '../../registry/embedded.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { codeOf } from '../../text/kinds.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { PlainKey } from '../../words/language.ts'
import type { Words } from '../../words/words.ts'

import {
  cropsIn,
  idOf,
  labelled,
  offeredIn,
  officeOf,
  quantityOf,
  readEntry,
  usualIn,
} from '../frame/entry-form.tsx'
import { formStatus, problemWords } from '../frame/fault-words.ts'
import { asOptions, Field, type Filled, Form } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { Action, Box, Card, Grid } from '../frame/parts.tsx'
import { chosenIn, pickedIn, withChosenUnit, withPicks } from '../frame/picks.tsx'
import { LookAgain } from '../frame/preview.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { Lately, noteSaved } from './lately.tsx'
import { MessagesAsked } from './messages-asked.tsx'
import {
  keepPrice,
  keptPrice,
  mustAskForPrices,
  PriceField,
  priceByKg,
  totalOf,
  withoutPrice,
} from './price-per-kg.tsx'
import { PrintButton, ReceiptForm } from './receipt.tsx'
import { paperIn, printedAt, receiptSheet } from './receipt-sheet.tsx'
import { ScaleFields, ScaleSettings, ScaleShown, scaledIn } from './scale.tsx'
import { usualOf } from './usual.tsx'
import { netIn, Seldom, unitFieldOf } from './weigh-more.tsx'

/**
 * Records a delivery in seconds, by keyboard alone. Fields that stay the same from one member to the next are
 * kept from the last form that the person saved, even if they opened other pages in between. The day is kept
 * only from one form directly to the next, so that a pile of yesterday's slips does not date later
 * deliveries.
 */

/** Fields of the form, with the member of a delivery that each sets. */
const MEMBERS = {
  who: 'from_party',
  quantity: 'quantity',
  crop: 'crop',
  to: 'to_party',
  place: 'location',
  day: 'occurred_at',
  price: 'agreed_price',
  grade: 'grade',
  note: 'note',
} as const
type Name = keyof typeof MEMBERS
const NAMES = keysOf(MEMBERS)
/** Fields whose words may fit several. */
const PICKED: readonly Name[] = ['who', 'to', 'crop']
const FIELDS_SHOWN = FIELDS.delivery.filter(({ member }) => isOneOf(Object.values(MEMBERS), member))
const KEPT = ['unit', 'crop', 'to', 'place', 'day', 'paper'] as const
const FIRST: Readonly<Record<string, string>> = { unit: 'kg' }
/** Values that are typed as words. */
const FIRST_WORDS: Readonly<Record<string, PlainKey>> = { to: 'typed.cooperative' }
/** Deliveries at the counter are weighed by the cooperative. */
const METHOD = 'coop_weighed'
const BASIS = 'contract_performance'

/** Longer than the name of any place or crop. */
const MOST_KEPT = 200

interface WeighInForm {
  readonly filled: Filled
  /** The id of the record that the form writes, so that a form sent twice writes one record. */
  readonly id: string
  readonly looked?: Looked
  readonly fault?: string
  readonly saved?: Saved | null
  readonly lately?: Awaited<ReturnType<typeof Lately>>
}

/** What was found for the values typed, and warnings to check. */
interface Looked {
  readonly found: readonly string[]
  readonly warnings: readonly string[]
  /** The seal that the confirm button sends. */
  readonly sure: string
}

interface Saved {
  readonly id: string
  readonly words: string
  readonly isReplay: boolean
  /** How the kilograms follow from another unit, or that they are unknown; null if weighed in kg. */
  readonly mass: string | null
  /** The day in the form, for the next form after a receipt. */
  readonly day: string | undefined
  readonly paper: Paper
  /** Its receipt, which the page prints. */
  readonly slip: Awaited<ReturnType<typeof receiptSheet>>
}

export async function weighInPage(visit: StaffVisit): Promise<Answer> {
  const { query, session } = visit
  const { kept } = session.counter
  const { say } = visit.words
  const first = (name: string) => {
    if (name === 'day') return usualDay(visit.words)
    const key = FIRST_WORDS[name]
    return key === undefined ? FIRST[name] : say(key)
  }
  const own: Readonly<Record<string, string | undefined>> = await usualIn(visit)
  const values = Object.fromEntries(
    KEPT.map((name) => [name, query[name] ?? (kept[name] || own[name] || first(name))]),
  )
  const id = uuidv7()
  const [saved, lately, price] = await Promise.all([
    savedIn(visit),
    Lately({ visit }),
    keptPrice(visit, officeOf(visit, id, null), values),
  ])
  const filled = { values: { ...values, ...price, who: query.who }, faults: {} }
  return form(visit, { filled, id, saved, lately })
}

async function form(
  visit: StaffVisit,
  { filled, id, looked, fault, saved, lately }: WeighInForm,
): Promise<Answer> {
  const { say } = visit.words
  const office = officeOf(visit, id, pickedIn(filled.values, 'unit') || null)
  const [offered, usual, total, last] = await Promise.all([
    offeredIn(visit),
    usualOf(visit, filled.values),
    totalOf(visit, office, { ...filled.values, ...visit.query }),
    looked === undefined ? (lately ?? Lately({ visit })) : null,
  ])
  const toPrint = saved == null ? undefined : { style: saved.slip.style }
  return {
    status: looked !== undefined ? 422 : formStatus(filled.faults, fault),
    html: pageText(
      visit,
      {
        title: say('weigh.title'),
        line: say('weigh.line'),
        actions: (
          <Action href="/new-member" icon="newMember">
            {say('members.add')}
          </Action>
        ),
      },
      <>
        {saved != null && <SavedBox visit={visit} saved={saved} />}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Grid>
          <Card span={7}>
            <Form action="/weigh-in" session={visit.session}>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="paper" value={filled.values.paper} />
              <ScaleFields filled={filled} />
              {looked !== undefined && <LookAgain warnings={[...looked.warnings, ...looked.found]} />}
              <div class="fields big">
                <Field
                  name="who"
                  label={say('weigh.who')}
                  filled={filled}
                  autofocus={looked === undefined && !isPrintNext(visit, saved)}
                  isMember
                />
                {/* Empty with gross and tare, of which it follows. */}
                <Field
                  name="quantity"
                  label={say('weigh.quantity')}
                  filled={filled}
                  autofocus={looked !== undefined}
                  optional
                />
              </div>
              <ScaleShown />
              <p class="help" id="usual" role="status">
                {usual}
              </p>
              <div class="fields">
                <Field
                  name="crop"
                  label={say('weigh.crop')}
                  filled={filled}
                  options={asOptions(offered.crops)}
                />
                <Field
                  name="unit"
                  label={say('weigh.unit')}
                  filled={filled}
                  optional
                  {...suggesting(offered.units)}
                />
                <Field name="to" label={say('weigh.to')} filled={filled} />
                <Field
                  name="place"
                  label={say('weigh.place')}
                  filled={filled}
                  optional
                  {...suggesting(offered.places)}
                />
                <Field
                  name="day"
                  label={say('weigh.day')}
                  filled={filled}
                  {...(visit.words.calendar.time.isBehind && { help: say('reading.clockBehind') })}
                />
                <PriceField filled={filled} total={total} />
              </div>
              <Seldom filled={filled} />
              <div class="buttons">
                {looked === undefined ? (
                  <button type="submit">{say('weigh.do')}</button>
                ) : (
                  <button type="submit" name="sure" value={looked.sure}>
                    {say('weigh.do')}
                  </button>
                )}
              </div>
            </Form>
            <ScaleSettings />
          </Card>
          {last !== null && (
            <Card title={say('weigh.lately')} span={5}>
              {last}
            </Card>
          )}
        </Grid>
        {saved?.slip.sheet}
      </>,
      toPrint,
    ),
    ...toPrint,
  }
}

/** The options of a field that has none where nothing is ticked. */
const suggesting = (values: readonly string[]) => (values.length === 0 ? {} : { options: asOptions(values) })

/** Whether the receipt of what was saved was not printed yet. A version that counts no longer is printed on demand alone. */
const isToPrint = ({ slip: { receipt } }: Saved): boolean => !receipt.is_copy && receipt.standing === 'tip'
/** Whether the button that prints it has the focus. */
const isPrintNext = ({ habits }: StaffVisit, saved: Saved | null | undefined): boolean =>
  saved != null && !habits.printsAtOnce && isToPrint(saved)

function SavedBox({ visit, saved }: { visit: StaffVisit; saved: Saved }) {
  const { say } = visit.words
  return (
    <Box kind="good">
      <p>
        <strong>{saved.words}</strong> {saved.isReplay && say('weigh.again')}
      </p>
      {saved.mass !== null && <p>{saved.mass}</p>}
      <div class="acts">
        <ReceiptForm
          visit={visit}
          id={saved.id}
          paper={saved.paper}
          button={
            <PrintButton
              notes={printedAt(saved.id)}
              isNext={isPrintNext(visit, saved)}
              isAtOnce={visit.habits.printsAtOnce && visit.query.answered === undefined && isToPrint(saved)}
            />
          }
        >
          <input type="hidden" name="day" value={saved.day} />
        </ReceiptForm>
        <Action href={`/records/${saved.id}/correction?back=weigh-in`} icon="correct">
          {say('record.correct')}
        </Action>
        <Action href={`/records/${saved.id}`} icon="record">
          {say('weigh.record')}
        </Action>
      </div>
      <MessagesAsked visit={visit} receipt={saved.slip.receipt} day={saved.day} />
    </Box>
  )
}

async function savedIn(visit: StaffVisit): Promise<Saved | null> {
  const { say } = visit.words
  const { query, run } = visit
  const { saved } = query
  if (saved === undefined || !isId(saved)) return null
  const paper = paperIn(visit, query.paper)
  const making = receiptSheet(visit, saved, { paper, isSlip: true }).catch(nullIfNone)
  const record = await run('record.get', { id: saved }).catch(nullIfNone)
  if (record?.type !== 'delivery') return null
  const called = await run('party.resolve', { text: String(record.from_party) })
  const crop = (await cropsIn(visit)).find(({ id }) => id === record.crop)?.name ?? String(record.crop)
  const slip = await making
  if (slip === null) return null
  return {
    id: saved,
    words: say('weigh.saved', {
      quantity: quantityOf(visit.words, record),
      crop,
      name: distinctName(withName(visit.words, called)),
    }),
    isReplay: query.again !== undefined,
    mass: await massWords(visit, record),
    day: query.day,
    paper,
    slip,
  }
}

function nullIfNone(error: unknown): null {
  if (error instanceof OperatorFault) return null
  throw error
}

async function massWords({ run, words }: StaffVisit, record: CounterRecord): Promise<string | null> {
  const { amount, say, unitNamed, worded } = words
  const { unit } = must(record.quantity)
  const { kg } = record.derived
  if (kg === null) return say('weigh.withoutKg', { unit: unitNamed(unit) })
  if (unit === 'kg') return null
  const used = (await rowsOf(run, 'conversions')).find(({ id }) => id === record.conversion_id)
  const said = { quantity: quantityOf(words, record), kg: amount(kg), unit: unitNamed(unit) }
  if (used === undefined) return say('weigh.massOf', said)
  const by = say('weigh.massBy', { ...said, factor: amount(used.factor), kind: worded(codeOf(used.kind)) })
  const isForeign = used.kind !== 'definitional' && isShippedConversion(used.id)
  return isForeign ? `${by} ${say('weigh.notOwn', { unit: said.unit })}` : by
}

export async function weighIn(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form: values, run } = visit
  const id = idOf(values.id)
  const unknown: string[] = []
  const office: FrontOffice = {
    ...officeOf(visit, id, pickedIn(values, 'unit') || null),
    takeUnknownUnit: (unit) => unknown.push(say('weigh.unknownUnit', { unit })),
  }
  if (values.edit !== undefined) return form(visit, { filled: { values, faults: {} }, id })
  const sent = { ...values, ...scaledIn(visit.words, values) }
  const weighed = await netIn(visit.words, office, sent)
  const { members, shown, found, faults, choices } = await read(visit.words, office, {
    ...sent,
    ...weighed.values,
  })
  // Faults of gross and tare are in place of that of the weight which follows from them.
  if (Object.keys(weighed.faults).length > 0) delete faults.quantity
  Object.assign(faults, weighed.faults)
  Object.assign(choices, weighed.choices)
  const priced =
    Object.keys(faults).length === 0
      ? await priceByKg(visit, office, sent, members)
      : { faults: {}, shown: [], isEmptied: false }
  Object.assign(faults, priced.faults)
  const lines = [...shown, ...priced.shown]
  const filled = { values: withPicks(values, found), faults }
  if (Object.keys(faults).length > 0) {
    const typed = priced.isEmptied ? withoutPrice(values) : values
    return form(visit, { filled: { values: typed, faults, choices }, id })
  }
  // A price sets the basis that the service requires for it.
  const draft = { id, type: 'delivery', lawful_basis: BASIS, ...members, measurement_method: METHOD }
  const write = async (): Promise<Answer> => {
    const { status } = await run('record.append', { draft })
    const named: Filled['values'] = { ...values, ...(await chosenNames(visit, values)) }
    const kept = Object.fromEntries(KEPT.map((name) => [name, (named[name] ?? '').slice(0, MOST_KEPT)]))
    const { day = '', ...always } = kept
    visit.session.counter.kept = always
    noteSaved(visit, id)
    keepPrice(visit, members)
    const again = status === 'replayed' ? { again: '' } : {}
    return { to: `/weigh-in?${new URLSearchParams({ saved: id, day, ...again })}` }
  }
  try {
    const found = await run('record.warnings', { draft })
    const warnings = [
      ...new Set(unknown),
      ...(unknown.length === 0 ? inNoTotal(visit.words, members) : []),
      ...found.warnings.map(visit.words.tell),
      // A price sets another lawful basis, which the clerk must see.
      ...((await mustAskForPrices(visit, id, members))
        ? [say('weigh.priceBasis', { basis: basisIn(visit.words, members) })]
        : []),
    ]
    if (warnings.length === 0) return await write()
    return await lookedAt(visit, {
      writes: draft,
      show: async () => warnings,
      linesOf: () => [...lines, ...warnings],
      page: (seen, _shown, sure) => form(seen, { filled, id, looked: { found: lines, warnings, sure } }),
      write,
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // The Back button shows a form that was saved already; its values are now those of another delivery.
    if (error.code === 'id_conflict') return form(visit, { filled, id: uuidv7(), fault: say('weigh.used') })
    return form(visit, { filled, id, fault: problemWords(visit.words, error) })
  }
}

/** What is said before a quantity is saved that has no kilograms. */
function inNoTotal({ say, unitNamed }: Words, members: Members): string[] {
  const { quantity } = members
  if (quantity === undefined || kgOf(members) !== null) return []
  return [say('weigh.inNoTotal', { unit: unitNamed(quantity.unit) })]
}

const basisIn = ({ worded }: Words, { lawful_basis }: Members) => worded(codeOf(String(lawful_basis)))

/** The names of the crop and the unit that were chosen among several, which the next form begins with. */
async function chosenNames({ run, words }: StaffVisit, values: Filled['values']) {
  const [crop, unit] = [chosenIn(values, 'crop'), chosenIn(values, 'unit')]
  return given({
    crop: crop === null ? undefined : (await cropNames(words, run))(crop),
    unit: unit === null ? undefined : words.unitNamed(unit),
  })
}

/** Reads the fields. Returns the values, or the fault of each, by the names of the form's fields. */
async function read(words: Words, office: FrontOffice, values: Filled['values']) {
  const typed = Object.fromEntries(
    NAMES.map((name) => [MEMBERS[name], PICKED.includes(name) ? pickedIn(values, name) : values[name]]),
  )
  const entered = await readEntry(words, withChosenUnit(office, values, 'quantity'), FIELDS_SHOWN, typed)
  const { members, shown, found } = entered
  const isOfUnit = entered.choices.quantity !== undefined
  const byName = <T,>(of: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      NAMES.flatMap((name) => {
        const one = of[MEMBERS[name]]
        const field = isOfUnit && name === 'quantity' ? unitFieldOf(values.quantity ?? '', name) : name
        return one === undefined ? [] : [[field, one] as const]
      }),
    )
  return {
    members,
    shown: shown.map(([member, text]) => `${labelled(words, member)}: ${text}`),
    found: byName(found),
    faults: byName(entered.faults),
    choices: byName(entered.choices),
  }
}

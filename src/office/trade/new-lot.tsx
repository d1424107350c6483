import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import { DAY_MS } from '../../domain/time.ts'
import { MAX_INPUTS } from '../../domain/types/lot.ts'
import { distinctNames, fullNames } from '../../identity/party-names.ts'
import { cropNames } from '../../records/crop-names.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import { usualDay } from '../../records/entry/read.ts'
import type { DrawnLine } from '../../records/lots/lot-tasks.ts'
import type { CounterRecord, recentRecords } from '../../records/record-tasks.ts'
import type { Choice } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { recordIn } from '../counter/record.tsx'
import {
  EntryFields,
  idOf,
  kgIn,
  labelled,
  offeredIn,
  officeOf,
  quantityOf,
  readEntry,
  usualIn,
} from '../frame/entry-form.tsx'
import { formStatus, problemWords } from '../frame/fault-words.ts'
import { edge } from '../frame/filters.ts'
import { asOptions, Field, type Filled, Form, Select, Submit } from '../frame/form.tsx'
import { Box } from '../frame/parts.tsx'
import { Carried, withPicks } from '../frame/picks.tsx'
import { previewed } from '../frame/preview.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** A new lot: first a crop and a period, then the deliveries and their quantities, then a preview. */

/** A page shows at most this many deliveries of a period. */
const MOST_SHOWN = MAX_INPUTS
const USUAL_DAYS = 7

/** The fields of the form. The inputs have their own boxes, and the holder is always the cooperative. */
const LOT_FIELDS = FIELDS.lot.filter(({ member }) => !['holder', 'inputs', 'crop'].includes(member))
const CROP_FIELD = FIELDS.lot.filter(({ member }) => member === 'crop')
const PERIOD = ['of', 'crop', 'since', 'until', 'place']
const OF = ['deliveries', 'lots'] as const

export async function newLotPage(visit: StaffVisit): Promise<Answer> {
  const { calendar } = visit.words
  const { query } = visit

  const { crop } = await usualIn(visit)
  const values = {
    ...given({ crop }),
    since: calendar.isoDay(calendar.nowMs - USUAL_DAYS * DAY_MS),
    until: calendar.today,
    occurred_at: usualDay(visit.words),
    lawful_basis: 'contract_performance',
    measurement_method: 'coop_weighed',
    ...query,
  }
  return form(visit, { values, faults: {} }, uuidv7())
}

interface Candidate {
  readonly record: CounterRecord
  readonly name: string
  readonly drawn: DrawnLine | undefined
}

interface Candidates {
  readonly shown: readonly Candidate[]
  readonly more: boolean
  /** The number of deliveries of which nothing is left. */
  readonly used: number
}

/** Pages of records read for one form: enough for a season of a large cooperative's crop. */
const MOST_PAGES = 10

/** Deliveries to the cooperative of one crop and form, or lots it holds, not used up; oldest first. */
async function candidates(
  visit: StaffVisit,
  values: Filled['values'],
  faults: Record<string, string>,
  choices: Record<string, readonly Choice[]>,
): Promise<Candidates | null> {
  const { run } = visit
  if ((values.crop ?? '').trim() === '') return null
  const entered = await readEntry(visit.words, officeOf(visit, uuidv7(), null), CROP_FIELD, values)
  Object.assign(faults, entered.faults)
  Object.assign(choices, entered.choices)
  const asked = { ...visit, query: values }
  const period = {
    ...edge(visit.words, asked, 'since', faults, (_day, fromMs) => ({ fromMs })),
    ...edge(visit.words, asked, 'until', faults, (_day, beginsMs) => ({ toMs: beginsMs + DAY_MS })),
  }
  if (Object.keys(faults).length > 0) return null
  const party = visit.cooperativeId
  const isOfLots = values.of === 'lots'
  const place = (values.place ?? '').trim().toLowerCase()
  const isFitting = (record: CounterRecord) =>
    (isOfLots ? custodianOf(record) === party : record.to_party === party && record.lot_id === undefined) &&
    record.crop === entered.members.crop &&
    (place === '' ||
      String(record.location ?? '')
        .toLowerCase()
        .includes(place))
  const left: { readonly record: CounterRecord; readonly drawn: DrawnLine }[] = []
  let used = 0
  let after: NextPage | undefined
  for (let page = 0; page < MOST_PAGES && left.length <= MOST_SHOWN; page++) {
    const asked = { subject: party, standing: 'tip', order: 'oldest', ...period } as const
    const type = isOfLots ? 'lot' : 'delivery'
    const { records, next } = await run('record.recent', { type, ...asked, ...given({ after }) })
    const fitting = records.filter(isFitting)
    const drawn = await drawnOf(
      visit,
      fitting.map(({ id }) => id),
    )
    for (const record of fitting) {
      const line = leftOf(record, drawn.get(record.id))
      if (line === undefined || (line.left_kg !== null && line.left_kg <= 0)) used++
      else left.push({ record, drawn: line })
    }
    after = next
    if (after === undefined) break
  }
  const some = left.slice(0, MOST_SHOWN)
  const nameOf = await distinctNames(
    visit,
    some.map(({ record }) => whose(record)),
  )
  const shown = some.map(({ record, drawn }) => ({ record, name: nameOf(whose(record)), drawn }))
  return { shown, more: after !== undefined || left.length > MOST_SHOWN, used }
}

type NextPage = NonNullable<Awaited<ReturnType<typeof recentRecords>>['next']>

const whose = ({ from_party, holder }: CounterRecord): string => String(from_party ?? holder)

const custodianOf = ({ derived }: CounterRecord) => derived.custody?.custodian

/** What is left of an input. For a lot, kilograms delivered out of it or lost are deducted too. */
function leftOf({ derived }: CounterRecord, line: DrawnLine | undefined): DrawnLine | undefined {
  const remaining = derived.mass_balance?.remaining_kg ?? null
  if (line === undefined || remaining === null || line.left_kg === null) return line
  return { ...line, left_kg: Math.min(line.left_kg, remaining) }
}

async function drawnOf({ run }: StaffVisit, ids: readonly string[]): Promise<Map<string, DrawnLine>> {
  const lines: DrawnLine[] = []
  for (let from = 0; from < ids.length; from += A_JOB)
    lines.push(...(await run('lot.drawn', { ids: ids.slice(from, from + A_JOB) })).drawn)
  return new Map(lines.map((line) => [line.id, line]))
}

/** Inputs looked up in one job, which then takes a few milliseconds. */
const A_JOB = 50

async function form(visit: StaffVisit, filled: Filled, id: string, fault?: string): Promise<Answer> {
  const { amount, calendar, say } = visit.words
  const { values } = filled
  const misread: Record<string, string> = {}
  const choices: Record<string, readonly Choice[]> = { ...filled.choices }
  const found = await candidates(visit, values, misread, choices)
  const faults = { ...filled.faults, ...misread }
  const shown: Filled = { values, faults, choices }

  const isFirst = visit.form.id === undefined
  const isOfLots = values.of === 'lots'
  const cropOf = await cropNames(visit.words, visit.run)
  const offered = await offeredIn(visit)
  return {
    status: formStatus(faults, fault),
    html: pageText(
      visit,
      say('newLot.title'),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <form method="get" action="/new-lot">
          <div class="fields">
            <Field
              name="crop"
              label={say('entry.crop')}
              filled={shown}
              options={asOptions(offered.crops)}
              autofocus={found === null}
            />
            <Select
              name="of"
              label={say('newLot.of')}
              words={OF}
              called={(word) => say(word === 'lots' ? 'newLot.lots' : 'newLot.deliveries')}
              chosen={values.of ?? ''}
            />
            <Field name="since" label={say('records.since')} filled={shown} />
            <Field name="until" label={say('records.until')} filled={shown} />
            <Field name="place" label={say('newLot.place')} filled={shown} optional />
          </div>
          <Submit>{say('newLot.find')}</Submit>
        </form>
        {found !== null && found.used > 0 && <p>{say('newLot.used', { count: found.used })}</p>}
        {found?.more && <Box kind="warn">{say('newLot.many', { most: MAX_INPUTS })}</Box>}
        {found !== null && found.shown.length === 0 && <p>{say('newLot.none')}</p>}
        {found !== null && found.shown.length > 0 && (
          <Form action="/new-lot" session={visit.session}>
            <input type="hidden" name="id" value={id} />
            <Carried values={values} names={PERIOD} />
            <h2>{say('newLot.which')}</h2>
            <p class="help">{say('newLot.suggested')}</p>
            {faults.inputs !== undefined && <p class="fault">{faults.inputs}</p>}
            <Table
              columns={[
                '',
                'member.day',
                'today.crop',
                { right: 'member.quantity' },
                { right: 'newLot.left' },
                'newLot.drawn',
              ]}
              rows={found.shown.map(({ record, name, drawn }) => {
                const left = drawn?.left_kg ?? null
                const label = `${name}, ${calendar.asRecorded(record)}`
                return [
                  <label class="box-label">
                    <input
                      type="checkbox"
                      name={`draw_${record.id}`}
                      value="1"
                      checked={
                        isFirst ? left !== null && !isOfLots : values[`draw_${record.id}`] !== undefined
                      }
                    />
                    {name}
                  </label>,
                  <a href={`/records/${record.id}`}>{calendar.asRecorded(record)}</a>,
                  cropOf(record.crop),
                  quantityOf(visit.words, record),
                  left === null ? say('member.noKg') : amount(left),
                  <>
                    <input
                      name={`kg_${record.id}`}
                      inputmode="decimal"
                      autocomplete="off"
                      aria-label={say('newLot.kgOf', { of: label })}
                      value={values[`kg_${record.id}`] ?? (left === null ? '' : String(left))}
                      aria-invalid={faults[`kg_${record.id}`] === undefined ? undefined : true}
                    />
                    {faults[`kg_${record.id}`] !== undefined && (
                      <p class="fault">{faults[`kg_${record.id}`]}</p>
                    )}
                  </>,
                ]
              })}
            />
            <h2>{say('newLot.lot')}</h2>
            <EntryFields fields={LOT_FIELDS} filled={shown} offered={offered} />
            <Submit>{say('change.look')}</Submit>
          </Form>
        )}
      </>,
    ),
  }
}

const KG = /^\d{1,12}([.,]\d{1,6})?$/

interface Draw {
  readonly record_id: string
  readonly kg: number
}

/** Returns the deliveries that are ticked, and how much of each is drawn. */
function drawsIn(words: Words, values: Filled['values'], faults: Record<string, string>): Draw[] {
  const { say } = words
  const draws: Draw[] = []
  for (const name of Object.keys(values)) {
    const record_id = name.startsWith('draw_') ? name.slice('draw_'.length) : null
    if (record_id === null || idOf(record_id) !== record_id) continue
    const text = (values[`kg_${record_id}`] ?? '').trim()
    if (KG.test(text) && Number(text.replace(',', '.')) > 0)
      draws.push({ record_id, kg: Number(text.replace(',', '.')) })
    else faults[`kg_${record_id}`] = say('newLot.noKg')
  }
  if (draws.length === 0) faults.inputs = say('grant.noTypes')
  if (draws.length > MAX_INPUTS) faults.inputs = say('newLot.tooMany', { most: MAX_INPUTS })
  return draws.slice(0, MAX_INPUTS).sort((a, b) => (a.record_id < b.record_id ? -1 : 1))
}

export async function formLot(visit: StaffVisit): Promise<Answer> {
  const { amount, say } = visit.words
  const { form: values, run } = visit
  const id = idOf(values.id)
  if (values.edit !== undefined) return form(visit, { values, faults: {} }, id)
  const faults: Record<string, string> = {}
  const inputs = drawsIn(visit.words, values, faults)
  const entered = await readEntry(
    visit.words,
    officeOf(visit, id, null),
    [...CROP_FIELD, ...LOT_FIELDS],
    values,
  )
  Object.assign(faults, entered.faults)
  const sum = inputs.reduce((kg, draw) => kg + draw.kg, 0)
  if (faults.quantity !== undefined && (values.quantity ?? '').trim() === '')
    faults.quantity = say('newLot.weigh', { kg: amount(Math.round(sum * 1000) / 1000) })
  if (Object.keys(faults).length > 0) return form(visit, { values, faults, choices: entered.choices }, id)
  const draft: Record<string, unknown> = {
    id,
    type: 'lot',
    holder: visit.cooperativeId,
    ...entered.members,
    inputs,
  }
  const names = [
    ...PERIOD,
    ...LOT_FIELDS.map(({ member }) => member),
    ...inputs.flatMap(({ record_id }) => [`draw_${record_id}`, `kg_${record_id}`]),
  ]
  try {
    return await previewed(visit, {
      title: say('newLot.title'),
      id,
      writes: draft,
      values: withPicks(values, entered.found),
      names,
      columns: [say('record.member'), say('record.value')],
      show: async () => {
        const { warnings } = await run('record.warnings', { draft })
        const { rows, notes } = await looked(visit, inputs)
        const kg = amount(Math.round(sum * 1000) / 1000)
        return {
          rows: [
            ...entered.shown.map(([member, text]) => [labelled(visit.words, member), text]),
            [say('today.kg'), kgIn(visit.words, draft)],
            ...rows,
            [say('lots.inputs'), say('newLot.sum', { kg, count: inputs.length })],
          ],
          warnings: [...warnings.map(visit.words.tell), ...notes],
          follows: [],
        }
      },
      button: say('newLot.do'),
      write: async () => {
        await run('record.append', { draft })
        const period = PERIOD.map((name) => [name, values[name] ?? '']).filter(([, text]) => text !== '')
        return { to: `/lots/${id}?${new URLSearchParams({ done: '', ...Object.fromEntries(period) })}` }
      },
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'id_conflict') return form(visit, { values, faults: {} }, uuidv7(), say('weigh.used'))
    // A setting may allow fewer inputs than the form does.
    const tooMany = error.extra.errors?.some(({ pointer }) => pointer === '/inputs') ?? false
    const words = tooMany ? ` ${say('newLot.several')}` : ''
    return form(visit, { values, faults: {} }, id, problemWords(visit.words, error) + words)
  }
}

/** The preview: each delivery with the quantity drawn, and warnings. */
async function looked(visit: StaffVisit, inputs: readonly Draw[]) {
  const { amount, calendar, say } = visit.words
  const ids = inputs.map(({ record_id }) => record_id)
  const [drawn, ...records] = await Promise.all([
    drawnOf(visit, ids),
    ...ids.map((one) => recordIn(visit, one)),
  ])
  const nameOf = await fullNames(visit, records.filter((record) => record !== null).map(whose))
  const rows: string[][] = []
  const notes: string[] = []
  for (const [i, { record_id, kg }] of inputs.entries()) {
    const record = records[i] ?? null
    const line = drawn.get(record_id)
    const of = record === null ? record_id : `${nameOf(whose(record))}, ${calendar.asRecorded(record)}`
    rows.push([of, `${amount(kg)} kg`])
    if (record === null || line === undefined) notes.push(say('newLot.gone', { of }))
    else if (record.derived.standing !== 'tip') notes.push(say('newLot.changed', { of }))
    else if (line.left_kg === null) notes.push(say('newLot.unknown', { of }))
    else if (kg > line.left_kg)
      notes.push(say('newLot.tooMuch', { of, kg: amount(kg), left: amount(line.left_kg) }))
    else if (kg < line.left_kg)
      notes.push(say('newLot.part', { of, kg: amount(kg), left: amount(line.left_kg) }))
  }
  return { rows, notes }
}

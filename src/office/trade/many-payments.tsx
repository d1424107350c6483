import { uuidv7 } from 'uuidv7'
import { given, isOneOf } from '../../base/typed.ts'
import { sumsOf } from '../../clients/mobile-money/brief.ts'
import { listCsv, listJson } from '../../clients/mobile-money/list-file.ts'
import { openList } from '../../clients/mobile-money/open-list.ts'
import { aloneIn } from '../../clients/mobile-money/report.ts'
import { LIST_PURPOSES } from '../../domain/mass-payment.ts'
import { allows } from '../../domain/staff.ts'
import { DAY_MS, formatInstant } from '../../domain/time.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import type { KeptList } from '../../records/payments/list-tasks.ts'
import type { Waiting } from '../../records/payments/waiting-tasks.ts'
import { minorDigits } from '../../text/currencies.ts'
import { codeOf } from '../../text/kinds.ts'
import { type Entered, idOf, type Offered, offeredIn, officeOf, readEntry } from '../frame/entry-form.tsx'
import { faultWords, formStatus, isAnswerable } from '../frame/fault-words.ts'
import { edge } from '../frame/filters.ts'
import { asOptions, EMPTY, Field, type Filled, Form, Select, Submit } from '../frame/form.tsx'
import { Action, Actions, Box } from '../frame/parts.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { sumsShown } from '../people/account-parts.tsx'
import type { AnswerPorts } from '../ports.ts'
import { bringList, ListSeals, OperatorFileForm, takeOperatorFile, uploadsOf } from './payment-files.tsx'

/** Payments to many members by mobile money: lists of open amounts, for the operator, and what it sends back. */

const CROP = FIELDS.delivery
  .filter(({ member }) => member === 'crop')
  .map((field) => ({ ...field, optional: true }))
const ASKED = ['currency', 'crop', 'since', 'until', 'purpose'] as const

export async function manyPaymentsPage(
  visit: StaffVisit,
  ports: AnswerPorts,
  sent: Filled = EMPTY,
  fault?: string,
): Promise<Answer> {
  const { say, calendar } = visit.words
  const { run } = visit
  const [{ lists }, { lines, unfinished }, offered, usual] = await Promise.all([
    run('payment.lists', {}),
    run('payment.waiting', {}),
    offeredIn(visit),
    run('entry.currency', {}),
  ])
  // That of the last list, or else of the country.
  const [last, another] = lists[0]?.sums ?? []
  const currency = (another === undefined ? last?.currency : undefined) ?? usual.currency ?? ''
  const filled: Filled = { ...sent, values: { currency, ...sent.values } }
  const mayWrite = allows(visit.session.person.role, 'write')
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      {
        title: say('many.title'),
        actions: (
          <Action href="/payments/waiting" icon="inbox">
            {say('many.waitingCount', { count: lines.length })}
          </Action>
        ),
      },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {unfinished.map((note) => (
          <Unfinished visit={visit} note={note} mayWrite={mayWrite} />
        ))}
        {uploadsOf(visit, ports).map(({ id, name }) => (
          <p>
            <a href={`/payments/files/${id}`}>{say('import.goOn', { name })}</a>
          </p>
        ))}
        {mayWrite && <p>{say('many.what')}</p>}
        {mayWrite && <ListForm visit={visit} filled={filled} crops={offered.crops} />}
        <h2>{say('many.lists')}</h2>
        <Table
          none={say('many.noLists')}
          columns={['many.made', { right: 'many.payments' }, { right: 'entry.amount' }]}
          rows={lists.map((list) => [
            <a href={`/payments/lists/${list.id}`}>{calendar.stamp(list.made_at)}</a>,
            visit.words.count(list.lines),
            sumsShown(visit.words, list.sums),
          ])}
        />
        {mayWrite && (
          <>
            <h2>{say('many.bring')}</h2>
            <Form action="/payments/lists" session={visit.session} isLarge class="narrow">
              <input type="hidden" name="id" value={uuidv7()} />
              <label for="copy">{say('many.copy')}</label>
              <input id="copy" name="copy" type="file" accept=".json" required />
              <p class="help">{say('many.copyHelp')}</p>
              <Submit class="quiet">{say('many.bringList')}</Submit>
            </Form>
          </>
        )}
      </>,
    ),
  }
}

interface ListFormProps {
  readonly visit: StaffVisit
  readonly filled: Filled
  readonly crops: Offered['crops']
}

/** What a new list is made of. */
function ListForm({ visit, filled, crops }: ListFormProps) {
  const { say } = visit.words
  return (
    <>
      <h2>{say('many.make')}</h2>
      <p class="help">{say('payment.open.before')}</p>
      <Form action="/payments/lists" session={visit.session}>
        <input type="hidden" name="id" value={uuidv7()} />
        <div class="fields">
          <Field name="currency" label={say('many.currency')} filled={filled} optional />
          <Field name="crop" label={say('many.crop')} filled={filled} optional options={asOptions(crops)} />
          <Field name="since" label={say('records.since')} filled={filled} optional />
          <Field name="until" label={say('records.until')} filled={filled} optional />
          <Select
            name="purpose"
            label={say('entry.purpose')}
            words={['', ...LIST_PURPOSES]}
            chosen={filled.values.purpose ?? ''}
            called={(word) => (word === '' ? say('many.asDebts') : visit.words.worded(codeOf(word)))}
          />
        </div>
        <Submit>{say('many.makeList')}</Submit>
      </Form>
    </>
  )
}

interface UnfinishedProps {
  readonly visit: StaffVisit
  readonly note: Waiting['unfinished'][number]
  readonly mayWrite: boolean
}

const Unfinished = ({ visit, note, mayWrite }: UnfinishedProps) => {
  const { say } = visit.words
  const { key, file, unkept = 0 } = note
  return (
    <Box kind="warn">
      <p>{unkept > 0 ? say('many.unkept', { count: unkept, file }) : say('many.unfinished', { file })}</p>
      {mayWrite && (
        <Form action="/payments/waiting" session={visit.session}>
          <input type="hidden" name="key" value={key} />
          <Submit class="quiet" name="act" value="finished">
            {say('many.unfinishedKnown')}
          </Submit>
        </Form>
      )}
    </Box>
  )
}

/** Makes a list, or takes in the copy of one that was made elsewhere. */
export async function makeList(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const { say } = visit.words
  const { run, form, files } = visit
  const id = idOf(form.id)
  const there = { to: `/payments/lists/${id}` }
  // A form that is sent twice makes one list.
  if ((await run('payment.list', { id })).list !== null) return there
  const kept = { id, made_at: formatInstant(visit.words.calendar.nowMs), left_out: [] }
  try {
    if ('copy' in files) {
      const brought = await bringList(visit, ports, id)
      return 'to' in brought ? brought : await manyPaymentsPage(visit, ports, EMPTY, brought.fault)
    }
    const asked = await askedIn(visit)
    if ('faults' in asked)
      return await manyPaymentsPage(visit, ports, {
        values: form,
        faults: asked.faults,
        choices: asked.choices ?? {},
      })
    const { payer, lines, seal, leftOut } = await openList(run, { members: null, ...asked })
    if (lines.length === 0 && leftOut.length === 0)
      return await manyPaymentsPage(visit, ports, { values: form, faults: {} }, say('many.nothing'))
    await run('payment.keep-list', {
      ...kept,
      payer,
      lines,
      seal,
      left_out: leftOut.map(({ id: debt, name, open_minor, currency, reason }) => ({
        ...{ id: debt, name, open_minor, currency, reason },
      })),
    })
    return there
  } catch (error) {
    if (!isAnswerable(error)) throw error
    return manyPaymentsPage(visit, ports, { values: form, faults: {} }, faultWords(visit.words, error))
  }
}

const NOTHING_ENTERED: Pick<Entered, 'members' | 'faults' | 'choices'> = {
  members: {},
  faults: {},
  choices: {},
}

async function askedIn(visit: StaffVisit) {
  const { words, form } = visit
  const faults: Record<string, string> = {}
  const values = Object.fromEntries(ASKED.map((name) => [name, (form[name] ?? '').trim().slice(0, 200)]))
  const currency = (values.currency ?? '').toUpperCase()
  if (currency !== '' && minorDigits(currency) === null)
    faults.currency = words.say('reading.currency', { currency })
  const entered =
    values.crop === '' ? NOTHING_ENTERED : await readEntry(words, officeOf(visit, uuidv7(), null), CROP, form)
  const filter = { query: values, timeZone: visit.timeZone }
  const period: { readonly fromMs?: number; readonly toMs?: number } = {
    ...edge(words, filter, 'since', faults, (_day, fromMs) => ({ fromMs })),
    ...edge(words, filter, 'until', faults, (_day, beginsMs) => ({ toMs: beginsMs + DAY_MS })),
  }
  Object.assign(faults, entered.faults)
  if (Object.keys(faults).length > 0) return { faults, choices: entered.choices }
  const { purpose } = values
  return {
    ...period,
    ...given({
      currency: currency || undefined,
      crop: (entered.members as { readonly crop?: string }).crop,
      purpose: isOneOf(LIST_PURPOSES, purpose) ? purpose : undefined,
    }),
  }
}

async function listOf(visit: StaffVisit): Promise<KeptList | null> {
  return (await visit.run('payment.list', { id: visit.path.split('/')[3] ?? '' })).list
}

const noSuchList = (visit: StaffVisit) =>
  nothingThere(visit, visit.words.say('many.title'), visit.words.say('many.noSuchList'))

/** Rows shown of a list; the file has all. */
const MOST_ROWS = 500

export async function listPage(visit: StaffVisit, ports: AnswerPorts, fault?: string): Promise<Answer> {
  const { say, money, count, worded } = visit.words
  const list = await listOf(visit)
  if (list === null) return noSuchList(visit)
  const { id, lines, left_out, made_at, state } = list
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      {
        title: say('many.listOf', { at: visit.words.calendar.stamp(made_at) }),
        actions: (
          <Action href="/payments/many" icon="payment">
            {say('many.title')}
          </Action>
        ),
      },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {state !== undefined && <ListSeals visit={visit} state={state} />}
        {lines.length === 0 ? (
          <p>{say('many.nothing')}</p>
        ) : (
          <>
            <p>{say('many.sums', { count: lines.length, sums: sumsShown(visit.words, sumsOf(lines)) })}</p>
            <Actions>
              <Action href={`/payments/lists/${id}/csv`} icon="download" isMain>
                {say('many.csv')}
              </Action>
              <Action href={`/payments/lists/${id}/copy`} icon="download">
                {say('many.ownCopy')}
              </Action>
            </Actions>
            <p class="help">{say('many.csvHelp')}</p>
            {allows(visit.session.person.role, 'write') && (
              <>
                <h2>{say('many.readBack')}</h2>
                <OperatorFileForm visit={visit} ports={ports} list={id} />
              </>
            )}
            <h2>{say('many.payments')}</h2>
            <Table
              columns={[
                'members.number',
                'members.name',
                'members.phone',
                'entry.purpose',
                { right: 'entry.amount' },
                { right: 'money.debts' },
                'many.ourReference',
              ]}
              rows={lines
                .slice(0, MOST_ROWS)
                .map((line) => [
                  line.member_no ?? '',
                  <a href={`/payments?${new URLSearchParams({ who: line.payee })}`}>{line.name}</a>,
                  line.phone,
                  worded(codeOf(line.purpose)),
                  money(line),
                  count(line.settles.length),
                  <code>{line.reference}</code>,
                ])}
            />
            {lines.length > MOST_ROWS && <p>{say('many.moreRows', { count: lines.length - MOST_ROWS })}</p>}
          </>
        )}
        {left_out.length > 0 && (
          <>
            <h2>{say('many.leftOut')}</h2>
            <p>{say('payment.open.leftOut', { count: left_out.length, alone: aloneIn(left_out) })}</p>
            <Table
              columns={['members.name', { right: 'entry.amount' }, 'payment.open.why']}
              rows={left_out
                .slice(0, MOST_ROWS)
                .map(({ id: debt, name, open_minor: amount_minor, currency, reason }) => [
                  <a href={`/records/${debt}`}>{name}</a>,
                  money({ amount_minor, currency }),
                  say(`payment.open.${reason}`),
                ])}
            />
            {left_out.length > MOST_ROWS && (
              <p>{say('many.moreRows', { count: left_out.length - MOST_ROWS })}</p>
            )}
          </>
        )}
      </>,
    ),
  }
}

export async function readOperatorFile(visit: StaffVisit, ports: AnswerPorts): Promise<Answer> {
  const list = await listOf(visit)
  if (list === null) return noSuchList(visit)
  const taken = await takeOperatorFile(visit, ports, list)
  return 'to' in taken ? taken : listPage(visit, ports, taken.fault)
}

/** The list for the operator: it has no ids of records. */
export async function listFile(visit: StaffVisit): Promise<Answer> {
  const list = await listOf(visit)
  if (list === null) return noSuchList(visit)
  return { file: listCsv(list.lines), name: `payments-${dayIn(list)}.csv`, type: 'text/csv' }
}

/** Our own copy, by which the operator's file can be read elsewhere, or after this one is gone. */
export async function listCopy(visit: StaffVisit): Promise<Answer> {
  const list = await listOf(visit)
  if (list === null) return noSuchList(visit)
  return { file: listJson(list), name: `payments-${dayIn(list)}.json`, type: 'application/json' }
}

const dayIn = ({ made_at }: KeptList): string => made_at.slice(0, 10)

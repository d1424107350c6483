import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given, keysOf } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import type { RecordType } from '../../domain/types/index.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { cropNames } from '../../records/crop-names.ts'
import { changedOnly, corrected, leftAsItWas, presentValues } from '../../records/entry/correction.ts'
import type { Field as EntryField } from '../../records/entry/fields.ts'
import { mustBeFreeNumber } from '../../records/entry/party-called.ts'
import { CorrectedMeanwhile, type CounterRecord } from '../../records/record-tasks.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { idOf, kgIn, labelled, offeredIn, officeOf, quantityOf, readEntry } from '../frame/entry-form.tsx'
import { formStatus, problemWords, wordsOf } from '../frame/fault-words.ts'
import { type Filled, Form } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { PAPER_LANGUAGE } from '../frame/paper.tsx'
import { Action, Box, Card } from '../frame/parts.tsx'
import { withPicks } from '../frame/picks.tsx'
import { previewed } from '../frame/preview.tsx'
import { partiesIn, valueShown } from '../frame/record-values.ts'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { confirmationOf } from './confirmation-parts.tsx'
import { CorrectedFields } from './corrected-fields.tsx'
import { besideNewest, newestOf, typedOf } from './raced.tsx'
import {
  fieldsOf,
  isOurs,
  noSuchRecord,
  readersOf,
  recordIn,
  recordPage,
  recordTitle,
  versionsIn,
  withNames,
} from './record.tsx'

/**
 * Corrections and forks. The consequences are shown before anything is written.
 */

/** The field that names the page from which a person came, if it is not the record's own. */
const BACK = 'back'
/** Today leads to the correction of a day. */
const PAGES = { 'weigh-in': (id: string) => `/weigh-in?saved=${id}`, today: () => '/today' } as const

const backIn = ({ form, query }: StaffVisit): keyof typeof PAGES | undefined =>
  keysOf(PAGES).find((page) => page === (form[BACK] ?? query[BACK]))

/** Where a correction leads back to. @param id of the version to show there */
function cameFrom(visit: StaffVisit, id: string): string {
  const page = backIn(visit)
  return page === undefined ? `/records/${id}` : PAGES[page](id)
}
const afterwards = (visit: StaffVisit, id: string): string =>
  backIn(visit) === undefined ? `/records/${id}?done` : cameFrom(visit, id)

export async function correctionPage(visit: StaffVisit): Promise<Answer> {
  const changed = await changeable(visit)
  if ('answer' in changed) return changed.answer
  const { record, fields } = changed
  const present = await presentValues(officeOf(visit, uuidv7(), null), record, fields)
  const chosen = given({ language: visit.query[PAPER_LANGUAGE] })
  const values = { ...typedOf(fields, present), ...chosen }
  return correctionForm(visit, record, fields, { values, faults: {} }, uuidv7())
}

export async function correct(visit: StaffVisit): Promise<Answer> {
  const { amount, say } = visit.words
  const { form: values, run } = visit
  const id = idOf(values.id)
  const done = await alreadyWritten(visit, id)
  if (done !== null) return done
  const raced = await afterAnother(visit)
  if (raced !== null) return raced
  const found = await changeable(visit)
  if ('answer' in found) return found.answer
  const { record, fields } = found
  const shown = (filled: Filled, fault?: string) => correctionForm(visit, record, fields, filled, id, fault)
  if (values.edit !== undefined) return shown({ values, faults: {} })
  // A bare figure is in the unit of the record.
  const office = officeOf(visit, id, record.quantity?.unit ?? null)
  const present = await presentValues(office, record, fields)
  const entered = await readEntry(visit.words, office, fields, values, { record, present })
  const filled = { values, faults: entered.faults, choices: entered.choices }
  if (Object.keys(entered.faults).length > 0) return shown(filled)
  if (entered.shown.length === 0) return shown(filled, say('change.nothing'))
  const draft: Record<string, unknown> = { ...corrected(record, entered), id }
  const taken = await takenNumber(visit, draft)
  if (taken !== null) return shown({ values, faults: { member_no: taken } })
  const { name } = (await withNames(visit, [record]))[0] ?? { name: '' }
  const { kg } = record.derived
  const cropOf = await cropNames(visit.words, run)
  const nameOf = await distinctNames(visit, partiesIn(record))
  const hasMass = record.quantity !== undefined || draft.quantity !== undefined
  try {
    return await previewed(visit, {
      title: titleOf(visit.words, record.type, name),
      id,
      writes: draft,
      values: withPicks(values, entered.found),
      names: [...fields.map(({ member }) => member), BACK],
      isNext: true,
      columns: [say('record.member'), say('change.was'), say('change.becomes')],
      show: async () => ({
        rows: [
          ...entered.shown.map(([member, then]) => [
            labelled(visit.words, member, record.type),
            valueShown(record, member, { words: visit.words, nameOf, cropOf }),
            then || say('change.empty'),
          ]),
          ...(hasMass
            ? [[say('today.kg'), kg === null ? say('member.noKg') : amount(kg), kgIn(visit.words, draft)]]
            : []),
        ],
        warnings: [
          ...(await run('record.warnings', { draft: changedOnly(draft, entered) })).warnings,
          ...leftAsItWas(record, draft),
        ].map(visit.words.tell),
        follows: [
          say('change.stays'),
          ...(confirmationOf(record) !== null ? [say('change.unconfirmed')] : []),
          await readersOf(visit, record),
        ],
      }),
      button: say('change.write'),
      write: async () => {
        await run('record.append', { draft })
        return { to: afterwards(visit, id) }
      },
    })
  } catch (error) {
    // Another person's correction was stored between the preview and this one.
    const raced = error instanceof CorrectedMeanwhile ? await afterAnother(visit) : null
    if (raced !== null) return raced
    if (!(error instanceof Problem)) throw error
    return shown(filled, problemWords(visit.words, error))
  }
}

/** Returns the form again, if another person has corrected the version that it is about; otherwise null. */
async function afterAnother(visit: StaffVisit): Promise<Answer | null> {
  const old = await recordIn(visit)
  const newest = old === null ? null : await newestOf(visit, old)
  const fields = old === null ? null : fieldsOf(old.type)
  if (old === null || newest === null || newest.id === old.id || fields === null) return null
  if (!isOurs(visit, newest)) return null
  const { values, beside } = await besideNewest(visit, { old, newest, fields })
  const page = await correctionForm(
    { ...visit, notice: beside },
    newest,
    fields,
    { values, faults: {} },
    uuidv7(),
  )
  return { ...page, status: 422 }
}

async function takenNumber({ run, words }: StaffVisit, draft: Readonly<Record<string, unknown>>) {
  try {
    await mustBeFreeNumber(run, draft)
    return null
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    return wordsOf(words, error)
  }
}

async function correctionForm(
  visit: StaffVisit,
  record: CounterRecord,
  fields: readonly EntryField[],
  filled: Filled,
  id: string,
  fault?: string,
): Promise<Answer & { readonly html: string }> {
  const { say } = visit.words
  const [{ name = '' } = {}] = await withNames(visit, [record])
  const isShownAgain = fault !== undefined || visit.notice !== undefined || visit.form.edit !== undefined
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      titleOf(visit.words, record.type, name),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Card>
          <Form action={`/records/${record.id}/correction`} session={visit.session}>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name={BACK} value={backIn(visit)} />
            <CorrectedFields
              {...{ fields, filled, offered: await offeredIn(visit) }}
              isShownAgain={isShownAgain}
              wrong={backIn(visit) === 'today' ? 'occurred_at' : undefined}
            />
            <div class="buttons">
              <button type="submit">{say('change.look')}</button>
              <Action href={cameFrom(visit, record.id)}>
                {say(backIn(visit) === undefined ? 'record.back' : 'change.back')}
              </Action>
            </div>
          </Form>
        </Card>
      </>,
    ),
  }
}

/** If the form was sent before, returns the page of the correction that it wrote. */
async function alreadyWritten(visit: StaffVisit, id: string): Promise<Answer | null> {
  const old = await recordIn(visit)
  return old?.derived.superseded_by.includes(id) ? { to: afterwards(visit, id) } : null
}

type Changeable =
  | { readonly record: CounterRecord; readonly fields: readonly EntryField[] }
  | { readonly answer: Answer }

/** Returns the record, if it is the cooperative's and current; otherwise the page that says why not. */
async function changeable(visit: StaffVisit): Promise<Changeable> {
  const { say } = visit.words
  const record = await recordIn(visit)
  if (record === null) return { answer: noSuchRecord(visit) }
  const why = whyNot(visit, record)
  const fields = fieldsOf(record.type)
  if (why !== null || fields === null) return { answer: await recordPage(visit, why ?? say('record.over')) }
  if (record.derived.redacted?.some(({ member }) => member === 'inputs'))
    return { answer: await recordPage(visit, say('change.partly')) }
  return { record, fields }
}

/**
 * Returns why the record cannot be changed; null if it can. Intake checks again when the change is written.
 */
function whyNot(visit: StaffVisit, record: CounterRecord): string | null {
  const { say } = visit.words
  const { standing } = record.derived
  if (standing === 'retracted') return say('record.over')
  if (standing === 'forked') return say('record.forked')
  if (standing === 'superseded') return say('record.newest')
  return isOurs(visit, record) ? null : say('record.othersChange')
}

/** Ends a fork: keeps one version and retracts every other branch. */
export async function keepVersion(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const found = await versionsIn(visit)
  if (found === null) return noSuchRecord(visit)
  const { record, versions } = found
  if (visit.form.edit !== undefined) return { to: `/records/${record.id}` }
  const under = ancestryOf(record, versions)
  const others = versions.filter(({ id, derived }) => !under.has(id) && derived.standing === 'forked')
  if (others.length === 0) return { to: `/records/${record.id}?done` }
  const nameOf = await distinctNames(
    visit,
    versions.map(({ asserted_by }) => asserted_by),
  )
  const rowOf = (one: CounterRecord) => [quantityOf(visit.words, one), nameOf(one.asserted_by)]
  return lookedAt(visit, {
    writes: others.map(({ id }) => id),
    show: async () => ({ kept: rowOf(record), over: others.map(rowOf) }),
    linesOf: ({ kept, over }) => [kept, ...over].map((row) => row.join(', ')),
    page: (seen, { kept, over }, sure) => {
      const columns = [{ title: say('member.quantity') }, { title: say('entry.asserted_by') }]
      return {
        html: pageText(
          seen,
          say('record.keepTitle'),
          <>
            <p>{say('record.keeps')}</p>
            <Table columns={columns} rows={[kept]} />
            <p>{say('record.takesBack')}</p>
            <Table columns={columns} rows={over} />
            <Form action={visit.path} session={visit.session} class="buttons">
              <button type="submit" name="sure" value={sure}>
                {say('record.keep')}
              </button>
              <button type="submit" class="quiet" name="edit" value="1">
                {say('record.back')}
              </button>
            </Form>
          </>,
        ),
      }
    },
    write: () => takeBackAll(visit, record, others),
  })
}

async function takeBackAll(
  visit: StaffVisit,
  record: CounterRecord,
  others: readonly CounterRecord[],
): Promise<Answer> {
  const occurred_at = formatInstant(visit.words.calendar.nowMs)
  for (const { id: target_id } of others) {
    const draft = {
      id: uuidv7(),
      type: 'retraction' satisfies RecordType,
      target_id,
      reason: 'entered_in_error',
      occurred_at,
    }
    try {
      await visit.run('record.append', { draft })
    } catch (error) {
      // Another person retracted it in the meantime.
      if (!(error instanceof Problem)) throw error
      if (error.code !== 'already_retracted') return recordPage(visit, problemWords(visit.words, error))
    }
  }
  return { to: `/records/${record.id}?done` }
}

function ancestryOf(record: CounterRecord, versions: readonly CounterRecord[]): Set<string> {
  const byId = new Map(versions.map((one) => [one.id, one]))
  const found = new Set<string>()
  for (let at: CounterRecord | undefined = record; at !== undefined && !found.has(at.id); ) {
    found.add(at.id)
    at = byId.get(String(at.supersedes))
  }
  return found
}

/** For a party the title needs only the name, without the record type. */
const titleOf = (words: Words, type: string, name: string): string => {
  const { say } = words
  return type === 'party' ? say('change.party', { name }) : recordTitle(words, 'change.title', type, name)
}

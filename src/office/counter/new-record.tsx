import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import type { RecordType } from '../../domain/types/index.ts'
import { COUNTER_TYPES, FIELDS } from '../../records/entry/fields.ts'
import { usualDay } from '../../records/entry/read.ts'
import type { Words } from '../../words/words.ts'
import {
  EntryFields,
  idOf,
  kgIn,
  labelled,
  offeredIn,
  officeOf,
  readEntry,
  usualIn,
} from '../frame/entry-form.tsx'
import { formStatus, problemWords } from '../frame/fault-words.ts'
import { EMPTY, type Filled, Form, Submit } from '../frame/form.tsx'
import { Action, Box, Card } from '../frame/parts.tsx'
import { withoutPicks, withPicks } from '../frame/picks.tsx'
import { previewed } from '../frame/preview.tsx'
import { useWords } from '../frame/reader.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** A form for any record that the front office writes, with a preview before it is written. */

const typeIn = ({ path }: StaffVisit): RecordType | undefined =>
  COUNTER_TYPES.find((type) => type === path.split('/')[2])

export async function newRecordPage(visit: StaffVisit): Promise<Answer> {
  const type = typeIn(visit)
  if (type === undefined) return noSuchType(visit)
  const { crop, place } = await usualIn(visit)
  const own = given({ crop, location: place })
  const values = { ...own, ...usual(visit.words, type), ...withoutPicks(visit.query) }
  return form(visit, type, { values, faults: {} }, uuidv7())
}

const usual = (words: Words, type: RecordType): Readonly<Record<string, string>> => ({
  occurred_at: usualDay(words),
  lawful_basis: type === 'obligation' || type === 'payment' ? 'special_data_consent' : 'contract_performance',
})

const noSuchType = (visit: StaffVisit) => {
  const { say } = visit.words
  return nothingThere(visit, say('notFound.title'), say('notFound.text'))
}

async function form(
  visit: StaffVisit,
  type: RecordType,
  filled: Filled,
  id: string,
  fault?: string,
): Promise<Answer> {
  const { say, worded } = visit.words
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      say('entry.title', { type: worded(type) }),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Card>
          <Form action={`/new-record/${type}`} session={visit.session}>
            <input type="hidden" name="id" value={id} />
            {type === 'custody_transfer' && <WholeLot values={filled.values} />}
            <EntryFields fields={FIELDS[type]} filled={filled} offered={await offeredIn(visit)} />
            <Submit>{say('change.look')}</Submit>
          </Form>
        </Card>
      </>,
    ),
  }
}

/** Explains that part of a lot goes to its buyer as a delivery out of the lot. */
function WholeLot({ values: { lot_id = '', from_party = '' } }: { values: Filled['values'] }) {
  const { say } = useWords()
  return (
    <p>
      {say('entry.wholeLot')}{' '}
      <a href={`/new-record/delivery?${new URLSearchParams({ lot_id, from_party })}`}>
        {say('entry.deliverFrom')}
      </a>
    </p>
  )
}

export async function addRecord(visit: StaffVisit): Promise<Answer> {
  const { say, worded } = visit.words
  const type = typeIn(visit)
  if (type === undefined) return noSuchType(visit)
  const { form: values, run } = visit
  const id = idOf(values.id)
  if (values.edit !== undefined) return form(visit, type, { ...EMPTY, values }, id)
  const entered = await readEntry(visit.words, officeOf(visit, id, null), FIELDS[type], values)
  const filled = { values, faults: entered.faults, choices: entered.choices }
  if (Object.keys(entered.faults).length > 0) return form(visit, type, filled, id)
  const draft: Record<string, unknown> = { id, type, ...entered.members }
  const mass = draft.quantity === undefined ? [] : [[say('today.kg'), kgIn(visit.words, draft)]]
  try {
    return await previewed(visit, {
      title: say('entry.title', { type: worded(type) }),
      id,
      writes: draft,
      values: withPicks(values, entered.found),
      names: FIELDS[type].map(({ member }) => member),
      columns: [say('record.member'), say('record.value')],
      show: async () => ({
        rows: [
          ...entered.shown.map(([member, text]) => [labelled(visit.words, member, type), text]),
          ...mass,
        ],
        warnings: (await run('record.warnings', { draft })).warnings.map(visit.words.tell),
        follows: [],
      }),
      button: say('change.do'),
      write: async () => {
        await run('record.append', { draft })
        return { to: `/records/${id}?done` }
      },
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'id_conflict') return form(visit, type, filled, uuidv7(), say('weigh.used'))
    return form(visit, type, filled, id, problemWords(visit.words, error))
  }
}

/** Links to the forms for new records. */
export const NewRecordLinks = () => {
  const { say, worded } = useWords()
  return (
    <details>
      <summary>{say('entry.new')}</summary>
      <p class="actions">
        {COUNTER_TYPES.map((type) => (
          <Action href={`/new-record/${type}`}>{worded(type)}</Action>
        ))}
      </p>
    </details>
  )
}

import { Problem } from '../../base/problem.ts'
import {
  CONFIRMATION_OF,
  confirmedType,
  descriptors,
  isConfirmableType,
  type RecordMember,
  type RecordType,
} from '../../domain/types/index.ts'
import {
  confirmingFields,
  type Field as EntryField,
  FIELDS,
  signatureFields,
} from '../../records/entry/fields.ts'
import { isItself } from '../../records/entry/party-called.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import type { Words } from '../../words/words.ts'
import { idOf, labelled, officeOf, quantityOf, readEntry } from '../frame/entry-form.tsx'
import { problemWords } from '../frame/fault-words.ts'
import { previewed } from '../frame/preview.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { noSuchRecord, readersOf, recordIn, recordPage, recordTitle, withNames } from './record.tsx'

/** Retractions and confirmations. The consequences are shown before anything is written. */

export async function takeBack(visit: StaffVisit): Promise<Answer> {
  const { amount, say } = visit.words
  const target = await recordIn(visit)
  if (target !== null && (await isItself(visit.run, target))) return recordPage(visit, say('record.itself'))
  return actOn(visit, {
    title: 'change.takeBack',
    fields: FIELDS.retraction,
    draftOf: (record) => ({ type: 'retraction', target_id: record.id }),
    follows: async (record) => {
      const { kg, standing } = record.derived
      const counts = standing === 'tip' && kg !== null
      const isConfirmation = confirmedType(record.type) !== undefined
      return [
        ...(isConfirmation
          ? [say('change.unconfirms')]
          : [
              say('record.takeBackMeans'),
              counts ? say('change.counted', { kg: amount(kg) }) : say('change.notCounted'),
            ]),
        await readersOf(visit, record),
      ]
    },
    button: say('record.takeBack'),
  })
}

/** The cooperative confirms a record itself or, where the form names who signed, vouches for a signature on paper. */
export async function confirm(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const isSignature = visit.form.signed_by !== undefined
  // All kinds of confirmation ask for the same.
  const asked = CONFIRMATION_OF.delivery.type
  return actOn(visit, {
    title: isSignature ? 'change.sign' : 'change.confirm',
    fields: isSignature ? signatureFields(asked) : confirmingFields(asked),
    draftOf: ({ id, type }) => {
      const confirmation = CONFIRMATION_OF[isConfirmableType(type) ? type : 'delivery']
      return { type: confirmation.type, [confirmation.member]: id }
    },
    follows: async ({ agreed_price: price }) => [
      say(isSignature ? 'change.signs' : 'change.confirms'),
      ...(price === undefined ? [] : [say('change.agreesPrice', { price: visit.words.money(price) })]),
    ],
    button: say(isSignature ? 'change.writeSignature' : 'record.confirm'),
  })
}

interface Act {
  readonly title: 'change.takeBack' | 'change.confirm' | 'change.sign'
  readonly fields: readonly EntryField[]
  readonly draftOf: (record: CounterRecord) => {
    readonly type: RecordType
    readonly [member: string]: string
  }
  readonly follows: (record: CounterRecord) => Promise<readonly string[]>
  readonly button: string
}

async function actOn(visit: StaffVisit, act: Act): Promise<Answer> {
  const { say, worded } = visit.words
  const record = await recordIn(visit)
  if (record === null) return noSuchRecord(visit)
  const { form, run } = visit
  const id = idOf(form.id)
  if (form.edit !== undefined) return recordPage(visit)
  const entered = await readEntry(visit.words, officeOf(visit, id, null), act.fields, form)
  const [[member, fault] = []] = Object.entries(entered.faults)
  if (member !== undefined)
    return recordPage(visit, `${labelled(visit.words, member as RecordMember)}: ${fault}`)
  const draft = { id, ...act.draftOf(record), ...entered.members }
  const [{ name = '', what = '' } = {}] = await withNames(visit, [record])
  const [, signer] = entered.shown.find(([member]) => member === 'signed_by') ?? []
  try {
    return await previewed(visit, {
      title: recordTitle(visit.words, act.title, record.type, signer ?? name),
      id,
      writes: draft,
      values: form,
      names: act.fields.map(({ member }) => member),
      columns: [say('record.member'), say('record.value')],
      show: async () => ({
        rows: [
          [say('record.member'), what || worded(record.type)],
          ...quantityRow(visit.words, record),
          ...priceRow(visit.words, record),
          ...entered.shown.map(([member, text]) => [labelled(visit.words, member), text]),
        ],
        warnings: [],
        follows: await act.follows(record),
      }),
      button: act.button,
      write: async () => {
        await run('record.append', { draft })
        return { to: `/records/${confirmedIn(record) ?? record.id}?done` }
      },
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return recordPage(visit, problemWords(visit.words, error))
  }
}

/** The quantity of a record, or its amount; a confirmation has neither. */
function quantityRow(words: Words, record: CounterRecord): readonly string[][] {
  const name = record.quantity === undefined ? labelled(words, 'amount') : words.say('member.quantity')
  const text = quantityOf(words, record)
  return text === '' ? [] : [[name, text]]
}

const priceRow = (words: Words, { agreed_price: price }: CounterRecord): readonly string[][] =>
  price === undefined ? [] : [[labelled(words, 'agreed_price'), words.money(price)]]

/** Returns the id of the record that a confirmation is of, on whose page it is shown. */
function confirmedIn(record: CounterRecord): unknown {
  const { actsOn, confirms } = descriptors[record.type]
  return confirms === undefined || actsOn === undefined ? undefined : record[actsOn]
}

import { CONFIRMATION_OF, type ConfirmableType, isConfirmableType } from '../../domain/types/index.ts'
import { distinctNames } from '../../identity/party-names.ts'
import type { Confirmer } from '../../records/confirmation-tasks.ts'
import { confirmingFields, FIELDS, SIGNED_BY, signatureFields } from '../../records/entry/fields.ts'
import type { CounterRecord, CounterRecordOf } from '../../records/record-tasks.ts'
import { signedText } from '../../records/signed-text.ts'
import { Badge } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { ActForm } from './act-form.tsx'

/** How the other side agreed to a record, and the acts by which it does (contract §5, §23). */

export const confirmationOf = ({ derived }: CounterRecord) => derived.confirmation ?? null

/** That a record was confirmed; on paper, the cooperative alone vouches, which the badge must not hide. */
export function ConfirmedBadge({ record }: { record: CounterRecord }) {
  const { say } = useWords()
  const confirmation = confirmationOf(record)
  if (!isConfirmableType(record.type) || confirmation === null) return null
  return confirmation.on_paper === true ? (
    <Badge kind="info">{say('record.isSigned')}</Badge>
  ) : (
    <Badge kind="good">{say('record.isConfirmed')}</Badge>
  )
}

/** Returns when the other side confirmed the record, or who signed on paper and who vouches for it. */
export async function confirmedShown(visit: StaffVisit, record: CounterRecord): Promise<string> {
  const { calendar, say } = visit.words
  const confirmation = confirmationOf(record)
  if (confirmation === null) return say('record.unconfirmed')
  const signed = await signedText(visit, record)
  if (signed !== null) return signed
  return confirmation.confirmed_at === null
    ? say('record.confirmedHidden')
    : calendar.stamp(confirmation.confirmed_at)
}

const isConfirmable = (record: CounterRecord): record is CounterRecordOf<ConfirmableType> =>
  isConfirmableType(record.type)

/** Returns what may be done about the confirmation of a current record: nothing that intake would refuse. */
export async function confirmationActs(visit: StaffVisit, record: CounterRecord) {
  if (!isConfirmable(record) || record.derived.standing !== 'tip') return NO_ACTS
  const { cooperativeId, run } = visit
  const { confirmations, confirmers } = await run('record.confirmations', { id: record.id })
  const mayConfirm = confirmers.some(
    ({ party, agreed }) => party === cooperativeId && agreed === null && !isStatedBy(record, party),
  )
  const signers = confirmers.filter(couldSign).map(({ party }) => party)
  const ours = confirmations.filter(({ asserted_by }) => asserted_by === cooperativeId)
  const nameOf = await distinctNames(visit, [...signers, ...ours.map((one) => String(one.signed_by))])
  const { type } = CONFIRMATION_OF[record.type]
  if (!mayConfirm && signers.length + ours.length === 0) return NO_ACTS
  return {
    /** Whether a person could sign for it on paper. */
    isToSign: signers.length > 0,
    forms: (
      <>
        {mayConfirm && (
          <ActForm
            visit={visit}
            action={`/records/${record.id}/confirmation`}
            title={visit.words.say('record.confirm')}
            fields={confirmingFields(type)}
          />
        )}
        {signers.map((signed_by) => (
          <ActForm
            visit={visit}
            action={`/records/${record.id}/confirmation`}
            title={visit.words.say('record.signs', { name: nameOf(signed_by) })}
            fields={signatureFields(type)}
            values={{ channel: SIGNED_BY[0] }}
            hidden={{ signed_by }}
          />
        ))}
        {ours.map(({ id, signed_by }) => (
          <ActForm
            visit={visit}
            action={`/records/${id}/retraction`}
            title={
              signed_by === undefined
                ? visit.words.say('record.unconfirm')
                : visit.words.say('record.unsign', { name: nameOf(String(signed_by)) })
            }
            fields={FIELDS.retraction}
          />
        ))}
      </>
    ),
  }
}

const NO_ACTS = { isToSign: false, forms: null }

/** Whether the party is a person who has not agreed yet. The cooperative is none. */
export const couldSign = ({ agreed, obstacle }: Confirmer): boolean => agreed === null && obstacle === null

/** Returns whether a person could still sign on paper for a record. */
export const isToSign = async ({ run }: StaffVisit, id: string): Promise<boolean> =>
  (await run('record.confirmations', { id })).confirmers.some(couldSign)

const isStatedBy = ({ asserted_by, on_behalf_of }: CounterRecord, party: string): boolean =>
  asserted_by === party || on_behalf_of === party

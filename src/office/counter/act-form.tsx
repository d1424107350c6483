import { uuidv7 } from 'uuidv7'
import type { Field as EntryField } from '../../records/entry/fields.ts'
import { usualDay } from '../../records/entry/read.ts'
import { EntryFields, NOTHING_OFFERED } from '../frame/entry-form.tsx'
import { Form, OwnIds, Submit } from '../frame/form.tsx'
import type { StaffVisit } from '../frame/visit.ts'

interface ActFormProps {
  readonly visit: StaffVisit
  readonly action: string
  readonly title: string
  readonly fields: readonly EntryField[]
  /** Values filled in, which the person may change. */
  readonly values?: Readonly<Record<string, string>>
  /** What the form sends besides. */
  readonly hidden?: Readonly<Record<string, string>>
}

/** A form on a record's page, for an act on the record. It opens where its entry is to be changed. */
export function ActForm({ visit, action, title, fields, values = {}, hidden = {} }: ActFormProps) {
  const { form, path, words } = visit
  const isSent = path === action && Object.entries(hidden).every(([name, value]) => form[name] === value)
  return (
    <details open={form.edit !== undefined && isSent}>
      <summary>{title}</summary>
      <OwnIds prefix={`${[action.split('/').slice(2).join('-'), ...Object.values(hidden)].join('-')}-`}>
        <Form action={action} session={visit.session} class="narrow">
          <input type="hidden" name="id" value={uuidv7()} />
          {Object.entries(hidden).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <EntryFields
            fields={fields.filter(({ member }) => hidden[member] === undefined)}
            filled={{
              values: { occurred_at: usualDay(words), ...values, ...(isSent ? form : {}) },
              faults: {},
            }}
            offered={NOTHING_OFFERED}
          />
          <Submit class="quiet">{words.say('change.look')}</Submit>
        </Form>
      </OwnIds>
    </details>
  )
}

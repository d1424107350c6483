import type { TObject } from '@sinclair/typebox'
import { ofEach } from '../../base/typed.ts'
import { byType, componentOf, type Draft, draftSchemas } from '../../domain/record.ts'
import { Instant, nullable } from '../../domain/shapes.ts'
import { type BodyOf, RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import { type DerivedOf, derivedSchema } from './derived-schema.ts'

/** Records as they are returned. */

/** A record as returned: what was sent, what the service set, and what is derived from all records. */
function storedSchema(type: RecordType): TObject {
  const draft = draftSchemas[type]
  const { $id: _, dependentRequired, ...rest } = draft
  const always = ['record_class', 'recorded_at', 'received_at', 'asserted_by', 'lawful_basis', 'derived']
  return {
    ...rest,
    $id: componentOf(type, 'Record'),
    description: `A ${type.replaceAll('_', ' ')} as returned.`,
    properties: {
      ...draft.properties,
      ...(draft.properties.supersedes === undefined
        ? {}
        : { supersedes: nullable(draft.properties.supersedes) }),
      received_at: Instant('When this service received it.'),
      derived: derivedSchema(type),
    },
    required: [...new Set([...(draft.required ?? []), ...always])],
    dependentRequired,
  }
}

export const recordSchemas = ofEach(RECORD_TYPES, storedSchema)

/** A record of this type as returned, if its reader may see all of it. */
export type RecordView<T extends RecordType> = BodyOf<T> &
  Pick<Draft, 'occurred_at_precision'> & { readonly derived: DerivedOf<T> }
export const AnyRecord = byType<{ [T in RecordType]: RecordView<T> }[RecordType]>(
  'AnyRecord',
  recordSchemas,
  'A record as returned.',
)

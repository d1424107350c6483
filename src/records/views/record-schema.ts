import { type TObject, Type } from '@sinclair/typebox'
import { ofEach } from '../../base/typed.ts'
import { byType, componentOf, draftSchemas } from '../../domain/record.ts'
import { closed, Next, nullable, ref, type View } from '../../domain/shapes.ts'
import { stored } from '../../domain/types/envelope.ts'
import { type FieldsSaid, RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import { type DerivedOf, derivedSchema } from './derived-schema.ts'

/** Records as they are returned: what was sent, what the service set, and what is derived from all records. */

const returned = { ...stored, supersedes: Type.Optional(nullable(stored.supersedes)) }

function returnedSchema(type: RecordType): TObject {
  const { properties, dependentRequired } = draftSchemas[type]
  const { supersedes, ...ofAll } = returned
  return closed(
    {
      ...properties,
      ...ofAll,
      ...(properties.supersedes === undefined ? {} : { supersedes }),
      derived: derivedSchema(type),
    },
    {
      $id: componentOf(type, 'Record'),
      description: `A ${type.replaceAll('_', ' ')} as returned.`,
      dependentRequired,
    },
  )
}

export const recordSchemas = ofEach(RECORD_TYPES, returnedSchema)

/** A record of one of these types as returned. A member that its type lacks reads as undefined. */
export type RecordView<T extends RecordType = RecordType> = T extends RecordType
  ? View<TObject<typeof returned>> & FieldsSaid<T> & { readonly derived: DerivedOf<T> }
  : never
export const AnyRecord = byType<RecordView>('AnyRecord', recordSchemas, 'A record as returned.')

export const RecordPage = closed({ records: Type.Array(ref(AnyRecord)), next: Next }, { $id: 'RecordPage' })

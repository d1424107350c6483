import { type Static, type TObject, Type } from '@sinclair/typebox'
import { closed, type LawfulBasis, ref, Word } from './shapes.ts'
import { formatInstant, inUtc } from './time.ts'
import { sent, told } from './types/envelope.ts'
import {
  descriptors,
  EVERY_FIELD,
  type OwnFields,
  ofEachType,
  RECORD_TYPES,
  type RecordBody,
  type RecordType,
} from './types/index.ts'
import type { FieldKind } from './types/kinds.ts'

/** Schemas of records as sent (contract §2), and how a record as sent becomes the record as stored. */

/**
 * The two both-or-neither rules as the contract expresses them. At run time their refusals have their own
 * codes.
 */
const dependentRequired = {
  on_behalf_of: ['delegation_id'],
  delegation_id: ['on_behalf_of'],
  normalized_kg: ['conversion_id'],
}

/** Returns the name of a type's schema in the contract, such as HarvestDraft. */
export const componentOf = (type: RecordType, suffix: string): string =>
  type
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('') + suffix

/** Returns a schema that is one of several, chosen by the type of the record. */
export const byType = <T>($id: string, schemas: Readonly<Record<RecordType, TObject>>, description: string) =>
  Type.Unsafe<T>({
    $id,
    oneOf: RECORD_TYPES.map((type) => ref(schemas[type])),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        RECORD_TYPES.map((type) => [type, `#/components/schemas/${schemas[type].$id}`]),
      ),
    },
    description,
  })

function draftSchema(type: RecordType): TObject {
  const d = descriptors[type]
  const acting = d.actsOn !== undefined
  const { normalized_kg: _, ...withoutMass } = dependentRequired
  return closed(
    {
      type: Word([type], 'The record type.'),
      ...sent,
      ...(acting
        ? { lawful_basis: Type.Optional(told.lawful_basis) }
        : { lawful_basis: told.lawful_basis, supersedes: told.supersedes }),
      ...d.fields,
    },
    {
      $id: componentOf(type, 'Draft'),
      description: `A ${type.replaceAll('_', ' ')} as sent.`,
      dependentRequired: 'normalized_kg' in d.fields ? dependentRequired : withoutMass,
    },
  )
}

export const draftSchemas = ofEachType(draftSchema)

/** A record as sent, of which only the shape was checked. */
export type Draft = Static<TObject<typeof sent>> &
  OwnFields & { readonly lawful_basis?: LawfulBasis; readonly supersedes?: string }

export const RecordDraft = byType<Draft>('RecordDraft', draftSchemas, 'A record as sent.')

const INSTANT_KINDS: readonly FieldKind[] = ['happened', 'stamp', 'day']
/** Members whose value is an instant. */
const INSTANTS = EVERY_FIELD.filter(({ kind }) => INSTANT_KINDS.includes(kind)).map(({ member }) => member)

/**
 * Returns a draft with its instants in UTC milliseconds and without the members that the service sets. Two
 * drafts are the same if these are equal.
 */
export function normalizeDraft(draft: Draft): Draft {
  const kept: Record<string, unknown> = { ...draft }
  delete kept.received_at
  delete kept.derived
  for (const member of INSTANTS) {
    const value = kept[member]
    if (typeof value === 'string') kept[member] = inUtc(value)
  }
  return kept as Draft
}

export interface Receipt {
  readonly assertedBy: string
  readonly receivedAtMs: number
  readonly lawfulBasis: LawfulBasis
  /** Set when a device's own credential sent it. */
  readonly deviceId?: string
}

/** Returns the record as stored, hashed and returned: the draft plus the members that the service sets. */
export function storedBody(normalized: Draft, receipt: Receipt): RecordBody {
  const receivedAt = formatInstant(receipt.receivedAtMs)
  return {
    ...normalized,
    record_class: 'observation',
    recorded_at: normalized.recorded_at ?? receivedAt,
    received_at: receivedAt,
    asserted_by: receipt.assertedBy,
    lawful_basis: receipt.lawfulBasis,
    ...(receipt.deviceId === undefined ? {} : { device_id: receipt.deviceId }),
  }
}

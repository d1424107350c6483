import { type Static, type TObject, Type } from '@sinclair/typebox'
import {
  closed,
  Id,
  Ignored,
  Instant,
  LAWFUL_BASES,
  type LawfulBasis,
  OCCURRED_AT_PRECISIONS,
  Text,
  Word,
} from './shapes.ts'
import { formatInstant, inUtc } from './time.ts'
import { descriptors, type OwnFields, RECORD_TYPES, type RecordBody, type RecordType } from './types/index.ts'

/** The envelope of every observation (contract §2), and how a record as sent becomes the record as stored. */

export const Evidence = closed({
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes as captured.' }),
  media_type: Word(['image/jpeg', 'image/png', 'image/webp'], 'What the bytes are said to be.'),
})

const envelope = {
  id: Id('UUID version 7 made by the client.'),
  record_class: Type.Optional(Word(['observation'], 'Fixed; may be left out.')),
  occurred_at: Instant('When the event happened.'),
  occurred_at_precision: Type.Optional(
    Word(OCCURRED_AT_PRECISIONS, 'How exactly that is known. No default: a default would invent precision.'),
  ),
  recorded_at: Type.Optional(
    Instant("When it was written down, by the device's clock; left out, the time of receipt."),
  ),
  received_at: Type.Optional(Ignored('When this service received it.')),
  derived: Type.Optional(Ignored('What follows from all records (contract section 5).')),
  asserted_by: Type.Optional(Id("Set by the service to the credential's party; if sent it must equal it.")),
  on_behalf_of: Type.Optional(Id('The party asserted for. Requires delegation_id.')),
  delegation_id: Type.Optional(Id('The delegation relied on. Requires on_behalf_of.')),
  device_id: Type.Optional(Id('The device it was written on.')),
  evidence: Type.Optional(Type.Array(Evidence, { maxItems: 16 })),
  note: Type.Optional(Text(2000, 'Free text.')),
}

const lawfulBasis = Word(LAWFUL_BASES, 'The ground it is held on; see the registry, lawful-bases.')

/** The two both-or-neither rules, as the contract expresses them; at run time they have codes of their own. */
const dependentRequired = {
  on_behalf_of: ['delegation_id'],
  delegation_id: ['on_behalf_of'],
  normalized_kg: ['conversion_id'],
}

function draftSchema(type: RecordType): TObject {
  const d = descriptors[type]
  const acting = d.actsOn !== undefined
  const { normalized_kg: _, ...withoutMass } = dependentRequired
  return closed(
    {
      type: Word([type], 'The record type.'),
      ...envelope,
      ...(acting
        ? { lawful_basis: Type.Optional(lawfulBasis) }
        : {
            lawful_basis: lawfulBasis,
            supersedes: Type.Optional(Id('The record this one corrects: same type, not itself.')),
          }),
      ...d.fields,
    },
    {
      $id: `${type}_draft`,
      description: `A ${type.replaceAll('_', ' ')} as sent.`,
      dependentRequired: 'normalized_kg' in d.fields ? dependentRequired : withoutMass,
    },
  )
}

export const draftSchemas = Object.fromEntries(
  RECORD_TYPES.map((type) => [type, draftSchema(type)]),
) as Record<RecordType, TObject>

/** A record as sent: shape checked, nothing else. */
export type Draft = Static<TObject<typeof envelope>> &
  OwnFields & { readonly lawful_basis?: LawfulBasis; readonly supersedes?: string }

/** Members whose value is an instant. */
const INSTANTS = ['occurred_at', 'recorded_at', 'due_at', 'filed_at'] as const

/**
 * What was sent, with instants brought to UTC milliseconds and the members the service sets left out.
 * Two drafts are the same when these are equal.
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

/** The record as stored, hashed and returned: the draft plus the members that the service sets. */
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

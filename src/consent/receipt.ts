import { Type } from '@sinclair/typebox'
import { given } from '../base/typed.ts'
import { TIMELESS_TYPES } from '../domain/consent.ts'
import { closed, Instant, Word } from '../domain/shapes.ts'
import type { GrantView } from './grants.ts'

/**
 * A consent as a receipt: a consent record by ISO/IEC TS 27560:2023, in the terms of the W3C Data Privacy
 * Vocabulary, as its guide arranges them (https://w3id.org/dpv/guides/consent-27560). The context is part of the
 * document: nobody must fetch anything to read it. What this service does not record is left out: the notice and
 * its language, where copies are stored, and addresses.
 */

const SCHEMA = 'https://w3id.org/dpv/schema/dpv-27560#'
const OWN_NAMES = 'urn:granary:consent-receipt:'

/** The values that name something. */
const NAMING = { '@type': '@id' }
const TIME = { '@type': 'xsd:dateTime' }
const CONTEXT = {
  dpv: 'https://w3id.org/dpv#',
  loc: 'https://w3id.org/dpv/loc#',
  dct: 'http://purl.org/dc/terms/',
  dcat: 'http://www.w3.org/ns/dcat#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  'dct:conformsTo': NAMING,
  'dct:isReplacedBy': NAMING,
  'dct:replaces': NAMING,
  'dpv:hasJurisdiction': NAMING,
  'dpv:hasLegalBasis': NAMING,
  'dpv:hasRecipient': NAMING,
  'dpv:isIndicatedBy': NAMING,
  'spdx:algorithm': NAMING,
  'spdx:checksumValue': { '@type': 'xsd:hexBinary' },
  'dct:created': TIME,
  'dcat:startDate': TIME,
  'dcat:endDate': TIME,
  'dpv:isIndicatedAtTime': TIME,
  'rdf:value': TIME,
} as const

/** The envelope of the document; the guide of the vocabulary describes the record in full. */
export const ConsentReceipt = closed(
  {
    '@context': Type.Object({}, { additionalProperties: true, description: 'The vocabularies, in full.' }),
    '@id': Type.String({ description: 'Names this receipt: the grant, and when the receipt was made.' }),
    '@type': Word(['dpv:ConsentReceipt'], 'What it is.'),
    'dpv:hasIdentifier': Type.String({ description: 'As `@id`.' }),
    'dct:conformsTo': Word([`${SCHEMA}receipt`], 'The schema of ISO/IEC TS 27560:2023 in DPV.'),
    'dct:created': Instant('When the receipt was made.'),
    'dct:publisher': Type.Object(
      { '@type': Type.String() },
      { additionalProperties: true, description: 'By whom the consent is kept: the cooperative.' },
    ),
    'dpv:hasRecordOfActivity': Type.Object(
      { '@id': Type.String(), '@type': Word(['dpv:ConsentRecord'], 'What it is.') },
      { additionalProperties: true, description: 'The consent: a `dpv:ConsentRecord`.' },
    ),
  },
  { $id: 'ConsentReceipt', description: 'A consent receipt by ISO/IEC TS 27560:2023, in DPV.' },
)

export interface ReceiptFacts {
  /** As its reader may see it. */
  readonly grant: GrantView
  readonly purpose: { readonly id: string; readonly name: string; readonly meaning: string }
  /** What the law of the cooperative's country says of consent; null if it is not known. */
  readonly law: { readonly country: string; readonly law: string; readonly section: string } | null
  /** The cooperative; null if this service is set up for none. */
  readonly keeper: { readonly id: string; readonly name: string | null } | null
  /** RFC 3339. */
  readonly madeAt: string
}

/** Returns the receipt of a grant. It names nobody but the cooperative and, where the grant does, the reader. */
export function receiptOf(facts: ReceiptFacts) {
  const { grant, keeper, madeAt } = facts
  const name = `${OWN_NAMES}${grant.id}:${madeAt}`
  return {
    '@context': CONTEXT,
    '@id': name,
    '@type': 'dpv:ConsentReceipt',
    'dpv:hasIdentifier': name,
    'dct:conformsTo': `${SCHEMA}receipt`,
    'dct:created': madeAt,
    'dct:publisher':
      keeper === null
        ? { '@type': 'dpv:Service', 'dct:title': 'Granary' }
        : { '@type': 'dpv:Organisation', ...party(keeper.id, keeper.name) },
    'dpv:hasRecordOfActivity': recordOf(facts),
  } as const
}

export type ReceiptDocument = ReturnType<typeof receiptOf>

function recordOf({ grant, purpose, law }: ReceiptFacts) {
  const { id, subject, grantee, replaces } = grant
  return {
    '@id': uuid(id),
    '@type': 'dpv:ConsentRecord',
    'dpv:hasIdentifier': id,
    'dct:conformsTo': `${SCHEMA}record`,
    'dct:created': grant.received_at,
    ...(replaces === undefined ? {} : { 'dct:replaces': uuid(replaces) }),
    'dpv:hasDataSubject': { '@type': 'dpv:DataSubject', ...party(subject, null) },
    // The reader decides what it uses the records for, within the purpose.
    'dpv:hasDataController': { '@type': 'dpv:DataController', ...party(grantee, grant.grantee_name) },
    'dpv:hasLegalBasis': 'dpv:ExpressedConsent',
    ...(law === null
      ? {}
      : {
          'dpv:hasJurisdiction': `loc:${law.country}`,
          'dpv:hasApplicableLaw': {
            '@type': 'dpv:Law',
            'dct:title': law.law,
            'dct:description': law.section,
          },
        }),
    'dpv:hasProcess': {
      '@type': 'dpv:Process',
      'dpv:hasPurpose': {
        '@type': 'dpv:Purpose',
        'dct:identifier': purpose.id,
        'dct:title': purpose.name,
        'dct:description': purpose.meaning,
      },
      'dpv:hasPersonalData': grant.record_types.map((type) => ({
        '@type': 'dpv:PersonalData',
        'dct:identifier': type,
        ...(isTimeless(type) ? {} : windowOf(grant)),
      })),
      'dpv:hasRecipient': uuid(grantee),
      ...(grant.keep_until === undefined
        ? {}
        : {
            'dpv:hasStorageCondition': {
              '@type': 'dpv:StorageDuration',
              'dpv:hasDuration': { '@type': 'dpv:UntilTimeDuration', 'rdf:value': grant.keep_until },
            },
          }),
    },
    'dpv:hasConsentControl': {
      '@type': 'dpv:WithdrawConsent',
      'dpv:isExercisedAt': `/v1/grants/${id}/revocation`,
    },
    'dpv:hasRight': [
      right('To know what is held, and who was shown it', '/v1/subject-access-requests'),
      right('To object', '/v1/objections'),
    ],
    'dpv:hasConsentStatus': [giving(grant), ...ending(grant)],
  }
}

const uuid = (id: string) => `urn:uuid:${id}`

const party = (id: string, name: string | null) => ({
  '@id': uuid(id),
  'dpv:hasIdentifier': id,
  ...(name === null ? {} : { 'dpv:hasName': name }),
})

const right = (title: string, address: string) => ({
  '@type': 'dpv:DataSubjectRight',
  'dct:title': title,
  'dpv:isExercisedAt': address,
})

const isTimeless = (type: string): boolean => TIMELESS_TYPES.some((timeless) => timeless === type)

/** Returns when what the grant opens must have happened: from inclusive, to exclusive. */
function windowOf({ occurred_from, occurred_to }: GrantView) {
  if (occurred_from === undefined && occurred_to === undefined) return {}
  const bounds = given({ 'dcat:startDate': occurred_from, 'dcat:endDate': occurred_to })
  return { 'dct:temporal': { '@type': 'dct:PeriodOfTime', ...bounds } }
}

/** The signed paper is named by its hash alone. */
const giving = (grant: GrantView) => ({
  '@type': ['dpv:ConsentGiven', 'dpv:ExpressedConsent'],
  'dpv:isIndicatedBy': uuid(grant.subject),
  'dpv:isIndicatedAtTime': grant.received_at,
  ...given({ 'dpv:hasIndicationMethod': grant.channel }),
  ...(grant.evidence === undefined
    ? {}
    : {
        'dct:source': {
          'spdx:checksum': {
            '@type': 'spdx:Checksum',
            'spdx:algorithm': 'spdx:checksumAlgorithm_sha256',
            'spdx:checksumValue': grant.evidence,
          },
        },
      }),
  'dpv:hasDuration': {
    '@type': ['dpv:UntilTimeDuration', 'dct:PeriodOfTime'],
    'dcat:startDate': grant.valid_from,
    'dcat:endDate': grant.expires_at,
    'rdf:value': grant.expires_at,
  },
})

/** How a grant ended: one that is withdrawn after its last day had ended by then. */
export function manner({
  ended,
  revoked_at,
}: Pick<GrantView, 'ended' | 'revoked_at'>): 'replaced' | 'withdrawn' | 'expired' {
  if (ended?.replaced_by !== undefined) return 'replaced'
  return ended?.at === revoked_at ? 'withdrawn' : 'expired'
}

/** The vocabulary has no state of its own for a consent in whose place the person gave another. */
const STATES = {
  replaced: 'dpv:ConsentStatusInvalidForProcessing',
  withdrawn: 'dpv:ConsentWithdrawn',
  expired: 'dpv:ConsentExpired',
} as const

/** Returns how a grant ended, if it has. Before its last day, only the person's word ends it. */
function ending(grant: GrantView) {
  const { ended, subject } = grant
  if (ended === null) return []
  const how = manner(grant)
  return [
    {
      '@type': STATES[how],
      'dpv:isIndicatedAtTime': ended.at,
      ...(how === 'expired' ? {} : { 'dpv:isIndicatedBy': uuid(subject) }),
      ...(ended.replaced_by === undefined ? {} : { 'dct:isReplacedBy': uuid(ended.replaced_by) }),
    },
  ]
}

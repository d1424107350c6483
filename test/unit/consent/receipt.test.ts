import { describe, expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import type { GrantView } from '../../../src/consent/grants.ts'
import { ConsentReceipt, type ReceiptFacts, receiptOf } from '../../../src/consent/receipt.ts'
import { receiptSentences } from '../../../src/consent/receipt-words.ts'
import { compileReader } from '../../../src/domain/validation.ts'
import { languageOf } from '../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../src/words/words.ts'

/** A consent as a receipt: the document for programs, and the sentences on paper. */

const [GRANT, EARLIER, GRACE, BANK, COOP] = ['a', 'b', 'c', 'd', 'e'].map(
  (letter) => `01900000-0000-7000-8000-00000000000${letter}`,
) as [string, string, string, string, string]

const grant: GrantView = {
  id: GRANT,
  subject: GRACE,
  grantee: BANK,
  grantee_name: 'Harvest Bank',
  grantee_kind: 'institution',
  purpose: 'credit_assessment',
  record_types: ['party', 'delivery'],
  valid_from: '2026-06-01T00:00:00.000Z',
  expires_at: '2027-01-01T00:00:00.000Z',
  received_at: '2026-06-01T00:00:00.000Z',
  revoked_at: null,
  status: 'live',
  live: true,
  ended: null,
}
const AT = '2026-09-01T00:00:00.000Z'
const told = { told_at: null, acknowledged_at: null }
const withdrawn: Partial<GrantView> = {
  revoked_at: AT,
  status: 'revoked',
  live: false,
  ended: { at: AT, ...told },
}
const expired: Partial<GrantView> = {
  status: 'expired',
  live: false,
  ended: { at: grant.expires_at, ...told },
}
const full: Partial<GrantView> = {
  occurred_from: '2025-01-01T00:00:00.000Z',
  occurred_to: '2026-01-01T00:00:00.000Z',
  keep_until: '2028-01-01T00:00:00.000Z',
  replaces: EARLIER,
  channel: 'written',
  evidence: 'ab'.repeat(32),
}
const purpose = { id: 'credit_assessment', name: 'Credit assessment', meaning: 'Deciding whether to lend.' }
const law = { country: 'UG', law: 'Data Protection and Privacy Act, 2019', section: 'section 7(1)' }
const facts = (more: Partial<GrantView> = {}, others: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  grant: { ...grant, ...more },
  purpose,
  law,
  keeper: { id: COOP, name: 'Hills Coop' },
  madeAt: '2026-11-01T00:00:00.000Z',
  ...others,
})

const ALL: Readonly<Record<string, ReceiptFacts>> = {
  'with the least': facts({ grantee_name: null, grantee_kind: null }, { law: null, keeper: null }),
  'with everything': facts(full),
  withdrawn: facts({ ...full, ...withdrawn }),
  expired: facts(expired),
}

/**
 * The terms of DPV 2.1 that a receipt uses, as published: https://github.com/w3c/dpv, 2.1/dpv/dpv.csv, and the guide
 * guides/consent-27560.html. The vocabulary publishes no shapes for records of consent: `code/shacl_shapes` has
 * those of its own terms alone.
 */
const DPV = {
  class: [
    ...['ConsentExpired', 'ConsentGiven', 'ConsentReceipt', 'ConsentRecord', 'ConsentWithdrawn'],
    ...['DataController', 'DataSubject', 'DataSubjectRight', 'ExpressedConsent', 'Law', 'Organisation'],
    ...['PersonalData', 'Process', 'Purpose', 'Service', 'StorageDuration', 'UntilTimeDuration'],
    'WithdrawConsent',
  ],
  property: [
    ...['hasApplicableLaw', 'hasConsentControl', 'hasConsentStatus', 'hasDataController', 'hasDataSubject'],
    ...['hasDuration', 'hasIdentifier', 'hasIndicationMethod', 'hasJurisdiction', 'hasLegalBasis', 'hasName'],
    ...['hasPersonalData', 'hasProcess', 'hasPurpose', 'hasRecipient', 'hasRecordOfActivity', 'hasRight'],
    ...['hasStorageCondition', 'isExercisedAt', 'isIndicatedAtTime', 'isIndicatedBy'],
  ],
}
/** Of DCMI Metadata Terms (2020), DCAT 3, SPDX 2 and RDF 1.1, as DCAT 3 combines them. */
const OTHERS = {
  class: ['dct:PeriodOfTime', 'spdx:Checksum', 'spdx:checksumAlgorithm_sha256'],
  property: [
    ...['conformsTo', 'created', 'description', 'identifier', 'publisher', 'replaces', 'source'].map(
      (term) => `dct:${term}`,
    ),
    ...['dct:temporal', 'dct:title', 'dcat:endDate', 'dcat:startDate', 'rdf:value'],
    ...['spdx:algorithm', 'spdx:checksum', 'spdx:checksumValue'],
  ],
}
const KNOWN = {
  class: [...DPV.class.map((term) => `dpv:${term}`), ...OTHERS.class],
  property: [...DPV.property.map((term) => `dpv:${term}`), ...OTHERS.property],
}

/** Every member, and every value that names a term, outside the context. */
function termsOf(value: unknown): { readonly member?: string; readonly value?: string }[] {
  if (typeof value === 'string') return /^[a-z]+:[A-Za-z_0-9]+$/.test(value) ? [{ value }] : []
  if (Array.isArray(value)) return value.flatMap(termsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, inner]) =>
    member === '@context' ? [] : [{ member }, ...termsOf(inner)],
  )
}

describe.each(Object.entries(ALL))('a receipt %s', (_how, known) => {
  const document = receiptOf(known)
  const terms = termsOf(document)

  test('uses terms of the published vocabularies alone', () => {
    const members = terms.flatMap(({ member }) =>
      member === undefined || member.startsWith('@') ? [] : [member],
    )
    expect(members.filter((member) => !KNOWN.property.includes(member))).toEqual([])
    const values = terms.flatMap(({ value }) => (value === undefined ? [] : [value]))
    expect(values.filter((value) => !KNOWN.class.includes(value) && !value.startsWith('loc:'))).toEqual([])
  })

  test('explains every prefix in its context, and nothing in it must be fetched', () => {
    const context: Readonly<Record<string, unknown>> = document['@context']
    for (const { member = '', value = '' } of terms) {
      const [prefix = ''] = `${member}${value}`.split(':')
      if (prefix !== '' && !prefix.startsWith('@')) expect(context, prefix).toHaveProperty([prefix])
    }
    expect(Object.values(context).every((one) => typeof one !== 'string' || /[#/]$/.test(one))).toBe(true)
  })

  test('is what the contract says', () => {
    expect(compileReader(ConsentReceipt)(JSON.parse(JSON.stringify(document)))).toEqual(document)
  })
})

/** What the guide requires of a receipt and of a record in it, by cardinality. */
describe('the fields that the guide requires', () => {
  const receipt = receiptOf(facts(full))
  const record = receipt['dpv:hasRecordOfActivity']

  test('are there', () => {
    for (const field of ['dct:conformsTo', 'dpv:hasIdentifier', 'dct:created', 'dpv:hasRecordOfActivity'])
      expect(receipt, field).toHaveProperty([field])
    for (const field of [
      ...['dct:conformsTo', 'dpv:hasIdentifier', 'dpv:hasDataSubject', 'dpv:hasDataController'],
      ...['dpv:hasProcess', 'dpv:hasJurisdiction', 'dpv:hasConsentControl', 'dpv:hasRight'],
      ...['dpv:hasLegalBasis', 'dpv:hasConsentStatus'],
    ])
      expect(record, field).toHaveProperty([field])
    for (const field of ['Purpose', 'PersonalData', 'Recipient', 'StorageCondition'])
      expect(record['dpv:hasProcess'], field).toHaveProperty([`dpv:has${field}`])
    for (const field of ['dpv:isIndicatedAtTime', 'dpv:hasDuration', 'dpv:isIndicatedBy'])
      expect(record['dpv:hasConsentStatus'][0], field).toHaveProperty([field])
  })

  test('but those that this service does not record, as docs/api.md says', () => {
    expect(JSON.stringify(receipt)).not.toMatch(/hasNotice|dct:language|StorageLocation|contactPoint/)
  })
})

describe('what it says', () => {
  const recordOf = (known: ReceiptFacts) => receiptOf(known)['dpv:hasRecordOfActivity']
  const statusOf = (more: Partial<GrantView>) => recordOf(facts(more))['dpv:hasConsentStatus']

  test('of a consent that holds: given, and nothing else', () => {
    expect(statusOf({})).toEqual([
      {
        '@type': ['dpv:ConsentGiven', 'dpv:ExpressedConsent'],
        'dpv:isIndicatedBy': `urn:uuid:${GRACE}`,
        'dpv:isIndicatedAtTime': grant.received_at,
        'dpv:hasDuration': {
          '@type': ['dpv:UntilTimeDuration', 'dct:PeriodOfTime'],
          'dcat:startDate': grant.valid_from,
          'dcat:endDate': grant.expires_at,
          'rdf:value': grant.expires_at,
        },
      },
    ])
  })

  test('how it was given: the channel, and the hash of the paper', () => {
    const checksum = { 'spdx:checksumValue': full.evidence }
    expect(statusOf(full)[0]).toMatchObject({
      'dpv:hasIndicationMethod': 'written',
      'dct:source': { 'spdx:checksum': checksum },
    })
  })

  test.each<[string, Partial<GrantView>, string, string]>([
    ['taken back', withdrawn, 'dpv:ConsentWithdrawn', AT],
    ['over', expired, 'dpv:ConsentExpired', grant.expires_at],
    [
      'taken back later',
      { ...expired, revoked_at: full.keep_until ?? null },
      'dpv:ConsentExpired',
      grant.expires_at,
    ],
  ])('that it is %s', (_how, more, type, at) => {
    expect(statusOf(more)[1]).toMatchObject({ '@type': type, 'dpv:isIndicatedAtTime': at })
    // Only the person takes it back; its last day comes by itself.
    const isTheirs = type === 'dpv:ConsentWithdrawn'
    expect(Object.keys(statusOf(more)[1] ?? {}).includes('dpv:isIndicatedBy')).toBe(isTheirs)
  })

  test('the window on what happened, but not on who the person is', () => {
    const [who, deliveries] = recordOf(facts(full))['dpv:hasProcess']['dpv:hasPersonalData']
    expect(who).toEqual({ '@type': 'dpv:PersonalData', 'dct:identifier': 'party' })
    expect(deliveries).toMatchObject({
      'dct:identifier': 'delivery',
      'dct:temporal': { 'dcat:startDate': full.occurred_from, 'dcat:endDate': full.occurred_to },
    })
    const half = recordOf(facts({ occurred_from: AT }))['dpv:hasProcess']['dpv:hasPersonalData'][1]
    expect(half?.['dct:temporal']).toEqual({ '@type': 'dct:PeriodOfTime', 'dcat:startDate': AT })
  })

  test('a name only where the grant has it', () => {
    const named = (more: Partial<GrantView>) => recordOf(facts(more))['dpv:hasDataController']
    expect(named({})).toHaveProperty(['dpv:hasName'], 'Harvest Bank')
    expect(named({ grantee_name: null })).not.toHaveProperty(['dpv:hasName'])
    expect(recordOf(facts())['dpv:hasDataSubject']).not.toHaveProperty(['dpv:hasName'])
  })

  test('who keeps it, and by which law', () => {
    expect(receiptOf(facts())['dct:publisher']).toMatchObject({ 'dpv:hasName': 'Hills Coop' })
    expect(receiptOf(facts({}, { keeper: null }))['dct:publisher']['@type']).toBe('dpv:Service')
    expect(recordOf(facts())).toMatchObject({
      'dpv:hasJurisdiction': 'loc:UG',
      'dpv:hasApplicableLaw': { 'dct:title': law.law, 'dct:description': law.section },
    })
  })
})

describe('on paper', () => {
  const bank = { name: 'Harvest Bank', by: 'cooperative', kind: 'institution', memberNo: null } as const
  const said = {
    grantee: bank,
    purpose,
    record_types: ['delivery'],
    valid_from: null,
    expires_at: grant.expires_at,
  } as const
  const keeper = { name: 'Hills Coop', by: 'cooperative', kind: 'cooperative', memberNo: null } as const
  const sentences = (more: Partial<GrantView>, words = englishWords(), kept: typeof keeper | null = keeper) =>
    receiptSentences(words, { grant: { ...grant, ...more }, law, said, keeper: kept })

  test('a consent that holds: how it was given, what it says, and who keeps it', () => {
    expect(sentences({ channel: 'written', evidence: 'ab'.repeat(32) })).toEqual({
      given: [
        'You gave this consent on 1 June 2026, in writing.',
        `The paper that you signed has this SHA-256 hash: ${'ab'.repeat(32)}`,
      ],
      said: [
        'You let Harvest Bank (institution) see your deliveries with their prices until 31 December 2026.',
        'Only for this: credit assessment (deciding whether to lend).',
        'You can take this back at the office at any time, without giving a reason.',
      ],
      now: [
        'This consent is in force.',
        'Hills Coop (cooperative) keeps this consent.',
        'The law on consent: section 7(1) of the Data Protection and Privacy Act, 2019.',
      ],
    })
  })

  test('one that ended: when, and whether the reader’s program knows', () => {
    const { now, said: promised } = sentences({
      ...withdrawn,
      ended: { at: AT, told_at: AT, acknowledged_at: '2026-09-02T00:00:00.000Z' },
    })
    expect(now.slice(0, 3)).toEqual([
      'You took this consent back on 1 September 2026. Nothing more can be read under it.',
      'The reader’s program has known this since 2\u00a0Sep\u00a02026.',
      'Nothing is known here of copies that people made by hand.',
    ])
    expect(promised.join()).not.toContain('You can take this back')
    expect(sentences(expired).now[0]).toBe(
      'The last day of this consent was 31 December 2026. Nothing more can be read under it.',
    )
  })

  test('one that has not begun, without a cooperative or a channel; in French', () => {
    const french = wordsIn(must(languageOf('fr')), 'UTC')
    const { given, now } = sentences({ live: false, status: 'to_come' }, french, null)
    expect(given).toEqual(['Vous avez donné ce consentement le 1er juin 2026.'])
    expect(now).toEqual([
      'Ce consentement n’a pas encore commencé.',
      'Ce service conserve ce consentement.',
      'La loi sur le consentement\u00a0: section 7(1), Data Protection and Privacy Act, 2019.',
    ])
  })
})

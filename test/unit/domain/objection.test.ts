import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlikeRecords, ObjectionCount } from '../../../src/domain/objection.ts'
import { LAWFUL_BASES } from '../../../src/domain/shapes.ts'
import { GRANTABLE_TYPES, type GrantableType, typeMask } from '../../../src/domain/types/index.ts'

const ON_CONSENT = ['consent', 'special_data_consent']
const REACHED = [...ON_CONSENT, 'legal_authorisation', 'public_duty']

interface Told extends AlikeRecords {
  readonly isNeeded: boolean
  readonly open: number
}

const told: fc.Arbitrary<Told> = fc.record({
  type: fc.constantFrom(...GRANTABLE_TYPES.filter((type) => type !== 'party')),
  basis: fc.constantFrom(...LAWFUL_BASES),
  subjects: fc.constant([1]),
  owners: fc.constant([1]),
  happened: fc.array(fc.constant(null), { minLength: 1, maxLength: 9 }),
  isClosed: fc.boolean(),
  isNeeded: fc.boolean(),
  open: fc.integer({ min: 0, max: 9 }),
})
/** Some of them, all or none. */
const openOf = ({ open, happened }: Told) => Math.min(open, happened.length)
const scopes = fc.option(fc.subarray([...GRANTABLE_TYPES], { minLength: 1 }))

function outcomeOf(records: readonly Told[], types: readonly GrantableType[] | null) {
  const count = new ObjectionCount({
    types: types === null ? null : typeMask(types),
    isNeeded: (alike) => (alike as Told).isNeeded,
    countOpen: (alike) => openOf(alike as Told),
  })
  for (const record of records) count.add(record)
  return count.outcome
}

/** The five effects in the words of the contract, section 7. */
function effectInWords(records: readonly Told[], types: readonly GrantableType[] | null): string {
  const inScope = records.filter((r) => r.isNeeded && (types === null || types.includes(r.type)))
  const reachable = inScope.filter((r) => REACHED.includes(r.basis))
  if (records.length === 0) return 'stopped_nothing_no_records'
  if (inScope.length === 0) return 'stopped_nothing_out_of_scope'
  if (reachable.length === 0) return 'stopped_nothing_exempt'
  // What no consent could open is no more closed by an objection.
  const closable = reachable.filter((r) => !r.isClosed)
  const onConsentAlone = closable.every((r) => ON_CONSENT.includes(r.basis))
  return onConsentAlone && !closable.some((r) => openOf(r) > 0)
    ? 'stopped_nothing_consent_only'
    : 'stopped_some'
}

test('the effect is the first of the contract’s five that fits', () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 8 }), scopes, (records, types) => {
      expect(outcomeOf(records, types).effect).toBe(effectInWords(records, types))
    }),
    { numRuns: 2_000 },
  )
})

test('every record is counted once, as stopped or as continuing, and alike ones in one row', () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 20 }), scopes, (records, types) => {
      const { stopped, continuing } = outcomeOf(records, types)
      const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
      expect(sum(stopped) + sum(continuing)).toBe(
        sum(records.map(({ happened }) => ({ count: happened.length }))),
      )
      for (const rows of [stopped, continuing]) {
        const alike = rows.map(({ count: _, ...rest }) => JSON.stringify(rest))
        expect(new Set(alike).size).toBe(alike.length)
      }
      expect(stopped.every(({ lawful_basis }) => REACHED.includes(lawful_basis))).toBe(true)
    }),
  )
})

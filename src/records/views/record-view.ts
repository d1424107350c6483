import { type Input, inputsOf } from '../../domain/derived/members.ts'
import { formatInstant } from '../../domain/time.ts'
import { LONGEST_KEPT } from '../../store/known-records.ts'
import type { GatedRecord } from '../gate/gated.ts'
import type { DerivedView } from './derived-schema.ts'

/**
 * A record as returned: its stored fields, and `derived` (contract §5). `derived` has the ids of other records and parties
 * only if the reader may read those records. What a reader by grant may not see of a lot becomes a count and a sum in
 * `redacted`.
 */
export const recordJson = (gated: GatedRecord): string => withKeepUntil(textOf(gated), gated.keepUntil)

/** Adds to `derived`, the last member, until when the reader may keep what a grant opened (contract §20). */
export const withKeepUntil = (json: string, keepUntil: number | null): string =>
  keepUntil === null ? json : `${json.slice(0, -2)},"keep_until":"${formatInstant(keepUntil)}"}}`

function textOf(gated: GatedRecord): string {
  const { record, remembered, derived } = gated
  // Then nothing depends on the reader: no ids of other records, no custody.
  const sameForAll = derived.superseded_by.length === 0 && record.type !== 'lot'
  if (!sameForAll || record.json.length > LONGEST_KEPT) return renderedFor(gated)
  remembered.json ??= renderedFor(gated)
  return remembered.json
}

/** Does the reader see every stored member? Ids left out of `derived` are not stored. */
export const isWhole = (gated: GatedRecord): boolean => hiddenInputs(gated).length === 0

function renderedFor(gated: GatedRecord): string {
  const redacted: Redaction[] = []
  const derived = JSON.stringify(derivedView(gated, redacted))
  const stored = storedView(gated, redacted)
  const withRedactions =
    redacted.length > 0 ? `${derived.slice(0, -1)},"redacted":${JSON.stringify(redacted)}}` : derived
  return `${stored.slice(0, -1)},"derived":${withRedactions}}`
}

type Redaction =
  | { readonly member: 'inputs'; readonly count: number; readonly kg: number }
  | { readonly member: 'legs'; readonly count: number; readonly difference_kg: number }
  | { readonly member: 'custodian' }

/** The lot's inputs that this reader may not know; only its owners know all. */
function hiddenInputs({ record, own, mayRead }: GatedRecord): readonly Input[] {
  if (own || record.type !== 'lot') return []
  return inputsOf(record).filter((input) => !mayRead(input.record_id))
}

function storedView(gated: GatedRecord, redacted: Redaction[]): string {
  const { body, json } = gated.record
  const hidden = hiddenInputs(gated)
  if (hidden.length === 0) return json
  redacted.push({ member: 'inputs', count: hidden.length, kg: sum(hidden.map((input) => input.kg)) })
  const inputs = inputsOf(gated.record).filter((input) => !hidden.includes(input))
  return JSON.stringify({ ...body, inputs })
}

function derivedView(gated: GatedRecord, redacted: Redaction[]): DerivedView {
  const { derived, mayRead } = gated
  const view: DerivedView = {
    superseded_by: derived.superseded_by.filter(mayRead),
    retracted: derived.retracted,
    standing: derived.standing,
    kg: derived.kg,
    flags: [...derived.flags],
  }
  if (gated.record.type === 'delivery') view.confirmation = derived.confirmation ?? null
  if (derived.custody) {
    const { givenBy, ...custody } = derived.custody
    const visible = givenBy === null || mayRead(givenBy)
    if (!visible) redacted.push({ member: 'custodian' })
    view.custody = visible ? custody : { ...custody, custodian: null }
  }
  if (derived.fulfilment) view.fulfilment = derived.fulfilment
  if (derived.mass_balance) {
    const { legs, ...balance } = derived.mass_balance
    const shown = gated.own ? legs : legs.filter((leg) => mayRead(leg.transferId))
    if (shown.length < legs.length) {
      const hidden = legs.filter((leg) => !shown.includes(leg))
      redacted.push({
        member: 'legs',
        count: hidden.length,
        difference_kg: sum(hidden.map((leg) => leg.difference_kg ?? 0)),
      })
    }
    view.mass_balance = { ...balance, legs: shown.map(({ transferId: _, ...leg }) => leg) }
  }
  return view
}

const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 1e6) / 1e6

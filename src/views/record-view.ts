import type { GatedRecord } from '../gate/gated.ts'

/**
 * A record as it is returned: its stored fields, and `derived` (contract §5). Ids of other records and parties
 * stand in `derived` only where the reader may read those records; what a reader by grant may not see of a
 * lot becomes a count and a sum, named in `redacted`.
 */
export function recordJson(gated: GatedRecord): string {
  const { record, remembered, derived } = gated
  // Nothing in it depends on who reads: no ids of other records, no custody.
  const sameForAll = derived.superseded_by.length === 0 && record.type !== 'lot'
  if (!sameForAll) return renderedFor(gated)
  remembered.json ??= renderedFor(gated)
  return remembered.json
}

/** Does the reader see the record as it is stored, and all that is derived of it? Then nothing is left out or summed. */
export function isWhole(gated: GatedRecord): boolean {
  const redacted: Redaction[] = []
  derivedView(gated, redacted)
  if (!gated.own && gated.record.type === 'lot') lotJson(gated, redacted)
  return redacted.length === 0
}

function renderedFor(gated: GatedRecord): string {
  const { record } = gated
  const redacted: Redaction[] = []
  const derived = JSON.stringify(derivedView(gated, redacted))
  const stored = gated.own || record.type !== 'lot' ? record.json : lotJson(gated, redacted)
  const withRedactions =
    redacted.length > 0 ? `${derived.slice(0, -1)},"redacted":${JSON.stringify(redacted)}}` : derived
  return `${stored.slice(0, -1)},"derived":${withRedactions}}`
}

type Redaction =
  | { readonly member: 'inputs'; readonly count: number; readonly kg: number }
  | { readonly member: 'legs'; readonly count: number; readonly difference_kg: number }
  | { readonly member: 'custodian' }

interface Input {
  readonly record_id: string
  readonly kg: number
}

function lotJson(gated: GatedRecord, redacted: Redaction[]): string {
  const inputs = gated.record.body.inputs as readonly Input[] | undefined
  if (!inputs) return gated.record.json
  const hidden = inputs.filter((input) => !gated.mayRead(input.record_id))
  if (hidden.length === 0) return gated.record.json
  redacted.push({ member: 'inputs', count: hidden.length, kg: sum(hidden.map((input) => input.kg)) })
  return JSON.stringify({ ...gated.record.body, inputs: inputs.filter((input) => !hidden.includes(input)) })
}

function derivedView(gated: GatedRecord, redacted: Redaction[]): object {
  const { derived, mayRead } = gated
  const view: Record<string, unknown> = {
    superseded_by: derived.superseded_by.filter(mayRead),
    retracted: derived.retracted,
    standing: derived.standing,
    kg: derived.kg,
    flags: derived.flags,
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

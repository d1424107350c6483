/** What the view is made from: plain data, as the public API gave it to this reader and to nobody else. */

export interface Quantity {
  readonly value: number
  readonly unit: string
  readonly label?: string
}

export interface Money {
  readonly amount_minor: number
  readonly currency: string
}

/** The part of any record that the view reads. */
export interface ApiRecord {
  readonly id: string
  readonly type: string
  readonly occurred_at: string
  readonly occurred_at_precision?: string
  readonly received_at: string
  readonly asserted_by: string
  readonly on_behalf_of?: string
  readonly supersedes?: string
  readonly crop?: string
  readonly quantity?: Quantity
  readonly normalized_kg?: number
  readonly conversion_id?: string
  readonly measurement_method?: string
  readonly derived: { readonly kg: number | null; readonly flags: readonly string[] }
}

export interface Confirmation {
  readonly independent: boolean
  readonly confirmed_at: string
  readonly channel: string
}

export interface Delivery extends ApiRecord {
  readonly from_party: string
  readonly to_party: string
  readonly crop: string
  readonly agreed_price?: Money
  readonly grade?: string
  readonly derived: ApiRecord['derived'] & { readonly confirmation: Confirmation | null }
}

export interface Fulfilment {
  readonly committed_kg: number | null
  readonly delivered_kg: number
  readonly confirmed_kg: number
  readonly outstanding_kg: number | null
  readonly deliveries: number
  readonly confirmed: number
  readonly forked: number
  readonly unconvertible: number
  readonly not_counted: number
  readonly incomplete: boolean
}

export interface Obligation extends ApiRecord {
  readonly kind: string
  readonly obligor: string
  readonly obligee: string
  readonly amount?: Money
  readonly due_at?: string
  readonly derived: ApiRecord['derived'] & { readonly fulfilment: Fulfilment }
}

export interface Leg {
  readonly at: string
  readonly kg: number
  readonly expected_kg: number | null
  readonly difference_kg: number | null
  readonly breached: boolean
}

export interface MassBalance {
  readonly inputs_kg: number | null
  readonly declared_kg: number | null
  readonly outputs_kg: number
  readonly losses_kg: number
  readonly formation_difference_kg: number | null
  readonly remaining_kg: number | null
  readonly legs: readonly Leg[]
  readonly tolerance: number
  readonly breached: boolean
  readonly not_counted: number
  readonly incomplete: boolean
}

export interface Redaction {
  readonly member: string
  readonly count?: number
  readonly kg?: number
  readonly difference_kg?: number
}

export interface Lot extends ApiRecord {
  readonly holder: string
  readonly crop: string
  readonly quantity: Quantity
  readonly inputs?: readonly { readonly record_id: string; readonly kg: number }[]
  readonly grade?: string
  readonly derived: ApiRecord['derived'] & {
    readonly custody: {
      readonly custodian: string | null
      readonly as_of: string
      readonly transfers: number
      readonly broken: boolean
    }
    readonly mass_balance: MassBalance
    readonly redacted?: readonly Redaction[]
  }
}

export interface PartyStatement extends ApiRecord {
  readonly party: string
  readonly display_name: string
}

export interface Grant {
  readonly id: string
  readonly subject: string
  readonly purpose: string
  readonly record_types: readonly string[]
  readonly expires_at: string
  readonly live: boolean
}

/** A list, and whether it was read to its end. */
export interface Listing<T> {
  readonly found: readonly T[]
  readonly complete: boolean
}

/** How a party may be called before this reader. */
export interface PartyName {
  /** Newest first; more than one when those who recorded it disagree. */
  readonly names: readonly string[]
  /** The party said so itself. */
  readonly ownWord: boolean
}

/** Kilograms per unit, and how that is known. */
export interface Factor {
  readonly id: string
  readonly kind: string
  readonly unit: string
  readonly crop?: string
  readonly to_crop?: string
  readonly factor: number
  readonly source: string
  readonly weighings_count: number
}

/** The public registry, as far as the view prints it. */
export interface Reference {
  readonly crops: ReadonlyMap<string, { readonly name: string }>
  readonly units: ReadonlyMap<string, { readonly name: string }>
  readonly factors: ReadonlyMap<string, Factor>
  readonly flags: ReadonlyMap<string, { readonly meaning: string }>
  readonly purposes: ReadonlyMap<string, { readonly name: string; readonly meaning: string }>
  readonly recordTypes: ReadonlyMap<string, { readonly name: string }>
}

/** What every page needs. */
export interface Frame {
  readonly asAtMs: number
  readonly timeZone: string
  readonly purpose: string
  readonly reader: string
  readonly reference: Reference
  /** Names open to the reader; a party without an entry is "another party". */
  readonly names: ReadonlyMap<string, PartyName>
  /** False when there were more other parties than names are asked for. */
  readonly namesComplete: boolean
}

export interface SubjectData extends Frame {
  readonly subject: string
  /** Live grants of this subject to the reader for this purpose. */
  readonly grants: Listing<Grant>
  readonly deliveries: Listing<Delivery>
  readonly obligations: Listing<Obligation>
  readonly lots: Listing<Lot>
  /** Versions of any of the three in a fork. */
  readonly forked: Listing<ApiRecord>
  /** The margin of mass balances that the service is set to. */
  readonly tolerance: number
  /** What the service is set to flag as implausible beyond. */
  readonly implausibleAboveKg: number
  readonly anchoring: Anchored
}

/** Whether somebody outside holds the log to what it said. */
export interface Anchored {
  /** There is a publisher. */
  readonly isConfigured: boolean
  /** The newest root that was published: when, and by what; null when none ever was. */
  readonly newest: { readonly published_at: string; readonly publisher: string } | null
}

export interface GrantorsData extends Frame {
  /** Live grants to the reader for this purpose, of everybody. */
  readonly grants: Listing<Grant>
}

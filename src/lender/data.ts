import type { Fulfilment } from '../domain/derived/fulfilment.ts'
import type { MassBalance as DerivedBalance } from '../domain/derived/mass-balance.ts'
import type { PartyName } from '../domain/party.ts'
import type { PartyKind } from '../domain/shapes.ts'
import type { Happened } from '../text/kinds.ts'

/** The view's input: plain data that the public API gave to this reader. */

/** The API shows no leg's transfer. */
export type Leg = Omit<DerivedBalance['legs'][number], 'transferId'>
export type MassBalance = Omit<DerivedBalance, 'legs'> & { readonly legs: readonly Leg[] }

export interface Quantity {
  readonly value: number
  readonly unit: string
  readonly label?: string
}

export interface Money {
  readonly amount_minor: number
  readonly currency: string
}

/** The members of records that the view reads. */
export interface ApiRecord {
  readonly id: string
  readonly type: string
  readonly occurred_at: Happened
  readonly occurred_at_precision?: string
  readonly received_at: string
  readonly asserted_by: string
  readonly on_behalf_of?: string
  /** Null: a version that the reader may not read. */
  readonly supersedes?: string | null
  readonly crop?: string
  readonly quantity?: Quantity
  readonly normalized_kg?: number
  readonly conversion_id?: string
  readonly measurement_method?: string
  readonly derived: {
    readonly kg: number | null
    readonly flags: readonly string[]
    /** Until when the reader may keep it. */
    readonly keep_until?: string
  }
}

export interface Delivery extends ApiRecord {
  readonly from_party: string
  readonly to_party: string
  readonly crop: string
  readonly agreed_price?: Money
  readonly grade?: string
  readonly derived: ApiRecord['derived'] & {
    readonly confirmation: {
      readonly independent: boolean
      /** Both null where the reader may not read the confirmation. */
      readonly confirmed_at: string | null
      readonly channel: string | null
    } | null
  }
}

export interface Obligation extends ApiRecord {
  readonly kind: string
  readonly obligor: string
  readonly obligee: string
  readonly amount?: Money
  readonly due_at?: string
  readonly derived: ApiRecord['derived'] & { readonly fulfilment: Fulfilment }
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
      readonly as_of: string | null
      readonly transfers: number
      readonly broken: boolean
    }
    readonly mass_balance: MassBalance
    readonly redacted?: readonly Redaction[]
  }
}

export interface Plot extends ApiRecord {
  readonly name?: string
  readonly country: string
  readonly area_ha?: number
  /** What it has on the map: hectares within its boundary, or in words why there are none. Where it lies is not kept. */
  readonly drawn: number | 'point' | 'nothing' | 'faulty' | 'not_reckoned'
}

/** A version that was corrected: the members of it that the view prints. */
export type Earlier = ApiRecord & Partial<Pick<Delivery, 'agreed_price'> & Pick<Obligation, 'amount'>>

export interface PartyStatement extends ApiRecord {
  readonly party: string
  readonly kind: PartyKind
  readonly display_name: string
  readonly member_no?: string
  readonly phone?: string
}

export interface Grant {
  readonly id: string
  readonly subject: string
  readonly purpose: string
  readonly record_types: readonly string[]
  readonly expires_at: string
  /** Opens what happened from then on, and before then. */
  readonly occurred_from?: string
  readonly occurred_to?: string
  readonly live: boolean
}

/** A list, and whether it is complete. */
export interface Listing<T> {
  readonly found: readonly T[]
  readonly complete: boolean
}

/** A party's name as this reader may see it. */
export interface NameShown {
  /** By the word of the cooperative or of the party itself. */
  readonly called: PartyName
  /** Without such a name, those that others recorded: newest first; several if they disagree. */
  readonly byOthers: readonly string[]
  /** By the same word as the name; absent without one. */
  readonly phone?: string
}

/** Kilograms per unit, and their origin. */
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

/** The parts of the public registry that the view prints. */
export interface Reference {
  readonly crops: ReadonlyMap<string, { readonly name: string }>
  readonly units: ReadonlyMap<string, { readonly name: string }>
  readonly factors: ReadonlyMap<string, Factor>
  readonly flags: ReadonlyMap<string, { readonly meaning: string }>
  readonly purposes: ReadonlyMap<string, { readonly name: string; readonly meaning: string }>
  readonly recordTypes: ReadonlyMap<string, { readonly name: string }>
}

/** Common to all pages. */
export interface Frame {
  readonly asAtMs: number
  readonly timeZone: string
  readonly purpose: string
  readonly reader: string
  /** What the appliance's own cooperative is called; empty before it has a name. */
  readonly cooperativeName: string
  readonly reference: Reference
  /** Names open to the reader; without one, a party is "another party". */
  readonly names: ReadonlyMap<string, NameShown>
  /** False if there are too many other parties to ask for all names. */
  readonly namesComplete: boolean
}

export interface SubjectData extends Frame {
  readonly subject: string
  /** The subject's live grants to the reader for this purpose. */
  readonly grants: Listing<Grant>
  readonly deliveries: Listing<Delivery>
  readonly obligations: Listing<Obligation>
  readonly lots: Listing<Lot>
  readonly plots: Listing<Plot>
  readonly forkedPlots: Listing<Plot>
  /** Corrected versions of plots. */
  readonly supersededPlots: Listing<Plot>
  /** Forked versions of any of the first three. */
  readonly forked: Listing<ApiRecord>
  /** Corrected versions of any of the first three. */
  readonly superseded: Listing<Earlier>
  /** The configured tolerance of mass balances. */
  readonly tolerance: number
  /** The configured limit of plausible quantities. */
  readonly implausibleAboveKg: number
  readonly anchoring: Anchored
}

/** Whether anybody outside could tell that the log was changed. */
export interface Anchored {
  /** There is a publisher. */
  readonly isConfigured: boolean
  /** The newest published root; null without one. */
  readonly newest: { readonly published_at: string; readonly publisher: string } | null
}

export interface GrantorsData extends Frame {
  /** Everybody's live grants to the reader for this purpose. */
  readonly grants: Listing<Grant>
}

import type { GrantView } from '../consent/grants.ts'
import type { PartyName } from '../domain/party.ts'
import type { ConversionRow } from '../domain/registry.ts'
import type { Quantity as QuantityShape, View } from '../domain/shapes.ts'
import type { RecordType } from '../domain/types/index.ts'
import type { DerivedOf } from '../records/views/derived-schema.ts'
import type { RecordView } from '../records/views/record-schema.ts'
import type { Happened } from '../text/kinds.ts'

/** The view's input: plain data that the public API returned to this reader. */

type Derived<T extends RecordType, Members extends keyof DerivedOf<T> = never> = Pick<
  DerivedOf<T>,
  'kg' | 'flags' | 'keep_until' | Members
>

export type MassBalance = DerivedOf<'lot'>['mass_balance']
export type Leg = MassBalance['legs'][number]
export type Quantity = View<typeof QuantityShape>
export type Redaction = NonNullable<DerivedOf<'lot'>['redacted']>[number]

/** The members of records that the view reads, with the time as its formatter demands it. */
export type ApiRecord = Pick<
  RecordView,
  | 'id'
  | 'type'
  | 'received_at'
  | 'occurred_at_precision'
  | 'asserted_by'
  | 'on_behalf_of'
  | 'supersedes'
  | 'crop'
  | 'quantity'
  | 'normalized_kg'
  | 'conversion_id'
  | 'measurement_method'
> & { readonly occurred_at: Happened; readonly derived: Derived<RecordType> }

export type Delivery = ApiRecord &
  Pick<RecordView<'delivery'>, 'from_party' | 'to_party' | 'crop' | 'agreed_price' | 'grade'> & {
    readonly derived: Derived<'delivery', 'confirmation' | 'paid'>
  }

export type Payment = ApiRecord &
  Pick<RecordView<'payment'>, 'payer' | 'payee' | 'amount' | 'method' | 'purpose' | 'reference'> & {
    readonly derived: Derived<'payment', 'confirmation'>
  }

export type Obligation = ApiRecord &
  Pick<RecordView<'obligation'>, 'kind' | 'obligor' | 'obligee' | 'amount' | 'due_at'> & {
    readonly derived: Derived<'obligation', 'confirmation' | 'fulfilment'>
  }

export type Lot = ApiRecord &
  Pick<RecordView<'lot'>, 'holder' | 'crop' | 'quantity' | 'inputs' | 'grade'> & {
    readonly derived: Derived<'lot', 'custody' | 'mass_balance' | 'redacted'>
  }

/** A plot as the API returns it. */
export type SentPlot = ApiRecord &
  Pick<RecordView<'plot'>, 'name' | 'country' | 'area_ha'> & { readonly geometry?: unknown }
export type Plot = Omit<SentPlot, 'geometry'> & {
  /** Hectares within its boundary on the map, or why there are none. The location is not kept. */
  readonly drawn: number | 'point' | 'nothing' | 'faulty' | 'not_reckoned'
}

/** A version that was corrected since, with the members that the view prints. */
export type Earlier = ApiRecord & Partial<Pick<Delivery, 'agreed_price'> & Pick<Obligation, 'amount'>>

export type PartyStatement = ApiRecord &
  Pick<RecordView<'party'>, 'party' | 'kind' | 'display_name' | 'member_no' | 'phone'>

export type Grant = Pick<
  GrantView,
  'id' | 'subject' | 'purpose' | 'record_types' | 'expires_at' | 'occurred_from' | 'occurred_to' | 'live'
>

/** A list, and whether it is complete. */
export interface Listing<T> {
  readonly found: readonly T[]
  readonly complete: boolean
}

/** A party's name as this reader may see it. */
export interface NameShown {
  /** The name that the cooperative or the party itself recorded. */
  readonly called: PartyName
  /** If there is no such name, those that others recorded, newest first; several if they disagree. */
  readonly byOthers: readonly string[]
  /** Recorded by the same party as the name; absent without one. */
  readonly phone?: string
}

/** A factor of kilograms per unit, and its origin. */
export type Factor = Pick<
  ConversionRow,
  'id' | 'kind' | 'unit' | 'crop' | 'to_crop' | 'factor' | 'source' | 'weighings_count'
>

/** The parts of the public registry that the view uses. */
export interface Reference {
  readonly crops: ReadonlyMap<string, { readonly name: string }>
  readonly units: ReadonlyMap<string, { readonly name: string }>
  readonly factors: ReadonlyMap<string, Factor>
  readonly flags: ReadonlyMap<string, { readonly meaning: string }>
  readonly purposes: ReadonlyMap<string, { readonly name: string; readonly meaning: string }>
  readonly recordTypes: ReadonlyMap<string, { readonly name: string }>
}

/** Data common to all pages. */
export interface Frame {
  readonly asAtMs: number
  readonly purpose: string
  readonly reader: string
  /** The appliance's own cooperative, and its name; both empty before there is one. */
  readonly cooperative: string
  readonly cooperativeName: string
  readonly reference: Reference
  /** Names open to the reader; a party without one is called "another party". */
  readonly names: ReadonlyMap<string, NameShown>
  /** False if there were too many parties to look up all names. */
  readonly namesComplete: boolean
}

export interface SubjectData extends Frame {
  readonly subject: string
  /** The subject's live grants to the reader for this purpose. */
  readonly grants: Listing<Grant>
  readonly deliveries: Listing<Delivery>
  readonly obligations: Listing<Obligation>
  readonly payments: Listing<Payment>
  readonly lots: Listing<Lot>
  readonly plots: Listing<Plot>
  readonly forkedPlots: Listing<Plot>
  /** Corrected versions of plots. */
  readonly supersededPlots: Listing<Plot>
  /** Forked versions of any of the first four. */
  readonly forked: Listing<ApiRecord>
  /** Corrected versions of any of the first four. */
  readonly superseded: Listing<Earlier>
  /** The configured tolerance of mass balances. */
  readonly tolerance: number
  /** The configured limit of plausible quantities. */
  readonly implausibleAboveKg: number
  readonly anchoring: Anchored
}

/** Whether anyone outside could detect that the log was changed. */
export interface Anchored {
  /** Whether a publisher is set. */
  readonly isConfigured: boolean
  /** The newest published root; null without one. */
  readonly newest: {
    readonly published_at: string
    /** Those that signed it; none if it was written into a folder. */
    readonly witnesses: readonly { readonly name: string }[]
  } | null
}

export interface GrantorsData extends Frame {
  /** All parties' live grants to the reader for this purpose. */
  readonly grants: Listing<Grant>
}

/** A buying point: the values that are the same for every record written there. */
export interface BuyingPoint {
  readonly name: string
  /** Saved values, by flag of the field; a party as its id. */
  readonly answers: Readonly<Record<string, { readonly text: string; readonly shown: string }>>
  /** Unit of a quantity given as a bare number; null for none. */
  readonly unit: string | null
}

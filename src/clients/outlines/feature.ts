/** A plot as in a map file. */
export interface Feature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: unknown
  /** With how many decimals its coordinates were written. */
  readonly decimals?: number
  readonly id?: unknown
}

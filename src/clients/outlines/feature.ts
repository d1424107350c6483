/** A plot as in a map file. */
export interface Feature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: unknown
  readonly id?: unknown
}

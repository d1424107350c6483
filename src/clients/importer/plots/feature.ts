/** A plot as a file of the map has it. */
export interface Feature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: unknown
  readonly id?: unknown
}

/** Rows of lists. */

/** A place in a list: by occurred_at, then id. */
export interface ListKey {
  readonly occurredAt: number
  /** Hexadecimal digits, upper case. */
  readonly id: string
}

export interface StreamRow extends ListKey {
  readonly seq: number
  readonly role: number
}

/** Where checkpoints go, so that somebody outside can hold this log to what it said (contract §14). */

/** One checkpoint on its way out. */
export interface Publication {
  /** The signed note. */
  readonly checkpoint: string
  readonly origin: string
  readonly treeSize: number
  readonly auditN: number
  /** Size of the newest tree of this origin that this publisher is known to have; 0: none. */
  readonly knownSize: number
  /** Proves that an earlier tree of this log is the beginning of this one. */
  readonly consistencyFrom: (earlierSize: number) => readonly Buffer[]
  /** The root that an earlier tree of this log had, or this one. */
  readonly rootAt: (size: number) => Buffer
}

export interface Publisher {
  /** As everybody may know it: "folder", or a witness by the name of its key. */
  readonly name: string
  /** For the operator: "the folder /x", "the witness name at https://…". */
  readonly words: string
  /**
   * Settles in any case, within some seconds. Safe to call again with the same checkpoint.
   * @returns the receipt, as text: what shows that it was taken
   * @throws {PublicationFault}
   */
  publish(publication: Publication): Promise<string>
}

/** It was not taken; the message says why, in words for the operator. */
export class PublicationFault extends Error {
  override readonly name = 'PublicationFault'
}

/** Somebody outside holds a later or another tree of this log: not a fault of the link. */
export const contradicted = (finding: string): PublicationFault =>
  new PublicationFault(
    `${finding}. This log was rolled back or rewritten, or a copy of it runs elsewhere: run "granary verify"`,
  )

import { ToldError } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'

/** Where checkpoints are published, so that outsiders can hold this log to them (contract §14). */

export interface Publication {
  /** The signed note. */
  readonly checkpoint: string
  readonly origin: string
  readonly treeSize: number
  readonly auditN: number
  /** Size of the newest tree of this origin that the publisher is known to have; 0 for none. */
  readonly knownSize: number
  /** Proves that an earlier tree of this log is the beginning of this one. */
  readonly consistencyFrom: (earlierSize: number) => readonly Buffer[]
  /** The root of this tree or an earlier one. */
  readonly rootAt: (size: number) => Buffer
}

export interface Publisher {
  /** Public: "folder", or a witness by its key's name. */
  readonly name: string
  /** For the operator: "the folder /x", "the witness name at https://...". */
  readonly words: Message
  /**
   * Publishes a checkpoint. Always settles within seconds; repeating a call is safe.
   * @returns the receipt: evidence that the publisher accepted the checkpoint
   * @throws {PublicationFault}
   */
  publish(publication: Publication): Promise<string>
}

/** The publisher did not accept the checkpoint: why, as a clause for the operator. */
export class PublicationFault extends ToldError {
  override readonly name = 'PublicationFault'
}

/** The publisher has a later or different tree of this log, which is no network fault. */
export class Contradiction extends PublicationFault {
  constructor(finding: Message) {
    super(message('publisher.contradicted', { finding }))
  }
}

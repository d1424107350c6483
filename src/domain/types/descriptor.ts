import type { Static, TObject, TProperties } from '@sinclair/typebox'
import type { PlainKey } from '../../words/keys.ts'

/**
 * The subjects of a record: parties that it names itself, or the subjects of another record that it names: a
 * lot (`wholeChain`), a delivery or, for a retraction, any record. Another kind of target needs a change in
 * `derived/subjects.ts`.
 */
export type Subjects =
  | {
      readonly named: readonly string[]
      /** Only these parties and its asserters may read it, whatever is granted. */
      readonly noGrantOpens?: boolean
    }
  | { readonly ofRecord: string; readonly wholeChain: boolean }

/** Describes one record type. */
export interface RecordTypeDescriptor<Body, Fields extends TProperties = TProperties> {
  readonly type: string
  /** Stable number, stored in the database and in bit masks; never reused. Inferences have 10. */
  readonly code: number
  /** Fields in the order of the paper form. Each has a kind: see `fields.ts`. */
  readonly fields: Fields
  /** What a clerk records. Absent: the front office records it another way, or never. */
  readonly counter?: PlainKey
  /** Returns the subjects. Call it with a body of this type only. */
  subjects(body: Body): Subjects
  /** Its subjects may become known after receipt: each read determines them, and lists hold candidates. */
  readonly subjectsMayComeLater?: true
  /** It counts in no figure of the lot that it names, and no figure is incomplete without it. */
  readonly isInNoFigure?: true
  /**
   * Returns whether it shows money or debt; `as_target`: as the record it names. Call it with this type only.
   */
  financial(body: Body): boolean | 'as_target'
  /** The member holding the id of the record it acts on; such a record is never corrected (contract §4). */
  readonly actsOn?: 'target_id' | 'delivery_id' | 'payment_id' | 'obligation_id'
  /** The type of record that it confirms. */
  readonly confirms?: 'delivery' | 'payment' | 'obligation'
}

/** Returns the descriptor with the exact type of its fields, from which the type of a body is made. */
export const define = <Fields extends TProperties>(
  descriptor: RecordTypeDescriptor<Static<TObject<Fields>>, Fields>,
) => descriptor

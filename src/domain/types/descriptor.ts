import type { Static, TObject, TProperties } from '@sinclair/typebox'
import type { LawfulBasis, Precision } from '../shapes.ts'

/** Members of every stored observation, whatever its type. */
export type Envelope = {
  readonly id: string
  readonly record_class: 'observation'
  readonly occurred_at: string
  readonly occurred_at_precision?: Precision
  readonly recorded_at: string
  readonly received_at: string
  readonly asserted_by: string
  readonly lawful_basis: LawfulBasis
  readonly on_behalf_of?: string
  readonly delegation_id?: string
  readonly supersedes?: string
  readonly device_id?: string
  readonly evidence?: readonly { readonly sha256: string; readonly media_type: string }[]
}

/**
 * Whom a record is about: parties it names itself, or those of another record it names: a lot (`wholeChain`), a delivery or,
 * for a retraction, any record. Another kind of target needs a change in `derived/subjects.ts`.
 */
export type Subjects =
  | {
      readonly named: readonly string[]
      /** Only these parties, and those who asserted it, ever read it. */
      readonly noGrantOpens?: boolean
    }
  | { readonly ofRecord: string; readonly wholeChain: boolean }

/** Describes one record type. */
export interface RecordTypeDescriptor<Body, Fields extends TProperties = TProperties> {
  readonly type: string
  /** Stable number, stored in the database and in bit masks; never reused. 10 is taken by inferences. */
  readonly code: number
  /** In the order of the paper form. Each has a kind: see `fields.ts`. */
  readonly fields: Fields
  /** What a clerk writes down with it, after "record". Left out: the front office has a way of its own to write it, or none. */
  readonly counter?: string
  /** Call with a body of this type only. */
  subjects(body: Body): Subjects
  /** Its subjects may become known after its receipt: reads decide who they are, and lists name candidates. */
  readonly subjectsMayComeLater?: true
  /** It counts in no figure of the lot that it names, and none misses it. */
  readonly isInNoFigure?: true
  /** Call with a body of this type only. True if it shows money or debt; `as_target` takes the answer from the record it names. */
  financial(body: Body): boolean | 'as_target'
  /** The member holding the id of the record it acts on; such a record is never corrected (contract §4). */
  readonly actsOn?: 'target_id' | 'delivery_id'
}

/** Keeps the exact type of its fields, from which the type of a body is made. */
export const define = <Fields extends TProperties>(
  descriptor: RecordTypeDescriptor<Static<TObject<Fields>>, Fields>,
) => descriptor

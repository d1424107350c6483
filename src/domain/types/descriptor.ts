import type { Static, TObject, TProperties } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Code, type LawfulBasis, MAX_QUANTITY, MEASUREMENT_METHODS, Quantity, Word } from '../shapes.ts'

/** Members of every stored observation, whatever its type. */
export type Envelope = {
  readonly id: string
  readonly record_class: 'observation'
  readonly occurred_at: string
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
  readonly fields: Fields
  /** Call with a body of this type only. */
  subjects(body: Body): Subjects
  /** Call with a body of this type only. True if it shows money or debt; `as_target` takes the answer from the record it names. */
  financial(body: Body): boolean | 'as_target'
  /** The member holding the id of the record it acts on; such a record is never corrected (contract §4). */
  readonly actsOn?: 'target_id' | 'delivery_id'
}

/** Keeps the exact type of its fields, from which the type of a body is made. */
export const define = <Fields extends TProperties>(
  descriptor: RecordTypeDescriptor<Static<TObject<Fields>>, Fields>,
) => descriptor

const measured = {
  normalized_kg: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_QUANTITY,
      description: 'Mass in kilograms. Requires conversion_id.',
    }),
  ),
  conversion_id: Type.Optional(Code('Registry id of the conversion factor. Need not resolve.')),
  measurement_method: Type.Optional(Word(MEASUREMENT_METHODS, 'How the quantity was found.')),
}

export const withQuantity = { quantity: Quantity, ...measured }
export const withOptionalQuantity = { quantity: Type.Optional(Quantity), ...measured }

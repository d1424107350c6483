import { type TSchema, Type } from '@sinclair/typebox'
import type { PlainKey } from '../../words/keys.ts'
import { MAX_QUANTITY, MEASURES, type Measure } from '../measures.ts'
import { OtherIds } from '../other-ids.ts'
import {
  Code,
  Id,
  Instant,
  MEASUREMENT_METHODS,
  Money,
  Outline,
  PlotIds,
  Quantity,
  Text,
  Word,
} from '../shapes.ts'
import type { AskedKind, FieldKind, UnaskedKind } from './kinds.ts'
import type { AuthorityRelation, Mention } from './relations.ts'

/** How one record names another. */
export type NamedBy = AuthorityRelation | Mention

/**
 * The members of a record. Each has a kind, which decides how the member is asked for, read, stored, shown,
 * exported and withheld. Code that handles members goes by their kinds, never by their names.
 */

/** What the help of a member's flag says; a member without it has no flag, and no field in a form. */
export interface FlagHelp {
  readonly ask: PlainKey
  /** Flag of the command, without its dashes; by default the member's name. */
  readonly flag?: string
}

interface MemberFacts extends Partial<FlagHelp> {
  /** The relation to the record that this member names. */
  readonly relation?: NamedBy
}

interface KindFacts {
  readonly relation?: NamedBy
  /** The words allowed; only for the kind `word`. */
  readonly words?: readonly string[]
}
export type FieldFacts = KindFacts &
  (
    | (Partial<FlagHelp> & { readonly kind: AskedKind })
    | { readonly kind: UnaskedKind; readonly ask?: never; readonly flag?: never }
  )

const FACTS: unique symbol = Symbol('facts')

/** Adds facts to a schema under a symbol, which JSON leaves out of the published contract. */
const of = <S extends TSchema>(schema: S, facts: FieldFacts): S => ({ ...schema, [FACTS]: facts })

/** Returns the facts of a member. @throws {TypeError} for a schema that was not made here */
export function factsOf(schema: TSchema): FieldFacts {
  const facts = (schema as { readonly [FACTS]?: FieldFacts })[FACTS]
  if (facts === undefined) throw new TypeError(`${schema.description}: a member of a record has a kind`)
  return facts
}

export const party = (help: string, told?: MemberFacts) => of(Id(help), { kind: 'party', ...told })
/** Who gave a confirmation with a signature or thumbprint that the front office vouches for (contract §23). */
export const signedBy = Type.Optional(
  party('The natural person who signed on paper. Only the front office records it: no token does.', {
    ask: 'question.signed_by',
    flag: 'signed-by',
  }),
)
export const id = (help: string, told?: Pick<MemberFacts, 'relation'>) =>
  of(Id(help), { kind: 'id', ...told })
export const reference = (relation: NamedBy, help: string, asked?: FlagHelp) =>
  of(Id(help), { kind: 'reference', relation, ...asked })
export const crop = (asked: FlagHelp = { ask: 'question.crop' }) =>
  of(Code('Registry code of the crop and its form.'), { kind: 'crop', ...asked })
export const text = (maxLength: number, help: string, asked?: FlagHelp) =>
  of(Text(maxLength, help), { kind: 'text', ...asked })
export const word = <const W extends readonly string[]>(words: W, help: string, asked?: FlagHelp) =>
  of(Word(words, help), { kind: 'word', words, ...asked })
export const day = (help: string, asked: FlagHelp) => of(Instant(help), { kind: 'day', ...asked })
export const stamp = (help: string) => of(Instant(help), { kind: 'stamp' })
export const happened = (help: string, asked: FlagHelp) => of(Instant(help), { kind: 'happened', ...asked })
export const money = (asked: FlagHelp, options: object = {}) =>
  of({ ...Money, ...options }, { kind: 'money', ...asked })
export const region = (asked?: FlagHelp) =>
  of(Code('Registry code of the region.'), { kind: 'region', ...asked })
export const plotIds = of(PlotIds, { kind: 'plots' })
/** Returns a member with its own schema and this kind. */
export const shaped = <S extends TSchema, K extends FieldKind>(
  kind: K,
  schema: S,
  told?: Omit<FieldFacts & { readonly kind: K }, 'kind'>,
) => of(schema, { kind, ...told } as FieldFacts)
/** A number above zero, of this measure. */
export const number = (measure: Measure, help: string, asked?: FlagHelp) =>
  of(Type.Number({ exclusiveMinimum: 0, maximum: MEASURES[measure].most, description: help }), {
    kind: measure,
    ...asked,
  })
/** Ids that others gave to a party or a plot. */
export const otherIds = Type.Optional(of(OtherIds, { kind: 'ids', ask: 'question.ids' }))
export const outline = of(Outline, { kind: 'outline' })

const HOW_MUCH: FlagHelp = { ask: 'question.quantity' }
const measured = (isMethodAsked: boolean) => ({
  normalized_kg: Type.Optional(
    of(
      Type.Number({
        minimum: 0,
        maximum: MAX_QUANTITY,
        description: 'Mass in kilograms. Requires conversion_id.',
      }),
      { kind: 'kg' },
    ),
  ),
  conversion_id: Type.Optional(
    of(Code('Registry id of the conversion factor. Need not resolve.'), { kind: 'factor' }),
  ),
  measurement_method: Type.Optional(
    word(
      MEASUREMENT_METHODS,
      'How the quantity was found.',
      isMethodAsked ? { ask: 'question.measurement_method' } : undefined,
    ),
  ),
})

export const withQuantity = { quantity: of(Quantity, { kind: 'quantity', ...HOW_MUCH }), ...measured(true) }
export const withOptionalQuantity = ({ ask = HOW_MUCH.ask, isMethodAsked = true } = {}) => ({
  quantity: Type.Optional(of(Quantity, { kind: 'quantity', ask })),
  ...measured(isMethodAsked),
})

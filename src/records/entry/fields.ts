import { given } from '../../base/typed.ts'
import {
  type ConfirmationType,
  descriptors,
  ENVELOPE_FIELDS,
  type FieldOf,
  fieldsOf,
  ofEachType,
  RECORD_TYPES,
  type RecordMember,
  type RecordType,
} from '../../domain/types/index.ts'
import type { AskedKind } from '../../domain/types/kinds.ts'
import type { PlainKey } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'

/** The flags of a record that a clerk enters, by its type, in the order of the paper form. */

export interface Field {
  readonly type: RecordType
  /** Member of the record; `quantity` also gives normalized_kg and conversion_id. */
  readonly member: RecordMember
  /** Flag without its dashes. */
  readonly flag: string
  /** What its help says. */
  readonly question: PlainKey
  readonly kind: AskedKind
  readonly optional: boolean
  /** Set if the field has a usual value without a flag. */
  readonly assumed?: true
  readonly words?: readonly string[]
  /** Most characters of a text. */
  readonly most?: number
}

type WordsOfTypes = `${'noun' | 'nouns' | 'seen' | 'type'}.${RecordType}` | `entry.${RecordMember}`
/** Here the compiler names the words of types and members that the catalogue lacks. */
void ({} satisfies Readonly<Record<Exclude<WordsOfTypes, PlainKey>, string>>)

/** A member's name in lists: that of the forms, which every member has, unless lists call it otherwise. */
export const labelOf = (
  { sayIfKnown, say }: Words,
  { type, member }: Pick<Field, 'type' | 'member'>,
): string =>
  sayIfKnown(`column.${type}.${member}`) ?? sayIfKnown(`column.${member}`) ?? say(`entry.${member}`)

function asked(type: RecordType, field: FieldOf): Field[] {
  if (field.ask === undefined) return []
  const { member, kind, ask, flag, words, most, isOptional } = field
  return [
    {
      type,
      member,
      flag: flag ?? member.replace(/_(party|id|at)$/, '').replaceAll('_', '-'),
      question: ask,
      kind,
      optional: isOptional,
      ...given({ words, most }),
      ...(member === 'lawful_basis' && { assumed: true }),
    },
  ]
}

const ofAll = (type: RecordType, member: RecordMember): Field[] =>
  ENVELOPE_FIELDS.filter((field) => field.member === member).flatMap((field) => asked(type, field))

function fieldsFor(type: RecordType): Field[] {
  const own = fieldsOf(type).flatMap((field) => asked(type, field))
  const [date, basis, note] = [ofAll(type, 'occurred_at'), ofAll(type, 'lawful_basis'), ofAll(type, 'note')]
  // A signature may have a picture of the paper.
  if (descriptors[type].confirms !== undefined) return [...own, ...date, ...ofAll(type, 'evidence'), ...note]
  if (descriptors[type].actsOn !== undefined) return [...own, ...date, ...note]
  // The name comes before the kind. There is no date: a statement about a party holds from now on.
  if (type === 'party') return [...own.filter(isName), ...own.filter((field) => !isName(field)), ...basis]
  // The outline comes from the map; these are the other members.
  if (type === 'plot') return [...date, ...own, ...basis]
  return [...date, ...own, ...basis, ...note]
}

const isName = ({ member }: Field): boolean => member === 'display_name'

export const FIELDS = ofEachType((type): readonly Field[] => fieldsFor(type))
/** Flags of any type. */
export const ENTRY_FLAGS: ReadonlySet<string> = new Set(
  Object.values(FIELDS).flatMap((fields) => fields.map(({ flag }) => flag)),
)

/** What would be right for a field, as its help says. */
export const rightValue = ({ question, words }: Pick<Field, 'question' | 'words'>): Message =>
  words === undefined
    ? message(question)
    : message('help.oneOf', { question: message(question), words: words.join(', ') })

/** How a person signs on paper, the usual way first. */
export const SIGNED_BY = ['written', 'in_person'] as const

const OF_SIGNATURES: readonly RecordMember[] = ['signed_by', 'evidence']

/** The fields of a confirmation by the cooperative itself. */
export const confirmingFields = (type: ConfirmationType): readonly Field[] =>
  FIELDS[type].filter(({ member }) => !OF_SIGNATURES.includes(member))

/** The fields of a confirmation that a person signed on paper. */
export const signatureFields = (type: ConfirmationType): readonly Field[] =>
  FIELDS[type].map((field) => (field.member === 'channel' ? { ...field, words: SIGNED_BY } : field))

/** Types that a clerk enters in the front office; parties and plots have commands of their own. */
export const COUNTER_TYPES: readonly RecordType[] = RECORD_TYPES.filter(
  (type) => descriptors[type].counter !== undefined,
)

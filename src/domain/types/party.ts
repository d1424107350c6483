import { Type } from '@sinclair/typebox'
import { Code, Id, PARTY_KINDS, Text, Word } from '../shapes.ts'
import { define } from './descriptor.ts'

export const party = define({
  type: 'party',
  code: 1,
  fields: {
    party: Id('The stable id of the party.'),
    kind: Word(PARTY_KINDS, 'What it is; anything but an organisation is protected as a person.'),
    display_name: Text(200, 'The name people use.'),
    phone: Type.Optional(Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$', description: 'E.164.' })),
    region: Type.Optional(Code('Registry code of the region.')),
    member_no: Type.Optional(Text(40, "The cooperative's own member number.")),
    same_as: Type.Optional(
      Id('The party that this one is: one person was entered twice. Counts if the cooperative asserts it.'),
    ),
  },
  // Who was entered twice is for the cooperative: a consent to one entry must not tell of the other.
  subjects: ({ party, same_as }) => ({ named: [party], noGrantOpens: same_as !== undefined }),
  financial: () => false,
})

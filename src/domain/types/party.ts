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
  },
  subjects: (body) => ({ named: [body.party] }),
  financial: () => false,
})

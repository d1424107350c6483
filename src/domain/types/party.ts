import { Type } from '@sinclair/typebox'
import { LanguageTag, PARTY_KINDS } from '../shapes.ts'
import { define } from './descriptor.ts'
import { otherIds, party as partyId, region, shaped, text, word } from './fields.ts'

export const party = define({
  type: 'party',
  code: 1,
  fields: {
    party: partyId('The stable id of the party.'),
    kind: word(PARTY_KINDS, 'What it is; anything but an organisation is protected as a person.', {
      ask: 'question.party.kind',
    }),
    display_name: text(200, 'The name people use.', { ask: 'question.display_name', flag: 'name' }),
    phone: Type.Optional(
      shaped('phone', Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$', description: 'E.164.' }), {
        ask: 'question.phone',
      }),
    ),
    region: Type.Optional(region({ ask: 'question.region' })),
    member_no: Type.Optional(text(40, "The cooperative's own member number.", { ask: 'question.member_no' })),
    language: Type.Optional(shaped('language', LanguageTag, { ask: 'question.language' })),
    messages: Type.Optional(
      shaped(
        'answer',
        Type.Boolean({
          description:
            'Whether the party wants messages about its own records at the telephone number that stands here; absent if nobody asked. Counts if the cooperative asserts it.',
        }),
        { ask: 'question.messages' },
      ),
    ),
    ids: otherIds,
    same_as: Type.Optional(
      partyId(
        'The party that this one is: one person was entered twice. Counts if the cooperative asserts it.',
      ),
    ),
  },
  // Only the cooperative may know who was entered twice: a consent to one entry must not reveal the other.
  subjects: ({ party, same_as }) => ({ named: [party], noGrantOpens: same_as !== undefined }),
  financial: () => false,
})

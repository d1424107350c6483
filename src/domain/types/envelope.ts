import { Type } from '@sinclair/typebox'
import { closed, LAWFUL_BASES, Word } from '../shapes.ts'
import { happened, id, party, reference, shaped, stamp, text, word } from './fields.ts'

/** Members of every observation (contract §2). */

const Picture = closed({
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes as captured.' }),
  media_type: Word(['image/jpeg', 'image/png', 'image/webp'], 'What the bytes are said to be.'),
})

/** The members that are shown to people, each with its kind, in the order of a page. */
export const told = {
  occurred_at: happened('When the event happened.', {
    ask: 'question.occurred_at',
    flag: 'date',
  }),
  lawful_basis: word(LAWFUL_BASES, 'The ground it is held on; see the registry, lawful-bases.', {
    ask: 'question.lawful_basis',
    flag: 'basis',
  }),
  note: Type.Optional(text(2000, 'Free text.', { ask: 'question.note' })),
  evidence: Type.Optional(
    shaped('pictures', Type.Array(Picture, { maxItems: 16 }), { ask: 'question.evidence' }),
  ),
  asserted_by: Type.Optional(
    party("Set by the service to the credential's party; if sent it must equal it."),
  ),
  on_behalf_of: Type.Optional(party('The party asserted for. Requires delegation_id.')),
  delegation_id: Type.Optional(id('The delegation relied on. Requires on_behalf_of.')),
  device_id: Type.Optional(id('The device it was written on.')),
  recorded_at: Type.Optional(
    stamp("When it was written down, by the device's clock; left out, the time of receipt."),
  ),
  supersedes: Type.Optional(reference('supersedes', 'The record this one corrects: same type, not itself.')),
  id: id('UUID version 7 made by the client.'),
}

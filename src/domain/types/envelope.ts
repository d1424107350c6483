import { type TObject, Type } from '@sinclair/typebox'
import { closed, Ignored, Instant, LAWFUL_BASES, OCCURRED_AT_PRECISIONS, type View, Word } from '../shapes.ts'
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

/** Members of every observation as sent; the ground and what it corrects are stated by its type. */
export const sent = {
  id: told.id,
  record_class: Type.Optional(Word(['observation'], 'Fixed; may be left out.')),
  occurred_at: told.occurred_at,
  occurred_at_precision: Type.Optional(
    Word(OCCURRED_AT_PRECISIONS, 'How exactly that is known. No default: a default would invent precision.'),
  ),
  recorded_at: told.recorded_at,
  received_at: Type.Optional(Ignored('When this service received it.')),
  derived: Type.Optional(Ignored('What follows from all records (contract section 5).')),
  asserted_by: told.asserted_by,
  on_behalf_of: told.on_behalf_of,
  delegation_id: told.delegation_id,
  device_id: told.device_id,
  evidence: told.evidence,
  note: told.note,
}

/** Members of every observation as stored: what the service sets is there. */
const { derived: _, ...kept } = sent
export const stored = {
  ...kept,
  record_class: Type.Optional(sent.record_class, false),
  recorded_at: Type.Optional(told.recorded_at, false),
  received_at: Instant('When this service received it.'),
  asserted_by: Type.Optional(told.asserted_by, false),
  lawful_basis: told.lawful_basis,
  supersedes: told.supersedes,
}
export type Envelope = View<TObject<typeof stored>>

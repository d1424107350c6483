import { Type } from '@sinclair/typebox'
import { define } from './descriptor.ts'
import { day, party, reference, text } from './fields.ts'

export const dueDiligence = define({
  type: 'due_diligence',
  code: 12,
  counter: 'the numbers of a due diligence statement that was filed for a lot',
  fields: {
    lot_id: reference(
      'lot',
      'The lot that the statement is about; any version of it. Counts in none of its figures.',
      { ask: 'Which lot' },
    ),
    reference_number: text(40, 'The reference number that the EU information system gave.', {
      ask: 'Reference number from the EU information system',
    }),
    verification_number: Type.Optional(
      text(40, 'The verification number that belongs to it.', {
        ask: 'Verification number that belongs to it',
      }),
    ),
    filed_by: party('The party that filed the statement.', { ask: 'Who filed it' }),
    filed_at: day('When it was filed.', { ask: 'When was it filed (2026-12-31)' }),
  },
  subjects: (body) => ({ ofRecord: body.lot_id, wholeChain: true }),
  subjectsMayComeLater: true,
  isInNoFigure: true,
  financial: () => false,
})

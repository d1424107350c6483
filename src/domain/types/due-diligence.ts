import { Type } from '@sinclair/typebox'
import { define } from './descriptor.ts'
import { day, party, reference, text } from './fields.ts'

export const dueDiligence = define({
  type: 'due_diligence',
  code: 12,
  counter: 'help.record.add.dueDiligence',
  fields: {
    lot_id: reference(
      'lot',
      'The lot that the statement is about; any version of it. Counts in none of its figures.',
      { ask: 'question.lot_id' },
    ),
    reference_number: text(40, 'The reference number that the EU information system gave.', {
      ask: 'question.reference_number',
    }),
    verification_number: Type.Optional(
      text(40, 'The verification number that belongs to it.', {
        ask: 'question.verification_number',
      }),
    ),
    filed_by: party('The party that filed the statement.', { ask: 'question.filed_by' }),
    filed_at: day('When it was filed.', { ask: 'question.filed_at' }),
  },
  subjects: (body) => ({ ofRecord: body.lot_id, wholeChain: true }),
  subjectsMayComeLater: true,
  isInNoFigure: true,
  financial: () => false,
})

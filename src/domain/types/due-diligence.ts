import { Type } from '@sinclair/typebox'
import { Id, Instant, Text } from '../shapes.ts'
import { define } from './descriptor.ts'

export const dueDiligence = define({
  type: 'due_diligence',
  code: 12,
  fields: {
    lot_id: Id('The lot that the statement is about; any version of it. Counts in none of its figures.'),
    reference_number: Text(40, 'The reference number that the EU information system gave.'),
    verification_number: Type.Optional(Text(40, 'The verification number that belongs to it.')),
    filed_by: Id('The party that filed the statement.'),
    filed_at: Instant('When it was filed.'),
  },
  subjects: (body) => ({ ofRecord: body.lot_id, wholeChain: true }),
  financial: () => false,
})

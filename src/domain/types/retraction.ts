import { define } from './descriptor.ts'
import { reference, word } from './fields.ts'

export const RETRACTION_REASONS = [
  'entered_in_error',
  'duplicate',
  'did_not_happen',
  'wrong_party',
  'other',
] as const

export const retraction = define({
  type: 'retraction',
  code: 9,
  fields: {
    target_id: reference('retracts', 'The record taken back.'),
    reason: word(RETRACTION_REASONS, 'Why it is taken back.', { ask: 'question.reason' }),
  },
  subjects: (body) => ({ ofRecord: body.target_id, wholeChain: false }),
  subjectsMayComeLater: true,
  financial: () => 'as_target',
  actsOn: 'target_id',
})

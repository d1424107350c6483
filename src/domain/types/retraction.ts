import { Id, Word } from '../shapes.ts'
import { define } from './descriptor.ts'

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
    target_id: Id('The record taken back.'),
    reason: Word(RETRACTION_REASONS, 'Why it is taken back.'),
  },
  subjects: (body) => ({ ofRecord: body.target_id, wholeChain: false }),
  financial: () => 'as_target',
  actsOn: 'target_id',
})

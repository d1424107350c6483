import { define } from './descriptor.ts'
import { reference, withQuantity, word } from './fields.ts'

export const LOSS_CAUSES = [
  'drying',
  'sorting',
  'spillage',
  'spoilage',
  'pests',
  'theft',
  'sampling',
  'other',
] as const

export const loss = define({
  type: 'loss',
  code: 7,
  counter: 'help.record.add.loss',
  fields: {
    lot_id: reference('lot', 'The lot that lost it; any version of it.', { ask: 'question.lot_id' }),
    ...withQuantity,
    cause: word(LOSS_CAUSES, 'Why it was lost.', { ask: 'question.cause' }),
  },
  subjects: (body) => ({ ofRecord: body.lot_id, wholeChain: true }),
  subjectsMayComeLater: true,
  financial: () => false,
})

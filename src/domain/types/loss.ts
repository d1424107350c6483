import { Id, Word } from '../shapes.ts'
import { define, withQuantity } from './descriptor.ts'

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
  fields: {
    lot_id: Id('The lot that lost it; any version of it.'),
    ...withQuantity,
    cause: Word(LOSS_CAUSES, 'Why it was lost.'),
  },
  subjects: (body) => ({ ofRecord: body.lot_id, wholeChain: true }),
  financial: () => false,
})

import { Type } from '@sinclair/typebox'
import { MAX_QUANTITY } from '../measures.ts'
import { closed, Id } from '../shapes.ts'
import { define } from './descriptor.ts'
import { crop, party, shaped, text, withQuantity } from './fields.ts'

const Input = closed({
  record_id: Id('The harvest, delivery or lot drawn from; any version of it.'),
  kg: Type.Number({ minimum: 0, maximum: MAX_QUANTITY, description: 'Kilograms drawn.' }),
})

/** Most inputs that one lot may name (contract §18). */
export const MAX_INPUTS = 256

export const lot = define({
  type: 'lot',
  code: 3,
  counter: 'help.record.add.lot',
  fields: {
    holder: party('The party that held the lot when it was formed.', { ask: 'question.holder' }),
    crop: crop(),
    ...withQuantity,
    inputs: Type.Optional(
      shaped('inputs', Type.Array(Input, { maxItems: MAX_INPUTS }), {
        ask: 'question.inputs',
        flag: 'input',
        relation: 'input',
      }),
    ),
    grade: Type.Optional(text(200, 'The grade as stated.', { ask: 'question.grade' })),
    location: Type.Optional(text(200, 'Where it lies.', { ask: 'question.lot.location' })),
  },
  subjects: (body) => ({ named: [body.holder] }),
  financial: () => false,
})

import { Type } from '@sinclair/typebox'
import { Code, closed, Id, MAX_QUANTITY, Text } from '../shapes.ts'
import { define, withQuantity } from './descriptor.ts'

const Input = closed({
  record_id: Id('The harvest, delivery or lot drawn from; any version of it.'),
  kg: Type.Number({ minimum: 0, maximum: MAX_QUANTITY, description: 'Kilograms drawn.' }),
})

/** Inputs one lot may name (contract §18). */
export const MAX_INPUTS = 256

export const lot = define({
  type: 'lot',
  code: 3,
  fields: {
    holder: Id('The party that held the lot when it was formed.'),
    crop: Code('Registry code of the crop and its form.'),
    ...withQuantity,
    inputs: Type.Optional(Type.Array(Input, { maxItems: MAX_INPUTS })),
    grade: Type.Optional(Text(200, 'The grade as stated.')),
    location: Type.Optional(Text(200, 'Where it lies.')),
  },
  subjects: (body) => ({ named: [body.holder] }),
  financial: () => false,
})

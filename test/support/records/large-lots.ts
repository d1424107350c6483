import { uuidv7 } from 'uuidv7'
import { Problem } from '../../../src/base/problem.ts'
import { prepare } from '../../../src/domain/draft-shape.ts'
import { type Appliance, requesterOf } from '../appliance.ts'
import { at } from '../flows/help.ts'

/** Lots of thousands of records, which the service takes in without HTTP. */

export interface Draft extends Readonly<Record<string, unknown>> {
  readonly id: string
}

/** Inputs of one lot. */
export const LOT = 250
const KG_OF_EACH = 10

export const kg = (value: number) => ({ crop: 'coffee_arabica_parchment', quantity: { value, unit: 'kg' } })

export const draftAt = (a: Appliance, type: string, fields: object): Draft => ({
  id: uuidv7(),
  type,
  occurred_at: at(a.clock.nowMs),
  lawful_basis: 'contract_performance',
  ...fields,
})

export async function written(a: Appliance, drafts: readonly Draft[]): Promise<readonly Draft[]> {
  const author = requesterOf(a, a.cooperative)
  for (let i = 0; i < drafts.length; i += LOT) {
    const some = drafts.slice(i, i + LOT).map(prepare)
    const results = await a.kernel.ports.submit(() => a.kernel.intake.appendAll(author, some))
    for (const result of results) if (result instanceof Problem) throw result
  }
  return drafts
}

/** A lot of ten kilograms of each of these deliveries, through as many lots as that takes. */
export async function lotFrom(a: Appliance, deliveries: readonly Draft[]): Promise<string> {
  const lotOf = (parts: readonly { readonly record_id: string; readonly kg: number }[]) =>
    draftAt(a, 'lot', {
      holder: a.cooperative.id,
      ...kg(parts.reduce((sum, part) => sum + part.kg, 0)),
      inputs: parts,
    })
  const wholes: { record_id: string; kg: number }[] = []
  for (let i = 0; i < deliveries.length; i += LOT) {
    const some = deliveries.slice(i, i + LOT)
    const lot = lotOf(some.map(({ id }) => ({ record_id: id, kg: KG_OF_EACH })))
    await written(a, [lot])
    wholes.push({ record_id: lot.id, kg: KG_OF_EACH * some.length })
  }
  const lot = lotOf(wholes)
  await written(a, [lot])
  return lot.id
}

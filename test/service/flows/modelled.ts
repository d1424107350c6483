import { type Actor, type AnyAppliance, makeAppliance } from '../../support/any-appliance.ts'
import { appended, granted, harvestOf } from '../../support/flows/help.ts'

/** An appliance with a company whose model predicts, a lender, and somebody who has nothing to do with either. */
export interface Modelled {
  readonly a: AnyAppliance
  readonly model: Actor
  readonly lender: Actor
  readonly other: Actor
  /** A farmer who lets the model read harvests, with one harvest. */
  opened(name: string): Promise<{ readonly person: Actor; readonly harvest: { readonly id: string } }>
}

export async function modelled(): Promise<Modelled> {
  const a = await makeAppliance()
  const other = await a.party('person', 'Ben')
  const model = await a.party('business', 'Forecasts Ltd')
  const lender = await a.party('institution', 'Bank')
  return {
    a,
    model,
    lender,
    other,
    async opened(name) {
      const person = await a.party('person', name)
      await granted(a, person, model, ['harvest'], 'insurance')
      return { person, harvest: await appended(person, 'harvest', harvestOf(person)) }
    },
  }
}

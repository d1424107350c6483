import { aDayInTheField } from '../../support/field/day-tests.ts'

/** A long day in the field. `FIELD_DAY_SEED` makes another one. */
aDayInTheField({
  deliveries: 200,
  members: 20,
  plots: 5,
  photographs: 60,
  kills: 10,
  seed: Number(process.env.FIELD_DAY_SEED ?? 629),
})

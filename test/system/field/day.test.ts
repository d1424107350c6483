import { aDayInTheField } from '../../support/field/day-tests.ts'

/** The short day; the long one is `test/trials/field`. `FIELD_DAY_SEED` makes another one. */
aDayInTheField({
  deliveries: 60,
  members: 6,
  plots: 2,
  photographs: 30,
  kills: 2,
  seed: Number(process.env.FIELD_DAY_SEED ?? 628),
})

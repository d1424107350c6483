import { aDayInTheField } from '../../support/field/day-tests.ts'

/** The long day in the field; the short one is `test/system/field/day.test.ts`. */
aDayInTheField({
  deliveries: 200,
  members: 20,
  plots: 5,
  photographs: 60,
  kills: 10,
  seed: Number(process.env.FIELD_DAY_SEED ?? 629),
})

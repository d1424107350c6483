import { test } from 'vitest'
import { aDayInTheField } from '../../support/field/day-tests.ts'

/** The long day in the field, some minutes of work; the short one is `test/system/field/day.test.ts`. */
if (process.env.FIELD_DAY === 'long')
  aDayInTheField({
    deliveries: 200,
    members: 20,
    plots: 5,
    photographs: 60,
    kills: 10,
    seed: Number(process.env.FIELD_DAY_SEED ?? 629),
  })
else test.skip('the long day (skipped: FIELD_DAY=long runs it)', () => {})

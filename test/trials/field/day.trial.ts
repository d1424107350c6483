import { aDayInTheField } from '../../support/field/day-tests.ts'

/** A long day in the field. `FIELD_DAY_SEED` makes another one. */
aDayInTheField(Number(process.env.FIELD_DAY_SEED ?? 629))

import { expect, test } from 'vitest'
import { isBuilt, shortForm } from '../common/short-form.ts'

/** As `npm run test:replies`, which has one length. */

test.skipIf(!isBuilt)(
  'long replies asked for at once of a service with a small heap are whole or refused, and it counts what they hold',
  async (context) => {
    const figures = await shortForm(context, 'replies', 1)
    expect(figures.get('replies whole')).toBeGreaterThan(0)
  },
)

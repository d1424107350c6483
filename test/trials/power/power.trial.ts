import { expect, test } from 'vitest'
import { isBuilt, shortForm } from '../common/short-form.ts'

/** The short form of `npm run test:power`. */

test.skipIf(!isBuilt)(
  'the power is cut under a service at work: nothing acknowledged is missing, and no batch is half there',
  async (context) => {
    const figures = await shortForm(context, 'power', 10)
    expect(figures.get('cuts')).toBeGreaterThan(0)
    expect(figures.get('acknowledged')).toBeGreaterThan(30)
    expect(figures.get('checks')).toBeGreaterThan(0)
    expect(figures.get('missing')).toBe(0)
  },
)

import { expect, test } from 'vitest'
import { isBuilt, shortForm } from '../common/short-form.ts'

/** The short form of `npm run test:fault`. */

test.skipIf(!isBuilt)(
  'disks that are full and disks that fail: 503 and 507 meanwhile, all as usual afterwards, and nothing is missing',
  async (context) => {
    const figures = await shortForm(context, 'fault', 5)
    expect(figures.get('injected')).toBeGreaterThan(0)
    expect(figures.get('acknowledged')).toBeGreaterThan(30)
    expect(figures.get('checks')).toBeGreaterThan(0)
    expect(figures.get('missing')).toBe(0)
  },
)

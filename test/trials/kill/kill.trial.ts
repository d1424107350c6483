import { expect, test } from 'vitest'
import { isBuilt, shortForm } from '../common/short-form.ts'

/** The short form of `npm run test:kill`: a round of each kind. */

test.skipIf(!isBuilt)(
  'the service, its commands and a restore are killed anywhere: nothing acknowledged is missing',
  async (context) => {
    const figures = await shortForm(context, 'kill', 1)
    // The service four times and a command of two kinds; what else is killed is chance.
    expect(figures.get('kills')).toBeGreaterThanOrEqual(6)
    expect(figures.get('acknowledged')).toBeGreaterThan(100)
    expect([figures.get('backups'), figures.get('restores')]).toEqual([1, 1])
    expect(figures.get('checks')).toBeGreaterThan(0)
    expect(figures.get('missing')).toBe(0)
  },
)

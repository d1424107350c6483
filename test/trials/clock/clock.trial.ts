import { expect, test } from 'vitest'
import { isBuilt, shortForm } from '../common/short-form.ts'

/** The short form of `npm run test:clock`. */

test.skipIf(!isBuilt)(
  'the clock jumps by years, forward and back: it is doubted, order holds, what ended stays ended, and all are answered',
  async (context) => {
    const figures = await shortForm(context, 'clock', 1)
    expect(figures.get('jumps')).toBeGreaterThan(0)
    expect(figures.get('doubts')).toBeGreaterThan(0)
    expect(figures.get('acknowledged')).toBeGreaterThan(30)
    expect(figures.get('checks')).toBeGreaterThan(0)
    expect(figures.get('missing')).toBe(0)
  },
)

import { expect, test } from 'vitest'
import { isBuilt, shortForm } from '../common/short-form.ts'

/** The short form of `node dist/fault-trial.js sent`: an appliance and a union killed together, and an appliance restored. */

test.skipIf(!isBuilt)(
  'appliances and unions are killed in the middle of a page, and restored: the union holds what the gate shows',
  async (context) => {
    const figures = await shortForm(context, 'sent', 1)
    expect(figures.get('appliances killed')).toBeGreaterThanOrEqual(2)
    expect(figures.get('unions killed')).toBeGreaterThanOrEqual(1)
    expect(figures.get('restores')).toBeGreaterThanOrEqual(1)
    expect(figures.get('records')).toBeGreaterThan(100)
    expect(figures.get('wrong')).toBe(0)
  },
)

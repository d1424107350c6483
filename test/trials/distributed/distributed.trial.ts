import { expect, test } from 'vitest'
import { isBuilt, shortForm } from '../common/short-form.ts'

/** The short form of `npm run test:distributed`: each server and each program once. */

test.skipIf(!isBuilt)(
  'servers and programs of a distributed union are killed: the others go on, and no page is lost, doubled or there in part',
  async (context) => {
    const figures = await shortForm(context, 'distributed', 15)
    expect(figures.get('servers crashed')).toBeGreaterThanOrEqual(1)
    expect(figures.get('programs killed')).toBeGreaterThanOrEqual(1)
    expect(figures.get('pages while a server was away')).toBeGreaterThan(0)
    expect(figures.get('records')).toBeGreaterThan(1_000)
    expect(figures.get('looks')).toBeGreaterThan(10)
    expect(figures.get('wrong')).toBe(0)
  },
)

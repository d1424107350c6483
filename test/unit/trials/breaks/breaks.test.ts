import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BREAKS } from '../../../trials/breaks/all.ts'
import { broken } from '../../../trials/breaks/break.ts'

/** The breaks of `npm run test:breaks` still apply to the source as it is. */

it.each([...Map.groupBy(BREAKS, ({ file }) => file)])('the breaks of %s apply', (file, breaks) => {
  const source = readFileSync(`src/${file}`, 'utf8')
  for (const one of breaks) expect(broken(source, one), one.promise).not.toBe(source)
})

it('states each promise once', () => {
  const promises = BREAKS.map(({ promise }) => promise)
  expect(promises.filter((promise, i) => promises.indexOf(promise) !== i)).toEqual([])
  expect(BREAKS.length).toBeGreaterThan(100)
})

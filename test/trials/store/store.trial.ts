import { expect, test } from 'vitest'
import { noRealS3, whyNot } from '../../support/evidence/objects/real-s3.ts'
import { isBuilt, shortTrial } from '../common/short-form.ts'
import { store } from './store.ts'

/** The short form of `npm run test:store`. */

/** One of each place; silence takes half a minute to be noticed, and a store that is back some seconds. */
const SHOWN = noRealS3 ? ['the folder is gone'] : ['the folder is gone', 'put damages what is sent']

test.skipIf(!isBuilt)(
  `a store that is away or lies: pictures wait, records go on, nothing is lost${whyNot.replace('skipped', 'no bucket')}`,
  async () => {
    const trial = shortTrial(0)
    const { faults, tally } = trial
    await store(trial, {
      harmMs: 600,
      without: ({ name }) => !SHOWN.includes(name),
      withoutBackups: true,
      withoutBucket: noRealS3,
    })
    expect(faults.lines).toEqual([])
    expect(tally.of('harms')).toBe(SHOWN.length)
    expect(tally.of('pictures acknowledged')).toBeGreaterThan(5)
    expect(tally.of('checks')).toBeGreaterThan(0)
    expect(tally.of('missing')).toBe(0)
    expect(tally.of('answer: 503')).toBeGreaterThan(0)
  },
)

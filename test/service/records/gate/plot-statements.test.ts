import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { MemoizedGraph } from '../../../../src/domain/derived/memoized-graph.ts'
import { PlotStatements } from '../../../../src/records/gate/plot-statements.ts'
import { Share } from '../../../../src/records/gate/share.ts'
import type { RecordGraph } from '../../../../src/store/graph/record-graph.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { appended, retract } from '../../../support/flows/help.ts'

/** One holder may have thousands of plots: no slice loads more than a few of them. */

const PLOTS = 40
const plots: { id: string; plot: string }[] = []
const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
for (let i = 0; i < PLOTS; i++)
  plots.push(
    await appended(anna, 'plot', {
      plot: uuidv7(),
      holder: anna.id,
      country: 'UG',
      geometry: { type: 'Point', coordinates: [32.000001 + i / 100, 1.000001] },
    }),
  )
await retract(anna, (plots[3] as { id: string }).id)

test('they are read a few at a time, and only what stands is kept, without its place', async () => {
  const { store } = a.kernel
  const statements = new PlotStatements(store)
  const asked = { relation: 'holds', target: anna.id, parties: [anna.id] } as const
  const loaded: number[] = []
  for (let isDone = false; !isDone; )
    await a.kernel.ports.submit(() => {
      const world: RecordGraph = store.recordGraph()
      const addSeqs = world.addSeqs.bind(world)
      let most = 0
      world.addSeqs = (seqs) => {
        most = Math.max(most, seqs.length)
        return addSeqs(seqs)
      }
      // Spent as soon as it has done something.
      isDone = statements.read(world, new MemoizedGraph(world), [asked, asked], new Share({ ms: 0 }))
      loaded.push(most)
    })
  expect(loaded).toEqual([16, 16, 8])
  const stated = statements.stated(asked)
  expect(stated.map(({ id }) => id).sort()).toEqual(
    plots
      .filter((_, i) => i !== 3)
      .map(({ id }) => id)
      .sort(),
  )
  expect(JSON.stringify(stated)).not.toContain('coordinates')
})

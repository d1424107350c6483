import { expect, it } from 'vitest'
import { plotsBehind } from '../../../../src/domain/derived/lot-plots.ts'
import { ANNA, BEN, STRANGER, Story, surroundingsOf, uuid } from '../../../support/world.ts'

const [FIRST, OTHER] = [uuid(0xf1), uuid(0xf2)]

/** The plots behind a harvest of Anna's cherry, by the names that a story gives their records. */
function behind(tell: (s: Story) => Readonly<Record<string, string>>, members: object = {}) {
  const story = new Story()
  const named = tell(story)
  const harvest = story.harvest(ANNA, { ...members })
  const world = story.world()
  const { known, plots, fault } = plotsBehind(world, world.version(harvest), surroundingsOf())
  const nameOf = (id: string) => Object.keys(named).find((name) => named[name] === id)
  return { known, plots: plots.map(nameOf).sort(), fault }
}

it('without names are all that its holder has with the crop, or with none stated', () => {
  const found = behind((s) => ({
    cherry: s.plot(ANNA, { plot: FIRST, crops: ['cherry'] }),
    unstated: s.plot(ANNA, { plot: OTHER }),
    maize: s.plot(ANNA, { plot: uuid(0xf3), crops: ['maize'] }),
    ben: s.plot(BEN, { plot: uuid(0xf4) }),
    stranger: s.plot(ANNA, { plot: uuid(0xf5) }, { by: STRANGER }),
  }))
  expect(found).toEqual({ known: 'holder', plots: ['cherry', 'unstated'], fault: null })
  expect(behind(() => ({}))).toEqual({ known: 'unknown', plots: [], fault: 'plot_missing' })
})

it('are those that the record names, as far as its asserter may know them', () => {
  const two = (s: Story) => ({ own: s.plot(ANNA, { plot: FIRST }), ben: s.plot(BEN, { plot: OTHER }) })
  expect(behind(two, { plot_ids: [FIRST] })).toEqual({ known: 'named', plots: ['own'], fault: null })
  const both = behind(two, { plot_ids: [FIRST, OTHER] })
  expect(both).toEqual({ known: 'named', plots: ['own'], fault: 'plot_unresolved' })
  const none = behind(two, { plot_ids: [OTHER] })
  expect(none).toEqual({ known: 'unknown', plots: [], fault: 'plot_unresolved' })
})

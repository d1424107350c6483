import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ExportFolder } from '../../../src/records/export/folder.ts'
import { ExportRun } from '../../../src/records/export/run.ts'
import { temporaryFolder } from '../../support/command.ts'
import { cherry, PURPOSE } from '../../support/flows/help.ts'
import { recordsIn } from '../../support/records/export/duck.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf, nameOf, plotOf, type World } from './worlds.ts'

/**
 * A reader by grant learns nothing of what a lot is made of beyond counts and kilograms (contract §22): in two worlds where
 * the same number of plots and deliveries stand behind it, with other people, places, names and ids, the bank is told the same.
 */

interface Behind {
  readonly grower: 'ben' | 'carol'
  readonly plot: string
  readonly delivery: string
  readonly more: object
}
const BEHIND: Readonly<Record<'one' | 'another', Behind>> = {
  one: { grower: 'ben', plot: 'a plot', delivery: 'a delivery', more: {} },
  another: {
    grower: 'carol',
    plot: 'a farm',
    delivery: 'some delivery',
    more: {
      ...{ name: 'Elsewhere', country: 'KE', region: 'KE-01', area_ha: 0.7 },
      geometry: { type: 'Point', coordinates: [35.123456, -0.654321] },
    },
  },
}

/** The mill's lot, of a delivery that the bank may read and one that it may not; the lot is open to the bank. */
async function worldWith({ grower, plot, delivery, more }: Behind): Promise<World> {
  const w = await emptyWorld()
  // Said by the growers themselves, to the mill: neither the cooperative nor the bank has a part in it.
  await w.say('anna', 'plot', 'her plot', plotOf('anna', 'her plot'))
  await w.say(grower, 'plot', plot, { ...plotOf(grower, plot), ...more })
  const from = (who: 'anna' | Behind['grower'], named: string) =>
    deliveredTo('mill', { plot_ids: [idOf(named)] }, who)
  await w.say('anna', 'delivery', 'an open delivery', from('anna', 'her plot'))
  await w.say(grower, 'delivery', delivery, from(grower, plot))
  await w.say('mill', 'lot', 'the lot', {
    ...{ holder: idOf('mill'), ...cherry(100) },
    inputs: ['an open delivery', delivery].map((named) => ({ record_id: idOf(named), kg: 50 })),
  })
  await w.grant('mill', 'bank', 'the lots', ['lot', 'delivery'])
  await w.grant('anna', 'bank', 'hers', ['plot', 'delivery'])
  return w
}

async function exported({ a }: World, out: string) {
  const source = {
    run: (task: never, args: never) => a.tasks.run(task, 'clerk', args),
    stream: (task: never, args: never) => a.tasks.stream(task, 'clerk', args),
  }
  const folder = new ExportFolder(out)
  try {
    const asked = { for: idOf('bank'), purpose: PURPOSE, sinceMs: null }
    return await new ExportRun(folder, source as never, asked).all()
  } finally {
    folder.release()
  }
}

const worlds = [await worldWith(BEHIND.one), await worldWith(BEHIND.another)]

const url = (what: string) => `/v1/records/${idOf('the lot')}/${what}?purpose=${PURPOSE}`
const MAP = { accept: 'application/geo+json' }

describe('what the bank is told of a lot with other things behind it', () => {
  test.each([
    ['its origin', 'origin', {}],
    ['its plots on a map', 'origin', MAP],
    ['its events', 'events', {}],
  ] as const)('%s: the same, byte for byte', async (_what, path, headers) => {
    const told: string[] = []
    for (const w of worlds) told.push(bytesOf(await w.who.bank.get(url(path), headers)))
    expect(told[0]?.split('\n')[0]).toBe('200')
    expect(told[1]).toBe(told[0])
    for (const who of ['ben', 'carol'] as const) expect(told[0]).not.toContain(nameOf(who))
    // It is told that there is something.
    if (path === 'origin' && !('accept' in headers))
      expect(JSON.parse((await worlds[0]?.who.bank.get(url(path)))?.text as string)).toMatchObject({
        ...{ kg: 100, kg_by: { named: 100, holder: 0, unknown: 0 }, records: 2 },
        not_shown: { plots: 1, kg: 50 },
      })
  })

  test('the mill, which took part in both, is told them apart', async () => {
    const told: string[] = []
    for (const w of worlds) told.push((await w.who.mill.get(url('events'))).text)
    expect(told[0]).toContain(idOf(BEHIND.one.delivery))
    expect(told[1]).toContain(idOf(BEHIND.another.delivery))
  })

  test('its export: the same files, byte for byte', async () => {
    const made = []
    for (const w of worlds) {
      await w.readerOf('bank')
      const out = join(temporaryFolder(), 'out')
      made.push(await exported(w, out))
      const held = [...(await recordsIn(out)).keys()]
      expect(held).toEqual(expect.arrayContaining(['her plot', 'an open delivery', 'the lot'].map(idOf)))
      for (const { plot, delivery } of Object.values(BEHIND))
        for (const hidden of [plot, delivery]) expect(held).not.toContain(idOf(hidden))
    }
    // The bank's own name was written by the cooperative, whose id is another in every appliance.
    const [one, another] = made.map(({ files }) => files.filter(({ type }) => type !== 'party'))
    expect(one?.map(({ type }) => type).sort()).toEqual(['delivery', 'lot', 'plot'])
    expect(another).toEqual(one)
  })
})

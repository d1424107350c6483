import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Derivation } from '../../../../src/domain/derived/derive.ts'
import type { Version } from '../../../../src/domain/derived/world.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import type { Relation } from '../../../../src/domain/types/relations.ts'
import {
  bodiesOfMoney,
  ENDED,
  FACTS,
  MANDATES,
  randomBodies,
} from '../../../support/domain/derived/random-world.ts'
import { COOP, linksOf, MemoryWorld, surroundingsOf } from '../../../support/world.ts'

/** What `Derivation` says it needs for one record, and nothing else. */
function graphAround(world: MemoryWorld, version: Version): readonly RecordBody[] {
  const found = new Set<Version>()
  const load = (records: readonly Version[]) => {
    const versions = records.flatMap(({ root }) => world.chain(root))
    for (const each of [...versions, ...naming('retracts', versions)]) found.add(each)
    return versions
  }
  const naming = (relation: Relation, versions: readonly Version[]) =>
    world.naming(
      relation,
      versions.map(({ id }) => id),
    )
  const named = (by: Version, ...relations: Relation[]) =>
    linksOf(by.body).flatMap(([relation, id]) => {
      const target = relations.includes(relation) ? world.byId(id) : undefined
      return target === undefined ? [] : [target]
    })

  const page = load([version])
  const lots = load(named(version, 'lot'))
  const inputs = load(named(version, 'input'))
  load(named(version, 'fulfils', 'confirms'))
  load(naming('confirms', load(named(version, 'settles'))))
  for (const target of named(version, 'retracts')) {
    load([target, ...named(target, 'confirms')])
    load(naming('lot', load(named(target, 'lot'))))
  }
  load([...naming('lot', page), ...naming('input', page), ...naming('confirms', page)])
  load(naming('confirms', load([...naming('fulfils', page), ...naming('settles', page)])))
  for (const payment of naming('settles', page))
    if (payment.body.method === 'offset') load(naming('confirms', load(named(payment, 'settles'))))
  load(world.naming('plot', version.body.plot_ids ?? []))
  if (version.type === 'plot') load(world.versions.filter(({ type }) => type === 'plot'))
  if (version.type === 'harvest' || version.type === 'delivery') load(world.atSameInstant(version))
  load([...naming('lot', [...lots, ...inputs]), ...naming('input', inputs)])
  return [...found].map(({ body }) => body)
}

it('the graph around a record is enough to derive what everything would give', () => {
  const surroundings = surroundingsOf(FACTS)
  let left = 0
  fc.assert(
    fc.property(fc.oneof(randomBodies, bodiesOfMoney), (bodies) => {
      const world = new MemoryWorld(bodies, MANDATES, COOP, ENDED)
      const whole = new Derivation(world, surroundings)
      for (const version of world.versions) {
        const near = graphAround(world, version)
        left += bodies.length - near.length
        const part = new MemoryWorld(near, MANDATES, COOP, ENDED)
        const derived = new Derivation(part, surroundings).derive(part.version(version.id))
        expect(derived).toEqual(whole.derive(version))
      }
    }),
    { numRuns: 400 },
  )
  expect(left).toBeGreaterThan(0)
})

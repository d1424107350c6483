import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forksOf } from '../../../src/domain/forks.ts'

/** Forked versions are put together by record, whatever order they come in. */

interface Version {
  readonly id: string
  readonly type: string
  readonly supersedes?: string
  readonly received_at: string
}

/** Slow and obvious: joins groups that share an id until none do. */
function slowly(versions: readonly Version[]): Set<string>[] {
  let groups = versions.map(
    ({ id, supersedes }) => new Set([id, ...(supersedes === undefined ? [] : [supersedes])]),
  )
  for (;;) {
    const [a, b] = groups
      .flatMap((one, i) => groups.slice(i + 1).map((other) => [one, other] as const))
      .find(([one, other]) => [...one].some((id) => other.has(id))) ?? [null, null]
    if (a === null) return groups
    groups = [...groups.filter((group) => group !== a && group !== b), new Set([...a, ...(b as Set<string>)])]
  }
}

test('as joining everything that shares an id', () => {
  const forest = fc.array(fc.nat({ max: 11 }), { maxLength: 12 }).map((parents) =>
    parents.map(
      (parent, i): Version => ({
        id: `r${i}`,
        type: 'delivery',
        // Some supersede one that is not among them, some an earlier one.
        ...(parent < i ? { supersedes: `r${parent}` } : parent === 11 ? { supersedes: 'absent' } : {}),
        received_at: String(i).padStart(2, '0'),
      }),
    ),
  )
  fc.assert(
    fc.property(forest, fc.infiniteStream(fc.nat()), (versions, order) => {
      const shuffled = versions
        .map((version) => [order.next().value, version] as const)
        .sort(([a], [b]) => a - b)
      const groups = forksOf(
        shuffled.map(([, version]) => version),
        'delivery',
      )
      const named = (ids: Iterable<string>) =>
        [...ids]
          .filter((id) => id !== 'absent')
          .sort()
          .join()
      expect(groups.map((group) => named(group.map(({ id }) => id))).sort()).toEqual(
        slowly(versions).map(named).sort(),
      )
      for (const group of groups)
        expect(group.map(({ received_at }) => received_at)).toEqual(
          group.map(({ received_at }) => received_at).sort(),
        )
    }),
  )
})

test('other types are left out, and a circle, which cannot be, ends', () => {
  const one = { id: 'a', type: 'delivery', supersedes: 'b', received_at: '1' }
  const two = { id: 'b', type: 'delivery', supersedes: 'a', received_at: '2' }
  expect(forksOf([one, two, { ...one, type: 'lot' }], 'delivery').flat()).toHaveLength(2)
  expect(forksOf([one], 'lot')).toEqual([])
})

/** The standing of a version in its chain (contract §5). Only tips count in any figure. */
export type Standing = 'tip' | 'superseded' | 'forked' | 'retracted'

/**
 * Returns the standing of every version of a chain: *retracted* when a retraction names it; else *forked*
 * when it, or a version it descends from, has more than one live child; else *superseded* when it has a
 * child, retracted or not, so that retracting a correction never revives the old figure; else *tip*. The service and the
 * page for phones use it alike.
 * @param order each version after the one that it corrects
 */
export function standingsIn(
  order: readonly string[],
  childrenOf: (id: string) => readonly string[],
  retracted: ReadonlySet<string>,
): Map<string, Standing> {
  const live = liveBranches(order, childrenOf, retracted)
  const forked = new Set<string>()
  const standings = new Map<string, Standing>()
  for (const id of order) {
    const children = childrenOf(id)
    if (countIn(live, children) > 1) forked.add(id)
    if (forked.has(id)) for (const child of children) forked.add(child)
    const isOlder = children.length > 0
    standings.set(
      id,
      retracted.has(id) ? 'retracted' : forked.has(id) ? 'forked' : isOlder ? 'superseded' : 'tip',
    )
  }
  return standings
}

/**
 * Returns the versions that are not retracted, or have a descendant that is not. A branch that is retracted
 * entirely no longer competes: that is how people resolve a fork.
 */
function liveBranches(
  order: readonly string[],
  childrenOf: (id: string) => readonly string[],
  retracted: ReadonlySet<string>,
): ReadonlySet<string> {
  const live = new Set<string>()
  for (const id of [...order].reverse())
    if (!retracted.has(id) || countIn(live, childrenOf(id)) > 0) live.add(id)
  return live
}

function countIn(live: ReadonlySet<string>, children: readonly string[]): number {
  let count = 0
  for (const child of children) if (live.has(child)) count++
  return count
}

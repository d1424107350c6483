import { must } from '../../base/typed.ts'
/**
 * Finds the nodes of a graph that lie on circles (R. Tarjan, "Depth-first search and linear graph
 * algorithms", 1972). Late records can make thousands of lots draw on each other, so nothing here is
 * recursive.
 */
export interface Circles {
  /** Every reachable node, each before all nodes outside its own circle that it leads to. */
  readonly order: readonly number[]
  /** Nodes with the same number lead to each other; a node on no circle has a number of its own. */
  readonly circleOf: ReadonlyMap<number, number>
}

interface CircleVisit {
  readonly node: number
  readonly to: readonly number[]
  at: number
}

export function circlesOf(start: number, leadsTo: (node: number) => readonly number[]): Circles {
  const found = new Map<number, number>()
  const lowest = new Map<number, number>()
  const open: number[] = []
  const isOpen = new Set<number>()
  const circleOf = new Map<number, number>()
  const order: number[] = []
  const visits: CircleVisit[] = []
  const lower = (node: number, to: number) => lowest.set(node, Math.min(must(lowest.get(node)), to))
  const enter = (node: number) => {
    found.set(node, found.size)
    lowest.set(node, found.size - 1)
    open.push(node)
    isOpen.add(node)
    visits.push({ node, to: leadsTo(node), at: 0 })
  }
  enter(start)
  for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
    const { node, to } = visit
    const next = to[visit.at++]
    if (next !== undefined) {
      if (!found.has(next)) enter(next)
      else if (isOpen.has(next)) lower(node, must(found.get(next)))
      continue
    }
    visits.pop()
    const before = visits.at(-1)
    if (before !== undefined) lower(before.node, must(lowest.get(node)))
    if (lowest.get(node) !== found.get(node)) continue
    const circle = circleOf.size
    for (let member: number | undefined; member !== node; ) {
      member = must(open.pop())
      isOpen.delete(member)
      circleOf.set(member, circle)
      order.push(member)
    }
  }
  return { order: order.reverse(), circleOf }
}

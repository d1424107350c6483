import { descriptors, RECORD_TYPES } from '../../domain/types/index.ts'

/** Members that must resolve when the record arrives (contract §3). */
const AUTHORITY = ['supersedes', ...RECORD_TYPES.flatMap((type) => descriptors[type].actsOn ?? [])]

/**
 * Returns the order in which to append the records of a batch: each after the records of the batch that it
 * acts on, otherwise as sent. Records that name each other in a cycle keep their order; the intake refuses
 * them.
 * @returns indexes into the batch
 */
export function inReferenceOrder(values: readonly unknown[]): number[] {
  const byId = new Map<unknown, number>()
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'object' || value === null) continue
    const { id } = value as { readonly id?: unknown }
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, index)
  }
  const order: number[] = []
  const seen = new Set<number>()
  for (const start of values.keys()) {
    const waiting = [start]
    while (waiting.length > 0) {
      const index = waiting[waiting.length - 1] as number
      const before = seen.has(index) ? undefined : firstUnseen(values[index], byId, seen, waiting)
      if (before !== undefined) {
        waiting.push(before)
        continue
      }
      waiting.pop()
      if (!seen.has(index)) order.push(index)
      seen.add(index)
    }
  }
  return order
}

function firstUnseen(
  value: unknown,
  byId: ReadonlyMap<unknown, number>,
  seen: ReadonlySet<number>,
  waiting: readonly number[],
): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const name of AUTHORITY) {
    const index = byId.get((value as Readonly<Record<string, unknown>>)[name])
    if (index !== undefined && !seen.has(index) && !waiting.includes(index)) return index
  }
  return undefined
}

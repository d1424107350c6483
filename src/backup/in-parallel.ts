/**
 * Works on the items as they come, so many at a time. The first failure ends it, after those under way have ended.
 * @throws what the work, or the items' own source, threw first
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    for await (const item of items) {
      const one: Promise<void> = work(item)
        .catch((error) => {
          failures.push(error)
        })
        .finally(() => running.delete(one))
      running.add(one)
      if (running.size >= width) await Promise.race(running)
      if (failures.length > 0) break
    }
  } finally {
    await Promise.all(running)
  }
  if (failures.length > 0) throw failures[0]
}

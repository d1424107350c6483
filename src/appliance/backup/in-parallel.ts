/**
 * Works on items as they arrive, on a limited number at a time. After the first failure it starts no more
 * work, and ends once the running work has ended.
 * @throws the first error of the work or of the source of items
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

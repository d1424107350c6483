/**
 * What modules shared by test files clear away at the end of each of them. A process loads such a module once, so a hook of
 * vitest in it (`afterAll`) would hold for the first file alone.
 */

const works = new Set<() => unknown>()

/** @param work leaves nothing of the file that ends, and finds nothing to do where that used nothing */
export function afterEachFile(work: () => unknown): void {
  works.add(work)
}

/** By `each-file.ts`. The last that was named comes first, as with hooks. */
export async function clearAfterFile(): Promise<void> {
  for (const work of [...works].reverse()) await work()
}

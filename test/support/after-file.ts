/**
 * What modules shared by test files clear away at the end of each of them. A process loads such a module once, so a hook of
 * vitest in it (`afterAll`) would hold for the first file alone.
 */

/** In this order: what can end in order is asked to, programs that still run are killed, and what is left is removed. */
const works = {
  end: new Set<() => unknown>(),
  kill: new Set<() => unknown>(),
  remove: new Set<() => unknown>(),
}

/** @param work leaves nothing of the file that ends, and finds nothing to do where that used nothing */
export function afterEachFile(work: () => unknown, step: keyof typeof works = 'remove'): void {
  works[step].add(work)
}

/** By `each-file.ts`. In each step the last that was named comes first, as with hooks. */
export async function clearAfterFile(): Promise<void> {
  for (const step of Object.values(works)) for (const work of [...step].reverse()) await work()
}

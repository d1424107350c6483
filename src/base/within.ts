/**
 * Waits for some work, but not longer than `ms`. An answer that arrived while this thread was busy, or did not run, is in time.
 * @returns its result, or `late`; the work itself is not stopped
 */
export async function within<T, L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<L>((resolve) => {
    // Timers run before what arrived meanwhile.
    timer = setTimeout(() => setImmediate(resolve, late), ms)
  })
  try {
    return await Promise.race([work, waited])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns whether some work succeeded or failed within `ms`. */
export const isOverWithin = (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const over = () => true
  return within(ms, work.then(over, over), false)
}

/**
 * Waits for some work, but not longer than `ms`.
 * @returns its result, or `late`; the work itself is not stopped
 */
export async function within<T, L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late)
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

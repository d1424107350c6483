/**
 * Waits for some work, but not for long.
 * @returns whether it was over in time, well or not
 */
export async function isOverWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const over = () => true
  try {
    return await Promise.race([work.then(over, over), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for some work, at most `ms` milliseconds. @returns whether it settled in time */
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

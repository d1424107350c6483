const SHOWN = 8

/** Returns the first few texts, and how many more there are. */
export function shortList(texts: readonly string[], between = ', '): string {
  const more = texts.length - SHOWN
  return [...texts.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join(between)
}

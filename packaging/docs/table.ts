/** A row of a Markdown table. */
export const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Words that may hold what means something to Markdown. */
export const cell = (words: string): string => words.replace(/[|<>*]/g, (sign) => `\\${sign}`)

let lastSaid = ''

/** Progress, for whoever watches. */
export function say(text: string): void {
  if (text === lastSaid) return
  lastSaid = text
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  else if (!text.includes('%') || text.endsWith('0 %')) process.stderr.write(`${text}\n`)
}

/** Clears the line of progress. */
export function sayNoMore(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

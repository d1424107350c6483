/** A small break of one rule. What it breaks is a promise that a test must notice. */
export interface Break {
  /** Below `src`. */
  readonly file: string
  /** The text to replace, which stands once in the file. */
  readonly text: string
  readonly by: string
  /** The sentence that is no longer true; no two breaks have the same. */
  readonly promise: string
}

/** Returns the file's text with the break in it. @throws {RangeError} if its text does not stand there exactly once */
export function broken(source: string, { file, text, by, promise }: Break): string {
  const parts = source.split(text)
  if (parts.length !== 2)
    throw new RangeError(`${file}: "${text}" stands there ${parts.length - 1} times (${promise})`)
  if (text === by) throw new RangeError(`${file}: it breaks nothing (${promise})`)
  return parts.join(by)
}

/** Told how far long work is. */
export interface Progress {
  /** @param what a few words; a new one begins a new count */
  step(what: string, of: number, unit: 'bytes' | 'pictures' | 'objects'): void
  /** So much more of it is done. */
  add(amount: number): void
}

export const NO_PROGRESS: Progress = { step: () => {}, add: () => {} }

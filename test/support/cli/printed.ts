import { vi } from 'vitest'

export interface Printed {
  stdout: string
  stderr: string
  /** Both, and the questions at a terminal, in the order in which they came. */
  all: string
}

/** Catches what is printed until `release`. */
export function catchOutput(): { readonly printed: Printed; readonly release: () => void } {
  const printed: Printed = { stdout: '', stderr: '', all: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk, ...more) => {
      printed[name] += String(chunk)
      printed.all += String(chunk)
      const taken = more.at(-1) as unknown
      if (typeof taken === 'function') taken()
      return true
    }),
  )
  return {
    printed,
    release: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

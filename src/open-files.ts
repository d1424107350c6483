import { readFileSync } from 'node:fs'

/** What a system allows where it does not say: the usual limit of a shell. */
const USUAL = 1024

/** How many files and connections this process may have open at a time (RLIMIT_NOFILE, the soft limit). */
export function openFilesLimit(): number {
  try {
    const limit = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    if (limit === 'unlimited') return Number.MAX_SAFE_INTEGER
    return Number(limit) > 0 ? Number(limit) : USUAL
  } catch {
    return USUAL
  }
}

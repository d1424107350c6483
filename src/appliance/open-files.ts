import { readFileSync } from 'node:fs'

/** The usual limit of a shell, for a system that does not report one. */
const USUAL = 1024

/** How many files and connections this process may have open (RLIMIT_NOFILE, soft limit). */
export function openFilesLimit(): number {
  try {
    const limit = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    if (limit === 'unlimited') return Number.MAX_SAFE_INTEGER
    return Number(limit) > 0 ? Number(limit) : USUAL
  } catch {
    return USUAL
  }
}

import { cached } from '../../base/cached.ts'
import type { Config } from '../../config/config.ts'
import { isHost, type Machine, named, namesFor } from './names.ts'

/** How long the machine's names are reused; they seldom change. */
const NAMES_MS = 60_000

/** Returns whether a host name is one of this service: the name in the settings, or a name of the machine. */
export function ownNames({ publicUrl }: Config, machine: () => Machine): (host: string) => boolean {
  const configured = named(publicUrl === '' ? [] : [new URL(publicUrl).hostname])
  const names = cached(
    NAMES_MS,
    () => new Set([...configured, ...namesFor(machine(), configured).filter(isHost)]),
  )
  return (host) => names().has(host)
}

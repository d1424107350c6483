import { createHash } from 'node:crypto'

/** A UUID version 7 (RFC 9562) of this moment, with digits that hang on a name alone: the same in every run. */
export function idAt(ms: number, name: string): string {
  const time = ms.toString(16).padStart(12, '0')
  const rest = createHash('sha256').update(name).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

/** Compares a tag with If-None-Match, by the weak comparison that it requires (RFC 9110 §13.1.2). */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/** Weak comparison, as RFC 9110 §13.1.2 asks of If-None-Match. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

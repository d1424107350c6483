import type { IncomingHttpHeaders } from 'node:http'

/**
 * Headers that are lists, and how many of their characters are read. Each element costs some microseconds
 * each time, so 14 kB of them would cost more than a page. Browsers send up to 150 characters.
 */
const READ_FROM_START = {
  'accept-language': 256,
  'accept-encoding': 256,
  accept: 1024,
  'if-none-match': 1024,
} as const

/** Proxies append to `X-Forwarded-For`, so its end is what can be trusted. It is read for each use. */
const READ_FROM_END = 512

/** Leaves out, of each long list in the headers, the elements that are not read. Call before anything reads them. */
export function shortenLists(headers: IncomingHttpHeaders): void {
  for (const [name, most] of Object.entries(READ_FROM_START)) {
    const list = headers[name]
    if (typeof list === 'string' && list.length > most)
      headers[name] = list.slice(0, Math.max(0, list.lastIndexOf(',', most)))
  }
  const { 'x-forwarded-for': addresses } = headers
  if (typeof addresses !== 'string' || addresses.length <= READ_FROM_END) return
  const comma = addresses.indexOf(',', addresses.length - READ_FROM_END)
  headers['x-forwarded-for'] = comma < 0 ? '' : addresses.slice(comma + 1)
}

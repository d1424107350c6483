import { isIP } from 'node:net'
import { spanMs } from '../base/span.ts'
import { must } from '../base/typed.ts'
import { ToldError } from '../words/fault.ts'
import { message } from '../words/message.ts'

/** Addresses and places as written in the settings. */

/** Where objects are kept. Path '' is the folder in the data folder; prefix '' is the whole bucket. */
export type ObjectPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

/** S3's rule for bucket names: 3 to 63 of these characters, not like an IP address. */
const S3_PLACE =
  /^s3:\/\/([a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9])((?:\/[a-zA-Z0-9][\w.-]{0,99}){0,5})\/?$/

/** @throws {Error} unless it is `file:`, `file:PATH`, `s3://BUCKET` or `s3://BUCKET/PREFIX` */
export function objectPlace(text: string): ObjectPlace {
  if (text === '') return { kind: 'folder', path: '' }
  if (/^file:(?!\/\/[^/])/.test(text)) return { kind: 'folder', path: text.slice('file:'.length) }
  const [, bucket, prefix] = S3_PLACE.exec(text) ?? []
  if (bucket === undefined || /\d+\.\d+\.\d+\.\d+/.test(bucket))
    throw new ToldError(message('setting.objectPlace'))
  return { kind: 's3', bucket, prefix: (prefix ?? '').slice(1) }
}

/** One backup takes several minutes, and backups more than a year apart are useless. */
const EVERY_LEAST_MS = spanMs('5m')
const EVERY_MOST_MS = spanMs('366d')

/**
 * @returns milliseconds between two backups; null for `off`
 * @throws {Error} unless it is `off` or a time such as 30m, 6h or 7d
 */
export function backupEveryMs(text: string): number | null {
  if (text === 'off') return null
  const ms = spanMs(text)
  if (ms < EVERY_LEAST_MS || ms > EVERY_MOST_MS) throw new ToldError(message('setting.every'))
  return ms
}

/** @throws {Error} unless it is the address of an S3 service */
export function s3Endpoint(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new ToldError(message('setting.s3Url'))
  if (url.username !== '' || url.password !== '') throw new ToldError(message('setting.s3Secret'))
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new ToldError(message('setting.s3Path'))
}

/** Where roots are published; null if nowhere. */
export type PublisherPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'witness'; readonly url: string }
  | { readonly kind: 'policy'; readonly path: string }
  | null

/** @throws {Error} unless it is `folder:PATH`, `policy:FILE` or an HTTP address */
export function publisherPlace(text: string): PublisherPlace {
  if (text === '') return null
  const path = /^folder:(.+)$/s.exec(text)?.[1]
  if (path !== undefined) return { kind: 'folder', path }
  const policy = /^policy:(.+)$/s.exec(text)?.[1]
  if (policy !== undefined) return { kind: 'policy', path: policy }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new ToldError(message('setting.publisher'))
  return { kind: 'witness', url: url.href }
}

/** What receives notices: a program with its arguments, or an HTTP address; null if nothing does. */
export type NoticeTarget =
  | { readonly kind: 'program'; readonly path: string; readonly args: readonly string[] }
  | { readonly kind: 'address'; readonly url: string }
  | null

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * A program is never run by a shell: spaces separate its arguments, and nothing else has a meaning.
 * @throws {Error} unless it is a full path with arguments, or an HTTP address
 */
export function noticeTarget(text: string): NoticeTarget {
  if (text === '') return null
  const [path = '', ...args] = text.trim().split(/ +/)
  if (path.startsWith('/')) return { kind: 'program', path, args }
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (url === null || !isSafe || url.username !== '' || url.password !== '')
    throw new ToldError(message('setting.notice'))
  return { kind: 'address', url: url.href }
}

/** @throws {Error} unless it is `host:port` */
export function listenAddress(text: string): { host: string; port: number } {
  const match = /^(\[[0-9a-fA-F:]+\]|[^:]+):(\d{1,5})$/.exec(text)
  const port = Number(match?.[2])
  if (!match || port > 65_535) throw new ToldError(message('setting.listen'))
  return { host: must(match[1]).replace(/^\[|\]$/g, ''), port }
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address === 'localhost' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)
}

export function isNetwork(text: string): boolean {
  const [address, bits, ...rest] = text.split('/')
  const family = isIP(address ?? '')
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

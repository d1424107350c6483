import { gzipSync } from 'node:zlib'
import type { Random } from '../../support/records/gate/random.ts'
import { ODD_IDS, ODD_INSTANTS, ODD_NUMERALS, ODD_TEXTS } from './oddities.ts'

/** A request before it becomes bytes, and what may be done to its address, headers, type and encoding. */
export interface Draft {
  method: string
  path: string
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body: Buffer | null
}

export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

export function bytesOf({ method, path, query, headers, body }: Draft): Buffer {
  const asked = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const length = body === null ? [] : [`Content-Length: ${body.length}`]
  const lines = [
    `${method} ${path}${asked === '' ? '' : `?${asked}`} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body === null ? head : Buffer.concat([head, body])
}

export function set(draft: Draft, name: string, value: string): void {
  draft.headers = [...draft.headers.filter(([known]) => known !== name), [name, value]]
}

const TYPES = [
  'text/plain',
  'application/jsonx',
  'application/json; charset=utf-16',
  'application/json;charset=utf-8;x="',
  'APPLICATION/JSON',
  'application/offset+octet-stream',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/problem+json',
  'json',
  '*/*',
  '',
  ';;;',
  `application/${'x'.repeat(500)}`,
]

export function otherType(draft: Draft, random: Random): void {
  if (random.chance(0.2)) draft.headers = draft.headers.filter(([name]) => name !== 'content-type')
  else set(draft, 'content-type', random.pick(TYPES))
}

const MIB = 2 ** 20
/** Small to send and large when unpacked: beyond what a record may be, beyond what a batch may be. */
const BOMBS = [MIB, 64 * MIB].map((bytes) => gzipSync(Buffer.alloc(bytes, 0x20)))
const BOMB_IN_A_BOMB = gzipSync(BOMBS[1] as Buffer)
const OTHER_ENCODINGS = ['br', 'deflate', 'gzip, gzip', 'identity', 'x-gzip', 'GZIP', '', 'zstd', 'chunked']

/** The body packed, packed wrongly, or said to be packed as it is not. */
export function otherEncoding(draft: Draft, random: Random): void {
  const body = draft.body ?? Buffer.alloc(0)
  set(draft, 'content-encoding', 'gzip')
  const packed = () => gzipSync(body)
  const dice = random.below(10)
  if (dice < 3) draft.body = packed()
  else if (dice === 3) draft.body = packed().subarray(0, random.below(40))
  else if (dice === 4) {
    const bytes = packed()
    bytes[random.below(bytes.length)] = random.below(256)
    draft.body = bytes
  } else if (dice === 5)
    draft.body = Buffer.concat([packed(), random.chance(0.5) ? packed() : Buffer.from('more')])
  else if (dice === 6) draft.body = random.pick([...BOMBS, BOMB_IN_A_BOMB])
  else if (dice === 7) set(draft, 'content-encoding', random.pick(OTHER_ENCODINGS))
  else if (dice === 8) draft.body = gzipSync(packed())
}

const WRONG_LIMITS = ['0', '-1', '501', '1.5', 'ten', ' 1', '1e2', '', '99999999999999999999', '+1']

/** One parameter other than it should be, twice, too many or missing. */
export function otherParameter(draft: Draft, random: Random): void {
  const { query } = draft
  const at = random.below(query.length)
  const name = query[at]?.[0]
  const dice = random.below(8)
  if (name === undefined || dice === 0)
    query.push([
      random.pick(['x', 'Purpose', 'limit[]', '', '__proto__', ...ODD_TEXTS]),
      random.pick(ODD_TEXTS),
    ])
  else if (dice === 1) query.splice(at, 1)
  else if (dice === 2) query.push([name, random.pick(ODD_TEXTS)])
  else if (name === 'limit') query[at] = [name, random.pick([...WRONG_LIMITS, ...ODD_NUMERALS.slice(0, 12)])]
  else query[at] = [name, random.pick([...ODD_IDS, ...ODD_INSTANTS, ...ODD_TEXTS, 'x'.repeat(5_000)])]
}

const ADDRESS_WAYS: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replace('/v1', '//v1'),
  (path) => path.replace('/v1', '/v1/'),
  (path) => path.replace('/v1', '/V1'),
  (path) => path.replace('/v1', '/v2'),
  (path) => path.replace('v', '%76'),
  (path) => path.replaceAll('/', '%2f').replace('%2f', '/'),
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}%ff%fe`,
  (path) => `${path}/../../etc/passwd`,
  (path) => `${path}/..%2f..%2fpasswd`,
  (path) => `${path}?`,
  (path) => `${path}?%`,
  (path) => `${path}?a=%ff&&&=&=x&a`,
  (path) => `${path}?${'a=1&'.repeat(1_500)}`,
  (path) => `${path}#fragment`,
  (path) => `${path};v=1`,
  (path) => `${path}/${'x'.repeat(300)}`,
  (path) => `http://elsewhere${path}`,
  (_path, random) => `/${encoded(random.pick(ODD_TEXTS))}`,
  (_path, random) => `/docs/${encoded(random.pick(ODD_TEXTS))}`,
  () => '/',
  () => '*',
  () => '/docs',
  () => '/favicon.ico',
  () => '/.env',
]

export function otherAddress(draft: Draft, random: Random): void {
  draft.path = random.pick(ADDRESS_WAYS)(draft.path, random)
  if (draft.path.includes('?')) draft.query = []
}

/** Headers that a program may look at; what is neither visible ASCII nor Latin-1 cannot stand in one. */
const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['x-correlation-id', ['', 'x', 'a'.repeat(3_000), '019E878F-AA80-7045-845B-2A0A29E7F500', '\xe9\xff']],
  ['purpose', ['credit_assessment']],
  ['x-purpose', ['credit_assessment']],
  ['accept', ['text/plain', 'image/*', 'text/html', '*/*;q=0', ';', 'application/json;q=2', '\xff']],
  ['accept-encoding', ['br', 'gzip', 'gzip, br', 'identity;q=0', '*;q=0', 'zstd', ';;', 'deflate']],
  ['if-none-match', ['*', '"x"', 'W/"x"', '"', ',,,', `"${'e'.repeat(2_000)}"`]],
  ['if-modified-since', ['Sun, 28 Jun 2026 07:15:00 GMT', 'x']],
  ['range', ['bytes=0-0', 'bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-1,3-4', 'bytes=x', 'lines=1-2']],
  ['range', ['bytes=99999999999999999999-', `bytes=${'0-1,'.repeat(500)}2-3`]],
  ['if-range', ['"x"', 'x']],
  ['expect', ['100-continue']],
  ['connection', ['close', 'keep-alive', 'upgrade']],
  ['upgrade', ['websocket', 'h2c']],
  ['x-forwarded-for', ['10.0.0.1', '127.0.0.1', 'x', '::1, 1.2.3.4', ','.repeat(500)]],
  ['forwarded', ['for=127.0.0.1;proto=https']],
  ['x-forwarded-host', ['elsewhere']],
  ['x-http-method-override', ['DELETE', 'PATCH']],
  ['cookie', ['a=b', ';'.repeat(1_000)]],
  ['origin', ['null', 'https://elsewhere']],
  ['tus-resumable', ['1.0.0', '0.2.2', '', '1.0.0, 1.0.0']],
  ['upload-offset', ['0', '-1', '1.5', 'x', '9007199254740993', '1e3']],
  ['upload-length', ['0', '-1', 'x', '20971520', '20971521', '9007199254740993', '1e3']],
  ['upload-metadata', ['', 'sha256', 'sha256 x', 'sha256 ,,', 'a b,a b', 'sha256 AAAA', ',', '\xff \xff']],
  ['upload-checksum', ['', 'sha1 x', 'sha256 AAAA', 'md5 AAAA', 'sha1', 'sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk=']],
  ['upload-defer-length', ['1']],
  ['upload-concat', ['partial']],
  ['x-odd', ['\xe9', '\t', 'x'.repeat(8_000)]],
]

export function otherHeader(draft: Draft, random: Random): void {
  const [name, values] = random.pick(HEADERS)
  set(draft, name, random.pick(values))
}

import { type IncomingMessage, request } from 'node:http'
import { connected, OtherCertificate } from '../../appliance/feeds/post.ts'
import { tokenIn } from '../../appliance/feeds/token.ts'
import { boundedText } from '../../base/bounded-text.ts'
import { errorCode } from '../../base/error-kinds.ts'
import { orNull } from '../../base/or-null.ts'
import { membersOf, must } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import { type Clock, forgetAll, pageIn, takeConsents, takeIn } from './apply.ts'
import type { Engine } from './engine.ts'
import { BadPage, type ConsentRow, consentOf, jsonIn } from './rows.ts'
import { type Source, sourceNamed } from './source.ts'
import { STATEMENTS } from './statements.ts'

/** Reads a source at its appliance: the pages of the change feed, then the consents (contract §21). */

/** More at once are hardly faster, and take more memory. */
const PAGE = 200
const LIMIT_MS = 120_000
/** A page of records of the largest size; what is longer is no page. */
const MOST_BYTES = 64 * 1024 * 1024

/** Why a source could not be read: a word, and a code. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  readonly fault: FetchFault
  readonly detail: string

  constructor(fault: FetchFault, detail = '') {
    super(`${fault} ${detail}`.trim())
    this.fault = fault
    this.detail = detail
  }
}

export const FETCH_FAULTS = [
  'token',
  'unreached',
  'fingerprint',
  'credential',
  'status',
  'reply',
  'refused',
  'frozen',
  'store',
] as const
export type FetchFault = (typeof FETCH_FAULTS)[number]

export interface Fetching {
  readonly engine: Engine
  readonly clock: () => Clock
  readonly signal: AbortSignal
  /** Called after each page; false ends the reading, because another program has the source. */
  readonly goesOn?: () => Promise<boolean>
}

/**
 * Reads everything that is new at a source.
 * @throws {SourceFault} which is noted with the source
 */
export async function readSource(fetching: Fetching, name: string): Promise<void> {
  try {
    await readAll(fetching, name)
  } catch (error) {
    const known = error instanceof BadPage ? new SourceFault('reply', error.message) : error
    if (!(known instanceof SourceFault)) throw error
    const { engine, clock } = fetching
    // What a page was refused for is noted with it.
    await engine.run(STATEMENTS['source.fault'], [name, known.message, formatInstant(clock().nowMs)])
    throw known
  }
}

async function readAll(
  { engine, clock, signal, goesOn = async () => true }: Fetching,
  name: string,
): Promise<void> {
  const token = tokenOf(must(await sourceNamed(engine, name)))
  const ask = async (path: string, query: Readonly<Record<string, string>>) => {
    const source = must(await sourceNamed(engine, name))
    return asked(source, `${path}?${new URLSearchParams(query)}`, token, signal)
  }
  // The last page brings nothing. It is asked for with the cursor of the page before, which tells the appliance that this union
  // has what that page closed and corrected.
  let beganAgain = false
  let hasNews = false
  for (let isMore = true; isMore; ) {
    const source = must(await sourceNamed(engine, name))
    if (source.state === 'frozen') throw new SourceFault('frozen')
    if (source.state === 'ended') return
    const since = source.cursor === null ? {} : { since: source.cursor }
    const asked = clock()
    const query = { purpose: must(source.purpose), limit: String(PAGE), ...since }
    const reply = await ask('/v1/sync/changes', query)
    if (reply.status === 409) {
      // Nobody is restored twice at once.
      if (beganAgain) throw new SourceFault('status', '409')
      beganAgain = true
      await startAgain(engine, name, reply.body, clock())
      continue
    }
    const page = pageIn(reply.body)
    const taken = await takeIn(engine, name, { ...page, isAnew: false }, source.cursor, asked)
    if (taken.is === 'refused' || taken.is === 'frozen') throw new SourceFault(taken.is)
    if (taken.is === 'gone') return
    const isNews = page.changes.length + page.closed.length > 0
    hasNews ||= isNews
    isMore = page.has_more || isNews
    if (!(await goesOn())) return
  }
  await readConsents(engine, name, ask, { now: formatInstant(clock().nowMs), hasNews, goesOn })
}

/** The appliance was restored from a backup: nobody knows what it forgot, so everything comes again. */
async function startAgain(engine: Engine, name: string, body: unknown, { nowMs }: Clock): Promise<void> {
  const { code, cursor } = membersOf(body)
  if (code !== 'restored_from_backup' || typeof cursor !== 'string') throw new SourceFault('status', '409')
  await engine.atOnce(name, (within) => forgetAll(within, name, cursor, formatInstant(nowMs)))
}

type Ask = (path: string, query: Readonly<Record<string, string>>) => Promise<Reply>

interface Consenting {
  readonly now: string
  /** Whether records came or closed, perhaps because a consent ended. */
  readonly hasNews: boolean
  readonly goesOn: () => Promise<boolean>
}

/** Reads the consents, newest first, until a page brings nothing new; after news, also all that ended, however old they are. */
async function readConsents(
  engine: Engine,
  name: string,
  ask: Ask,
  { now, hasNews, goesOn }: Consenting,
): Promise<void> {
  const source = must(await sourceNamed(engine, name))
  const known = await engine.all(STATEMENTS['consent.all'], [name])
  const endsAt = new Map(known.map(({ id, ends_at }) => [id, ends_at]))
  const fresh = new Map<string, ConsentRow>()
  for (const list of hasNews ? [{}, { status: 'ended' }] : [{}])
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await ask('/v1/grants', {
        ...{ ...list, role: 'grantee', limit: String(PAGE) },
        ...(cursor === '' ? {} : { cursor }),
      })
      const { grants, next } = membersOf(body)
      if (!Array.isArray(grants)) throw new BadPage('grants')
      const found = grants.filter((one) => membersOf(one).purpose === source.purpose).map(consentOf)
      const changed = found.filter(({ id, ends_at }) => endsAt.get(id) !== ends_at)
      for (const one of changed) fresh.set(one.id, one)
      const isMore = 'status' in list || changed.length > 0 || found.length === 0
      cursor = typeof next === 'string' && isMore && (await goesOn()) ? next : null
    }
  if (fresh.size === 0) return
  await engine.atOnce(name, async (within) => {
    // One that was frozen or ended meanwhile takes nothing.
    if ((await within.run(STATEMENTS['source.hold'], [name])) === 0) return
    await takeConsents(within, name, [...fresh.values()], now)
  })
}

function tokenOf({ token_file }: Source): string {
  const token = orNull(() => tokenIn(must(token_file)))
  if (token === null) throw new SourceFault('token')
  return token
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

/** @throws {SourceFault} for anything but a page or a conflict */
async function asked(
  { url, fingerprint }: Source,
  path: string,
  token: string,
  stopped: AbortSignal,
): Promise<Reply> {
  const at = new URL(must(url).replace(/\/$/, '') + path)
  const signal = AbortSignal.any([AbortSignal.timeout(LIMIT_MS), stopped])
  let text: string
  let status: number
  try {
    const response = await responseOf(at, fingerprint, token, signal)
    status = response.statusCode ?? 0
    const read = await boundedText(response, MOST_BYTES)
    if (read === null) throw new SourceFault('reply', 'length')
    text = read
  } catch (error) {
    if (error instanceof SourceFault) throw error
    if (error instanceof OtherCertificate) throw new SourceFault('fingerprint')
    throw new SourceFault('unreached', errorCode(error) ?? 'Error')
  }
  if (status === 401 || status === 403) throw new SourceFault('credential', String(status))
  if (status !== 200 && status !== 409) throw new SourceFault('status', String(status))
  return { status, body: jsonIn(text) }
}

/** Sends the token only to an appliance that has shown its certificate. It follows no redirect. */
async function responseOf(
  at: URL,
  fingerprint: string | null,
  token: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const socket = await connected({ url: at.href, fingerprint }, signal)
  const headers = {
    ...{ host: at.host, authorization: `Bearer ${token}`, accept: 'application/json' },
    ...{ 'user-agent': 'granary-union', connection: 'close' },
  }
  const call = request({ path: at.pathname + at.search, headers, signal, createConnection: () => socket })
  return new Promise((resolve, reject) => {
    call.on('error', reject)
    // One that wants another protocol is hung up on, without an error.
    call.once('close', () => reject(new Error('closed')))
    call.once('response', resolve)
    call.end()
  })
}

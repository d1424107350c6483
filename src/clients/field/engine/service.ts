import { given } from '../../../base/typed.ts'
import { clockAheadMs } from '../rules/clock.ts'
import type { Refusal } from '../rules/entry.ts'

/** Requests to the appliance: its public API alone. */

const TIMEOUT_MS = 60_000
/** Added to the timeout for each byte sent: the slowest link that is worth waiting for, 2 kB/s. */
const MS_A_BYTE = 0.5

/** The service answered, and refused. */
export class Refused extends Error {
  readonly refusal: Refusal & { readonly cursor?: string }
  readonly retryAfterS: number

  constructor(refusal: Refusal & { readonly cursor?: string }, retryAfterS = 0) {
    super(refusal.title)
    this.refusal = refusal
    this.retryAfterS = retryAfterS
  }

  get status(): number {
    return this.refusal.status
  }
}

/** No answer: no network, a broken link, or something else answers at this address. */
export class NoAnswer extends Error {}

export interface Call {
  readonly method?: string
  readonly token?: string
  readonly json?: unknown
  readonly body?: BodyInit
  readonly bytes?: number
  readonly headers?: Readonly<Record<string, string>>
}

export class Service {
  /** Receives by how much the phone's clock is ahead, from each reply. */
  onClock: (aheadMs: number) => void = () => {}
  readonly #underWay = new Set<AbortController>()
  #isEnded = false

  /** From now on there is no answer, also to what is under way. */
  end(): void {
    this.#isEnded = true
    for (const abort of this.#underWay) abort.abort()
  }

  /** Returns a reply whose body is not read. @throws {Refused} @throws {NoAnswer} */
  ask(path: string, call: Call = {}): Promise<Response> {
    return this.#exchange(path, call, async (answer) => answer)
  }

  /** @throws {Refused} @throws {NoAnswer} */
  json<T>(path: string, call: Call = {}): Promise<T> {
    return this.#exchange(path, call, async (answer) => (await answer.json()) as T)
  }

  /** @param read is part of what the timeout covers: a link may break in the middle of a reply */
  async #exchange<T>(
    path: string,
    { method, token, json, body, bytes, headers = {} }: Call,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const packed = json === undefined ? { body, bytes: bytes ?? 0, encoding: {} } : await pack(json)
    if (this.#isEnded) throw new NoAnswer('ended')
    const abort = new AbortController()
    this.#underWay.add(abort)
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS + packed.bytes * MS_A_BYTE)
    const askedAt = performance.now()
    try {
      const answer = await fetch(path, {
        method: method ?? (json === undefined ? 'GET' : 'POST'),
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...packed.encoding,
          ...headers,
        },
        ...given({ body: packed.body }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: abort.signal,
      })
      const aheadMs = clockAheadMs(answer.headers.get('date'), Date.now(), performance.now() - askedAt)
      if (aheadMs !== null) this.onClock(aheadMs)
      const reply = answer.ok ? await read(answer) : await refusalIn(answer)
      if (this.#isEnded) throw new NoAnswer('ended')
      if (reply instanceof Error) throw reply
      return reply
    } catch (error) {
      throw error instanceof Refused ? error : new NoAnswer(String(error))
    } finally {
      clearTimeout(timer)
      this.#underWay.delete(abort)
    }
  }
}

/** A portal of some network answers too, but with no problem document: that is no answer of the service. */
async function refusalIn(answer: Response): Promise<Refused | NoAnswer> {
  if (!(answer.headers.get('content-type') ?? '').includes('problem+json')) {
    // A HEAD has no body; uploads are asked by it.
    if (answer.headers.has('tus-resumable') || answer.status === 404)
      return new Refused({ code: 'not_found', status: answer.status, title: '' })
    return new NoAnswer(String(answer.status))
  }
  const problem = (await answer.json().catch(() => ({}))) as Partial<Refusal> & { cursor?: string }
  const { code = 'unknown', title = '', detail, errors, cursor } = problem
  return new Refused(
    {
      code,
      title,
      status: answer.status,
      ...given({ detail, errors, cursor }),
    },
    Number(answer.headers.get('retry-after') ?? 0) || 0,
  )
}

/** Below this, compressing gains nothing. */
const WORTH_PACKING = 1024

async function pack(
  value: unknown,
): Promise<{ body: Blob; bytes: number; encoding: Record<string, string> }> {
  const plain = new Blob([JSON.stringify(value)])
  if (plain.size < WORTH_PACKING || !('CompressionStream' in globalThis))
    return { body: plain, bytes: plain.size, encoding: {} }
  const body = await new Response(plain.stream().pipeThrough(new CompressionStream('gzip'))).blob()
  return { body, bytes: body.size, encoding: { 'content-encoding': 'gzip' } }
}

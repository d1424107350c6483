import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { errorCode } from '../../base/error-kinds.ts'
import { given, ifGiven } from '../../base/typed.ts'
import type { Outcome } from '../../domain/messages/sending.ts'
import type { Gateway } from './gateway.ts'
import { foundAt, meansOf, meant } from './gateway-reply.ts'
import type { Call, HttpSettings } from './gateway-settings.ts'

/**
 * A gateway that is called over HTTP, as its settings say: what is sent, and where in the reply the reference, the state and the
 * reason stand. A reply that nobody understands leaves the state unknown, because the message may have been sent.
 */

const LIMIT_MS = 30_000
const MOST_BYTES = 256 * 1024
const MOST_REFERENCE = 200

type Values = Readonly<Record<string, string>>

const eachValue = (texts: Values, make: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, make(text)]))

export function httpGateway({ values = {}, send, ask }: HttpSettings, secret: string): Gateway {
  const known = { ...values, secret }
  // A pattern that nobody can read is found here, not after a message was sent.
  const ofSend = foundBy(send.reply)
  const ofAsk = ask && foundBy(ask.reply)
  return {
    kind: 'http',
    send: async ({ to, text }, signal) =>
      outcomeOf(send, ofSend, await called(send, { ...known, to, digits: to.slice(1), text }, signal)),
    ...(ask === undefined || ofAsk === undefined
      ? {}
      : {
          ask: async (reference: string, signal: AbortSignal) => {
            const reply = await called(ask, { ...known, reference }, signal)
            // Of a question, no reply is no news.
            return 'status' in reply && isSuccess(reply.status)
              ? outcomeOf(ask, ofAsk, reply)
              : { state: 'unknown', code: 'status' in reply ? String(reply.status) : reply.code }
          },
        }),
  }
}

type Reply = { readonly status: number; readonly text: string } | Extract<Outcome, { code: string }>

const isSuccess = (status: number): boolean => status >= 200 && status < 300

function outcomeOf({ reply }: Call, foundIn: FoundIn, got: Reply): Outcome {
  if (!('status' in got)) return got
  const { status, text } = got
  const found = foundIn(text)
  const words = ifGiven(found.words, (one) => ({ words: one }))
  const means = found.state === undefined ? undefined : meansOf(reply.states, found.state)
  const code = found.state ?? String(status)
  if (means !== undefined) return meant(means, code, { reference: found.id, words: found.words })
  if (status === 401 || status === 402 || status === 403)
    return { state: 'failed', again: true, pauses: true, code: String(status), ...words }
  if (status === 429 || status === 503)
    return { state: 'failed', again: true, code: String(status), ...words }
  if (status >= 400 && status < 500) return { state: 'failed', again: false, code: String(status), ...words }
  return { state: 'unknown', code }
}

interface Found {
  readonly id?: string
  readonly state?: string
  readonly words?: string
}

type FoundIn = (text: string) => Found

/** @throws {SyntaxError} when its pattern is none */
function foundBy({ pattern, id = [], state, words = [] }: Call['reply']): FoundIn {
  const groups = pattern === undefined ? null : new RegExp(pattern, 'su')
  return (text) => {
    const tree = groups === null ? jsonOf(text) : groups.exec(text.trim())?.groups
    return given({
      id: foundAt(tree, id)?.slice(0, MOST_REFERENCE),
      state: foundAt(tree, state),
      words: foundAt(tree, words),
    })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Puts values in the place of their names in braces. */
const filled = (template: string, values: Values, written: (value: string) => string = (value) => value) =>
  template.replace(/\{([a-z_]+)\}/g, (found, name: string) => {
    const value = values[name]
    return value === undefined ? found : written(value)
  })

function filledAll(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return filled(template, values)
  if (Array.isArray(template)) return template.map((one) => filledAll(one, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, filledAll(one, values)]))
}

function bodyOf({ form, json }: Call, values: Values): { text: string; type: string } | null {
  if (json !== undefined) return { text: JSON.stringify(filledAll(json, values)), type: 'application/json' }
  if (form === undefined) return null
  const fields = new URLSearchParams(eachValue(form, (one) => filled(one, values)))
  return { text: fields.toString(), type: 'application/x-www-form-urlencoded' }
}

/** Follows no redirect. Resolves with a reply, or with what is known without one. */
function called(call: Call, values: Values, stopped: AbortSignal): Promise<Reply> {
  const url = filled(call.url, values, encodeURIComponent)
  const body = bodyOf(call, values)
  const signal = AbortSignal.any([AbortSignal.timeout(LIMIT_MS), stopped])
  const headers = {
    ...eachValue(call.headers ?? {}, (one) => headerOf(filled(one, values))),
    ...(body === null
      ? {}
      : { 'content-type': body.type, 'content-length': String(Buffer.byteLength(body.text)) }),
  }
  const method = call.method ?? (body === null ? 'GET' : 'POST')
  return new Promise((resolve) => {
    // Before there is a connection nothing was sent, as to a phone that sleeps.
    let isConnected = false
    const late = (error: unknown) => {
      resolve({ state: isConnected ? 'unknown' : 'unreached', code: errorCode(error) ?? 'Error' })
    }
    try {
      const isSecure = url.startsWith('https:')
      const request = (isSecure ? requestHttps : requestHttp)(url, { method, headers, signal, agent: false })
      request.on('error', late)
      request.on('socket', (socket) =>
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isConnected = true
        }),
      )
      let isAnswered = false
      request.on('response', (response) => {
        isAnswered = true
        void textOf(response).then(resolve, late)
      })
      // A gateway that wants another protocol is hung up on, without an error.
      request.once('close', () => {
        if (!isAnswered) late(new Error('closed'))
      })
      request.end(body?.text)
    } catch (error) {
      resolve({ state: 'unreached', code: errorCode(error) ?? 'Error' })
    }
  })
}

/** `{basic}` before a name and secret: `Basic` with both in base 64. */
const headerOf = (text: string): string =>
  text.replace(/^\{basic\}(.*)$/s, (_, pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`)

async function textOf(response: IncomingMessage): Promise<{ status: number; text: string }> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    // The state is in what came first, or nobody can read it.
    if (bytes > MOST_BYTES) break
    pieces.push(piece)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }
}

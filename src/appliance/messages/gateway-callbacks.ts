import { createHmac, timingSafeEqual } from 'node:crypto'
import { isNetwork } from '../../config/addresses.ts'
import { proxiesIn } from '../../http/loopback.ts'
import type { Callback, CallbackRequest, GatewayCallbacks } from './gateway.ts'
import { foundAt, meansOf, meant, valueAt } from './gateway-reply.ts'
import type { CallbackSettings } from './gateway-settings.ts'

/**
 * What a gateway says by itself: states of messages, and answers of members. Taken from the addresses that its settings name
 * alone, and only as they sign it, where the gateway signs.
 */

/** Most that the clocks of the gateway and of this machine may differ. */
const MOST_APART_MS = 5 * 60_000

/** @param key with which the gateway signs; empty if it does not @throws {Error} when an address is none, or it signs with an empty key */
export function callbacksOf(settings: CallbackSettings, key: string): GatewayCallbacks {
  const { from, signature, each, state, reply } = settings
  const wrong = from.find((one) => !isNetwork(one))
  if (wrong !== undefined) throw new Error(`/callbacks/from ${wrong}`)
  // Anybody could sign with an empty key.
  if (signature !== undefined && key === '')
    throw new Error(`/callbacks/signature/secret_file ${signature.secret_file} is empty`)
  const isSigned = (request: CallbackRequest, nowMs: number): boolean =>
    signature === undefined || isSignedBy(key, signature, request, nowMs)
  return {
    takesFrom: proxiesIn(from.join(',')),
    keepsReferences: state !== undefined,
    read: (request, nowMs) => {
      if (!isSigned(request, nowMs)) return null
      const tree = treeOf(request)
      const items = each === undefined ? [tree] : valueAt(tree, each)
      return (Array.isArray(items) ? items : []).flatMap((item): Callback[] => [
        ...(state === undefined ? [] : newsIn(item, state)),
        ...(reply === undefined ? [] : replyIn(item, reply)),
      ])
    },
  }
}

function newsIn(
  item: unknown,
  { id, state, words, states }: NonNullable<CallbackSettings['state']>,
): Callback[] {
  const reference = foundAt(item, id)
  const code = foundAt(item, state)
  const means = code === undefined ? undefined : meansOf(states, code)
  if (reference === undefined || code === undefined || means === undefined) return []
  return [{ reference, news: meant(means, code, { words: foundAt(item, words ?? []) }) }]
}

function replyIn(item: unknown, { number, text }: NonNullable<CallbackSettings['reply']>): Callback[] {
  const [from, said] = [foundAt(item, number), foundAt(item, text)]
  return from === undefined || said === undefined ? [] : [{ number: from, text: said }]
}

function treeOf({ headers, body }: CallbackRequest): unknown {
  const text = body.toString('utf8')
  if (/^application\/x-www-form-urlencoded/i.test(String(headers['content-type'])))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSignedBy(
  key: string,
  { header, timestamp }: NonNullable<CallbackSettings['signature']>,
  { headers, body }: CallbackRequest,
  nowMs: number,
): boolean {
  const hmac = createHmac('sha256', key).update(body)
  if (timestamp !== undefined) {
    const at = String(headers[timestamp.toLowerCase()] ?? '')
    // Neither what is sent again later, nor what is no time.
    if (!(Math.abs(Number(at) * 1000 - nowMs) <= MOST_APART_MS)) return false
    hmac.update(at)
  }
  const signed = Buffer.from(String(headers[header.toLowerCase()] ?? ''), 'hex')
  const own = hmac.digest()
  return signed.length === own.length && timingSafeEqual(signed, own)
}

import type { Outcome } from '../../domain/messages/sending.ts'

/** The one seam to whatever sends text messages. */

export interface TextMessage {
  /** E.164. */
  readonly to: string
  readonly text: string
}

export interface Gateway {
  readonly kind: 'http' | 'command' | 'print'
  /** Never rejects. What it says of a failure may name the number: `withoutNumbers` before it is kept. */
  send(message: TextMessage, signal: AbortSignal): Promise<Outcome>
  /** Asks for the state of a message that was sent, where the gateway can be asked. */
  ask?(reference: string, signal: AbortSignal): Promise<Outcome>
  /** What it says by itself, where its settings name the addresses from which it does. */
  readonly callbacks?: GatewayCallbacks
}

export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

/** News of a message, or what a member answered. */
export type Callback =
  | { readonly reference: string; readonly news: Outcome }
  | { readonly number: string; readonly text: string }

export interface GatewayCallbacks {
  takesFrom(address: string): boolean
  /** Whether its news name messages by the references that it gave. */
  readonly keepsReferences: boolean
  /** Returns null if the request is not signed as the settings say, or was signed at another time than now. */
  read(request: CallbackRequest, nowMs: number): readonly Callback[] | null
}

/** Most characters of what a gateway said that are kept. */
const MOST_WORDS = 120
const LONG_NUMBER = /[+\d][\d\s().-]{4,}\d/g

/** Returns what a gateway said as it may be kept: neither number nor text. */
export const withoutNumbers = (words: string, { text }: Pick<TextMessage, 'text'>): string =>
  words.replaceAll(text, '…').replace(LONG_NUMBER, '…').replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS)

import { createHash } from 'node:crypto'
import { finished, type Readable, Transform } from 'node:stream'
import { type Message, message } from '../../words/message.ts'
import { DigestMismatch, ObjectStoreUnavailable } from './store.ts'

/** A reader that reads nothing for this long is gone; the server's limits on slow clients are shorter. */
const UNREAD_MS = 10 * 60_000

/** How long to wait for the source, not counting the time of its reader. */
export interface SourceLimits {
  /** Longest wait for the next byte. */
  readonly idleMs: number
  /** Longest wait for all bytes. */
  readonly wholeMs: number
}

/**
 * Passes the source on, and fails unless its bytes have the digest. The newest chunk is held back until the
 * next one arrives or the digest is found right, so that no reader mistakes a damaged object for a whole one.
 */
export function verified(
  source: Readable,
  of: {
    readonly key: string
    readonly sha256: string
    readonly limits: SourceLimits
    readonly store: Message
  },
): Readable {
  const { key, sha256, limits, store } = of
  const hash = createHash('sha256')
  let held: Buffer | undefined
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      watch.moved()
      hash.update(chunk)
      const before = held
      held = chunk
      done(null, before)
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, held)
      else done(new DigestMismatch(key))
    },
  })
  const fail = (why: Message, cause?: unknown) =>
    passing.destroy(new ObjectStoreUnavailable(message('objects.fault', { store, why }), cause))
  const watch = watchOver(passing, limits, fail)
  // The caller may not listen yet when it fails; later readers still see the error.
  passing.on('error', () => {})
  passing.once('close', () => {
    watch.end()
    source.destroy()
  })
  finished(source, (error) => {
    if (error) fail(message('objects.fault.cutOff'), error)
  })
  source.pipe(passing)
  return passing
}

/** Checks the stream at intervals, to distinguish a slow source from a slow reader. */
function watchOver(passing: Transform, { idleMs, wholeMs }: SourceLimits, fail: (why: Message) => void) {
  const lookMs = idleMs / 4
  let silentMs = 0
  let unreadMs = 0
  let waitedMs = 0
  const timer = setInterval(() => {
    if (passing.writableNeedDrain) {
      unreadMs += lookMs
      if (unreadMs >= UNREAD_MS) fail(message('objects.fault.unread'))
      return
    }
    silentMs += lookMs
    waitedMs += lookMs
    if (silentMs > idleMs) fail(message('objects.fault.silent', { seconds: idleMs / 1000 }))
    else if (waitedMs > wholeMs) fail(message('objects.fault.slow', { seconds: wholeMs / 1000 }))
  }, lookMs)
  return {
    moved: () => {
      silentMs = 0
      unreadMs = 0
    },
    end: () => clearInterval(timer),
  }
}

/** Checks the digest of the content. @throws {DigestMismatch} */
export function checkContent(key: string, content: readonly Uint8Array[], sha256: string): void {
  const hash = createHash('sha256')
  for (const chunk of content) hash.update(chunk)
  if (hash.digest('hex') !== sha256) throw new DigestMismatch(key)
}

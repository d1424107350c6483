import { Readable } from 'node:stream'

/** A body that stands still after its first bytes, as one does whose sender has lost the link. */
export class Stalled {
  readonly body: Readable
  /** Resolves when somebody reads it: its request was admitted by then. */
  readonly isRead: Promise<void>

  constructor(first: Buffer | string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.isRead = promise
    this.body = new Readable({ read: () => resolve() })
    this.body.push(first)
  }

  end(rest: Buffer | string): void {
    this.body.push(rest)
    this.body.push(null)
  }
}

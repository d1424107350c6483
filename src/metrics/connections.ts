import { Counter, Registry } from 'prom-client'

/** Of the sockets, as `http/connections.ts` counts them. */
export interface ConnectionFigures {
  readonly open: number
  readonly most: number
  /** Of replies that are being sent. */
  readonly waitingBytes: number
  readonly waitingBytesAtMost: number
  /** By reason, since the start. */
  readonly refused: Readonly<Record<string, number>>
}

/** Connections and replies that were refused or cut off. They are counted elsewhere, and taken over at each scrape. */
export class RefusedConnections {
  readonly registry = new Registry()

  constructor(refused: () => ConnectionFigures['refused']) {
    new Counter({
      name: 'granary_connections_refused_total',
      help: 'Connections refused or closed, and replies refused or cut off, by reason: no_place and address_full, for want of places in all or for one address; unread, nobody read the reply; make_room and no_room, replies that nobody reads filled the memory for them.',
      labelNames: ['reason'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [reason, count] of Object.entries(refused())) this.inc({ reason }, count)
      },
    })
  }
}

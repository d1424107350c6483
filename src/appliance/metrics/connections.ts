import { Counter, Registry } from 'prom-client'

/** Counts of sockets, from `http/connections.ts`. */
export interface ConnectionFigures {
  readonly open: number
  readonly most: number
  /** Bytes of replies being sent. */
  readonly waitingBytes: number
  readonly waitingBytesAtMost: number
  /** By reason, since the start. */
  readonly refused: Readonly<Record<string, number>>
}

/** Refused and closed connections and replies. They are counted elsewhere, and copied at each scrape. */
export class RefusedConnections {
  readonly registry = new Registry()

  constructor(refused: () => ConnectionFigures['refused']) {
    new Counter({
      name: 'granary_connections_refused_total',
      help: 'Connections refused or closed, and replies refused or cut off, by reason: no_place and address_full, all places in total or of one address were taken; unread, the client did not read the reply; make_room and no_room, unread replies filled the memory reserved for them.',
      labelNames: ['reason'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [reason, count] of Object.entries(refused())) this.inc({ reason }, count)
      },
    })
  }
}

import { serveWorker } from './worker-pool.ts'

/** What a thread of `granary verify` runs (see `own-program.ts`). */
serveWorker()

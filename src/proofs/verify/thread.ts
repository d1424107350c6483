import { serveCrew } from './crew.ts'

/** What a thread of `granary verify` runs (see `own-program.ts`). */
serveCrew()

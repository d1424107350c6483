import type { Run, Stream } from '../cli/context.ts'
import type { FolderOpening, TaskRunner } from '../cli/tasks.ts'
import type { Tickets } from '../cli/tickets.ts'
import type { Config } from '../config/config.ts'
import type { App } from '../http/app.ts'
import type { SignedIn } from '../identity/staff.ts'
import type { TallyPace } from '../store/tables/tallies.ts'
import type { Program } from './chores/child.ts'
import type { ChoreKernel } from './chores/chore-tasks.ts'
import type { Callbacks } from './messages/callbacks.ts'

export interface OpenedKernel extends ChoreKernel {
  close(): void
}

/** How a folder is opened and served here. */
export interface Assembly<K extends OpenedKernel> {
  readonly openKernel: (
    config: Config,
    opening: FolderOpening & {
      readonly tallyPace?: Partial<TallyPace>
      /** A clock that is always right, in the place of the machine's. */
      readonly clock?: () => number
    },
  ) => K
  readonly localTasks: (kernel: K) => TaskRunner
  readonly makeServer: (
    kernel: K,
    more: {
      /** Takes what the gateway of messages says by itself. */
      readonly callbacks: Callbacks | null
      /** What the office page needs to import sheets. Without it, sheets cannot be imported there. */
      readonly importing?: { readonly program: Program; readonly tickets: Tickets }
      /** Returns the tasks, which run as this person. */
      readonly runAs: (person: SignedIn) => { readonly run: Run; readonly stream: Stream }
    },
  ) => Promise<App>
}

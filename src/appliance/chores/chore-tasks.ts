import { OperatorFault } from '../../base/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import { noteAct } from '../../store/doer.ts'
import type { Store } from '../../store/store.ts'
import { CHORES, type Chore, type Chores } from './chores.ts'

export interface ChoreTaskPorts {
  readonly store: Store
  readonly presence: { readonly chores: Chores | null }
}

/** A chore as it stands; what it printed is asked for apart. */
export interface ChoreLine {
  readonly chore: Chore
  readonly begun_at: string
  /** Null while it runs. */
  readonly ended_at: string | null
  readonly progress: string | null
  /** Exit code; null while it runs, and when it was stopped. */
  readonly exit_status: number | null
  readonly last_words: string
}

interface Named {
  readonly chore: Chore
}

export const choreTasks = {
  'chore.list': ({ presence }: ChoreTaskPorts, _operator: string, _args: Record<string, never>) => ({
    can_run: presence.chores !== null,
    chores: (presence.chores?.list() ?? []).map(
      ({ begun_at_ms, ended_at_ms, output: _, ...state }): ChoreLine => ({
        ...state,
        begun_at: formatInstant(begun_at_ms),
        ended_at: ended_at_ms === null ? null : formatInstant(ended_at_ms),
      }),
    ),
  }),

  /** What it printed until now; null before it ran. */
  'chore.output': ({ presence }: ChoreTaskPorts, _operator: string, { chore }: Named) => ({
    output: presence.chores?.list().find((one) => one.chore === chore)?.output ?? null,
  }),

  'chore.start': ({ store, presence }: ChoreTaskPorts, operator: string, { chore }: Named) => {
    if (presence.chores === null)
      throw new OperatorFault(
        'This cannot be done here.',
        `Run it on the server: granary ${CHORES[chore].join(' ')}`,
      )
    presence.chores.start(chore)
    noteAct(store, { credential: null, operator }, 'chore', { chore }, 'begun')
    return {}
  },

  'chore.stop': ({ store, presence }: ChoreTaskPorts, operator: string, { chore }: Named) => {
    presence.chores?.stop(chore)
    noteAct(store, { credential: null, operator }, 'chore', { chore }, 'stopped')
    return {}
  },
} as const

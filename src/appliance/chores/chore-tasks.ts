import { formatInstant } from '../../domain/time.ts'
import { actedBy, noteAct } from '../../store/doer.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { MachineKernel } from '../kernel.ts'
import { atServer, type Chore, type ChoreState, type Chores } from './chores.ts'

export interface ChoreKernel extends MachineKernel {
  /** Chores are null if this program can start none. */
  readonly presence: MachineKernel['presence'] & { chores: Chores | null }
}

/** The state of a chore. Its output has a task of its own. */
export interface ChoreLine {
  readonly chore: Chore
  readonly begun_at: string
  /** Null while it runs. */
  readonly ended_at: string | null
  readonly progress: Told | null
  /** Exit code; null while the chore runs, and if it was stopped. */
  readonly exit_status: number | null
  /** Why it failed and the remedy; null unless it said so. */
  readonly fault: ChoreState['fault']
  /** The end of its standard error. */
  readonly last_words: string
}

interface Named {
  readonly chore: Chore
}

interface Started extends Named {
  /** Code of the language in which the person reads what it prints. */
  readonly language: string
}

export const choreTasks = {
  'chore.list': ({ presence }: ChoreKernel, _operator: string, _args: Record<string, never>) => ({
    can_run: presence.chores !== null,
    chores: (presence.chores?.list() ?? []).map(
      ({ chore, beganAtMs, endedAtMs, progress, exitStatus, fault, lastWords }): ChoreLine => ({
        chore,
        begun_at: formatInstant(beganAtMs),
        ended_at: endedAtMs === null ? null : formatInstant(endedAtMs),
        progress,
        exit_status: exitStatus,
        fault,
        last_words: lastWords,
      }),
    ),
  }),

  /** Everything the chore has printed so far; null before its first run. */
  'chore.output': ({ presence }: ChoreKernel, _operator: string, { chore }: Named) => ({
    output: presence.chores?.list().find((one) => one.chore === chore)?.output ?? null,
  }),

  /** What the doctor found when it last ran; null before its first run, and while it runs. */
  'chore.checks': ({ presence }: ChoreKernel, _operator: string, _args: Record<string, never>) => ({
    checks:
      presence.chores?.list().find(({ endedAtMs, checks }) => endedAtMs !== null && checks !== null)
        ?.checks ?? null,
  }),

  'chore.start': ({ store, presence }: ChoreKernel, operator: string, { chore, language }: Started) => {
    if (presence.chores === null) throw new OperatorFault(message('chore.cannotStart'), atServer(chore))
    presence.chores.start(chore, actedBy(operator).staff ?? '', language)
    noteAct(store, { credential: null, operator }, 'chore', { chore }, 'begun')
    return {}
  },

  'chore.stop': ({ store, presence }: ChoreKernel, operator: string, { chore }: Named) => {
    presence.chores?.stop(chore)
    noteAct(store, { credential: null, operator }, 'chore', { chore }, 'stopped')
    return {}
  },
} as const

import { actedBy, noteAct } from '../../store/acts/doer.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { MachineKernel } from '../kernel.ts'
import { atServer, type Chore, type Chores } from './chores.ts'

export interface ChoreKernel extends MachineKernel {
  /** Chores are null if this program can start none. */
  readonly presence: MachineKernel['presence'] & { chores: Chores | null }
}

interface ChoreNamed {
  readonly chore: Chore
}

interface Started extends ChoreNamed {
  /** Code of the language in which the person reads what it prints. */
  readonly language: string
}

export const choreTasks = {
  'chore.list': ({ presence }: ChoreKernel, _operator: string, _args: Record<string, never>) => ({
    can_run: presence.chores !== null,
    chores: presence.chores?.list() ?? [],
  }),

  /** Everything the chore has printed so far; null before its first run. */
  'chore.output': ({ presence }: ChoreKernel, _operator: string, { chore }: ChoreNamed) => ({
    output: presence.chores?.of(chore)?.output ?? null,
  }),

  /** What the doctor found when it last ran; null before its first run, and while it runs. */
  'chore.checks': ({ presence }: ChoreKernel, _operator: string, _args: Record<string, never>) => {
    const last = presence.chores?.of('doctor')
    return { checks: last?.ended_at == null ? null : last.checks }
  },

  'chore.start': ({ store, presence }: ChoreKernel, operator: string, { chore, language }: Started) => {
    if (presence.chores === null) throw new OperatorFault(message('chore.cannotStart'), atServer(chore))
    presence.chores.start(chore, actedBy(operator).staff ?? '', language)
    noteAct(store, { credential: null, operator }, 'chore', { chore }, 'begun')
    return {}
  },

  'chore.stop': ({ store, presence }: ChoreKernel, operator: string, { chore }: ChoreNamed) => {
    presence.chores?.stop(chore)
    noteAct(store, { credential: null, operator }, 'chore', { chore }, 'stopped')
    return {}
  },
} as const

import type { Config } from '../config/config.ts'
import type { Store } from '../store/store.ts'
import type { People } from '../store/tables/people.ts'
import type { Registry } from './registry.ts'

/**
 * The part of the kernel that every task may use. Tasks are given the whole kernel; each room sees what its own floor and
 * those below it make: `OfficeKernel`, `RecordKernel`, `ConsentKernel`, `MachineKernel`.
 */
export interface BaseKernel {
  readonly config: Config
  readonly store: Store
  readonly people: People
  readonly registry: Registry
}

type Task<K> = (kernel: K, operator: string, args: never) => unknown

/** Declares a room's tasks. Each receives the kernel as the room sees it, who runs it, and its arguments. */
export const tasksOn =
  <K extends BaseKernel>() =>
  <T extends Readonly<Record<string, Task<K>>>>(tasks: T): T =>
    tasks

import type { RecordKernel } from '../kernel.ts'

/** These tasks read no record. */
export const mapTasks = {
  /** Returns the office's own map, or what is wrong with its file; null if there is none. */
  'map.background': (kernel: RecordKernel, _operator: string, _args: Record<string, never>) =>
    kernel.maps.background(),
} as const

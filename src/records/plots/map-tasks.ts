import { tasksOn } from '../../registry/kernel.ts'
import type { RecordKernel } from '../kernel.ts'

/** These tasks read no record. */
export const mapTasks = tasksOn<RecordKernel>()({
  /** Returns the office's own map, or what is wrong with its file; null if there is none. */
  'map.background': (kernel) => kernel.maps.background(),
})

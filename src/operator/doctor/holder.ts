import type { Kernel } from '../../assemble.ts'
import { type Config, dataFiles, variableNames } from '../../config.ts'
import { openObjectStore } from '../../objects/open.ts'
import type { ObjectStore } from '../../objects/store.ts'
import { OperatorFault } from '../../problem.ts'
import { openToInspect } from '../../store/open.ts'
import { Store } from '../../store/store.ts'

/**
 * What the checks look at that need the settings and what the database says: in the running service, which alone knows
 * its own settings and what its last commit did, or opened to be read where no service runs.
 */
export interface Holder {
  readonly config: Config
  /** Null where the database could not be opened. */
  readonly store: Store | null
  /** Why it could not; null where it could. */
  readonly fault: OperatorFault | null
  readonly objects: ObjectStore | null
  readonly clock: () => number
  /** Names of the variables that its program was started with. */
  readonly variables: readonly string[]
}

/** Of a service, or of a program that has opened the folder. */
export const holderOf = ({ config, store, objects, handles }: Kernel): Holder => ({
  config,
  store,
  fault: null,
  objects,
  clock: handles.clock,
  variables: variableNames(),
})

/** Opens nothing for writing, and brings nothing up to date. */
export function openHolder(config: Config): Holder & { readonly close: () => void } {
  let store: Store | null = null
  let fault: OperatorFault | null = null
  try {
    store = new Store(openToInspect(dataFiles(config.data).database), Date.now)
  } catch (error) {
    fault =
      error instanceof OperatorFault
        ? error
        : new OperatorFault(
            'The database cannot be read.',
            'Keep a copy of the data folder, and restore the last backup into a new one.',
          )
  }
  const objects = storeOf(config)
  return {
    config,
    store,
    fault,
    objects,
    clock: Date.now,
    variables: variableNames(),
    close: () => {
      objects?.close()
      store?.close()
    },
  }
}

/** Null where its folder cannot be used: the check that asks for it says so. */
function storeOf(config: Config): ObjectStore | null {
  try {
    return openObjectStore(config, false)
  } catch {
    return null
  }
}

import type { Kernel } from '../../assemble.ts'
import { openPlace } from '../../backup/place.ts'
import { type Config, dataFiles, variableNames } from '../../config.ts'
import type { ConnectionFigures } from '../../http/connections.ts'
import { machineClock } from '../../machine-clock.ts'
import type { ObjectStore } from '../../objects/store.ts'
import { objectPlace } from '../../places.ts'
import { OperatorFault } from '../../problem.ts'
import { openToInspect } from '../../store/open.ts'
import { Store } from '../../store/store.ts'
import { placeAnswers } from './disk-answers.ts'

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
  /** While the clock is in doubt, the time that is trusted. */
  readonly clock: () => number
  /** What is served, of whoever serves; null where nobody does. */
  readonly tls: { readonly served: { readonly notAfterMs: number } | null } | null
  /** Of the running service; null where none runs. */
  readonly connections: ConnectionFigures | null
  /** Names of the variables that its program was started with. */
  readonly variables: readonly string[]
}

/** Of a service, or of a program that has opened the folder. */
export const holderOf = ({ config, store, objects, ports, tls }: Kernel): Holder => ({
  config,
  store,
  fault: null,
  objects,
  clock: ports.clock,
  tls: tls.isBegun ? tls : null,
  connections: tls.isBegun ? ports.connections.figures : null,
  variables: variableNames(),
})

/** Opens nothing for writing, brings nothing up to date, and makes no folder. */
export async function openHolder(config: Config): Promise<Holder & { readonly close: () => void }> {
  let store: Store | null = null
  let fault: OperatorFault | null = null
  try {
    store = new Store(openToInspect(dataFiles(config.data).database), machineClock())
  } catch (error) {
    fault =
      error instanceof OperatorFault
        ? error
        : new OperatorFault(
            'The database cannot be read.',
            'Keep a copy of the data folder, and restore the last backup into a new one.',
          )
  }
  const objects = (await placeAnswers(config, config.objectStore)) ? storeOf(config) : null
  return {
    config,
    store,
    fault,
    objects,
    clock: () => store?.clock.nowMs ?? Date.now(),
    tls: null,
    connections: null,
    variables: variableNames(),
    close: () => {
      objects?.close()
      store?.close()
    },
  }
}

/** Null where its folder cannot be used: the check that asks for it says so. */
function storeOf(config: Config): ObjectStore | null {
  const place = objectPlace(config.objectStore)
  const isDefault = place.kind === 'folder' && place.path === ''
  try {
    return openPlace(config, isDefault ? `file:${dataFiles(config.data).objects}` : config.objectStore, false)
  } catch {
    return null
  }
}

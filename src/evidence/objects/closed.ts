import { type ObjectStore, ObjectStoreUnavailable, type Openness } from './store.ts'

/**
 * Wraps a store, and accepts no object until the store was seen to refuse strangers. The store may be down at
 * the start, when it should be checked; it must not turn out to be public once it holds photographs.
 */
export function closedStore(store: ObjectStore): ObjectStore {
  let isClosed = false
  let asking: Promise<Openness | null> | null = null

  async function ask(): Promise<Openness | null> {
    const openness = await store.anonymousAccess()
    isClosed = openness === null
    return openness
  }

  /** Asks the store each time; concurrent callers share the answer. */
  function anonymousAccess(): Promise<Openness | null> {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }

  async function requireClosed(): Promise<void> {
    const openness = isClosed ? null : await anonymousAccess()
    if (openness !== null) throw new ObjectStoreUnavailable(openness.finding)
  }

  return {
    name: store.name,
    put: async (...object) => {
      await requireClosed()
      await store.put(...object)
    },
    get: (key, sha256) => store.get(key, sha256),
    has: (key) => store.has(key),
    list: (prefix) => store.list(prefix),
    remove: (key) => store.remove(key),
    // First checks that the store answers: the check for strangers is slow if the store is down.
    check: async () => {
      await store.check()
      await requireClosed()
    },
    anonymousAccess,
    close: () => store.close(),
  }
}

import { afterEach, beforeEach, test } from 'vitest'
import type { Engine } from '../../../src/clients/union/engine.ts'
import { makeStore, opened } from '../../../src/clients/union/store.ts'
import { lacks, newStore, type StoreKind, told } from './union-stores.ts'

/** Tests of this kind of stores. */
export const testsOn = (kind: StoreKind) => (name: string, work: () => Promise<void>) =>
  test.skipIf(lacks(kind) !== null)(`${told(kind)}: ${name}`, work)

/** Such tests, each with a new store, which is closed after it. @param hold is given the store before each test */
export function testsOnNew(
  kind: StoreKind,
  hold: (made: { readonly store: string; readonly engine: Engine }) => unknown,
) {
  let engine: Engine | undefined
  beforeEach(async () => {
    const store = await newStore(kind)
    await makeStore(store)
    engine = await opened(store, false)
    await hold({ store, engine })
  })
  afterEach(() => engine?.close())
  return testsOn(kind)
}

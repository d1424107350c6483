import type { RegistryKind, RowOf } from '../domain/registry.ts'

type ListRows = (
  task: 'registry.list',
  args: { readonly kind: string },
) => Promise<{ readonly rows: readonly object[] }>

/** Returns all rows of a kind, from the task that lists them. */
export const rowsOf = async <K extends RegistryKind>(run: ListRows, kind: K): Promise<readonly RowOf<K>[]> =>
  (await run('registry.list', { kind })).rows as readonly RowOf<K>[]

/** The versions of a record with contradicting corrections, in order of receipt. */
export type Fork<R> = readonly R[]

interface ForkVersion {
  readonly id: string
  readonly type: string
  /** Null if hidden from this reader. */
  readonly supersedes?: string | null
  readonly received_at: string
}

/** Groups the versions of a type into records by what they supersede; the trees are walked once. */
export function forksOf<R extends ForkVersion>(versions: readonly R[], type: string): Fork<R>[] {
  const some = versions.filter((version) => version.type === type)
  const parents = new Map(some.map(({ id, supersedes }) => [id, supersedes ?? undefined]))
  const roots = new Map<string, string>()
  /** Returns the id of the record's oldest known version, which may itself be missing from the list. */
  const rootOf = (id: string): string => {
    const path: string[] = []
    let at = id
    for (;;) {
      const known = roots.get(at)
      const parent = parents.get(at)
      if (known === undefined && parent !== undefined && !path.includes(at)) {
        path.push(at)
        at = parent
        continue
      }
      const root = known ?? at
      for (const passed of path) roots.set(passed, root)
      return root
    }
  }
  return [...Map.groupBy(some, ({ id }) => rootOf(id)).values()].map((group) =>
    group.sort((a, b) => (a.received_at < b.received_at ? -1 : a.received_at > b.received_at ? 1 : 0)),
  )
}

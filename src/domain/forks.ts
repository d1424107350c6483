/** A record with contradicting corrections: its versions, the first one first. */
export type Fork<R> = readonly R[]

interface Version {
  readonly id: string
  readonly type: string
  readonly supersedes?: string
  readonly received_at: string
}

/** Groups versions of a type into records by what they supersede. */
export function forksOf<R extends Version>(versions: readonly R[], type: string): Fork<R>[] {
  const groups: { ids: Set<string>; versions: R[] }[] = []
  for (const version of versions) {
    if (version.type !== type) continue
    const joined = { ids: new Set([version.id]), versions: [version] }
    if (version.supersedes !== undefined) joined.ids.add(version.supersedes)
    for (const group of groups.filter(({ ids }) => [...joined.ids].some((id) => ids.has(id)))) {
      for (const id of group.ids) joined.ids.add(id)
      joined.versions.push(...group.versions)
      groups.splice(groups.indexOf(group), 1)
    }
    groups.push(joined)
  }
  return groups.map((group) =>
    group.versions.sort((a, b) =>
      a.received_at < b.received_at ? -1 : a.received_at > b.received_at ? 1 : 0,
    ),
  )
}

/** Which conversion factor turns a unit into kilograms (contract §12). The field page goes by it too. */

/** How a factor is known, strongest first (contract §12). */
export const CONVERSION_KINDS = ['definitional', 'measured', 'published_standard', 'assumed_default'] as const

/** Kilograms per unit that are exact by definition (contract §5, `kg`): no row may contradict them. */
export const EXACT_KG: ReadonlyMap<string, number> = new Map([
  ['kg', 1],
  ['g', 0.001],
  ['t', 1000],
])

interface Factor {
  readonly id: string
  readonly kind: (typeof CONVERSION_KINDS)[number]
  readonly unit: string
  readonly crop?: string
  readonly to_crop?: string
  readonly supersedes?: string
}

/** Returns the rows of the registry that convert this unit of this crop to kilograms, without superseded ones, strongest first. */
export function factorsAmong<T extends Factor>(
  rows: readonly T[],
  unit: string,
  crop: string | undefined,
): T[] {
  const superseded = new Set(rows.map(({ supersedes }) => supersedes))
  return rows
    .filter(
      (row) =>
        row.unit === unit &&
        row.to_crop === undefined &&
        (row.crop === undefined || row.crop === crop) &&
        !superseded.has(row.id),
    )
    .sort((a, b) => CONVERSION_KINDS.indexOf(a.kind) - CONVERSION_KINDS.indexOf(b.kind))
}

/** One value of a series, with its labels. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string | number>>]

/** A series, and how its values are computed. NaN means that there is no value, such as the age of nothing. */
export interface Series<Told> {
  readonly name: string
  readonly help: string
  /** A gauge unless given. */
  readonly type?: 'counter'
  readonly read: (told: Told) => number | readonly Sample[]
}

/**
 * The values of one instant in the text exposition format of Prometheus, version 0.0.4. They are kept nowhere.
 * Help is one line without a backslash; label values are escaped as that format asks.
 */
export const seriesText = <Told>(series: readonly Series<Told>[], told: Told): string =>
  series.map((one) => familyText(one, told)).join('\n')

function familyText<Told>({ name, help, type, read }: Series<Told>, told: Told): string {
  const values = read(told)
  const samples: readonly Sample[] = typeof values === 'number' ? [[values]] : values
  const lines = samples.map(([value, labels = {}]) => `${name}${labelsText(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type ?? 'gauge'}\n${lines.join('')}`
}

function labelsText(labels: NonNullable<Sample[1]>): string {
  const words = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(String(value))}`)
  return words.length === 0 ? '' : `{${words.join(',')}}`
}

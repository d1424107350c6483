/** One value of a series, with its labels. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string | number>>]

/** A series, and how its values are read. NaN means that there is no value, as for the age of nothing. */
export interface Series<State> {
  readonly name: string
  readonly help: string
  /** A gauge by default. */
  readonly type?: 'counter'
  readonly read: (state: State) => number | readonly Sample[]
}

/**
 * The values of one instant in the text exposition format of Prometheus, version 0.0.4. They are not stored.
 * Each help text must be one line without a backslash. Label values are escaped as the format requires.
 */
export const seriesText = <State>(series: readonly Series<State>[], state: State): string =>
  series.map((one) => familyText(one, state)).join('\n')

function familyText<State>({ name, help, type, read }: Series<State>, state: State): string {
  const values = read(state)
  const samples: readonly Sample[] = typeof values === 'number' ? [[values]] : values
  const lines = samples.map(([value, labels = {}]) => `${name}${labelsText(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type ?? 'gauge'}\n${lines.join('')}`
}

function labelsText(labels: NonNullable<Sample[1]>): string {
  const words = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(String(value))}`)
  return words.length === 0 ? '' : `{${words.join(',')}}`
}

import { Served } from '../common/served.ts'

/** The service of a soak. It refuses as slowly as any other, and whatever it logs is a complaint. */
export const soaked = (program: string, data: string): Promise<Served> =>
  Served.at(program, data, { GRANARY_REFUSAL_MS: '25' }, (line) => line.startsWith('{"level"'))

/** Runs the built command, beside the service or before it. @returns the one JSON document it prints */
export async function documentOf(service: Served, ...words: readonly string[]): Promise<unknown> {
  const { code, out, err } = await service.command(...words)
  if (code !== 0) throw new Error(`granary ${words.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out)
}

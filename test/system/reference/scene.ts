import { makeServer } from '../../../src/assemble.ts'
import type { ProblemCode } from '../../../src/base/problem.ts'
import { readConfig, type SettingName } from '../../../src/config/config.ts'
import type { Village } from './people.ts'
import type { Answer, Asked, House, Operation, Recorder, Shown } from './recorder.ts'
import type { Samples } from './samples.ts'

/** Where the story of the examples is told and refusals are provoked: among whom, and who writes it down. */
export interface Scene {
  readonly village: Village
  readonly samples: Samples
  /** Asks, and writes it down as an example of the operation. */
  show(operation: Operation, name: string, summary: string, shown?: Shown): Promise<Answer>
  /** The same of a record. */
  write(name: string, summary: string, as: Asked['as'], body: object): Promise<Answer>
  /** Asks for what is refused with this code, and writes it down as the code's example. */
  refuse(code: ProblemCode, summary: string, operation: Operation, asked: Asked, house?: House): Promise<void>
  /** The same of an operation that utters a code whose example is another's. */
  refuseToo(code: ProblemCode, operation: Operation, asked: Asked, house?: House): Promise<void>
  /** Does what must not be refused, and gives the answer. */
  done(operation: Operation, asked: Asked): Promise<Answer>
}

export const sceneOf = (recorder: Recorder, village: Village, samples: Samples): Scene => ({
  ...{ village, samples },
  show: (operation, name, summary, shown) => recorder.show(village.a, operation, name, summary, shown),
  write: (name, summary, as, body) =>
    recorder.show(village.a, 'POST /v1/records', name, summary, { ...(as && { as }), body }),
  refuse: (code, summary, operation, asked, house = village.a) =>
    recorder.refuse(house, code, operation, asked, summary),
  refuseToo: (code, operation, asked, house = village.a) => recorder.refuse(house, code, operation, asked),
  done: (operation, asked) => recorder.done(village.a, operation, asked),
})

/** The same village behind another door: its own settings, on the same records. */
export async function withSettings(
  { a }: Village,
  settings: Partial<Record<SettingName, string>>,
  odd: Partial<Village['a']['kernel']['ports']> = {},
): Promise<House & { close(): Promise<void> }> {
  const changed = readConfig(
    { data: a.kernel.config.data, logLevel: 'silent', refusalMs: '0', minFreeBytes: '0', ...settings },
    {},
  )
  const ports = { ...a.kernel.ports, config: changed, ...odd }
  const app = await makeServer({ config: changed, ports, tls: a.kernel.tls })
  return { app, clock: a.clock, close: () => app.close() }
}

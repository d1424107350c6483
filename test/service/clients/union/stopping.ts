import type { Engine } from '../../../../src/clients/union/engine.ts'

/** A program that stops in the middle of its work. */

export class Stopped extends Error {}

/** @param statements so many are done, and the program stops: in a transaction, or right after one */
export function stoppingAfter(engine: Engine, statements: number): Engine {
  let left = statements
  const goOn = () => {
    if (left-- <= 0) throw new Stopped()
  }
  const within = (inner: Engine): Engine => ({
    kind: inner.kind,
    all: async (sql, params) => {
      goOn()
      return inner.all(sql, params)
    },
    run: async (sql, params) => {
      goOn()
      return inner.run(sql, params)
    },
    script: (sql) => inner.script(sql),
    atOnce: async (source, work) => {
      const done = await inner.atOnce(source, (t) => work(within(t)))
      goOn()
      return done
    },
    close: () => inner.close(),
  })
  return within(engine)
}

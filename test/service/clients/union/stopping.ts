import type { Engine, Queries } from '../../../../src/clients/union/engine.ts'

/** A program that stops in the middle of its work. */

export class Stopped extends Error {}

/** @param statements so many are done, and the program stops: in a transaction, or right after one */
export function stoppingAfter(engine: Engine, statements: number): Engine {
  let left = statements
  const goOn = () => {
    if (left-- <= 0) throw new Stopped()
  }
  const within = (inner: Queries): Queries => ({
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
  })
  return {
    ...within(engine),
    atOnce: async (source, work) => {
      const done = await engine.atOnce(source, (t) => work(within(t)))
      goOn()
      return done
    },
    alone: (work) => engine.alone((on) => work(within(on))),
    close: () => engine.close(),
  }
}

/** Of the table, or of one of its partitions. */
const ALL_SOURCES = /^SELECT \* FROM source(_p\d+)? ORDER BY source$/

/** A store that seems to have this source alone. */
export const onlyOf = (engine: Engine, name: string): Engine => ({
  kind: engine.kind,
  all: async (sql, params) => {
    const rows = await engine.all(sql, params)
    return ALL_SOURCES.test(sql) ? rows.filter(({ source }) => source === name) : rows
  },
  run: (sql, params) => engine.run(sql, params),
  script: (sql) => engine.script(sql),
  atOnce: (source, work) => engine.atOnce(source, work),
  alone: (work) => engine.alone(work),
  close: () => engine.close(),
})

/** The engine that is chosen at the time. */
export const chosenOf = (chosen: { readonly engine: Engine }): Engine => ({
  get kind() {
    return chosen.engine.kind
  },
  all: (sql, params) => chosen.engine.all(sql, params),
  run: (sql, params) => chosen.engine.run(sql, params),
  script: (sql) => chosen.engine.script(sql),
  atOnce: (source, work) => chosen.engine.atOnce(source, work),
  alone: (work) => chosen.engine.alone(work),
  close: () => chosen.engine.close(),
})

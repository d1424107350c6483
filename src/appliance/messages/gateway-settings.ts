import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../../domain/shapes.ts'

/** What a settings file may say of each kind of gateway. */

const Said = Type.String({ minLength: 1, maxLength: 2000 })
const Texts = Type.Record(Type.String(), Type.String())
/** What a value in the gateway's reply means. */
const MEANS = ['sent', 'delivered', 'again', 'failed', 'pauses', 'unknown'] as const
export type Means = (typeof MEANS)[number]
const Means = Type.Union(MEANS.map((word) => Type.Literal(word)))

/** Where in a reply the parts stand: members and places joined by dots, the first that is there; or groups of a pattern. */
const Reply = closed({
  pattern: Type.Optional(Said),
  id: Type.Optional(Type.Array(Said)),
  state: Type.Array(Said, { minItems: 1 }),
  words: Type.Optional(Type.Array(Said)),
  states: Type.Record(Type.String(), Means),
})

const Call = closed({
  method: Type.Optional(Type.Union([Type.Literal('GET'), Type.Literal('POST')])),
  url: Type.String({ pattern: '^https?://' }),
  headers: Type.Optional(Texts),
  form: Type.Optional(Texts),
  json: Type.Optional(Type.Unknown()),
  reply: Reply,
})
export type Call = Static<typeof Call>

const Places = Type.Array(Said, { minItems: 1 })

/** What the gateway sends by itself, from which addresses and networks; none are its own addresses until some are named. */
const Callbacks = closed({
  from: Type.Array(Said),
  /** HMAC-SHA256 of the body, and of the timestamp after it (Unix seconds, near the clock), in hexadecimal digits. */
  signature: Type.Optional(closed({ header: Said, timestamp: Type.Optional(Said), secret_file: Said })),
  /** Where the list of several stands. */
  each: Type.Optional(Said),
  state: Type.Optional(
    closed({
      id: Places,
      state: Places,
      words: Type.Optional(Places),
      states: Type.Record(Type.String(), Means),
    }),
  ),
  reply: Type.Optional(closed({ number: Places, text: Places })),
})
export type CallbackSettings = Static<typeof Callbacks>

const shared = {
  documents: Type.Optional(Type.Array(Said)),
  note: Type.Optional(Said),
}

export const HttpSettings = closed({
  ...shared,
  kind: Type.Literal('http'),
  secret_file: Type.Optional(Said),
  values: Type.Optional(Texts),
  send: Call,
  ask: Type.Optional(Call),
  callbacks: Type.Optional(Callbacks),
})
export type HttpSettings = Static<typeof HttpSettings>

export const CommandSettings = closed({
  ...shared,
  kind: Type.Literal('command'),
  program: Type.String({ pattern: '^/' }),
  arguments: Type.Optional(Type.Array(Type.String())),
})
export type CommandSettings = Static<typeof CommandSettings>

export const PrintSettings = closed({
  ...shared,
  kind: Type.Literal('print'),
  folder: Type.String({ pattern: '^/' }),
})
export type PrintSettings = Static<typeof PrintSettings>

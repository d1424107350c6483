import { readFileSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../../domain/shapes.ts'
import { compileReader } from '../../domain/validation.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Gateway } from './gateway.ts'
import { commandGateway } from './gateway-command.ts'
import { httpGateway } from './gateway-http.ts'
import { printGateway } from './gateway-print.ts'

/** The file that GRANARY_MESSAGES names: which gateway sends messages, and how. The secret is in a file of its own. */

const Said = Type.String({ minLength: 1, maxLength: 2000 })
const Texts = Type.Record(Type.String(), Type.String())
/** What a value in the gateway's reply means. */
const Means = Type.Union(
  ['sent', 'delivered', 'again', 'failed', 'pauses', 'unknown'].map((word) => Type.Literal(word)),
)

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

const readHttp = compileReader(HttpSettings)
const readCommand = compileReader(CommandSettings)
const readPrint = compileReader(PrintSettings)

/** @throws {OperatorFault} when a file cannot be read, or does not say how messages are sent */
export function gatewayOf(file: string): Gateway {
  const said = jsonIn(file)
  const { kind } = Object(said) as { kind?: unknown }
  try {
    if (kind === 'command') return commandGateway(readCommand(said))
    if (kind === 'print') return printGateway(readPrint(said))
    const settings = readHttp(said)
    const { secret_file } = settings
    return httpGateway(settings, secret_file === undefined ? '' : textIn(secret_file).trim())
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(...withRemedy('messages.malformed', { file, why: whyOf(error) }))
  }
}

function whyOf(error: unknown): string {
  const { errors = [] } = error as { errors?: readonly { pointer: string; message: string }[] }
  const [first] = errors
  return first === undefined ? String((error as Error).message) : `${first.pointer} ${first.message}`
}

function jsonIn(file: string): unknown {
  const text = textIn(file)
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorFault(...withRemedy('messages.malformed', { file, why: 'JSON' }))
  }
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code ?? 'error')
    throw new OperatorFault(...withRemedy('messages.unreadable', { file, code }))
  }
}

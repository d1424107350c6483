import { errorMessage } from '../../base/error-kinds.ts'
import { Problem } from '../../base/problem.ts'
import { readRegular, TooLarge } from '../../base/read-regular.ts'
import { compileReader } from '../../domain/validation.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Gateway } from './gateway.ts'
import { callbacksOf } from './gateway-callbacks.ts'
import { commandGateway } from './gateway-command.ts'
import { httpGateway } from './gateway-http.ts'
import { printGateway } from './gateway-print.ts'
import { CommandSettings, HttpSettings, PrintSettings } from './gateway-settings.ts'

/** The file that GRANARY_MESSAGES names: which gateway sends messages, and how. The secret is in a file of its own. */

/** @throws {OperatorFault} when a file cannot be read, or does not say how messages are sent */
export function gatewayOf(file: string): Gateway {
  const said = jsonIn(file)
  const { kind } = Object(said) as { kind?: unknown }
  try {
    if (kind === 'command') return commandGateway(compileReader(CommandSettings)(said))
    if (kind === 'print') return printGateway(compileReader(PrintSettings)(said))
    const settings = compileReader(HttpSettings)(said)
    const { secret_file } = settings
    const gateway = httpGateway(settings, secret_file === undefined ? '' : textIn(secret_file).trim())
    return { ...gateway, ...callbacksIn(settings) }
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(...withRemedy('messages.malformed', { file, why: whyOf(error) }))
  }
}

/** Until addresses are named, a gateway sends nothing by itself, and needs no key to sign it. */
function callbacksIn({ callbacks }: HttpSettings): Pick<Gateway, 'callbacks'> {
  if (callbacks === undefined || callbacks.from.length === 0) return {}
  const { signature } = callbacks
  const key = signature === undefined ? '' : textIn(signature.secret_file).trim()
  return { callbacks: callbacksOf(callbacks, key) }
}

/** Returns the same, or the fault: the service answers without messages too. */
export function gatewayOrFault(file: string): Gateway | OperatorFault {
  try {
    return gatewayOf(file)
  } catch (error) {
    if (error instanceof OperatorFault) return error
    throw error
  }
}

function whyOf(error: unknown): string {
  const [first] = error instanceof Problem ? (error.extra.errors ?? []) : []
  return first === undefined ? errorMessage(error) : `${first.pointer} ${first.message}`
}

function jsonIn(file: string): unknown {
  const text = textIn(file)
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorFault(...withRemedy('messages.malformed', { file, why: 'JSON' }))
  }
}

/** No settings file of a gateway, and no secret, is nearly as large. */
const MOST_BYTES = 256 * 1024

function textIn(file: string): string {
  try {
    return readRegular(file, MOST_BYTES).toString('utf8')
  } catch (error) {
    const code =
      error instanceof TooLarge ? 'E2BIG' : String((error as NodeJS.ErrnoException).code ?? 'error')
    throw new OperatorFault(...withRemedy('messages.unreadable', { file, code }))
  }
}

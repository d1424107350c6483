import { execFile } from 'node:child_process'
import { withoutSettings } from '../../config/config.ts'
import type { Outcome } from '../../domain/messages/sending.ts'
import type { Gateway, TextMessage } from './gateway.ts'
import type { CommandSettings } from './gateway-settings.ts'

/**
 * A program of the operator's sends messages, such as gammu or smstools. It gets the number in its arguments and in SMS_TO, the
 * text on standard input. It ends with 0 if the message was taken, with 75 if another try may succeed (EX_TEMPFAIL). What it prints
 * then is not kept: it may name the number, as gammu does.
 */

const LIMIT_MS = 60_000
const MOST_BYTES = 64 * 1024
const TRY_LATER = 75

export const commandGateway = ({ program, arguments: args = [] }: CommandSettings): Gateway => ({
  kind: 'command',
  send: ({ to, text }: TextMessage, signal) =>
    new Promise<Outcome>((resolve) => {
      const child = execFile(
        program,
        args.map((one) => one.replaceAll('{to}', to)),
        {
          env: { ...withoutSettings(), SMS_TO: to },
          cwd: '/',
          timeout: LIMIT_MS,
          maxBuffer: MOST_BYTES,
          signal,
        },
        (error, _out, said) => {
          if (error === null) return resolve({ state: 'sent' })
          const { code } = error
          if (typeof code === 'number')
            return resolve({ state: 'failed', again: code === TRY_LATER, code: `exit_${code}`, words: said })
          // It was not started; otherwise it was stopped, and may have sent the message.
          const isNotStarted = child.pid === undefined
          resolve({ state: isNotStarted ? 'unreached' : 'unknown', code: String(code ?? 'stopped') })
        },
      )
      // A program need not read its input.
      child.stdin?.on('error', () => {})
      child.stdin?.end(text)
    }),
})

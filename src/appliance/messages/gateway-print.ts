import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import type { Gateway } from './gateway.ts'
import type { PrintSettings } from './gateway-settings.ts'

/** A sheet of messages for each day, to read out or to post. Only its owner may read it. */
export const printGateway = ({ folder }: PrintSettings, today = () => new Date()): Gateway => ({
  kind: 'print',
  async send({ to, text }) {
    const file = join(folder, `messages-${today().toISOString().slice(0, 10)}.txt`)
    try {
      appendFileSync(file, `${to}\n${text}\n\n`, { mode: 0o600 })
      return { state: 'sent' }
    } catch (error) {
      return { state: 'unreached', code: errorCode(error) ?? 'Error' }
    }
  },
})

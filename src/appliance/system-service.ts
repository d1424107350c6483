import { spawn } from 'node:child_process'

/** Reports to systemd (sd_notify(3)) through systemd-notify, because Node has no local datagram sockets. */

/** Messages sent in each watchdog period, so that one or two may be lost. */
const MESSAGES_PER_PERIOD = 3

/**
 * @param notify called when a message fails, but only once until a message succeeds again
 * @returns null when no service manager listens
 */
export function serviceManager(notify: (text: string) => void, environment: NodeJS.ProcessEnv = process.env) {
  const { NOTIFY_SOCKET, PATH } = environment
  if (!NOTIFY_SOCKET) return null
  let isReached = true
  const send = (...words: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      const ended = (fault: string | null) => {
        if (fault !== null && isReached)
          notify(
            `systemd cannot be notified (systemd-notify ${words[0]}: ${fault}); it may restart the service.`,
          )
        isReached = fault === null
        resolve()
      }
      const child = spawn('systemd-notify', words, { env: { NOTIFY_SOCKET, PATH }, stdio: 'ignore' })
      child.once('error', (error: NodeJS.ErrnoException) => ended(error.code ?? error.message))
      child.once('exit', (code, signal) => ended(code === 0 ? null : String(signal ?? code)))
    })
  let timer: NodeJS.Timeout | null = null
  return {
    ready() {
      void send('--ready')
    },
    stopping() {
      if (timer !== null) clearInterval(timer)
      void send('STOPPING=1')
    },
    /**
     * Sends a message at each interval for as long as the service works.
     * @param works resolves after real work was done; an error counts as an answer, but a hang does not
     */
    watch(works: () => Promise<unknown>) {
      const periodMs = watchdogMs(environment)
      if (periodMs === null) return
      let isAsked = false
      timer = setInterval(async () => {
        if (isAsked) return
        isAsked = true
        await works().catch(() => {})
        await send('WATCHDOG=1')
        isAsked = false
      }, periodMs / MESSAGES_PER_PERIOD).unref()
    },
  }
}

/**
 * The watchdog period of systemd, in milliseconds; null when there is none.
 * @param pid of this program. The variables of another process may have been inherited from a parent
 */
export function watchdogMs(
  { WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv,
  pid: number = process.pid,
): number | null {
  const microseconds = Number(WATCHDOG_USEC)
  if (!(microseconds > 0) || (WATCHDOG_PID && Number(WATCHDOG_PID) !== pid)) return null
  return microseconds / 1000
}

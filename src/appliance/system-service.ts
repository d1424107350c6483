import { spawn } from 'node:child_process'

/** Reports to systemd (sd_notify(3)) through systemd-notify, since Node has no local datagram sockets. */

/** Messages sent per watchdog period: one may be lost. */
const TOLD_PER_PATIENCE = 3

export interface ServiceManager {
  /** Reports that the service is ready. */
  ready(): void
  stopping(): void
  /**
   * Reports from now on that the service works, for as long as it does.
   * @param works resolves after real work was done; an error counts as an answer, silence does not
   */
  watch(works: () => Promise<unknown>): void
}

/**
 * @param notify called when the service manager cannot be reached, and again only after it was reached in between
 * @returns null when no service manager listens
 */
export function serviceManager(
  notify: (text: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): ServiceManager | null {
  const { NOTIFY_SOCKET, PATH } = environment
  if (!NOTIFY_SOCKET) return null
  let isReached = true
  const tell = (...words: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      const ended = (fault: string | null) => {
        if (fault !== null && isReached)
          notify(
            `systemd cannot be notified (systemd-notify ${words[0]}: ${fault}); it may restart the service.`,
          )
        isReached = fault === null
        resolve()
      }
      const teller = spawn('systemd-notify', words, { env: { NOTIFY_SOCKET, PATH }, stdio: 'ignore' })
      teller.once('error', (error: NodeJS.ErrnoException) => ended(error.code ?? error.message))
      teller.once('exit', (code, signal) => ended(code === 0 ? null : String(signal ?? code)))
    })
  let timer: NodeJS.Timeout | null = null
  return {
    ready() {
      void tell('--ready')
    },
    stopping() {
      if (timer !== null) clearInterval(timer)
      void tell('STOPPING=1')
    },
    watch(works) {
      const patienceMs = watchdogMs(environment)
      if (patienceMs === null) return
      let isAsked = false
      timer = setInterval(async () => {
        if (isAsked) return
        isAsked = true
        await works().catch(() => {})
        await tell('WATCHDOG=1')
        isAsked = false
      }, patienceMs / TOLD_PER_PATIENCE).unref()
    },
  }
}

/**
 * The watchdog timeout; null when there is none.
 * @param pid of this program: the variables may be inherited from a parent
 */
export function watchdogMs(
  { WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv,
  pid: number = process.pid,
): number | null {
  const microseconds = Number(WATCHDOG_USEC)
  if (!(microseconds > 0) || (WATCHDOG_PID && Number(WATCHDOG_PID) !== pid)) return null
  return microseconds / 1000
}

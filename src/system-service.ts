import { spawn } from 'node:child_process'

/**
 * What systemd is told, where it started the service (sd_notify(3)). Node has no datagram sockets of the local kind, so
 * systemd's own program, systemd-notify, tells it.
 */

/** A word may be lost: so many are sent in the time after which the service is taken for hung. */
const TOLD_PER_PATIENCE = 3

export interface ServiceManager {
  /** It answers. */
  ready(): void
  stopping(): void
  /**
   * From now on it is told, for as long as the service really works, that it does.
   * @param works ends when what the service is for was just done; a fault is an answer too, what never comes is none
   */
  watch(works: () => Promise<unknown>): void
}

/**
 * Null where nobody wants to be told.
 * @param say told once when the service manager cannot be reached, and again after it was reached meanwhile
 */
export function serviceManager(
  say: (text: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): ServiceManager | null {
  const { NOTIFY_SOCKET, PATH } = environment
  if (!NOTIFY_SOCKET) return null
  let isReached = true
  const tell = (...words: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      const ended = (fault: string | null) => {
        if (fault !== null && isReached)
          say(`The service manager cannot be told (systemd-notify ${words[0]}: ${fault}).`)
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
 * After what silence the service is taken for hung; null where nobody watches.
 * @param pid of this program: another may have inherited what was said to its parent
 */
export function watchdogMs(
  { WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv,
  pid: number = process.pid,
): number | null {
  const microseconds = Number(WATCHDOG_USEC)
  if (!(microseconds > 0) || (WATCHDOG_PID && Number(WATCHDOG_PID) !== pid)) return null
  return microseconds / 1000
}

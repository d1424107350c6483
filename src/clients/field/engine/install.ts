/** The service worker, as the page sees it. */

export interface Installed {
  /**
   * `none`: not asked yet. `refused`: the browser refuses it, as it does for a certificate that the phone does not trust.
   * `ready`: the page opens without a network. `new`: another version is stored whole, and waits.
   */
  readonly state: 'none' | 'refused' | 'storing' | 'ready' | 'new'
}

/** How often the page asks for a new version, while it is open. */
const LOOK_MS = 3_600_000
/** And when it comes to the foreground, at most this often: people go from one program to another and back. */
const SEEN_MS = 60_000

/** @returns to use the new version */
export async function install(tell: (installed: Installed) => void): Promise<() => void> {
  let registration: ServiceWorkerRegistration
  const before = await navigator.serviceWorker.getRegistration('/field')
  try {
    registration = await navigator.serviceWorker.register('/field/sw.js', {
      scope: '/field',
      updateViaCache: 'none',
    })
  } catch {
    // Without a network, the worker of before goes on.
    tell({ state: before?.active ? 'ready' : 'refused' })
    return () => {}
  }
  const look = () => {
    const { active, waiting, installing } = registration
    if (active && waiting) tell({ state: 'new' })
    else if (active) tell({ state: 'ready' })
    else tell({ state: installing || waiting ? 'storing' : 'refused' })
  }
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', look)
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration.installing))
  look()
  let lookedAt = Date.now()
  const ask = () => {
    lookedAt = Date.now()
    void registration.update().catch(() => {})
  }
  setInterval(ask, LOOK_MS)
  // Phones suspend timers: a page that is kept for weeks asks when somebody looks at it.
  document.addEventListener('visibilitychange', () => {
    const agoMs = Date.now() - lookedAt
    if (document.visibilityState === 'visible' && (agoMs > SEEN_MS || agoMs < 0)) ask()
  })
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    registration.waiting?.postMessage('use')
  }
}

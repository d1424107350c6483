import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../trials/common/served.ts'
import { afterEachFile } from '../after-file.ts'
import { bodyOf, ENGINE, UNTIL } from './phone.ts'

/** The engine of Safari, driven by the W3C's WebDriver protocol, on a screen that exists in memory only. */

const BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'
const isHere = (program: string) => spawnSync('which', [program]).status === 0

/** Why these tests are skipped; nothing where they can run. */
export const NO_WEBKIT =
  isHere('WebKitWebDriver') && isHere('Xvfb') && globSync(BROWSER).length > 0
    ? ''
    : ' (skipped: no WebKit; install webkit2gtk-driver and xvfb)'

const STARTS_MS = 60_000
const SCRIPT_MS = 120_000

export class WebKit {
  readonly #at: string
  readonly #processes: readonly ChildProcess[]

  private constructor(at: string, processes: readonly ChildProcess[]) {
    this.#at = at
    this.#processes = processes
  }

  static async open(): Promise<WebKit> {
    const home = mkdtempSync(join(tmpdir(), 'webkit-'))
    const port = await freePort()
    // Each screen has a number; a port that is free is one that no other test has.
    const display = `:${port}`
    const screen = spawn('Xvfb', [display, '-screen', '0', '800x900x24', '-nolisten', 'tcp'], {
      stdio: 'ignore',
    })
    const env = {
      ...{ PATH: process.env.PATH, HOME: home, TMPDIR: home, DISPLAY: display },
      ...{ XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home },
      // The tests run as root, where its own sandbox cannot be made.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    }
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore', detached: true })
    const url = `http://127.0.0.1:${port}`
    let webkit: WebKit | undefined
    afterEachFile(async () => {
      await webkit?.close()
      for (const one of [driver, screen]) one.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    }, 'end')
    for (let waited = 0; !existsSync(`/tmp/.X11-unix/X${port}`) && waited < STARTS_MS; waited += 100)
      await setTimeout(100)
    const options = { binary: globSync(BROWSER).at(-1), args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    for (let waited = 0; ; waited += 200) {
      try {
        const { sessionId } = (await asked(`${url}/session`, { capabilities })) as { sessionId: string }
        webkit = new WebKit(`${url}/session/${sessionId}`, [driver, screen])
        break
      } catch (error) {
        if (!(error instanceof TypeError) || waited > STARTS_MS) throw error
        await setTimeout(200)
      }
    }
    await webkit.#call('/timeouts', { script: SCRIPT_MS, pageLoad: SCRIPT_MS })
    return webkit
  }

  #call(path: string, body?: object): Promise<unknown> {
    return asked(this.#at + path, body)
  }

  async goTo(url: string): Promise<void> {
    await this.#call('/url', { url })
    await this.#run(`const look = () => document.querySelector('h1') ? done() : setTimeout(look, 20); look()`)
  }

  /** @param code of a function body that calls `done` */
  async #run(code: string): Promise<unknown> {
    const script = `const done = arguments[arguments.length - 1]; ${code}`
    return this.#call('/execute/async', { script, args: [] })
  }

  /** Runs code with the engine. @param code an expression or statements with `engine` and `given` */
  async do<T>(code: string, given: unknown = null): Promise<T> {
    const answer = (await this.#run(
      `${ENGINE}.then(async (engine) => { const given = ${JSON.stringify(given)}; ${bodyOf(code)} })
        .then((value) => done({ value }), (error) => done({ error: error + '\\n' + error?.stack }))`,
    )) as { value: T; error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }

  /** Waits until an expression of the engine is true. */
  async until(expression: string): Promise<void> {
    await this.do(`return ${UNTIL(expression)}`)
  }

  /** What the page shows. */
  async text(): Promise<string> {
    return (await this.#run('done(document.body.innerText)')) as string
  }

  async close(): Promise<void> {
    await fetch(this.#at, { method: 'DELETE' }).catch(() => {})
    for (const one of this.#processes) one.kill('SIGKILL')
  }
}

async function asked(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
  if (!answer.ok) throw new Error(`${url}: ${value?.error}: ${value?.message}`)
  return value
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bundled, bundled } from '../../support/bundled.ts'
import { begun } from '../../support/heard.ts'

/** A data folder, and services on it that are processes of their own: started, stopped, killed, and started again. */
export class Service {
  readonly data: string
  readonly #bundle: Bundled
  #child: ChildProcess | null = null
  port = 0
  token = ''

  private constructor(bundle: Bundled) {
    this.#bundle = bundle
    this.data = mkdtempSync(join(tmpdir(), 'service-'))
  }

  static async bundled(): Promise<Service> {
    return new Service(await bundled('test/system/evidence/serving-child.ts'))
  }

  /** On the port it had before. @param fate `dies-after-put`: killed when the next picture stands in the object store */
  async start(fate = 'lives'): Promise<void> {
    const program = begun(process.execPath, [this.#bundle.program, this.data, String(this.port), fate])
    this.#child = program.child
    const [line] = await program.says(/^{.*}\n/)
    const { port, token } = JSON.parse(line) as { port: number; token: string | null }
    this.port = port
    this.token = token ?? this.token
  }

  /** @param signal SIGTERM lets it end what it does */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child?.kill(signal)
    await this.ended()
  }

  get pid(): number {
    return this.#child?.pid as number
  }

  async ended(): Promise<void> {
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  remove(): void {
    this.#child?.kill('SIGKILL')
    rmSync(this.data, { recursive: true, force: true })
  }
}

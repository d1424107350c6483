import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** A data folder, and services on it that are processes of their own: started, stopped, killed, and started again. */
export class Service {
  readonly data: string
  readonly #bundleFolder: string
  #child: ChildProcess | null = null
  port = 0
  token = ''

  private constructor(bundleFolder: string) {
    this.#bundleFolder = bundleFolder
    this.data = mkdtempSync(join(tmpdir(), 'granary-service-'))
  }

  static async bundled(): Promise<Service> {
    // Beside the packages, so that what is not bundled is found.
    mkdirSync('node_modules/.cache', { recursive: true })
    const folder = mkdtempSync('node_modules/.cache/granary-service-')
    await build({
      entryPoints: ['test/evidence/serving-child.ts'],
      outfile: join(folder, 'child.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      loader: { '.sql': 'text' },
    })
    return new Service(folder)
  }

  /** On the port it had before. @param fate `dies-after-put`: killed when the next picture stands in the object store */
  async start(fate = 'lives'): Promise<void> {
    const program = join(this.#bundleFolder, 'child.mjs')
    const child = spawn(process.execPath, [program, this.data, String(this.port), fate], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { port, token } = JSON.parse(line.toString()) as { port: number; token: string | null }
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
    rmSync(this.#bundleFolder, { recursive: true, force: true })
    rmSync(this.data, { recursive: true, force: true })
  }
}

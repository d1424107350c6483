import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { begun, type Heard } from '../../support/heard.ts'
import { freePort } from '../../trials/common/served.ts'
import { pathOf, textOf } from './files.ts'

/** A real Prometheus on loopback, started with the example of a configuration, and gone with its storage afterwards. */

/** A sample of an instant vector, as Prometheus answers. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [at: number, value: string]
}

export class Prometheus {
  readonly #program: Heard
  readonly #url: string
  readonly #folder: string

  private constructor(program: Heard, url: string, folder: string) {
    this.#program = program
    this.#url = url
    this.#folder = folder
  }

  /** @param target host and port of a Granary @param token of kind metrics @param authority file with its certificate */
  static async scraping(target: string, token: string, authority: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
    const tokenFile = join(folder, 'granary.token')
    writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
    writeFileSync(join(folder, 'prometheus.yml'), configuration(target, tokenFile, authority))
    copyFileSync(pathOf('prometheus/granary.rules.yml'), join(folder, 'granary.rules.yml'))
    const port = await freePort()
    const program = begun('prometheus', [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ])
    const server = new Prometheus(program, `http://127.0.0.1:${port}`, folder)
    await server.#started()
    return server
  }

  /** What its HTTP API gives. @throws with its own words when that is no success */
  async api<T>(path: string, parameters: Readonly<Record<string, string>> = {}): Promise<T> {
    const answer = await fetch(`${this.#url}/api/v1/${path}?${new URLSearchParams(parameters)}`)
    const document = (await answer.json()) as { status: string; error?: string; data: T }
    if (document.status !== 'success') throw new Error(`${path}: ${document.error}`)
    return document.data
  }

  /** The samples that an expression gives now. @throws when it cannot be evaluated */
  async query(expr: string): Promise<readonly Sample[]> {
    return (await this.api<{ result: readonly Sample[] }>('query', { query: expr })).result
  }

  async stop(): Promise<void> {
    const { child, ended } = this.#program
    child.kill('SIGTERM')
    await Promise.race([ended, wait(60_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #started(): Promise<void> {
    await this.#program.soon(async () => {
      const answer = await fetch(`${this.#url}/-/ready`)
      if (!answer.ok) throw new Error(`Prometheus is not ready: ${answer.status}`)
    }, 50)
  }
}

/** The example, for this target: what stands in it is what is tested. */
function configuration(target: string, tokenFile: string, authority: string): string {
  const changes: readonly (readonly [was: RegExp, is: string])[] = [
    [/^( +scrape_interval:) 1m$/m, '$1 250ms'],
    [/^( +evaluation_interval:) 1m$/m, '$1 250ms'],
    [/^( +- targets:) \['granary\.local:7373'\]$/m, `$1 ['${target}']`],
    [/^( +credentials_file:) .+$/m, `$1 ${tokenFile}`],
    [/^( +ca_file:) .+$/m, `$1 ${authority}`],
  ]
  return changes.reduce((text, [was, is]) => {
    if (!was.test(text)) throw new Error(`the example has no ${was}`)
    return text.replace(was, is)
  }, textOf('prometheus/prometheus.yml'))
}

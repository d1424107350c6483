import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../../src/clients/union/engine.ts'
import { seeded } from '../../support/records/gate/random.ts'
import type { Asked } from '../common/line.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { command, Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { PURPOSE } from '../common/workload.ts'
import { pause } from '../soak/stop.ts'
import { lineOf, shownTo } from './shown.ts'

/** One appliance as built among the sources: a farmer writes harvests, corrects some, and opens them to the union. */

const NAME = 'real'
const CAUGHT_UP_MS = 60_000

export class RealSource {
  readonly #scene: Scene
  /** The last harvest of each farmer. */
  readonly #last = new Map<string, string>()

  private constructor(scene: Scene) {
    this.#scene = scene
  }

  static async made(trial: TrialRun, store: string): Promise<RealSource> {
    const served = await Served.at(trial.program, join(trial.folder, 'appliance'))
    const scene = await prepare(trial, served)
    const file = join(trial.folder, 'real.token')
    writeFileSync(file, scene.lender.token, { mode: 0o600 })
    const { code, err } = await command(trial.program, [
      ...['union', 'add', '--store', store, '--name', NAME, '--url', `http://127.0.0.1:${served.port}`],
      ...['--token-file', file, '--purpose', PURPOSE],
    ])
    if (code !== 0) throw new Error(`union add: ${err}`)
    const real = new RealSource(scene)
    for (const [i, farmer] of scene.farmers.entries())
      await real.#post(farmer.token, '/v1/grants', {
        id: seeded(trial.seed + i).id(Date.now()),
        ...{ grantee: scene.lender.id, purpose: PURPOSE, record_types: ['harvest', 'retraction'] },
        expires_at: '9000-01-01T00:00:00.000Z',
      })
    return real
  }

  /** Writes until it is over. */
  async writing(isOver: () => boolean): Promise<void> {
    const random = seeded(this.#scene.seed * 1_000 + 41)
    for (let n = 1; !isOver(); n++) {
      const nowMs = Date.now()
      const farmer = random.pick(this.#scene.farmers)
      const target = random.chance(0.1) ? this.#last.get(farmer.id) : undefined
      const own = { id: random.id(nowMs), occurred_at: new Date(nowMs).toISOString() }
      if (target === undefined) {
        await this.#post(farmer.token, '/v1/records', {
          ...{ ...own, type: 'harvest', lawful_basis: 'consent', producer: farmer.id },
          ...{ crop: 'coffee_fresh_cherry', quantity: { value: n, unit: 'kg' } },
        })
        this.#last.set(farmer.id, own.id)
      } else {
        this.#last.delete(farmer.id)
        await this.#post(farmer.token, '/v1/records', {
          ...{ ...own, type: 'retraction', target_id: target, reason: 'entered_in_error' },
        })
      }
      await pause(100)
    }
  }

  /** Waits until the union has what the reader may read, and compares. */
  async compared(engine: Engine): Promise<{ readonly held: number; readonly wrong: string | null }> {
    const watch = new Stopwatch()
    for (;;) {
      const shown = await shownTo(this.#scene.line, this.#scene.lender.token)
      const rows = await engine.all('SELECT body FROM shown WHERE source = $1', [NAME])
      const held = rows.map(({ body }) => lineOf(JSON.parse(String(body)))).sort()
      if (held.join() === shown.join()) return { held: held.length, wrong: null }
      if (watch.ms > CAUGHT_UP_MS) return { held: held.length, wrong: `${held.length} of ${shown.length}` }
      await engine.run('UPDATE source SET lease_until = NULL WHERE source = $1 AND lease_by IS NULL', [NAME])
      await pause(500)
    }
  }

  async end(): Promise<void> {
    this.#scene.line.close()
    await this.#scene.served.end('SIGTERM')
    for (const complaint of this.#scene.served.complaints)
      this.#scene.faults.add('the appliance complained', complaint)
  }

  async #post(token: string, path: string, json: object): Promise<void> {
    await this.#ask({ method: 'POST', path, token, json })
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; who asked looks at them
  async #ask(asked: Asked): Promise<any> {
    const reply = await this.#scene.line.ask(asked)
    if (reply.kind !== 'answered' || reply.status > 201)
      throw new Error(`${asked.path}: ${reply.kind === 'answered' ? reply.text : reply.kind}`)
    return reply.body
  }
}

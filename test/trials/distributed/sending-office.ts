import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remoteTasks } from '../../../src/cli/socket.ts'
import type { Engine } from '../../../src/clients/union/engine.ts'
import { opened } from '../../../src/clients/union/store.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'
import { Line } from '../common/line.ts'
import { type Person, prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { harvestOf, PURPOSE } from '../common/workload.ts'
import { pause } from '../soak/stop.ts'
import { UnionProgram } from './union-program.ts'
import { MOMENTS, Wire } from './wire.ts'

/** An appliance that sends to a union: people at work in it, what is done to both, and whether they agree in the end. */

export const HARMS = ['both', 'restore', 'appliance', 'union'] as const
export type Harm = (typeof HARMS)[number]

const NAME = 'kahawa'
/** An appliance that failed waits for minutes. */
const PATIENCE_MS = 300_000
/** Records that wait before the feed begins. */
const FIRST = 120
const BETWEEN_MS = 25

interface Parts {
  readonly scene: Scene
  readonly folder: string
  readonly union: UnionProgram
  readonly engine: Engine
  readonly wire: Wire
  readonly random: Random
}

export class SendingOffice {
  readonly #folder: string
  readonly #scene: Scene
  readonly #union: UnionProgram
  readonly #engine: Engine
  readonly #wire: Wire
  readonly #random: Random
  #served: Served
  #line: Line
  #restores = 0
  /** Until the appliance runs again that was restored, nobody writes. */
  #isOver = false
  #writing: Promise<void> = Promise.resolve()
  /** Of the farmer who opens and closes; null while closed. */
  #grant: string | null = null
  readonly #last = new Map<string, string>()

  private constructor({ scene, folder, union, engine, wire, random }: Parts) {
    this.#folder = folder
    this.#scene = scene
    this.#served = scene.served
    this.#line = scene.line
    this.#union = union
    this.#engine = engine
    this.#wire = wire
    this.#random = random
  }

  static async made(trial: TrialRun, name: string, store: string, n: number): Promise<SendingOffice> {
    const folder = join(trial.folder, name)
    mkdirSync(folder)
    const random = seeded(trial.seed * 1_000 + 51 + n)
    const served = await Served.at(trial.program, join(folder, 'data'), settingsIn(folder))
    const union = await UnionProgram.on(trial.program, store)
    const [scene, { token }] = await Promise.all([
      prepare(trial, served),
      union.told(['init'], ['add', '--name', NAME, '--sent']),
    ])
    await union.start()
    const wire = await Wire.to(union.port, random)
    const engine = await opened(store, false)
    const office = new SendingOffice({ scene, folder, union, engine, wire, random })
    const tokenFile = join(folder, 'token')
    writeFileSync(tokenFile, token, { mode: 0o600 })
    await office.#grantOf(scene.farmers[0] as Person)
    office.#grant = await office.#grantOf(office.#farmers[1])
    const [{ identity }] = await Promise.all([
      served.document('backup', 'key'),
      ...Array.from({ length: FIRST }, (_, i) => office.#harvest(office.#farmers[i % 2 === 0 ? 0 : 1])),
    ])
    writeFileSync(join(folder, 'identity'), identity)
    await office.#task('feed.send', {
      ...{ party: scene.lender.id, purpose: PURPOSE, tokenFile, fingerprint: null },
      to: `http://127.0.0.1:${wire.port}/v1/inbox`,
    })
    office.#write()
    return office
  }

  // biome-ignore lint/suspicious/noExplicitAny: the names and arguments of tasks are checked by the appliance
  #task(name: any, args: any): Promise<any> {
    return remoteTasks(join(this.#served.data, 'granary.sock')).run(name, 'trial', args)
  }

  #write(): void {
    this.#isOver = false
    this.#writing = this.#writes()
  }

  async #stopWriting(): Promise<void> {
    this.#isOver = true
    await this.#writing
  }

  /** People write, correct, open and close. What a killed appliance does not take is forgotten. */
  async #writes(): Promise<void> {
    const [steady, changing] = this.#farmers
    for (; !this.#isOver; await pause(BETWEEN_MS)) {
      const at = this.#random.below(100)
      if (at >= 8) await this.#harvest(this.#random.pick([steady, changing]))
      else if (at >= 3) await this.#retract(this.#random.pick([steady, changing]))
      else if (this.#grant === null) this.#grant = await this.#grantOf(changing)
      else await this.#revoke(this.#grant)
    }
  }

  get #farmers() {
    return this.#scene.farmers as [Person, Person]
  }

  async #revoke(grant: string): Promise<void> {
    // One that a killed appliance did not take comes again.
    if ((await this.#post(this.#farmers[1], `/v1/grants/${grant}/revocation`, {})) !== null)
      this.#grant = null
  }

  async #harvest(by: Person): Promise<void> {
    const nowMs = Date.now()
    const id = this.#random.id(nowMs)
    const quantity = { value: 1 + this.#random.below(90), unit: 'kg' }
    const note = 'x'.repeat(this.#random.below(300))
    const isDone = await this.#post(by, '/v1/records', harvestOf(id, by.id, nowMs, { quantity, note }))
    if (isDone !== null) this.#last.set(by.id, isDone)
  }

  async #retract(by: Person): Promise<void> {
    const target_id = this.#last.get(by.id)
    if (target_id === undefined) return
    this.#last.delete(by.id)
    const nowMs = Date.now()
    await this.#post(by, '/v1/records', {
      ...{ id: this.#random.id(nowMs), type: 'retraction', occurred_at: new Date(nowMs).toISOString() },
      ...{ target_id, reason: 'entered_in_error' },
    })
  }

  #grantOf(by: Person): Promise<string | null> {
    return this.#post(by, '/v1/grants', {
      ...{ id: this.#random.id(Date.now()), grantee: this.#scene.lender.id, purpose: PURPOSE },
      ...{ record_types: ['harvest', 'retraction'], expires_at: '9000-01-01T00:00:00.000Z' },
    })
  }

  /** @returns the id of what was written; null if it was not */
  async #post({ token }: Person, path: string, json: object): Promise<string | null> {
    const reply = await this.#line.ask({ method: 'POST', path, token, json })
    if (reply.kind !== 'answered' || reply.status > 201) {
      await pause(50)
      return null
    }
    this.#scene.tally.add('written')
    return reply.body.id
  }

  /** Kills what sends, or what is sent to, in the middle, and starts it again. */
  async harmed(harm: Harm = this.#random.pick(HARMS)): Promise<void> {
    const { tally, say } = this.#scene
    const backup = harm === 'restore' ? (await this.#served.document('backup', 'create')).id : null
    // The union then has a page of which the backup knows nothing.
    const moment = harm === 'restore' ? 'before the answer' : this.#random.pick(MOMENTS)
    await this.#patiently(this.#wire.next(moment), `nothing was sent, ${harm} ${moment}`)
    tally.add(`killed ${moment}`)
    const isUnion = harm === 'union' || harm === 'both'
    await Promise.all([
      isUnion ? this.#union.end('SIGKILL') : null,
      harm === 'union' ? null : this.#served.end('SIGKILL'),
    ])
    say(`${harm} killed ${moment}`)
    if (isUnion) {
      tally.add('unions killed')
      await this.#union.start()
    }
    if (harm === 'union') return
    tally.add('appliances killed')
    if (backup === null) await this.#served.start()
    else await this.#restored(backup)
  }

  /** The folder is lost. */
  async #restored(backup: string): Promise<void> {
    await this.#stopWriting()
    this.#line.close()
    this.#last.clear()
    this.#grant = null
    const data = join(this.#folder, `restored-${++this.#restores}`)
    this.#served = await Served.at(this.#scene.program, data, settingsIn(this.#folder))
    const identity = join(this.#folder, 'identity')
    await this.#served.document('backup', 'restore', '--id', backup, '--identity', identity)
    await this.#served.start()
    await this.#task('backup.confirm', {})
    this.#line = new Line(this.#served.port)
    this.#scene.tally.add('restores')
    this.#write()
  }

  async #patiently<T>(work: Promise<T>, otherwise: string): Promise<T> {
    const late = pause(PATIENCE_MS).then(() => {
      throw new Error(otherwise)
    })
    return await Promise.race([work, late])
  }

  /** Waits until all is sent, and compares. */
  async compare(): Promise<void> {
    await this.#stopWriting()
    if (this.#grant !== null) await this.#revoke(this.#grant)
    const { tally, faults } = this.#scene
    const watch = new Stopwatch()
    for (;;) {
      const shown = await shownTo(this.#line, this.#scene.lender.token)
      const rows = await this.#engine.all('SELECT standing, body FROM record WHERE source = $1', [NAME])
      const held = rows.map(({ body }) => lineOf(JSON.parse(String(body)))).sort()
      const isSame = held.join() === shown.join()
      if (!isSame && watch.ms < PATIENCE_MS) {
        await pause(1_000)
        continue
      }
      tally.add('records', held.length)
      if (!isSame) {
        const missing = shown.filter((line) => !held.includes(line))
        const other = held.filter((line) => !shown.includes(line))
        tally.add('wrong')
        faults.add(
          'the union does not hold what the gate shows it',
          `${this.#folder}: ${held.length} held, ${shown.length} shown, missing ${missing.slice(0, 3)}, other ${other.slice(0, 3)}`,
        )
      }
      break
    }
    const [source] = await this.#engine.all('SELECT pages, state, fault FROM source WHERE source = $1', [
      NAME,
    ])
    if (source?.state !== 'live' || source.fault !== null)
      faults.add('a source does not stand as it should', JSON.stringify(source))
    tally.add('pages', Number(source?.pages))
    const closings = await this.#engine.all('SELECT id FROM closing WHERE source = $1', [NAME])
    tally.add('closings', closings.length)
  }

  async end(): Promise<void> {
    await this.#stopWriting()
    this.#wire.close()
    this.#line.close()
    await this.#engine.close()
    await this.#served.end('SIGTERM')
    const code = await this.#union.end('SIGTERM')
    if (code !== 0) this.#scene.faults.add('a union did not end in order', `${code}: ${this.#union.said}`)
    for (const complaint of this.#served.complaints)
      this.#scene.faults.add('an appliance complained', complaint)
  }
}

const settingsIn = (folder: string) => ({
  GRANARY_BACKUP_STORE: `file:${join(folder, 'backups')}`,
  GRANARY_BACKUP_EVERY: 'off',
})

interface Shown {
  readonly id: string
  readonly quantity?: object
  readonly target_id?: string
  readonly derived: { readonly standing: string }
}

/** What both must say alike of a record. */
const lineOf = ({ id, quantity, target_id, derived }: Shown): string =>
  `${id} ${derived.standing} ${JSON.stringify(quantity ?? target_id)}`

/** What the gate shows a union. @param token of the union @throws {Error} where a page is refused */
async function shownTo(line: Line, token: string): Promise<string[]> {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/records?purpose=${PURPOSE}&standing=any&limit=500${cursor}`
    const reply = await line.ask({ method: 'GET', path, token })
    if (reply.kind !== 'answered' || reply.status !== 200)
      throw new Error(`${path}: ${reply.kind === 'answered' ? reply.text : reply.kind}`)
    for (const record of reply.body.records) found.push(lineOf(record))
    const { next } = reply.body
    if (typeof next !== 'string') return found.sort()
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { describe } from '../../packaging/contract/describe.ts'
import { foundCooperative } from '../../src/appliance/found.ts'
import { type Kernel, makeServer, openKernel } from '../../src/assemble.ts'
import { readConfig, type SettingName } from '../../src/config/config.ts'
import type { TallyPace } from '../../src/store/tables/tallies.ts'
import { localTasks } from '../../src/tasks.ts'
import { type Actor, type AnyAppliance, actorBy, type Clock, newParty, START_MS } from './actors.ts'
import { afterEachFile } from './after-file.ts'

export { type Actor, type Answer, START_MS } from './actors.ts'

/** A real appliance in a throw-away folder: real SQLite, the real server, a clock of the test's own. */
export interface Appliance extends AnyAppliance {
  readonly kernel: Kernel
  readonly clock: WrongClock
  readonly app: FastifyInstance
}

export interface WrongClock extends Clock {
  /** By so much the clock of the machine is ahead of the time that passes, `nowMs`. */
  aheadMs: number
}

export type Settings = Partial<Record<SettingName, string>>

/** What a test's appliance is set to, unless the test says otherwise. */
export const TEST_SETTINGS = {
  logLevel: 'silent',
  timeZone: 'Africa/Kampala',
  minFreeBytes: '0',
  refusalMs: '0',
} as const satisfies Settings

export const COOPERATIVE = 'Test Cooperative'

/** Appliances that nobody has closed yet; the end of the test file does. */
export const open = new Set<AnyAppliance>()
afterEachFile(async () => {
  for (const appliance of open) await appliance.close()
}, 'end')

/** Nothing is read in the background while a test counts what a request reads. */
const ONLY_WHEN_ASKED: Partial<TallyPace> = { everyMs: 3_600_000 }

export async function makeAppliance(
  settings: Settings = {},
  tallyPace: Partial<TallyPace> = {},
): Promise<Appliance> {
  const folder = mkdtempSync(join(tmpdir(), 't-'))
  const clock = { nowMs: START_MS, aheadMs: 0 }
  const config = readConfig({ data: folder, ...TEST_SETTINGS, ...settings }, {})
  const kernel = openKernel(config, {
    create: true,
    reading: readingOf(clock),
    tallyPace: { ...ONLY_WHEN_ASKED, ...tallyPace },
  })
  const app = await makeServer(kernel, { describe })
  const founded = await kernel.ports.submit(() => foundCooperative(kernel, 'test', COOPERATIVE))
  let listening: Promise<string> | null = null
  const appliance: Appliance = {
    kernel,
    app,
    clock,
    data: folder,
    tasks: localTasks(kernel),
    cooperative: actor(app, clock, founded.cooperative, founded.credential),
    holder: (token, partyId) => actor(app, clock, partyId, token),
    party: (kind, name, more) => newParty(appliance, kind, name, more),
    async credential(partyId, kind, expiresAtMs) {
      const issued = await kernel.ports.submit(() =>
        kernel.credentials.issue('test', partyId, kind, expiresAtMs ?? null),
      )
      return issued.token
    },
    async port() {
      listening ??= app.listen({ host: '127.0.0.1', port: 0 })
      return Number(new URL(await listening).port)
    },
    async close() {
      if (!open.delete(appliance)) return
      await app.close()
      kernel.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  open.add(appliance)
  return appliance
}

/** As intake and gate know a party that comes with no credential. */
export const requesterOf = (a: Appliance, { id }: { readonly id: string }) => ({
  party: a.kernel.store.parties.find(id) as number,
  partyId: id,
  credential: null,
})

export const readingOf = (clock: WrongClock) => () => ({
  shownMs: clock.nowMs + clock.aheadMs,
  upMs: clock.nowMs,
})

export const actor = (app: FastifyInstance, clock: Clock, id: string, token: string): Actor =>
  actorBy(
    async ({ method, url, headers, body }) => {
      const answer = await app.inject({
        method,
        url,
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      })
      return { status: answer.statusCode, headers: answer.headers, text: answer.body }
    },
    clock,
    id,
    token,
  )

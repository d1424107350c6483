import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { type Kernel, makeServer, openKernel } from '../../src/assemble.ts'
import { readConfig, type SettingName } from '../../src/config.ts'
import { describe } from '../../src/http/contract-maker.ts'
import { foundCooperative } from '../../src/operator/found.ts'
import type { CredentialKind } from '../../src/store/credentials.ts'
import type { TallyPace } from '../../src/store/tallies.ts'

/** A real appliance in a throw-away folder: real SQLite, the real server, a clock of the test's own. */
export interface Appliance {
  readonly kernel: Kernel
  readonly app: FastifyInstance
  readonly cooperative: Actor
  readonly clock: { nowMs: number }
  /** Asserts a party as the cooperative and gives it a credential. */
  party(kind: string, name: string, more?: object): Promise<Actor>
  credential(partyId: string, kind: CredentialKind, expiresAtMs?: number): Promise<string>
  close(): Promise<void>
}

export interface Actor {
  readonly id: string
  readonly token: string
  /** @returns status, headers and parsed body */
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Appends a record; id, occurred_at and lawful_basis are filled in unless given. */
  append(type: string, fields: object): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; tests assert on them
  readonly body: any
}

export const START_MS = Date.UTC(2026, 5, 28, 7, 15)

export async function makeAppliance(
  settings: Partial<Record<SettingName, string>> = {},
  tallyPace: Partial<TallyPace> = {},
): Promise<Appliance> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-test-'))
  const clock = { nowMs: START_MS }
  const config = readConfig(
    {
      data: folder,
      logLevel: 'silent',
      timeZone: 'Africa/Kampala',
      minFreeBytes: '0',
      refusalMs: '0',
      ...settings,
    },
    {},
  )
  const kernel = openKernel(config, { create: true, clock: () => clock.nowMs, tallyPace })
  const app = await makeServer(kernel, { describe })
  const founded = await kernel.handles.submit(() => foundCooperative(kernel, 'test', 'Test Cooperative'))
  const appliance: Appliance = {
    kernel,
    app,
    clock,
    cooperative: actor(app, clock, founded.cooperative, founded.credential),
    async party(kind, name, more = {}) {
      const id = uuidv7()
      const answer = await appliance.cooperative.append('party', {
        party: id,
        kind,
        display_name: name,
        ...more,
      })
      if (answer.status !== 201) throw new Error(answer.text)
      return actor(app, clock, id, await appliance.credential(id, 'party'))
    },
    async credential(partyId, kind, expiresAtMs) {
      const issued = await kernel.handles.submit(() =>
        kernel.credentials.issue('test', partyId, kind, expiresAtMs ?? null),
      )
      return issued.token
    },
    async close() {
      await app.close()
      kernel.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return appliance
}

export function actor(app: FastifyInstance, clock: { nowMs: number }, id: string, token: string): Actor {
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: String(answer.headers['content-type']).includes('json') ? JSON.parse(answer.body) : null,
    }
  }
  const self: Actor = {
    id,
    token,
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, body, headers) => call('POST', url, body, headers),
    append: (type, fields) =>
      self.post('/v1/records', {
        id: uuidv7(),
        type,
        occurred_at: new Date(clock.nowMs).toISOString(),
        ...(['retraction', 'delivery_confirmation'].includes(type)
          ? {}
          : { lawful_basis: 'contract_performance' }),
        ...fields,
      }),
  }
  return self
}

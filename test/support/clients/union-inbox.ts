import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Engine } from '../../../src/clients/union/engine.ts'
import { inboxServer } from '../../../src/clients/union/inbox.ts'
import type { Appliance } from '../appliance.ts'
import { json, temporaryFolder } from '../command.ts'
import { PURPOSE } from '../flows/help.ts'

/** The inbox of a union on a port of this machine, and offices that send to it. */
export async function inboxOf(engine: Engine, nowMs: () => number) {
  const server = inboxServer({
    ...{ engine, tls: null, clock: () => ({ nowMs: nowMs() }) },
    log: (text: string) => expect.unreachable(text),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/inbox`
  return {
    url,
    /** Adds the source `kahawa`, and has the office send it. @returns its token */
    async sentBy(
      a: Appliance,
      { id: party }: { readonly id: string },
      store: string,
      name = 'kahawa',
    ): Promise<string> {
      const { token } = await json('union add --sent --name', name, '--store', store)
      const tokenFile = join(temporaryFolder(), 'token')
      writeFileSync(tokenFile, token, { mode: 0o600 })
      await a.tasks.run('feed.send', 'test', {
        party,
        purpose: PURPOSE,
        to: url,
        tokenFile,
        fingerprint: null,
      })
      return token
    },
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
    },
  }
}

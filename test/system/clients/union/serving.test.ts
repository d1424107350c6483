import { describe, expect, test } from 'vitest'
import { opened } from '../../../../src/clients/union/store.ts'
import { Office, PURPOSE } from '../../../support/clients/union-office.ts'
import { lacks, newStore, STORES, told } from '../../../support/clients/union-stores.ts'
import { isBuilt, json, program } from '../../../support/command.ts'

/** The program as it runs on a union's machine: it reads, takes what is sent, and ends when it is told to. */

describe.for(STORES)('%s', (kind) => {
  test.skipIf(!isBuilt || lacks(kind) !== null)(
    `${told(kind)}: two programs share a store, and end in order`,
    async () => {
      const office = await Office.open()
      const grace = await office.party('person', 'Grace Biira')
      const id = await office.harvest(grace)
      await office.grant(grace)
      const store = await newStore(kind)
      const union = (...words: string[]) => json(`union ${words[0]}`, ...words.slice(1), '--store', store)
      await union('init')
      const from = ['--url', office.url, '--token-file', office.tokenFile, '--purpose', PURPOSE]
      await union('add --name kahawa', ...from)
      const { token } = await union('add --name maziwa --sent')
      const engine = await opened(store, false)
      const running = [1, 2].map(() =>
        program(['union', 'serve', '--store', store, '--listen', '127.0.0.1:0'], { LC_ALL: 'C.UTF-8' }),
      )
      try {
        for (const { says } of running) {
          const [, url = ''] = await says(/Offices send to (http:\S+inbox)/)
          const page = { since: null, changes: [], closed: [], cursor: 'one', has_more: false }
          const answer = await fetch(url, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}` },
            body: JSON.stringify(page),
          })
          // The second has the same store: there the page was taken in already.
          expect([200, 409]).toContain(answer.status)
          const metrics = await (await fetch(url.replace('/v1/inbox', '/metrics'))).text()
          expect(metrics).toContain('union_pages_total{source="maziwa"} 1\n')
        }
        const sql = "SELECT id FROM shown WHERE source = $1 AND type = 'harvest'"
        await running[0]?.soon(async () => expect(await engine.all(sql, ['kahawa'])).toEqual([{ id }]))
        for (const { child } of running) child.kill('SIGTERM')
        await Promise.all(running.map(({ ended }) => ended))
        expect(running.map(({ child, stderr }) => [child.exitCode, stderr().split('\n').length])).toEqual([
          [0, 2],
          [0, 2],
        ])
      } finally {
        await engine.close()
        await office.service.stop()
      }
    },
  )
})

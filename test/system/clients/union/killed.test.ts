import { setTimeout } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../src/clients/union/store.ts'
import { inDays, Office, PURPOSE } from '../../../support/clients/union-office.ts'
import { newStore } from '../../../support/clients/union-stores.ts'
import { isBuilt, json, program } from '../../../support/command.ts'

/**
 * Programs that keep one store up to date and are killed at any moment: no page is left out, taken in twice or in half. The
 * trial `distributed` does this to PostgreSQL.
 */

const RECORDS = 2_600
const BATCH = 500

test.skipIf(!isBuilt)('several programs, some of them killed, leave what the office shows', async () => {
  const office = await Office.open()
  onTestFinished(() => office.service.stop())
  const grace = await office.party('person', 'Grace Biira')
  const records = Array.from({ length: RECORDS }, () => ({
    ...{
      id: uuidv7(),
      type: 'harvest',
      occurred_at: inDays(-3),
      lawful_basis: 'consent',
      producer: grace.id,
    },
    ...{ crop: 'coffee_arabica_fresh_cherry', quantity: { value: 7, unit: 'kg' } },
  }))
  for (let at = 0; at < RECORDS; at += BATCH) {
    const answer = await fetch(`${office.url}/v1/sync/outbox`, {
      method: 'POST',
      headers: { authorization: `Bearer ${grace.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ records: records.slice(at, at + BATCH) }),
    })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  await office.grant(grace)
  const store = await newStore('sqlite')
  await json('union init --store', store)
  const from = ['--url', office.url, '--token-file', office.tokenFile, '--purpose', PURPOSE]
  await json('union add --name kahawa', ...from, '--store', store)
  const engine = await opened(store, false)
  onTestFinished(() => engine.close())
  const held = async () => {
    const sql = "SELECT COUNT(*) AS n FROM record WHERE source = $1 AND type = 'harvest'"
    return Number((await engine.all(sql, ['kahawa']))[0]?.n)
  }
  const once = () => program(['union', 'serve', '--once', '--store', store])
  // Each is killed once it has taken in another page, in the middle of what it then does.
  for (let round = 0, before = 0; round < 3; round++) {
    const pair = [once(), once()]
    while ((await held()) === before && pair.some(({ child }) => child.exitCode === null)) await setTimeout(5)
    await setTimeout(round * 7)
    for (const { child } of pair) child.kill('SIGKILL')
    await Promise.all(pair.map(({ ended }) => ended))
    before = await held()
    expect(before).toBeLessThanOrEqual(RECORDS)
  }
  const last = once()
  await last.ended
  expect(last.child.exitCode, last.stderr()).toBe(0)
  expect(await held()).toBe(RECORDS)
  const rows = await engine.all('SELECT fault FROM source WHERE source = $1', ['kahawa'])
  expect(rows[0]?.fault).toBeNull()
})

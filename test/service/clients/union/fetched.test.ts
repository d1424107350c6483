import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { withStore } from '../../../../src/clients/union/store.ts'
import { inDays, Office, type Person, PURPOSE } from '../../../support/clients/union-office.ts'
import { newStore, STORES } from '../../../support/clients/union-stores.ts'
import { testsOn } from '../../../support/clients/union-tests.ts'
import { cli, json, temporaryFolder } from '../../../support/command.ts'

/** Sources that a union reads at real appliances: it holds what the gate shows, no more and no less. */

let office: Office
let grace: Person
beforeAll(async () => {
  office = await Office.open()
})
beforeEach(async () => {
  grace = await office.party('person', 'Grace Biira')
})
afterAll(() => office.service.stop())

describe.for(STORES)('%s', (kind) => {
  const on = testsOn(kind)
  let store: string
  const union = (...words: string[]) => json(`union ${words[0]}`, ...words.slice(1), '--store', store)
  const addAt = (url: string, tokenFile: string, name: string, ...more: string[]) =>
    union('add --name', name, '--url', url, '--token-file', tokenFile, '--purpose', PURPOSE, ...more)
  const add = (name: string, ...more: string[]) => addAt(office.url, office.tokenFile, name, ...more)
  const ids = (table: string) =>
    withStore(store, async (engine) =>
      (await engine.all(`SELECT id FROM ${table} WHERE source = $1 ORDER BY id`, ['kahawa'])).map(
        ({ id }) => id,
      ),
    )
  const statusOf = async (name = 'kahawa') =>
    (await union('status')).sources.find((one: { name: string }) => one.name === name)
  beforeEach(async () => {
    store = await newStore(kind)
    await union('init')
    expect(await add('kahawa')).toMatchObject({ code: 0, name: 'kahawa' })
  })
  const read = async () =>
    expect(await union('serve --once')).toMatchObject({ code: 0, sources: [{ name: 'kahawa' }] })

  on('it holds what may be read, through windows, renewals, corrections and revocations', async () => {
    const [old, young] = [await office.harvest(grace, -60), await office.harvest(grace)]
    const wide = await office.grant(grace)
    await read()
    expect(await ids('shown')).toEqual(await office.readable())
    const narrow = await office.grant(grace, { occurred_from: inDays(-30), replaces: wide })
    await read()
    expect(await ids('shown')).not.toContain(old)
    expect(await ids('shown')).toEqual(await office.readable())
    await office.post(grace, '/v1/records', {
      ...{ id: uuidv7(), type: 'retraction', occurred_at: inDays(-1), target_id: young },
      reason: 'entered_in_error',
    })
    await read()
    const [row] = await withStore(store, (engine) =>
      engine.all('SELECT standing FROM shown WHERE source = $1 AND id = $2', ['kahawa', young]),
    )
    expect(row).toEqual({ standing: 'retracted' })
    await office.revoke(grace, narrow)
    await read()
    expect(await ids('record')).toEqual(await office.readable())
    expect(await ids('record')).not.toContain(young)
    // The cursor came back at once, so that the member sees that the union knows.
    const answer = await fetch(`${office.url}/v1/grants?status=ended`, {
      headers: { authorization: `Bearer ${grace.token}` },
    })
    const { grants } = (await answer.json()) as { grants: { ended: { acknowledged_at: string | null } }[] }
    expect(grants.map(({ ended }) => ended.acknowledged_at)).toEqual([expect.any(String), expect.any(String)])
  })

  on('the status tells what is held, whose key signs, and what fails', async () => {
    await office.harvest(grace)
    await office.grant(grace)
    await office.did('anchor run')
    await read()
    const { key } = await statusOf()
    const answer = await fetch(`${office.url}/v1/anchors/key`)
    expect(await answer.json()).toMatchObject({ vkey: key })
    expect(await statusOf()).toMatchObject({
      ...{ state: 'live', records: (await office.readable()).length, kept: 0, fault: null },
      ...{ newest_received_at: expect.any(String), acknowledged_at: expect.any(String) },
    })
    const elsewhere = join(temporaryFolder(), 'wrong')
    writeFileSync(elsewhere, 'gry_wrong', { mode: 0o600 })
    await addAt(office.url, elsewhere, 'wrong')
    await addAt('http://127.0.0.1:9', elsewhere, 'away')
    expect(await union('serve --once')).toMatchObject({
      code: 3,
      sources: [{ fault: 'unreached ECONNREFUSED' }, { name: 'kahawa' }, { fault: 'credential 401' }],
    })
    expect(await statusOf('wrong')).toMatchObject({ fault: 'credential 401', acknowledged_at: null })
    const said = await cli('union status --store', store)
    expect(said.out).toContain('kahawa')
    expect(said.err).toContain('the appliance does not accept the token (401)')
  })

  on('a key that was given and is not that of the log takes nothing', async () => {
    await office.grant(grace)
    const [id] = [await office.harvest(grace)]
    await office.did('anchor run')
    const stranger = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    expect((await add('kahawa')).code).toBe(1)
    expect((await add('pinned', '--key', 'no key')).code).toBe(2)
    await add('pinned', '--key', stranger)
    expect(await union('serve --once')).toMatchObject({
      code: 3,
      sources: [{ name: 'kahawa' }, { name: 'pinned', fault: 'refused' }],
    })
    expect(await ids('record')).toContain(id)
    expect(await statusOf('pinned')).toMatchObject({ records: 0, fault: 'refused', key: stranger })
  })

  on('what cannot be a source is told', async () => {
    const file = ['--token-file', office.tokenFile]
    for (const wrong of [
      ['Kahawa!', '--url', office.url, ...file, '--purpose', PURPOSE],
      ['one', '--url', 'http://kahawa.example', ...file, '--purpose', PURPOSE],
      ['one', '--url', office.url, ...file],
      ['one', '--url', office.url, '--sent', ...file],
      ['one', '--url', office.url, ...file, '--purpose', PURPOSE, '--fingerprint', 'ab'],
    ])
      expect((await union('add --name', ...wrong)).code, wrong.join(' ')).toBe(2)
    const open = join(temporaryFolder(), 'open')
    writeFileSync(open, 'gry_x', { mode: 0o644 })
    expect(await addAt(office.url, open, 'one')).toMatchObject({
      code: 1,
      error: { remedy: expect.stringContaining('chmod 600') },
    })
  })
})

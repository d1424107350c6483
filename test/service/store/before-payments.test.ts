import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { idBytes } from '../../../src/domain/id.ts'
import { RELATIONS } from '../../../src/domain/types/relations.ts'
import { openDatabase } from '../../../src/store/file/open.ts'
import { SCHEMA_VERSION, schemaParts } from '../../../src/store/file/upgrades.ts'
import type { Store } from '../../../src/store/store.ts'
import { localTasks } from '../../../src/tasks.ts'
import { TEST_SETTINGS } from '../../support/appliance.ts'
import { cli, coopIn, founded, temporaryFolder } from '../../support/command.ts'

/** A folder from before there were payments: it opens, and payments name what is in it. */

/** Copies a folder into a file of an older schema, with every row that it had a table for. */
function olderFolder(data: string, version: number): string {
  const older = join(temporaryFolder(), 'data')
  mkdirSync(older, { mode: 0o700 })
  const file = join(older, 'granary.db')
  openDatabase(file, { create: true, parts: schemaParts.slice(0, version) }).close()
  const db = new Database(file)
  db.pragma('foreign_keys = OFF')
  db.prepare('ATTACH ? AS now').run(join(data, 'granary.db'))
  const guards = db.prepare<[], [string, string]>(
    "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'",
  )
  const triggers = guards.raw().all()
  for (const [name] of triggers) db.exec(`DROP TRIGGER ${name}`)
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM now.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all()
  // Older tables have fewer columns, and some are not there yet.
  const columnsOf = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')").pluck()
  for (const table of tables) {
    const columns = columnsOf.all(table).join()
    if (columns === '') continue
    db.exec(`DELETE FROM main.${table}`)
    db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM now.${table}`)
  }
  // What it says of versions that it did not have yet.
  db.prepare('DELETE FROM schema_since WHERE version > ?').run(version)
  for (const [, sql] of triggers) db.exec(sql)
  db.close()
  return older
}

const opened = (data: string) => openKernel(readConfig({ data, ...TEST_SETTINGS }, {}), { clock: Date.now })

/** Who names the record as paid by which entry, in the file and in memory. */
const settling = ({ db, behind }: Store, id: string): [number, number][] => [
  ...db
    .prepare<[Buffer], [number, number]>(
      `SELECT party, source FROM mention WHERE target = ? AND relation = ${RELATIONS.settles}`,
    )
    .raw()
    .all(idBytes(id)),
  ...behind
    .rowsOf('mention')
    .filter(([target, relation]) => target === id && relation === RELATIONS.settles)
    .map(([, , party, source]): [number, number] => [Number(party), Number(source)]),
]

test.each([SCHEMA_VERSION - 1, SCHEMA_VERSION])(
  'a folder of schema %i without payments opens, is paid, and is made again after a kill',
  async (version) => {
    const old = await founded()
    await old.party('person', 'Grace Nakato', '17')
    const money = '--basis special_data_consent --date today'
    const loan = await old.did(
      `record add obligation --kind repay_loan --obligor 17 --obligee cooperative ${money} --amount`,
      '200000 UGX',
    )
    const sale = await old.did(
      `record add delivery --from 17 --to cooperative --crop beans_dry ${money} --quantity`,
      ...['90 kg', '--price', '60000 UGX'],
    )
    expect([loan.code, sale.code], `${loan.err}${sale.err}`).toEqual([0, 0])
    const data = olderFolder(old.data, version)
    const coop = coopIn(data, old.cooperative)

    // It opens, and says of its debts what newer folders say.
    const shown = await coop.did('record show', loan.id)
    expect(shown.derived.fulfilment.money, shown.err).toMatchObject({ remaining_minor: 200_000, payments: 0 })
    expect((await cli('verify', '--data', data)).code).toBe(0)

    // Both are paid; the rows are in memory alone when the machine goes.
    const kernel = opened(data)
    const [before] = [loan, sale].map(({ id }) => settling(kernel.store, id))
    expect(before).toEqual([])
    const draft = {
      ...{
        id: uuidv7(),
        type: 'payment',
        lawful_basis: 'special_data_consent',
        method: 'offset',
        purpose: 'repayment',
      },
      ...{ occurred_at: new Date().toISOString(), payer: loan.obligor, payee: old.cooperative },
      amount: { amount_minor: 60_000, currency: 'UGX' },
      settles: [loan, sale].map(({ id }) => ({ record_id: id, amount_minor: 60_000 })),
    }
    const { record } = await localTasks(kernel).run('record.append', 'test', { draft })
    const rows = [loan, sale].map(({ id }) => settling(kernel.store, id))
    const seq = kernel.store.records.byId(record.id)?.seq as number
    const us = kernel.store.parties.find(old.cooperative) as number
    expect(rows).toEqual([[[us, seq]], [[us, seq]]])
    const killed = join(temporaryFolder(), 'data')
    mkdirSync(killed, { mode: 0o700 })
    kernel.store.db.prepare('VACUUM INTO ?').run(join(killed, 'granary.db'))
    kernel.close()
    const cut = new Database(join(killed, 'granary.db'), { readonly: true })
    const inFile = cut.prepare(`SELECT count(*) FROM mention WHERE relation = ${RELATIONS.settles}`)
    expect(inFile.pluck().get()).toBe(0)
    cut.close()

    const again = opened(killed)
    expect([loan, sale].map(({ id }) => settling(again.store, id))).toEqual(rows)
    again.close()
    for (const folder of [data, killed]) {
      const { did } = coopIn(folder, old.cooperative)
      expect((await did('record show', loan.id)).derived.fulfilment.money).toMatchObject({
        ...{ acknowledged_minor: 60_000, claimed_minor: 0, remaining_minor: 140_000, payments: 1 },
      })
      expect((await did('record show', sale.id)).derived.paid).toMatchObject({
        ...{ acknowledged_minor: 0, claimed_minor: 60_000, remaining_minor: 60_000, payments: 1 },
      })
      const verified = await cli('verify', '--data', folder)
      expect(verified.code, verified.out + verified.err).toBe(0)
    }
  },
)
